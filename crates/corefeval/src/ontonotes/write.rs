//! Writes documents as files of a release. These have trees without traces, and `-` for the times of
//! speakers.

use super::build::SIGNS;
use crate::corpus::{Argument, TextLayer, annotated, propositions};
use crate::document::{Column, Document, Layer, Span, Tree};
use crate::format::losses;
use crate::problem::Problem;

/// One file of a text, whose parts are given in order, in a language such as `en`.
///
/// ```
/// use corefeval::document::Document;
/// use corefeval::ontonotes::release_file;
/// use corefeval::corpus::TextLayer;
///
/// let mut builder = Document::builder("bc/cctv/00/cctv_0001");
/// builder.words(["Ann", "saw", "herself"]).mention(0..1, 4).mention(2..3, 4);
/// let file = release_file(&[builder.build()?], TextLayer::Coreference, "en");
/// assert_eq!(
///     file.text.lines().nth(2),
///     Some(r#"<COREF ID="4" TYPE="IDENT">Ann</COREF> saw <COREF ID="4" TYPE="IDENT">herself</COREF>"#)
/// );
/// # Ok::<(), corefeval::document::DocumentError>(())
/// ```
#[must_use]
pub fn release_file(parts: &[Document], layer: TextLayer, language: &str) -> Released {
    let id = parts.first().map(|part| full_id(&part.name.id, language)).unwrap_or_default();
    let mut writer = Writer { id, text: String::new(), trees: 0, cut: 0 };
    let is_inline = matches!(layer, TextLayer::Coreference | TextLayer::Name);
    if is_inline {
        writer.push(&format!("<DOC DOCNO=\"{}\">", writer.id.clone()));
    }
    for part in parts {
        writer.part(part, layer);
    }
    if is_inline {
        writer.push("</DOC>");
    }
    let message = format!(
        "{}: marks that cross another or continue in the next sentence, and end earlier: {}",
        writer.id, writer.cut
    );
    let mut losses: Vec<Problem> = Vec::new();
    losses.extend((writer.cut > 0).then(|| Problem::warning("lost-crossing", 0, message)));
    for part in parts {
        match layer {
            TextLayer::Coreference => losses.extend(losses::of_mentions(part)),
            TextLayer::Parse => losses.extend(lost_words(part)),
            _ => {}
        }
    }
    Released { text: writer.text, losses }
}

/// Problems: mentions of a document that an `.onf` file cannot represent; `cut` is the number of mentions
/// that end early.
pub(super) fn mention_losses(part: &Document, cut: usize) -> Vec<Problem> {
    let message =
        format!("{}: mentions that continue in the next sentence, and end earlier: {cut}", part.name);
    let mut problems = losses::of_mentions(part);
    problems.extend(lost_words(part));
    problems.extend((cut > 0).then(|| Problem::warning("lost-crossing", 0, message)));
    problems
}

/// A file of a release.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Released {
    /// Its text.
    pub text: String,
    /// What it cannot represent.
    pub losses: Vec<Problem>,
}

/// `bc/cctv/00/cctv_0001@0001@cctv@bc@en@on` for `bc/cctv/00/cctv_0001`; other ids are left as they are.
fn full_id(id: &str, language: &str) -> String {
    let pieces: Vec<&str> = id.split('/').collect();
    let [genre, source, _, file] = pieces[..] else { return id.to_owned() };
    let number = file.rsplit('_').next().unwrap_or(file);
    format!("{id}@{number}@{source}@{genre}@{language}@on")
}

struct Writer {
    id: String,
    text: String,
    /// How many trees have been written.
    trees: usize,
    /// How many marks end earlier than they should.
    cut: usize,
}

impl Writer {
    fn push(&mut self, line: &str) {
        // a line break inside a line would make two annotations of it
        self.text.push_str(&line.replace(['\n', '\r'], " "));
        self.text.push('\n');
    }

    fn part(&mut self, part: &Document, layer: TextLayer) {
        let is_coreference = layer == TextLayer::Coreference;
        if is_coreference {
            self.push(&format!("<TEXT PARTNO=\"{:03}\">", part.name.part.unwrap_or(0)));
        }
        let mut marks = marks(part, layer);
        for sentence in part.sentences_or_whole().iter() {
            self.sentence(part, *sentence, layer, &mut marks);
            self.trees += 1;
        }
        if is_coreference {
            self.push("</TEXT>");
        }
    }

    fn sentence(&mut self, part: &Document, sentence: Span, layer: TextLayer, marks: &mut Vec<Mark>) {
        match layer {
            TextLayer::Parse => {
                self.push(&tree(part, sentence));
                self.text.push('\n');
            }
            TextLayer::Coreference | TextLayer::Name => {
                let rest = marks.partition_point(|mark| mark.span.start < sentence.end);
                let own: Vec<Mark> = marks.drain(..rest).collect();
                let (line, cut) = marked(part, sentence, &own);
                self.cut += cut;
                self.push(&line);
            }
            TextLayer::Speaker => match annotated(part, Layer::Speaker, sentence.start) {
                Some(speaker) => self.push(&format!("- - {} - -", joined(speaker))),
                None => self.push("-"),
            },
            TextLayer::Sense => self.senses(part, sentence),
            TextLayer::Proposition => self.propositions(part, sentence),
        }
    }

    fn senses(&mut self, part: &Document, sentence: Span) {
        for token in sentence.start..sentence.end {
            let Some(sense) = annotated(part, Layer::Sense, token) else { continue };
            let lemma = lemma(part, token);
            let line =
                format!("{} {} {} {lemma} {}", self.id, self.trees, token - sentence.start, joined(sense));
            self.push(&line);
        }
    }

    fn propositions(&mut self, part: &Document, sentence: Span) {
        let none = Column::new();
        let tree = Tree::new(part.layers.get(Layer::Parse).unwrap_or(&none), sentence);
        for proposition in propositions(part, sentence) {
            let Some(place) = proposition.predicate else { continue };
            let token = sentence.start + place;
            let (lemma, frameset) =
                (lemma(part, token), annotated(part, Layer::Frameset, token).unwrap_or("XX"));
            let plain = lemma.rsplit_once('-').map_or(lemma.as_str(), |(plain, _)| plain);
            let arguments = fields(&tree, &proposition.arguments);
            let arguments: Vec<String> =
                arguments.iter().map(|(pointers, label)| format!("{pointers}-{label}")).collect();
            let arguments = arguments.join(" ");
            let (id, trees) = (&self.id, self.trees);
            self.push(&format!("{id} {trees} {place} gold {lemma} {plain}.{frameset} ----- {arguments}"));
        }
    }
}

/// Something marked in a text.
struct Mark {
    span: Span,
    opening: String,
    closing: &'static str,
}

/// The mentions or names of a document, in order of their beginnings, the longer first.
fn marks(part: &Document, layer: TextLayer) -> Vec<Mark> {
    let mut marks: Vec<Mark> = match layer {
        TextLayer::Coreference => part.mentions.iter().map(|mention| mention_mark(part, mention)).collect(),
        TextLayer::Name => name_marks(part),
        _ => Vec::new(),
    };
    marks.sort_by_key(|mark| (mark.span.start, u32::MAX - mark.span.end));
    marks
}

fn mention_mark(part: &Document, mention: &crate::document::Mention) -> Mark {
    let label = part.entity_labels.get(mention.entity as usize).unwrap_or("");
    let opening = format!("<COREF ID=\"{}\" TYPE=\"IDENT\">", attribute(label));
    Mark { span: mention.span, opening, closing: "</COREF>" }
}

fn name_marks(part: &Document) -> Vec<Mark> {
    let mut marks = Vec::new();
    for sentence in part.sentences_or_whole().iter() {
        marks.extend(name_spans(part, *sentence).into_iter().map(|(span, kind)| Mark {
            span,
            opening: format!("<ENAMEX TYPE=\"{}\">", attribute(kind)),
            closing: "</ENAMEX>",
        }));
    }
    marks
}

/// The names of a sentence, each with its type.
pub(super) fn name_spans(part: &Document, sentence: Span) -> Vec<(Span, &str)> {
    let Some(names) = part.layers.get(Layer::Name) else { return Vec::new() };
    let tree = Tree::new(names, sentence);
    tree.phrases().iter().map(|name| (name.span, name.label)).collect()
}

/// The words of a sentence with tags around the marks, and the number of marks that cross another. These are
/// closed where the outer mark ends.
fn marked(part: &Document, sentence: Span, marks: &[Mark]) -> (String, usize) {
    let mut cut = 0;
    let mut marks = marks.iter().peekable();
    let mut open: Vec<(u32, &str)> = Vec::new();
    let mut words = Vec::new();
    for token in sentence.start..sentence.end {
        let mut word = String::new();
        while let Some(mark) = marks.next_if(|mark| mark.span.start <= token) {
            word.push_str(&mark.opening);
            let within = open.last().map_or(sentence.end, |(end, _)| *end);
            cut += usize::from(mark.span.end > within);
            open.push((mark.span.end.min(within), mark.closing));
        }
        word.push_str(&inline_word(part.layers.at(Layer::Word, token).unwrap_or("-")));
        while let Some((_, closing)) = open.pop_if(|(end, _)| *end <= token + 1) {
            word.push_str(closing);
        }
        words.push(word);
    }
    (words.join(" "), cut)
}

pub(super) fn inline_word(word: &str) -> String {
    word.replace('&', "-AMP-").replace('<', "-LAB-").replace('>', "-RAB-").replace(char::is_whitespace, "_")
}

pub(super) fn attribute(value: &str) -> String {
    value.replace(['"', '<', '>', '\n', '\r'], "_")
}

pub(super) fn joined(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join("_")
}

/// A problem if a tree represents words with other characters.
fn lost_words(part: &Document) -> Option<Problem> {
    let words = part.layers.get(Layer::Word)?;
    let changed = words.iter().filter(|word| *word != leaf(word)).count();
    let message = format!(
        "{}: words with brackets or blanks in them, which trees have as -LRB-, -RRB- and _: {changed}",
        part.name
    );
    (changed > 0).then(|| Problem::warning("lost-words", 0, message))
}

/// A word escaped for a tree, in which brackets and blanks are replaced.
fn leaf(word: &str) -> String {
    let word = if word.is_empty() { "-" } else { word };
    let (open, close) = (SIGNS[3].0, SIGNS[4].0);
    word.replace('(', open).replace(')', close).replace(char::is_whitespace, "_")
}

pub(super) fn tree(part: &Document, sentence: Span) -> String {
    let mut text = String::new();
    let mut has_brackets = false;
    for token in sentence.start..sentence.end {
        let at = |layer| part.layers.at(layer, token).unwrap_or("-");
        let own = format!(" ({} {})", leaf(at(Layer::PartOfSpeech)), leaf(at(Layer::Word)));
        let bits = at(Layer::Parse).replace('(', " (");
        has_brackets |= bits.contains('(');
        text.push_str(&if bits.contains('*') { bits.replacen('*', &own, 1) } else { own });
    }
    if has_brackets { text.trim_start().to_owned() } else { format!("(TOP{text})") }
}

/// The lemma with its kind: `fire-n`, `say-v`.
pub(super) fn lemma(part: &Document, token: u32) -> String {
    let word = part.layers.at(Layer::Word, token).unwrap_or("-").to_lowercase();
    let lemma = annotated(part, Layer::Lemma, token).map_or(word, str::to_owned);
    let tag = part.layers.at(Layer::PartOfSpeech, token).unwrap_or("");
    let kind = if tag.starts_with('N') { 'n' } else { 'v' };
    format!("{}-{kind}", joined(&lemma))
}

/// Arguments as pointers into the tree; continuations become pieces of the argument that they continue.
pub(super) fn fields(tree: &Tree<'_>, arguments: &[Argument]) -> Vec<(String, String)> {
    let mut fields: Vec<(String, String)> = Vec::new();
    for argument in arguments {
        let pointer = pointers(tree, argument.span);
        let continued = argument.label.strip_prefix("C-");
        let label = continued.unwrap_or(&argument.label);
        let label = if label == "V" { "rel" } else { label };
        match fields.iter_mut().find(|(_, known)| continued.is_some() && known == label) {
            Some((pointers, _)) => pointers.push_str(&format!(",{pointer}")),
            None => fields.push((pointer, label.to_owned())),
        }
    }
    fields
}

/// The nodes over these tokens of the sentence: the highest node over exactly these tokens, or the largest
/// pieces.
fn pointers(tree: &Tree<'_>, span: Span) -> String {
    let start = tree.sentence().start;
    let own = Span::new(span.start + start, span.end + start);
    let mut pieces = Vec::new();
    let mut next = own.start;
    while next < own.end {
        let inside =
            |phrase: &&crate::document::Phrase<'_>| phrase.span.start == next && phrase.span.end <= own.end;
        let largest = tree.phrases().iter().find(inside).map(|phrase| phrase.span);
        let end = largest.map_or(next + 1, |span| span.end);
        let height = largest.map_or(0, |span| height(tree, next, span));
        pieces.push(format!("{}:{height}", next - start));
        next = end;
    }
    pieces.join(",")
}

/// How many levels above a leaf the highest phrase over these tokens is.
fn height(tree: &Tree<'_>, leaf: u32, span: Span) -> usize {
    let holds = |phrase: &&crate::document::Phrase<'_>| phrase.span.holds(leaf) && span.contains(phrase.span);
    tree.phrases().iter().filter(holds).count()
}
