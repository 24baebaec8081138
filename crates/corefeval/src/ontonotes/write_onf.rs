//! Writes documents as an `.onf` file.

use super::write::{
    Released, attribute, fields, inline_word, joined, lemma, mention_losses, name_spans, tree,
};
use crate::corpus::{annotated, propositions};
use crate::document::{Column, Document, Layer, Mention, Span, Tree};
use crate::problem::Problem;

/// The width at which lines are wrapped.
const WIDTH: usize = 120;

/// One file with all layers of a text, whose parts are given in order.
///
/// ```
/// use corefeval::document::Document;
/// use corefeval::ontonotes::onf_file;
///
/// let mut builder = Document::builder("bc/cctv/00/cctv_0001");
/// builder.words(["Ann", "saw", "herself"]).mention(0..1, 4).mention(2..3, 4);
/// let file = onf_file(&[builder.build()?]);
/// assert!(file.text.contains("    2   herself\n           coref: IDENT        4     2-2    herself\n"));
/// assert!(file.text.ends_with("    Chain 4 (IDENT)\n               0.0-0      Ann\n               0.2-2      herself\n\n"));
/// # Ok::<(), corefeval::document::DocumentError>(())
/// ```
#[must_use]
pub fn onf_file(parts: &[Document]) -> Released {
    let mut writer = Writer::default();
    for (place, part) in parts.iter().enumerate() {
        writer.part(part, part.name.part.unwrap_or(place as u32));
    }
    Released { text: writer.text, losses: writer.losses }
}

#[derive(Default)]
struct Writer {
    text: String,
    /// How many sentences have been written.
    sentences: usize,
    losses: Vec<Problem>,
}

impl Writer {
    fn push(&mut self, line: &str) {
        // a line break inside a line would make two annotations of it
        self.text.push_str(line.replace(['\n', '\r'], " ").trim_end());
        self.text.push('\n');
    }

    fn title(&mut self, title: &str) {
        self.push(title);
        self.push(&"-".repeat(title.len()));
    }

    fn part(&mut self, part: &Document, number: u32) {
        let mut mentions = part.mentions.clone();
        mentions.sort_by_key(|mention| (mention.span.start, u32::MAX - mention.span.end));
        let (mut own, mut cut) = (Vec::new(), 0);
        let mut rest = &mentions[..];
        for sentence in part.sentences_or_whole().iter() {
            let (here, later) = rest.split_at(rest.partition_point(|one| one.span.start < sentence.end));
            rest = later;
            for mention in here {
                cut += usize::from(mention.span.end > sentence.end);
                let last = mention.span.end.min(sentence.end) - 1 - sentence.start;
                own.push(Placed {
                    sentence: self.sentences,
                    first: mention.span.start - sentence.start,
                    last,
                    mention,
                });
            }
            let begins = own.partition_point(|placed| placed.sentence < self.sentences);
            self.sentence(part, *sentence, &own[begins..]);
            self.sentences += 1;
        }
        self.chains(part, number, &own);
        self.losses.extend(mention_losses(part, cut));
    }

    fn sentence(&mut self, part: &Document, sentence: Span, mentions: &[Placed<'_>]) {
        self.push(&"-".repeat(WIDTH));
        self.push("");
        let words: Vec<String> =
            (sentence.start..sentence.end).map(|token| inline_word(word(part, token))).collect();
        for title in ["Plain sentence:", "Treebanked sentence:"] {
            self.title(title);
            for line in wrapped(&words) {
                self.push(&format!("    {line}"));
            }
            self.push("");
        }
        if let Some(speaker) = annotated(part, Layer::Speaker, sentence.start) {
            self.title("Speaker information:");
            self.push(&format!("    name: {}", joined(speaker)));
            self.push("    start time: -");
            self.push("    stop time: -");
            self.push("");
        }
        self.title("Tree:");
        for line in indented(&tree(part, sentence)) {
            self.push(&format!("    {line}"));
        }
        self.push("");
        self.title("Leaves:");
        self.leaves(part, sentence, &words, mentions);
        self.push("");
        self.push("");
    }

    fn leaves(&mut self, part: &Document, sentence: Span, words: &[String], mentions: &[Placed<'_>]) {
        let none = Column::new();
        let tree = Tree::new(part.layers.get(Layer::Parse).unwrap_or(&none), sentence);
        let (roles, names) = (propositions(part, sentence), name_spans(part, sentence));
        let text = |first: u32, last: u32| words[first as usize..=last as usize].join(" ");
        for token in sentence.start..sentence.end {
            let leaf = token - sentence.start;
            self.push(&format!("    {leaf:<3} {}", words[leaf as usize]));
            if let Some(sense) = annotated(part, Layer::Sense, token) {
                self.push(&format!("           sense: {}.{}", lemma(part, token), joined(sense)));
            }
            for role in roles.iter().filter(|role| role.predicate == Some(leaf)) {
                let lemma = lemma(part, token);
                let plain = lemma.rsplit_once('-').map_or(lemma.as_str(), |(plain, _)| plain);
                let frameset = annotated(part, Layer::Frameset, token).unwrap_or("XX");
                self.push(&format!("           prop:  {plain}.{frameset}"));
                self.arguments(&fields(&tree, &role.arguments));
            }
            for placed in mentions.iter().filter(|placed| placed.first == leaf) {
                let range = format!("{leaf}-{}", placed.last);
                let line = format!(
                    "           coref: IDENT        {:<5} {range:<7}{}",
                    label(part, placed.mention),
                    text(leaf, placed.last)
                );
                self.push(&line);
            }
            for (span, kind) in names.iter().filter(|(span, _)| span.start == token) {
                let last = span.end - 1 - sentence.start;
                let range = format!("{leaf}-{last}");
                self.push(&format!(
                    "           name:  {:<18} {range:<7}{}",
                    attribute(kind),
                    text(leaf, last)
                ));
            }
        }
    }

    fn arguments(&mut self, fields: &[(String, String)]) {
        for (pieces, label) in fields {
            let label = if label == "rel" { "v" } else { label };
            for (place, piece) in pieces.split(',').enumerate() {
                let (label, star) = if place == 0 { (label, "*") } else { ("", " ") };
                self.push(&format!("            {label:<10} {star} -> {piece},"));
            }
        }
    }

    fn chains(&mut self, part: &Document, number: u32, mentions: &[Placed<'_>]) {
        self.push(&"=".repeat(WIDTH));
        self.title(&format!("Coreference chains for section {number}:"));
        self.push("");
        let mut entities: Vec<Vec<&Placed<'_>>> = vec![Vec::new(); part.entity_labels.len()];
        for placed in mentions {
            entities[placed.mention.entity as usize].push(placed);
        }
        let mut entities: Vec<_> = entities.iter().filter(|own| !own.is_empty()).collect();
        entities.sort_by_key(|own| (own[0].sentence, own[0].first, u32::MAX - own[0].last));
        for own in entities {
            self.push(&format!("    Chain {} (IDENT)", label(part, own[0].mention)));
            for placed in own {
                let range = format!("{}.{}-{}", placed.sentence, placed.first, placed.last);
                let end = placed.mention.span.start + 1 + placed.last - placed.first;
                let words: Vec<String> =
                    (placed.mention.span.start..end).map(|token| inline_word(word(part, token))).collect();
                self.push(&format!("               {range:<10} {}", words.join(" ")));
            }
            self.push("");
        }
    }
}

/// A mention by its first and last leaf in its sentence.
struct Placed<'a> {
    sentence: usize,
    first: u32,
    last: u32,
    mention: &'a Mention,
}

fn label(part: &Document, mention: &Mention) -> String {
    let label = joined(&attribute(part.entity_labels.get(mention.entity as usize).unwrap_or("")));
    if label.is_empty() { "_".to_owned() } else { label }
}

fn word(part: &Document, token: u32) -> &str {
    part.layers.at(Layer::Word, token).filter(|word| !word.is_empty()).unwrap_or("-")
}

/// Words wrapped into lines of limited width.
fn wrapped(words: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() + 5 <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.clone()),
        }
    }
    lines
}

/// A tree on several lines: the children of a phrase are aligned below its first child.
fn indented(tree: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut columns: Vec<usize> = Vec::new();
    let mut rest = tree;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '(' => 1 + rest[1..].find(['(', ')', ' ']).unwrap_or(rest.len() - 1),
            ' ' | ')' => 1,
            _ => rest.find(['(', ')', ' ']).unwrap_or(rest.len()),
        };
        let line = lines.last_mut().expect("there is a line");
        match first {
            '(' => open(&mut lines, &mut columns, &rest[..end]),
            ')' => {
                line.push(')');
                columns.pop();
            }
            ' ' => {}
            _ => {
                line.push(' ');
                line.push_str(&rest[..end]);
            }
        }
        rest = &rest[end..];
    }
    lines
}

/// Begins a phrase, after the label of its parent or below its parent's first child.
fn open(lines: &mut Vec<String>, columns: &mut Vec<usize>, label: &str) {
    let line = lines.last_mut().expect("there is a line");
    let is_first = !line.ends_with(')');
    if is_first && !line.is_empty() {
        line.push(' ');
    }
    if !is_first {
        let column = columns.last().copied().unwrap_or(0);
        lines.push(" ".repeat(column));
    }
    let line = lines.last_mut().expect("there is a line");
    line.push_str(label);
    columns.push(line.chars().count() + 1);
}
