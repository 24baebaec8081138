//! Trees for mentions, always from the key's parse column, for minimum spans and for removing verb phrases.

use std::rc::Rc;

use super::file::Sentences;
use super::mention::{Entity, Mention};
use super::options::{Options, Step};
use super::side::Side;
use crate::dropin::python_text::{Line, columns};
use crate::matching::coval_minimum::{MentionTree, Sentence, mention_tree};

/// The columns of a key document that trees are made of.
#[derive(Debug)]
pub(super) struct Trees<'a> {
    sentences: Vec<Columns<'a>>,
}

#[derive(Debug, Default)]
struct Columns<'a> {
    words: Vec<&'a str>,
    tags: Vec<&'a str>,
    /// empty where the row is too short
    bits: Vec<&'a str>,
}

/// The key has no such sentence, or a row of the mention has no parse column.
struct NoColumn;

type Tree<'a> = Option<Rc<MentionTree<'a>>>;

impl<'a> Trees<'a> {
    /// Takes words, tags and parse bits from the rows of the key.
    pub(super) fn new(sentences: &Sentences<'a>) -> Self {
        Self { sentences: sentences.iter().map(|rows| Columns::new(rows)).collect() }
    }

    /// The tree of a mention of either side; `None` if no tree can be made from its brackets.
    fn tree(&self, mention: &Mention) -> Result<Tree<'a>, NoColumn> {
        let columns = self.sentences.get(mention.sentence).ok_or(NoColumn)?;
        // a response may have more tokens than the key
        let end = columns.bits.len().min(mention.end + 1);
        let bits = columns.bits.get(mention.start..end).unwrap_or_default();
        if bits.is_empty() {
            return Ok(None);
        }
        if bits.contains(&"") {
            return Err(NoColumn);
        }
        let sentence = Sentence { words: &columns.words, tags: &columns.tags, bits: &columns.bits };
        Ok(mention_tree(&sentence, mention.start, end - 1).map(Rc::new))
    }
}

impl<'a> Columns<'a> {
    fn new(rows: &[Line<'a>]) -> Self {
        let mut taken = Self::default();
        for row in rows {
            let mut cells = columns(row.text).skip(3);
            for column in [&mut taken.words, &mut taken.tags, &mut taken.bits] {
                column.push(cells.next().unwrap_or(""));
            }
        }
        taken
    }
}

/// Gives every mention its tree, and on request its minimum span, and on request removes verb phrases.
pub(super) fn annotate<'a>(
    side: &mut Side<'a>,
    trees: &Trees<'a>,
    options: &Options,
    printed: &mut String,
) -> Result<(), String> {
    let mut annotator = Annotator { sentences: side.sentences, trees, options, printed, latest: None };
    let mut kept = Vec::with_capacity(side.entities.len());
    for mut entity in std::mem::take(&mut side.entities) {
        let problem = |problem| format!("document {}: {problem}", side.name.trim_end());
        if annotator.entity(&mut entity).map_err(problem)? {
            kept.push(entity);
        }
    }
    side.entities = kept;
    Ok(())
}

struct Annotator<'a, 'p> {
    sentences: &'a Sentences<'a>,
    trees: &'p Trees<'a>,
    options: &'p Options,
    printed: &'p mut String,
    /// the tree that was made last: a mention for which none can be made gets it, as in CoVal
    latest: Option<Tree<'a>>,
}

impl<'a> Annotator<'a, '_> {
    /// Returns whether the entity stays: it is removed if fewer than two mentions remain without verb
    /// phrases.
    fn entity(&mut self, entity: &mut Entity<'a>) -> Result<bool, String> {
        let mut left: Vec<usize> = (0..entity.len()).collect();
        for place in 0..entity.len() {
            self.mention(&mut entity[place])?;
            let mention = &entity[place];
            let is_verbal = mention.tree.as_ref().is_some_and(|tree| tree.root_label() == "VP");
            if is_verbal && self.options.has(Step::NounPhrasesOnly) {
                // the first equal mention is removed, which need not be this one
                let first = left.iter().position(|&other| entity[other].identity() == mention.identity());
                first.map(|first| left.remove(first));
            }
        }
        if left.len() == entity.len() {
            return Ok(true);
        }
        *entity = left.iter().map(|&place| entity[place].clone()).collect();
        Ok(entity.len() > 1)
    }

    fn mention(&mut self, mention: &mut Mention<'a>) -> Result<(), String> {
        mention.tree = self.tree(mention)?;
        let words = mention.own_words(self.sentences);
        let place = format!("sentence {}, token {}", mention.sentence + 1, mention.end + 1);
        let own_words = match words.first() {
            None => return Err(format!("{place}: a mention that crosses sentences has no tree")),
            Some(&"") if mention.tree.is_none() => {
                return Err(format!("{place}: the mention has neither words nor a tree"));
            }
            Some(&"") => None,
            Some(_) => Some(&words[..]),
        };
        if let Some(tree) = mention.tree.as_ref().filter(|_| self.options.has(Step::MinimumSpans)) {
            mention.minimum = tree.minimum(own_words);
        }
        Ok(())
    }

    fn tree(&mut self, mention: &Mention<'a>) -> Result<Tree<'a>, String> {
        match self.trees.tree(mention) {
            Ok(tree) => self.latest = Some(tree),
            Err(NoColumn) => {
                let (sentences, sentence) = (self.trees.sentences.len(), mention.sentence);
                self.printed.push_str(&format!("list index out of range {sentences} {sentence}\n"));
            }
        }
        let sentence = mention.sentence + 1;
        self.latest.clone().ok_or_else(|| format!("sentence {sentence}: the key has no parse column there"))
    }
}
