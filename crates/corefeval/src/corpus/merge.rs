//! Turns the lines of a layer's text back into a layer of a document.

use super::layer_text::{LayerError, TextLayer};
use crate::document::{Column, Document, Layer, Mention, Span, attach_trees, read_bracketed};

/// A line of a layer's text with its number.
type Row<'a> = (&'a str, u64);

/// Replaces a layer of a document; `end` is the line on which the document ends.
pub(super) fn merge_document(
    document: &mut Document,
    layer: TextLayer,
    rows: &[Row<'_>],
    end: u64,
) -> Result<(), LayerError> {
    match layer {
        TextLayer::Parse => return trees(document, rows, end),
        TextLayer::Proposition => return roles(document, rows),
        TextLayer::Coreference => mentions(document, &items(document, rows)?),
        TextLayer::Name => names(document, &items(document, rows)?),
        TextLayer::Speaker => values(document, Layer::Speaker, &items(document, rows)?),
        TextLayer::Sense => values(document, Layer::Sense, &items(document, rows)?),
    }
    Ok(())
}

/// Something a layer says about a span.
struct Item<'a> {
    span: Span,
    value: &'a str,
}

fn items<'a>(document: &Document, rows: &[Row<'a>]) -> Result<Vec<Item<'a>>, LayerError> {
    rows.iter()
        .map(|(line, number)| item(document, line).map_err(|message| LayerError { line: *number, message }))
        .collect()
}

fn item<'a>(document: &Document, line: &'a str) -> Result<Item<'a>, String> {
    let mut cells = line.split('\t');
    let (Some(sentence), Some(first), Some(last), Some(value)) =
        (cells.next(), cells.next(), cells.next(), cells.next())
    else {
        return Err("expected sentence, first token, last token and value, separated by tabs".to_owned());
    };
    let sentence = sentence_at(document, sentence)?;
    // a mention may end in a later sentence: only the end of the document bounds it
    let span = tokens(sentence, (first, last), document.tokens)?;
    Ok(Item { span, value })
}

fn sentence_at(document: &Document, number: &str) -> Result<Span, String> {
    let sentences = document.sentences_or_whole();
    let place: usize = number.parse().map_err(|_| format!("`{number}` is not the number of a sentence"))?;
    sentences
        .get(place)
        .copied()
        .ok_or_else(|| format!("{}: there are only {} sentences", document.name, sentences.len()))
}

fn tokens(sentence: Span, (first, last): (&str, &str), end: u32) -> Result<Span, String> {
    let token = |text: &str| -> Result<u32, String> {
        let number: u32 = text.parse().map_err(|_| format!("`{text}` is not the number of a token"))?;
        number.checked_add(sentence.start).ok_or_else(|| format!("there is no token {text}"))
    };
    let (first, last) = (token(first)?, token(last)?);
    if first < sentence.end && first <= last && last < end {
        Ok(Span::new(first, last + 1))
    } else {
        Err(format!("tokens {} to {} are not in the sentence", first - sentence.start, last - sentence.start))
    }
}

fn trees(document: &mut Document, rows: &[Row<'_>], end: u64) -> Result<(), LayerError> {
    let mut trees = Vec::new();
    for (line, number) in rows {
        let wrong = |message: &str| LayerError { line: *number, message: message.to_owned() };
        trees.extend(read_bracketed(line).map_err(|error| wrong(error.message))?);
    }
    let mut trees = trees.iter();
    let mismatch = attach_trees(document, &mut trees).map_err(|mismatch| {
        let line = rows.get(mismatch.sentence).map_or(end, |row| row.1);
        LayerError { line, message: mismatch.to_string() }
    });
    mismatch?;
    match trees.len() {
        0 => Ok(()),
        more => Err(LayerError {
            line: end,
            message: format!("{more} more trees than the document has sentences"),
        }),
    }
}

fn mentions(document: &mut Document, items: &[Item<'_>]) {
    let mut numbers: std::collections::BTreeMap<&str, u32> = std::collections::BTreeMap::new();
    let mut labels = Column::new();
    document.mentions.clear();
    document.relations.clear();
    for item in items {
        let next = labels.len() as u32;
        let entity = *numbers.entry(item.value).or_insert_with(|| {
            labels.push(item.value);
            next
        });
        document.mentions.push(Mention::new(item.span, entity));
    }
    document.entity_labels = labels;
    document.details.clear();
    document.entity_details.clear();
}

/// A layer with one value for each token of a span.
fn values(document: &mut Document, layer: Layer, items: &[Item<'_>]) {
    let mut cells = vec!["-"; document.tokens as usize];
    for item in items {
        cells[item.span.start as usize..item.span.end as usize].fill(item.value);
    }
    document.layers.set(layer, cells.into_iter().collect());
}

fn names(document: &mut Document, items: &[Item<'_>]) {
    let mut cells = vec![Bits::default(); document.tokens as usize];
    for item in items {
        bracket(&mut cells, item.span, item.value);
    }
    document.layers.set(Layer::Name, cells.iter().map(Bits::short).collect());
}

/// What opens and closes at a token.
#[derive(Clone, Default)]
pub(crate) struct Bits {
    opened: String,
    closed: usize,
}

impl Bits {
    /// The brackets with an asterisk for the token.
    pub(crate) fn long(&self) -> String {
        format!("{}*{}", self.opened, ")".repeat(self.closed))
    }

    /// The brackets as names are written: `(GPE)` for a single token, not `(GPE*)`.
    pub(crate) fn short(&self) -> String {
        let single = self.closed == 1 && self.opened.matches('(').count() == 1;
        if single { format!("{})", self.opened) } else { self.long() }
    }
}

/// Adds the brackets of a span to the cells of its first and last token; the outer of two spans comes first.
pub(crate) fn bracket(cells: &mut [Bits], span: Span, label: &str) {
    if let Some(cell) = cells.get_mut(span.start as usize) {
        cell.opened.push_str(&format!("({label}"));
    }
    if let Some(cell) = (span.end as usize).checked_sub(1).and_then(|last| cells.get_mut(last)) {
        cell.closed += 1;
    }
}

fn roles(document: &mut Document, rows: &[Row<'_>]) -> Result<(), LayerError> {
    let tokens = document.tokens as usize;
    let old = document.layers.get(Layer::Lemma);
    let mut lemmas: Vec<String> =
        (0..tokens).map(|token| old.and_then(|old| old.get(token)).unwrap_or("-").to_owned()).collect();
    let mut framesets = vec!["-".to_owned(); tokens];
    let mut arguments = vec![String::new(); tokens];
    for (line, number) in rows {
        let wrong = |message| LayerError { line: *number, message };
        let role = Role::read(document, line).map_err(wrong)?;
        if let Some(predicate) = role.predicate {
            role.lemma.clone_into(&mut lemmas[predicate as usize]);
            role.frameset.clone_into(&mut framesets[predicate as usize]);
        }
        for (cell, bits) in
            arguments[role.sentence.start as usize..role.sentence.end as usize].iter_mut().zip(&role.cells)
        {
            if !cell.is_empty() {
                cell.push('\t');
            }
            cell.push_str(&bits.long());
        }
    }
    document.layers.set(Layer::Lemma, lemmas.into_iter().collect());
    document.layers.set(Layer::Frameset, framesets.into_iter().collect());
    if arguments.iter().any(|cell| !cell.is_empty()) {
        document.layers.set(Layer::Arguments, arguments.into_iter().collect());
    } else {
        document.layers.remove(Layer::Arguments);
    }
    Ok(())
}

/// A predicate and its column of arguments.
struct Role<'a> {
    sentence: Span,
    predicate: Option<u32>,
    lemma: &'a str,
    frameset: &'a str,
    cells: Vec<Bits>,
}

impl<'a> Role<'a> {
    fn read(document: &Document, line: &'a str) -> Result<Self, String> {
        let cells: Vec<&str> = line.split('\t').collect();
        let [sentence, predicate, lemma, frameset, arguments] = cells[..] else {
            return Err(
                "expected sentence, predicate, lemma, frameset and arguments, separated by tabs".to_owned()
            );
        };
        let sentence = sentence_at(document, sentence)?;
        let predicate = match predicate {
            "-" => None,
            token => Some(tokens(sentence, (token, token), sentence.end)?.start),
        };
        let mut cells = vec![Bits::default(); sentence.len() as usize];
        for argument in arguments.split(' ').filter(|argument| !argument.is_empty()) {
            let parts =
                argument.rsplit_once(':').and_then(|(label, span)| Some((label, span.split_once('-')?)));
            let (label, ends) =
                parts.ok_or_else(|| format!("`{argument}` is not an argument such as `ARG0:0-1`"))?;
            let span = tokens(sentence, ends, sentence.end)?;
            bracket(&mut cells, Span::new(span.start - sentence.start, span.end - sentence.start), label);
        }
        Ok(Self { sentence, predicate, lemma, frameset, cells })
    }
}
