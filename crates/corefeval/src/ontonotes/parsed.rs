//! The layers of a text as read from files, before they are mapped to tokens.

use std::fmt;

use super::build::{ReleaseError, ReleaseText, fault};
use super::inline::{self, Line};
use super::lines;
use super::props::{self, Prop};
use crate::corpus::TextLayer;
use crate::document::{BracketedTree, read_bracketed_with_traces};
use crate::problem::Problem;

/// The contents of the files of a text.
#[derive(Debug, Default)]
pub(super) struct Parsed<'a> {
    pub(super) trees: Vec<BracketedTree>,
    /// A line for each tree.
    pub(super) coref: Option<Vec<Line>>,
    /// A line for each tree.
    pub(super) name: Option<Vec<Line>>,
    /// The speaker of each sentence.
    pub(super) speakers: Vec<Option<&'a str>>,
    pub(super) senses: Vec<Sense<'a>>,
    pub(super) props: Vec<Prop<'a>>,
    /// The ending of the file with all layers, if the text has only that one.
    pub(super) one_file: Option<&'static str>,
    /// Problems, each with the ending of its file.
    pub(super) problems: Vec<(&'static str, Problem)>,
}

/// A sense of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sense<'a> {
    pub(super) line: u64,
    pub(super) tree: usize,
    pub(super) place: Place,
    pub(super) lemma: &'a str,
    /// Its number among the senses of the lemma.
    pub(super) number: &'a str,
}

/// A place in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A leaf; traces are leaves.
    Leaf(usize),
    /// A word.
    Word(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leaf(place) => write!(formatter, "leaf {place}"),
            Self::Word(place) => write!(formatter, "word {place}"),
        }
    }
}

impl<'a> Parsed<'a> {
    /// Reads one file for each layer.
    pub(super) fn of_files(text: &'a ReleaseText) -> Result<Self, ReleaseError> {
        let trees = read_bracketed_with_traces(&text.parse);
        let bad_tree = fault(TextLayer::Parse.name());
        let marked = |file: Option<&str>, layer: TextLayer, marking: &[&str]| {
            file.map(|file| inline::read(file, marking)).transpose().map_err(fault(layer.name()))
        };
        let speakers = text.speaker.as_deref().map(lines::speakers).transpose();
        let senses = text.sense.as_deref().map(lines::senses).transpose();
        let props = text.prop.as_deref().map(props::read).transpose();
        Ok(Self {
            trees: trees.map_err(|error| bad_tree((error.line, error.message.to_owned())))?,
            coref: marked(text.coref.as_deref(), TextLayer::Coreference, &["COREF"])?,
            name: marked(text.name.as_deref(), TextLayer::Name, &["ENAMEX", "TIMEX", "NUMEX"])?,
            speakers: speakers.map_err(fault(TextLayer::Speaker.name()))?.unwrap_or_default(),
            senses: senses.map_err(fault(TextLayer::Sense.name()))?.unwrap_or_default(),
            props: props.map_err(fault(TextLayer::Proposition.name()))?.unwrap_or_default(),
            ..Self::default()
        })
    }
}
