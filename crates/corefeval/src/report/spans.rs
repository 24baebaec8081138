//! Spans of mentions as tables: one row for each mention, or counts of them.

use serde_json::{Map, Value, json};

use super::number::{Rounding, percent};
use super::table::{Alignment, Table};
use crate::document::{Document, Span};
use crate::matching::{HeadBy, MinimumBy};
use crate::metric::Ratio;
use crate::spans::{Agreement, Lengths, MentionSpans, Shared, Summary, length};

/// A document and the spans of its mentions.
pub type Listed<'a> = (&'a Document, Vec<MentionSpans>);

/// The name and the counts of a group: a genre, a type, a file, or everything.
pub type Group = (String, Summary);

/// All information on a mention, as words and numbers; tokens are counted from 1 in the document.
struct Row<'a> {
    document: &'a Document,
    spans: &'a MentionSpans,
}

/// The names of the columns for programs, in the order of the cells.
const COLUMNS: [&str; 15] = [
    "document",
    "sentence",
    "entity",
    "type",
    "first",
    "last",
    "text",
    "minimum",
    "minimum_text",
    "minimum_by",
    "head",
    "head_text",
    "head_by",
    "annotated",
    "annotated_text",
];

impl Row<'_> {
    fn cells(&self) -> [String; 15] {
        let Self { document, spans } = self;
        let head = spans.head.map(|head| Span::new(head, head + 1));
        [
            document.name.to_string(),
            self.sentence(),
            self.entity().to_owned(),
            self.kind().to_owned(),
            (spans.mention.span.start + 1).to_string(),
            spans.mention.span.end.to_string(),
            self.text(&spans.maximum),
            numbers(&spans.minimum),
            self.text(&spans.minimum),
            spans.minimum_by.name().to_owned(),
            numbers(head.as_slice()),
            self.text(head.as_slice()),
            spans.head_by.name().to_owned(),
            numbers(spans.annotated.as_slice()),
            self.text(spans.annotated.as_slice()),
        ]
    }

    fn sentence(&self) -> String {
        let number = self.document.sentence_of(self.spans.mention.span.start);
        number.map_or(String::new(), |number| (number + 1).to_string())
    }

    fn entity(&self) -> &str {
        self.document.entity_labels.get(self.spans.mention.entity as usize).unwrap_or("")
    }

    fn kind(&self) -> &str {
        self.document.entity_detail(self.spans.mention.entity).map_or("", |detail| &detail.kind)
    }

    fn text(&self, spans: &[Span]) -> String {
        let texts: Vec<String> = spans.iter().filter_map(|span| self.document.text(*span)).collect();
        texts.join(" … ")
    }

    fn json(&self) -> Value {
        let spans = self.spans;
        let part = |spans: &[Span], by: Option<&str>| {
            let places: Vec<[u32; 2]> = spans.iter().map(|span| [span.start + 1, span.end]).collect();
            let text = self.text(spans);
            by.map_or_else(
                || json!({"tokens": places, "text": text}),
                |by| json!({"tokens": places, "text": text, "by": by}),
            )
        };
        let head = spans.head.map(|head| Span::new(head, head + 1));
        json!({
            "sentence": self.document.sentence_of(spans.mention.span.start).map(|number| number + 1),
            "entity": self.entity(), "type": self.kind(),
            "maximum": part(&spans.maximum, None),
            "minimum": part(&spans.minimum, Some(spans.minimum_by.name())),
            "head": head.map(|head| part(&[head], Some(spans.head_by.name()))),
            "annotated": spans.annotated.map(|span| part(&[span], None)),
        })
    }
}

fn numbers(spans: &[Span]) -> String {
    let number = |span: &Span| match span.len() {
        1 => span.end.to_string(),
        _ => format!("{}-{}", span.start + 1, span.end),
    };
    spans.iter().map(number).collect::<Vec<_>>().join(",")
}

fn rows<'a>(listed: &'a [Listed<'a>]) -> impl Iterator<Item = Row<'a>> {
    listed.iter().flat_map(|(document, spans)| spans.iter().map(|spans| Row { document, spans }))
}

/// A table with a row for each mention and a column for each kind of information, for annotation tools and
/// statistics.
#[must_use]
pub fn tidy(listed: &[Listed<'_>]) -> Table {
    let mut table = Table::new(&COLUMNS.map(|name| (name, Alignment::Left)));
    for row in rows(listed) {
        table.push(row.cells());
    }
    table
}

/// The largest length of texts, and of minimums, that are shown in full in tables for people.
const LONGEST: [usize; 2] = [28, 20];

/// A table for people for each document, in which long texts are shortened.
#[must_use]
pub fn readable(listed: &[Listed<'_>]) -> Vec<Table> {
    let has_annotated = rows(listed).any(|row| row.spans.annotated.is_some());
    listed.iter().map(|one| readable_table(one, has_annotated).titled(one.0.name.to_string())).collect()
}

fn readable_table(listed: &Listed<'_>, has_annotated: bool) -> Table {
    let left = Alignment::Left;
    let columns =
        [("Sent.", Alignment::Right), ("Entity", left), ("Mention", left), ("Minimum", left), ("Head", left)];
    let mut table = Table::new(&columns);
    if has_annotated {
        table.head.push("Annotated".to_owned());
        table.alignments.push(left);
    }
    let mut whole = 0;
    for row in rows(std::slice::from_ref(listed)) {
        let [.., text, _, minimum, _, _, head, _, _, annotated] = row.cells();
        let is_whole = row.spans.minimum_by.is_whole() && length(&row.spans.maximum) > 1;
        whole += usize::from(is_whole);
        let mark = if is_whole { "*" } else { "" };
        let cells = [
            row.sentence(),
            row.entity().to_owned(),
            cut(&text, LONGEST[0]),
            cut(&minimum, LONGEST[1]) + mark,
            head,
        ];
        table.push(cells.into_iter().chain(has_annotated.then(|| cut(&annotated, LONGEST[1]))));
    }
    if whole > 0 {
        table.notes.push("* the whole mention: no syntax, or no suitable phrase".to_owned());
    }
    table
}

/// A text with its middle left out if it is long.
fn cut(text: &str, longest: usize) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= longest {
        return text.to_owned();
    }
    let end = longest / 3;
    let front: String = letters[..longest - end - 1].iter().collect();
    let back: String = letters[letters.len() - end..].iter().collect();
    format!("{}…{}", front.trim_end(), back.trim_start())
}

/// All mentions as JSON.
#[must_use]
pub fn json(listed: &[Listed<'_>]) -> Value {
    let document = |one: &Listed<'_>| {
        let mentions: Vec<Value> = rows(std::slice::from_ref(one)).map(|row| row.json()).collect();
        json!({"name": one.0.name.to_string(), "mentions": mentions})
    };
    let documents: Vec<Value> = listed.iter().map(document).collect();
    json!({"schema": super::json::SCHEMA, "corefeval": env!("CARGO_PKG_VERSION"), "documents": documents})
}

/// Tables of counts, with a row for each group.
#[must_use]
pub fn summaries(groups: &[Group]) -> Vec<Table> {
    let mut tables = vec![
        means(groups).titled("Tokens in a span, on average"),
        lengths(groups).titled("Mentions by length of their span"),
        sources(groups).titled("What minimum spans were found by"),
        shared(groups).titled("Mentions that share a span with another of other tokens"),
    ];
    if groups.iter().any(|(_, group)| group.annotated.spans > 0) {
        tables.insert(2, agreement(groups).titled("Spans and annotated minimums"));
    }
    tables
}

fn mean(lengths: &Lengths) -> String {
    let mean = Ratio::of(lengths.tokens, lengths.spans).value();
    mean.map_or_else(|| super::UNDEFINED.to_owned(), |mean| format!("{mean:.2}"))
}

fn share(count: u64, of: u64) -> String {
    percent(Ratio::of(count, of).value(), Rounding::Nearest)
}

/// A table of mean lengths, as Table 1 of Moosavi et al. 2019; a head is always one token.
fn means(groups: &[Group]) -> Table {
    let mut table = with_columns(&["Mentions", "Maximum", "Minimum", "Annotated"]);
    for (name, group) in groups {
        let cells = [
            group.maximum.spans.to_string(),
            mean(&group.maximum),
            mean(&group.minimum),
            mean(&group.annotated),
        ];
        push(&mut table, &[shown(name)], cells);
    }
    table
}

/// A table of lengths, as Figure 8 of Moosavi et al. 2019.
fn lengths(groups: &[Group]) -> Table {
    let mut table = with_columns(&["", "1", "%", "2", "%", "3", "%", "more", "%"]);
    table.alignments[1] = Alignment::Left;
    for (name, group) in groups {
        for (number, (what, lengths)) in
            [("maximum", &group.maximum), ("minimum", &group.minimum)].iter().enumerate()
        {
            let cells =
                lengths.counts.iter().flat_map(|count| [count.to_string(), share(*count, lengths.spans)]);
            push(&mut table, &[if number == 0 { shown(name) } else { "" }, what], cells);
        }
    }
    table
}

/// A table of agreement with annotated minimums, as Tables 2 and 3 of Moosavi et al. 2019.
fn agreement(groups: &[Group]) -> Table {
    let mut table = with_columns(&["", "Annotated", "Contain it", "Lie in it", "Are it", "Apart"]);
    table.alignments[1] = Alignment::Left;
    for (name, group) in groups {
        let kinds = [("minimum", &group.minimum_agreement), ("head", &group.head_agreement)];
        for (number, (what, agreement)) in kinds.iter().enumerate() {
            let Agreement { annotated, contain, lie_in, same, apart } = **agreement;
            let shares = [contain, lie_in, same, apart].map(|count| share(count, annotated));
            let cells = std::iter::once(annotated.to_string()).chain(shares);
            push(&mut table, &[if number == 0 { shown(name) } else { "" }, what], cells);
        }
    }
    table.notes.push(
        "contain it: percent of spans that hold every token of the annotated minimum; apart: they share none"
            .to_owned(),
    );
    table
}

/// A table of how minimum spans were found, without the ways that found none.
fn sources(groups: &[Group]) -> Table {
    let used = |by: &&MinimumBy| groups.iter().any(|(_, group)| group.minimum_by[**by as usize][0] > 0);
    let used: Vec<MinimumBy> = MinimumBy::ALL.iter().filter(used).copied().collect();
    let mut heads: Vec<&str> = used.iter().map(|by| by.name()).collect();
    heads.push("one token");
    let mut table = with_columns(&heads);
    for (name, group) in groups {
        let short: u64 =
            used.iter().filter(|by| by.is_whole()).map(|by| group.minimum_by[*by as usize][1]).sum();
        let counts = used.iter().map(|by| group.minimum_by[*by as usize][0]).chain([short]);
        push(&mut table, &[shown(name)], counts.map(|count| count.to_string()));
    }
    table.notes.push("one token: those of the whole mentions that have no other".to_owned());
    table
}

/// A table of mentions that share a minimum or head, as discussed in section 5 of Moosavi et al. 2019.
fn shared(groups: &[Group]) -> Table {
    let heads = ["Overlapping", "minimum", "other entity", "head", "other entity"];
    let mut table = with_columns(&heads);
    for (name, group) in groups {
        let [minimum, head] = [group.shared_minimum, group.shared_head];
        let counts = [
            group.overlapping,
            minimum.mentions,
            minimum.across_entities,
            head.mentions,
            head.across_entities,
        ];
        push(&mut table, &[shown(name)], counts.map(|count| count.to_string()));
    }
    table.notes.push("other entity: they share it with a mention of another entity".to_owned());
    table
}

fn with_columns(names: &[&str]) -> Table {
    let heads: Vec<(&str, Alignment)> = names.iter().map(|name| (*name, Alignment::Right)).collect();
    Table::new(&[&[("", Alignment::Left)], &heads[..]].concat())
}

fn push(table: &mut Table, names: &[&str], cells: impl IntoIterator<Item = String>) {
    table.push(names.iter().map(|name| (*name).to_owned()).chain(cells));
}

/// The name of a group, with a replacement if it has none.
fn shown(name: &str) -> &str {
    if name.is_empty() { "(none)" } else { name }
}

/// The counts as JSON.
#[must_use]
pub fn summaries_json(groups: &[Group]) -> Value {
    let groups: Vec<Value> = groups.iter().map(group_json).collect();
    json!({"schema": super::json::SCHEMA, "corefeval": env!("CARGO_PKG_VERSION"), "groups": groups})
}

fn group_json((name, group): &Group) -> Value {
    let lengths = |lengths: &Lengths| {
        let [one, two, three, more] = lengths.counts;
        json!({"spans": lengths.spans, "tokens": lengths.tokens, "mean": Ratio::of(lengths.tokens, lengths.spans).value(),
               "by_length": {"1": one, "2": two, "3": three, "more": more}})
    };
    let agreement = |one: &Agreement| json!({"annotated": one.annotated, "contain": one.contain, "lie_in": one.lie_in, "same": one.same, "apart": one.apart});
    let shared = |one: &Shared| json!({"mentions": one.mentions, "across_entities": one.across_entities});
    let minimum_by: Map<String, Value> = MinimumBy::ALL
        .iter()
        .map(|by| (by.name().to_owned(), json!({"mentions": group.minimum_by[*by as usize][0], "one_token": group.minimum_by[*by as usize][1]})))
        .collect();
    let head_by: Map<String, Value> =
        HeadBy::ALL.iter().map(|by| (by.name().to_owned(), json!(group.head_by[*by as usize]))).collect();
    json!({
        "name": name, "maximum": lengths(&group.maximum), "minimum": lengths(&group.minimum), "annotated": lengths(&group.annotated),
        "minimum_by": minimum_by, "head_by": head_by,
        "minimum_and_annotated": agreement(&group.minimum_agreement), "head_and_annotated": agreement(&group.head_agreement),
        "overlapping": group.overlapping, "shared_minimum": shared(&group.shared_minimum), "shared_head": shared(&group.shared_head),
    })
}

#[cfg(test)]
mod tests {
    use super::{cut, readable, tidy};
    use crate::document::Document;
    use crate::matching::minimum::Reading;
    use crate::spans::of_document;

    #[test]
    fn long_texts_lose_their_middle() {
        assert_eq!(cut("short", 9), "short");
        assert_eq!(cut("a page from the diary of a year", 12), "a page…year");
    }

    #[test]
    fn places_are_counted_from_one_and_nothing_is_left_out() {
        let document = Document::builder("x")
            .words(["Ann", "saw", "her"])
            .sentence(0..3)
            .mention(0..1, "e")
            .mention(2..3, "e")
            .build();
        let document = document.unwrap();
        let listed = [(&document, of_document(&document, Reading::Literal))];
        let texts: Vec<String> = tidy(&listed).rows[1].cells.iter().map(|cell| cell.text.clone()).collect();
        let expected = [
            "x",
            "1",
            "e",
            "",
            "3",
            "3",
            "her",
            "3",
            "her",
            "whole: no syntax",
            "3",
            "her",
            "one word",
            "",
            "",
        ];
        assert_eq!(texts, expected);
        assert_eq!(readable(&listed)[0].rows[0].cells.len(), 5);
    }
}
