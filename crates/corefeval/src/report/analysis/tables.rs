//! Overviews for people.

use super::super::number::{gain, percent};
use super::super::table::{Alignment, Row, Table};
use super::{Analyses, Figure};
use crate::analysis::boundaries::{BOUNDARIES, Difference};
use crate::analysis::links::{LINK_KINDS, LINKS, LinkTable};
use crate::analysis::transformations::{TRANSFORMATIONS, Transformation};
use crate::analysis::{Repair, Summary};
use crate::evaluation::Evaluation;
use crate::selection::tag_set_names;

/// The overview: what was found, by kind, and what repairing it would gain.
#[must_use]
pub fn tables(analyses: &Analyses<'_>) -> Vec<Table> {
    let mut tables = Vec::new();
    if analyses.shows(TRANSFORMATIONS.name) {
        tables.extend([errors(analyses), progress(analyses)]);
    }
    if analyses.shows(LINKS.name) {
        tables.push(links(analyses));
    }
    if analyses.shows(BOUNDARIES.name) {
        tables.extend([differences(analyses), rules(analyses)]);
    }
    if let Some(last) = tables.last_mut() {
        last.notes.extend(fallbacks(analyses));
        analyses.signature.clone_into(&mut last.signature);
    }
    tables
}

/// A table with a column for each figure of each system, and a count before them if `counted` is a name.
struct Layout<'a> {
    analyses: &'a Analyses<'a>,
    figures: Vec<Figure>,
    counted: Option<&'a str>,
}

impl<'a> Layout<'a> {
    fn new(analyses: &'a Analyses<'a>, counted: Option<&'a str>) -> Self {
        Self { analyses, figures: analyses.figures(), counted }
    }

    fn table(&self, first: &str, title: &str) -> Table {
        let mut table = Table::new(&[(first, Alignment::Left)]).titled(title);
        let several = self.analyses.summaries.len() > 1;
        let heads: Vec<&str> =
            self.counted.into_iter().chain(self.figures.iter().map(|figure| figure.title)).collect();
        // with one column for each system, the name of the system is enough as its head
        if let (true, [figure]) = (several, &heads[..]) {
            table.head.extend(self.analyses.names.iter().cloned());
            table.title = format!("{title}: {figure}");
        } else {
            table.groups = vec![(String::new(), 1)];
            for (name, _) in self.analyses.systems() {
                table.head.extend(heads.iter().map(|head| (*head).to_owned()));
                table.groups.push((name.to_owned(), heads.len()));
            }
        }
        if !several {
            table.groups.clear();
        }
        table.alignments.resize(table.head.len(), Alignment::Right);
        table
    }

    /// A row of counts, and of gains over each system's scores without repair.
    fn gains(
        &self,
        name: &str,
        count: impl Fn(&Summary) -> u64,
        after: impl Fn(&Summary) -> Option<&Evaluation>,
    ) -> Vec<String> {
        let mut cells = vec![name.to_owned()];
        for (_, summary) in self.analyses.systems() {
            cells.push(count(summary).to_string());
            let gains = self.figures.iter().map(|figure| {
                let after = after(summary).and_then(|after| figure.of(after));
                gain(after, figure.of(&summary.before), self.analyses.digits)
            });
            cells.extend(gains);
        }
        cells
    }

    /// A row of figures.
    fn scores(&self, name: &str, of: impl Fn(&Summary) -> Option<&Evaluation>) -> Vec<String> {
        let mut cells = vec![name.to_owned()];
        for (_, summary) in self.analyses.systems() {
            let score = |figure: &Figure| of(summary).and_then(|evaluation| figure.of(evaluation));
            cells.extend(self.figures.iter().map(|figure| percent(score(figure), self.analyses.digits)));
        }
        cells
    }
}

/// The evaluation with a given key in a list.
fn at<'l, T: PartialEq>(list: &'l [(T, Evaluation)], wanted: &T) -> Option<&'l Evaluation> {
    list.iter().find(|(known, _)| known == wanted).map(|(_, evaluation)| evaluation)
}

fn errors(analyses: &Analyses<'_>) -> Table {
    let layout = Layout::new(analyses, Some("Errors"));
    let mut table = layout.table("Kind", "Errors, and what repairing each kind alone would gain");
    let name = TRANSFORMATIONS.name;
    for &kind in Transformation::ALL {
        let count = |summary: &Summary| summary.counts.of(name, kind.name());
        table.push(layout.gains(kind.name(), count, |summary| at(&summary.repairs, &Repair::Alone(kind))));
    }
    let all = |summary: &Summary| summary.counts.all(name);
    table.push(layout.gains("all", all, |summary| at(&summary.repairs, &Repair::Everything)));
    rule_last(&mut table);
    for (system, summary) in analyses.systems().filter(|(_, summary)| summary.operations.left_over > 0) {
        let left = summary.operations.left_over;
        let who = if analyses.names.len() > 1 { format!("{system}: ") } else { String::new() };
        let are = if left == 1 { "spurious mention is" } else { "spurious mentions are" };
        table.notes.push(format!(
            "{who}{left} {are} left alone when all errors are repaired, which counts as no error"
        ));
    }
    table.notes.extend(common(analyses));
    table
}

/// A note on how many errors all systems make.
fn common(analyses: &Analyses<'_>) -> Option<String> {
    let (first, others) = analyses.summaries.split_first().filter(|(_, others)| !others.is_empty())?;
    let ids = |summary: &Summary| -> std::collections::BTreeSet<String> {
        let own = summary.findings.iter().filter(|one| one.analysis == TRANSFORMATIONS.name);
        own.map(|one| format!("{} {}", one.document, one.id)).collect()
    };
    let others: Vec<_> = others.iter().map(ids).collect();
    let common = ids(first).into_iter().filter(|id| others.iter().all(|other| other.contains(id))).count();
    Some(format!("errors that all systems make: {common}"))
}

fn progress(analyses: &Analyses<'_>) -> Table {
    let layout = Layout::new(analyses, None);
    let mut table = layout.table("Repaired", "Errors repaired one kind after the other");
    table.push(layout.scores("nothing", |summary| Some(&summary.before)));
    for &kind in Transformation::ALL {
        let name = format!("+ {}", kind.name());
        table.push(layout.scores(&name, |summary| at(&summary.repairs, &Repair::UpTo(kind))));
    }
    table.push(layout.scores("+ what is left", |summary| at(&summary.repairs, &Repair::Everything)));
    table
}

fn links(analyses: &Analyses<'_>) -> Table {
    let table =
        if let [summary] = analyses.summaries { links_of_one(summary) } else { links_of_many(analyses) };
    let mut table = table.titled("Links that are missed, and links that are wrong");
    let note = "rows are anaphors; %: of all links of the key (missed) and of the response (wrong)";
    table.notes.push(note.to_owned());
    table
}

const SHORT: [&str; 3] = ["Name", "Nom.", "Pron."];

/// Links by the kinds of anaphor and antecedent.
fn links_of_one(summary: &Summary) -> Table {
    let mut table = Table::new(&[("Anaphor", Alignment::Left)]);
    let heads = || SHORT.into_iter().chain(["All", "%"]).map(str::to_owned);
    table.head.extend(heads().chain(heads()));
    table.alignments.resize(table.head.len(), Alignment::Right);
    let groups = [("", 1), ("Missed link to", 5), ("Wrong link to", 5)];
    table.groups = groups.map(|(name, columns)| (name.to_owned(), columns)).to_vec();
    let links = &summary.links;
    for (place, kind) in LINK_KINDS.iter().enumerate() {
        let cells = [(links.missed, links.key), (links.wrong, links.response)];
        let cells = cells.into_iter().flat_map(|(wrong, all)| cells_of(wrong[place], all[place]));
        table.push(std::iter::once(kind.to_string()).chain(cells));
    }
    let sums = [(links.missed, links.key), (links.wrong, links.response)];
    let sums = sums.into_iter().flat_map(|(wrong, all)| cells_of(sum(wrong), sum(all)));
    table.push(std::iter::once("all".to_owned()).chain(sums));
    rule_last(&mut table);
    table
}

fn cells_of(wrong: [u64; 3], all: [u64; 3]) -> Vec<String> {
    let (sum, whole) = (wrong.iter().sum::<u64>(), all.iter().sum::<u64>());
    let cells = wrong.iter().chain([&sum]).map(ToString::to_string);
    cells.chain([share(sum, whole)]).collect()
}

fn share(part: u64, whole: u64) -> String {
    if whole == 0 {
        super::super::UNDEFINED.to_owned()
    } else {
        format!("{:.1}", 100.0 * part as f64 / whole as f64)
    }
}

/// The sum of each column of a table.
fn sum(table: LinkTable) -> [u64; 3] {
    std::array::from_fn(|column| table.iter().map(|row| row[column]).sum())
}

/// Links by the kind of anaphor, system by system.
fn links_of_many(analyses: &Analyses<'_>) -> Table {
    let mut table = Table::new(&[("Anaphor", Alignment::Left)]);
    table.groups.push((String::new(), 1));
    for (name, _) in analyses.systems() {
        table.head.extend(["Missed", "%", "Wrong", "%"].map(str::to_owned));
        table.groups.push((name.to_owned(), 4));
    }
    table.alignments.resize(table.head.len(), Alignment::Right);
    let rows = LINK_KINDS.iter().enumerate().map(|(place, kind)| (kind.to_string(), Some(place)));
    for (name, place) in rows.chain([("all".to_owned(), None)]) {
        let of =
            |table: &LinkTable| place.map_or_else(|| sum(*table), |place| table[place]).iter().sum::<u64>();
        let cells = analyses.systems().flat_map(|(_, summary)| {
            let links = &summary.links;
            let [missed, key, wrong, response] =
                [&links.missed, &links.key, &links.wrong, &links.response].map(of);
            [missed.to_string(), share(missed, key), wrong.to_string(), share(wrong, response)]
        });
        table.push(std::iter::once(name).chain(cells));
    }
    rule_last(&mut table);
    table
}

fn differences(analyses: &Analyses<'_>) -> Table {
    let layout = Layout::new(analyses, Some("Pairs"));
    let title = "Mentions that differ in boundaries, and what putting each right would gain";
    let mut table = layout.table("What differs", title);
    let name = BOUNDARIES.name;
    for &difference in Difference::ALL {
        let count = |summary: &Summary| summary.counts.of(name, difference.name());
        if analyses.summaries.iter().any(|summary| count(summary) > 0) {
            table.push(
                layout.gains(difference.name(), count, |summary| at(&summary.differences, &difference)),
            );
        }
    }
    if table.rows.is_empty() {
        table.notes.push(
            "no missed mention shares a head, a minimum or half of its tokens with a spurious one".to_owned(),
        );
    }
    table
}

fn rules(analyses: &Analyses<'_>) -> Table {
    let layout = Layout::new(analyses, None);
    let mut table = layout.table("Matching", "Scores under rules that forgive other boundaries");
    let Some(first) = analyses.summaries.first() else { return table };
    for (rule, _) in &first.rules {
        table.push(layout.scores(&rule.to_string(), |summary| at(&summary.rules, rule)));
    }
    table
}

/// A note on what was done because the key lacks something.
fn fallbacks(analyses: &Analyses<'_>) -> Option<String> {
    let [documents, words, tags, trees, unknown] = analyses.summaries.first()?.documents;
    let missing = |count: usize, what: &str| match count {
        0 => None,
        _ if count == documents => Some(format!("no {what}")),
        _ => Some(format!("no {what} in {count} of {documents} documents")),
    };
    let of_known_set = format!("parts of speech of a known tag set ({})", tag_set_names());
    let tagged = if unknown > 0 { of_known_set.as_str() } else { "parts of speech" };
    let lacks: Vec<String> = [missing(words, "words"), missing(tags, tagged), missing(trees, "trees")]
        .into_iter()
        .flatten()
        .collect();
    if lacks.is_empty() {
        return None;
    }
    let mut used = Vec::new();
    if trees > 0 {
        used.push("heads are those of the file or of dependencies, else the last noun or token");
    }
    if tags > 0 {
        used.push("pronouns are known by an English list, names are counted as nominals");
    }
    if words > 0 {
        used.push("words are not compared");
    }
    Some(format!("the key has {}: {}", lacks.join(" and "), used.join("; ")))
}

fn rule_last(table: &mut Table) {
    if let Some(Row { ruled, .. }) = table.rows.last_mut() {
        *ruled = true;
    }
}
