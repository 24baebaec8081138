//! The layers of a text besides its words and trees, a string for each token.

use std::ops::Range;

use crate::corpus::Bits;
use crate::document::{DocumentBuilder, Layer};

/// Layers of a text.
pub(super) struct Columns {
    pub(super) names: Vec<Bits>,
    pub(super) speakers: Vec<String>,
    pub(super) lemmas: Vec<String>,
    pub(super) framesets: Vec<String>,
    pub(super) senses: Vec<String>,
    pub(super) arguments: Vec<String>,
}

impl Columns {
    /// Empty layers for this number of tokens.
    pub(super) fn new(tokens: usize) -> Self {
        let blank = || vec!["-".to_owned(); tokens];
        Self {
            names: vec![Bits::default(); tokens],
            speakers: blank(),
            lemmas: blank(),
            framesets: blank(),
            senses: blank(),
            arguments: vec![String::new(); tokens],
        }
    }

    /// Adds the layers of a range of tokens to a document.
    pub(super) fn add(&self, builder: &mut DocumentBuilder, range: Range<usize>) {
        builder.layer(Layer::Lemma, &self.lemmas[range.clone()]);
        builder.layer(Layer::Frameset, &self.framesets[range.clone()]);
        builder.layer(Layer::Sense, &self.senses[range.clone()]);
        builder.layer(Layer::Speaker, &self.speakers[range.clone()]);
        builder.layer(Layer::Name, self.names[range.clone()].iter().map(Bits::short));
        if self.arguments[range.clone()].iter().any(|cell| !cell.is_empty()) {
            builder.layer(Layer::Arguments, &self.arguments[range]);
        }
    }
}
