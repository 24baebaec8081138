//! Sentences and entities grouped into documents, as in the CorefUD scorer.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::Problem;
use super::conllu::{File, Node, Sentence, integer};
use super::entities::{self, Entity, Marked, Place};
use crate::dropin::anaphora::mention::{Dependency, Mention, Word};

/// A file with the clusters of each of its documents.
#[derive(Debug)]
pub(in crate::dropin) struct Documents<'a> {
    /// The sentences and what was odd about them.
    pub(in crate::dropin) file: File<'a>,
    /// Names and clusters, in the order of the file.
    pub(in crate::dropin) documents: Vec<(&'a str, Vec<Vec<Mention>>)>,
}

/// Which information about heads is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dropin) enum Heads {
    /// The head, and what it depends on.
    WithDependencies,
    /// The head.
    Alone,
    /// Nothing: the first word decides whether a mention is a zero.
    Ignored,
}

/// Reads a file; documents of the same name are one.
pub(in crate::dropin) fn read(text: &str, heads: Heads) -> Result<Documents<'_>, Problem> {
    let mut file = super::conllu::read(text)?;
    let mut entities = entities::read(&mut file)?;
    sort(&mut entities, &file.sentences);
    let (names, of_sentence) = names(&file.sentences);
    let mut documents: Vec<(&str, Vec<Vec<Mention>>)> =
        names.into_iter().map(|name| (name, Vec::new())).collect();
    for entity in &entities {
        let mut clusters: Vec<(usize, Vec<Mention>)> = Vec::new();
        for marked in &entity.mentions {
            let document = document_of(marked, &file.sentences, &of_sentence)?;
            let mention = mention(marked, &file.sentences, heads)?;
            match clusters.iter_mut().find(|(number, _)| *number == document) {
                Some((_, cluster)) => cluster.push(mention),
                None => clusters.push((document, vec![mention])),
            }
        }
        if clusters.len() > 1 {
            file.warnings.push(format!("the entity {} is in several documents, and is split", entity.name));
        }
        for (document, cluster) in clusters {
            documents[document].1.push(cluster);
        }
    }
    Ok(Documents { file, documents })
}

/// The names of all documents, and which of them each sentence is in.
fn names<'a>(sentences: &[Sentence<'a>]) -> (Vec<&'a str>, Vec<Option<usize>>) {
    let mut names = Vec::new();
    let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
    let mut current = None;
    let mut of_sentence = Vec::with_capacity(sentences.len());
    for sentence in sentences {
        if let Some(name) = sentence.document {
            current = Some(*numbers.entry(name).or_insert_with(|| {
                names.push(name);
                names.len() - 1
            }));
        }
        of_sentence.push(current);
    }
    (names, of_sentence)
}

/// Sorts mentions in the order of the text, longer ones first, and entities in the order of their first
/// mentions.
fn sort(entities: &mut [Entity], sentences: &[Sentence<'_>]) {
    let word = |&(sentence, node): &Place| (sentence, sentences[sentence].nodes[node].place());
    let order = |marked: &Marked| {
        (marked.words.first().map(word), Reverse(marked.words.len()), marked.words.last().map(word))
    };
    for entity in entities.iter_mut() {
        entity.mentions.sort_by_key(order);
    }
    entities.sort_by_cached_key(|entity| (entity.mentions.first().map(order), entity.name.clone()));
}

fn document_of(marked: &Marked, sentences: &[Sentence<'_>], of: &[Option<usize>]) -> Result<usize, Problem> {
    let line = marked.words.first().map_or(0, |&(sentence, node)| sentences[sentence].nodes[node].line);
    let mut documents = marked.words.iter().map(|&(sentence, _)| of[sentence]);
    let first = documents.next().flatten();
    if documents.any(|document| document != first) {
        return Err(Problem::new(line, "a mention runs from one document into another"));
    }
    first.ok_or_else(|| {
        Problem::new(line, "there is a mention before the first “# newdoc”")
            .hint("begin the file with “# newdoc id = NAME”")
    })
}

fn mention(marked: &Marked, sentences: &[Sentence<'_>], heads: Heads) -> Result<Mention, Problem> {
    let node = |&(sentence, node): &Place| &sentences[sentence].nodes[node];
    let word = |place: &Place| Word(place.0 as u32, node(place).place());
    let mut words: Vec<Word> = marked.words.iter().map(word).collect();
    words.sort_unstable();
    if heads == Heads::Ignored {
        let zero = marked.words.first().is_some_and(|first| node(first).empty);
        return Ok(Mention { words, zero, ..Mention::default() });
    }
    let head = node(&marked.head);
    let dependencies = match heads {
        Heads::WithDependencies => dependencies(head, &sentences[marked.head.0])?,
        Heads::Alone | Heads::Ignored => Vec::new(),
    };
    Ok(Mention {
        words,
        core: vec![word(&marked.head)],
        zero: head.empty,
        dependencies,
        ..Mention::default()
    })
}

/// The enhanced dependencies of a node, each once and in order.
fn dependencies(node: &Node<'_>, sentence: &Sentence<'_>) -> Result<Vec<Dependency>, Problem> {
    if node.dependencies == "_" {
        return Ok(Vec::new());
    }
    let problem = |text: &str| {
        Problem::new(node.line, format!("“{text}” is not a dependency like 3:nsubj in this sentence"))
    };
    let mut dependencies = Vec::new();
    for text in node.dependencies.split('|') {
        let (parent, relation) = text.split_once(':').ok_or_else(|| problem(text))?;
        let parent = parent_place(parent, sentence).ok_or_else(|| problem(text))?;
        dependencies.push(Dependency { parent, relation: relation.to_owned() });
    }
    dependencies.sort_unstable();
    dependencies.dedup();
    Ok(dependencies)
}

/// Where a parent is: 0 is the root, which has no node.
fn parent_place(parent: &str, sentence: &Sentence<'_>) -> Option<u64> {
    if !parent.contains('.') {
        let number = integer(parent).filter(|&number| number <= sentence.words().count())?;
        return Some((number as f64).to_bits());
    }
    let place = parent.trim().parse::<f64>().ok()?.to_bits();
    sentence.nodes.iter().any(|node| node.empty && node.place() == place).then_some(place)
}
