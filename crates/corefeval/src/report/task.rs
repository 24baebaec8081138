//! The results of a shared task: rankings, and tables by metric, dataset, language, genre, rule, name and system.

use super::{Alignment, Cell, Digits, Mark, Row, Table, percent};
use crate::nec::NEC;
use crate::task::{
    Chance, Condition, Figures, METHODS, Ranking, Results, Standing, Status, SubmissionResult, Task, Trouble,
};

/// All tables of a task's results that are not empty, the rankings first.
#[must_use]
pub fn tables(task: &Task, results: &Results) -> Vec<Table> {
    let view = View { results, digits: Digits::from(task.plan()), order: order(results) };
    let mut tables = rankings(task, results);
    tables.extend(view.metrics());
    tables.extend(view.datasets());
    tables.extend(view.languages());
    tables.extend(view.genres());
    tables.extend(view.rules());
    tables.extend(view.names());
    tables.extend(view.systems());
    tables.extend(not_ranked(results));
    tables
}

/// Only the rankings.
#[must_use]
pub fn rankings(task: &Task, results: &Results) -> Vec<Table> {
    let view = View { results, digits: Digits::from(task.plan()), order: order(results) };
    let mut tables: Vec<Table> = results.rankings.iter().map(|ranking| view.ranking(ranking)).collect();
    if let Some(last) = tables.last_mut() {
        last.signature.clone_from(&results.task.signature);
    }
    tables
}

/// The submissions that were not ranked, and why.
#[must_use]
pub fn not_ranked(results: &Results) -> Option<Table> {
    let mut table =
        Table::new(&[("Submission", Alignment::Left), ("Status", Alignment::Left), ("Why", Alignment::Left)]);
    let left = |one: &&SubmissionResult| one.score.is_none();
    for one in results.submissions.iter().filter(left) {
        let status = match one.status {
            Status::Incomplete => "incomplete",
            _ => "refused",
        };
        table.push([one.id.clone(), status.to_owned(), why(one)]);
    }
    (!table.rows.is_empty()).then(|| table.titled("Not ranked"))
}

/// The main reason why a submission has no score: first an error of the submission or a file, then a file
/// that belongs to no dataset, and only then the datasets without a response.
fn why(one: &SubmissionResult) -> String {
    let is_missing = |problem: &&Trouble| problem.code == "missing-dataset";
    let of_datasets = one.datasets.iter().flat_map(|dataset| &dataset.problems);
    let all: Vec<&Trouble> = one.problems.iter().chain(of_datasets).collect();
    let wrong = all.iter().find(|problem| problem.is_error() && !is_missing(problem));
    let unread = || all.iter().find(|problem| problem.code == "not-a-response");
    let missing: Vec<&&Trouble> = all.iter().filter(|problem| is_missing(problem)).collect();
    if let (None, None, [first, others @ ..]) = (wrong, unread(), &missing[..]) {
        let others =
            if others.is_empty() { String::new() } else { format!(", nor to {} others", others.len()) };
        return format!("{}{others}", first.message);
    }
    match wrong.or_else(unread).copied() {
        Some(problem) if problem.path.is_empty() => problem.message.clone(),
        Some(problem) if problem.line > 0 => {
            format!("{}:{}: {}", problem.path, problem.line, problem.message)
        }
        Some(problem) => format!("{}: {}", problem.path, problem.message),
        None => "nothing to score".to_owned(),
    }
}

/// A line that explains rank intervals.
fn explained(chance: &Chance) -> String {
    let Chance { method, unit, resamples, seed, confidence } = chance;
    let p = format!("{:.2}", 1.0 - confidence / 100.0);
    format!(
        "Ranks: in {confidence} of 100 cases with other documents ({method} of {unit}s, {resamples} resamples, seed {seed}); \
         ≈: not distinguished from the one above (p > {p})"
    )
}

struct View<'a> {
    results: &'a Results,
    digits: Digits,
    /// The submissions that have figures, in the order of the rankings.
    order: Vec<&'a SubmissionResult>,
}

fn order(results: &Results) -> Vec<&SubmissionResult> {
    let ids = results.rankings.iter().flat_map(|ranking| &ranking.standings).map(|standing| &standing.id);
    ids.filter_map(|id| results.submissions.iter().find(|one| one.id == *id)).collect()
}

/// A line of figures below a name.
type Line = (Vec<String>, Vec<Option<f64>>);

impl View<'_> {
    fn ranking(&self, ranking: &Ranking) -> Table {
        let several = self.results.datasets.len() > 1;
        // a system without a name is called by the id of its submission
        let named = self.order.iter().any(|one| one.name != one.id);
        let drawn = ranking.standings.iter().any(|standing| standing.interval.is_some());
        let mut columns = vec![("Rank", Alignment::Right)];
        columns.extend(drawn.then_some(("Ranks", Alignment::Left)));
        columns.push(("Submission", Alignment::Left));
        columns.extend(named.then_some(("System", Alignment::Left)));
        columns.push((self.results.task.primary_title, Alignment::Right));
        if several {
            columns.extend(
                self.results.datasets.iter().map(|dataset| (dataset.name.as_str(), Alignment::Right)),
            );
        }
        let mut lines: Vec<Line> = Vec::new();
        for standing in &ranking.standings {
            let Some(one) = self.order.iter().find(|one| one.id == standing.id) else { continue };
            let rank = standing.rank.map_or_else(String::new, |rank| rank.to_string());
            let rank = if standing.tied { format!("{rank}=") } else { rank };
            let ranks = drawn.then(|| self.ranks(standing));
            let name = named.then(|| one.name.clone());
            let about: Vec<String> =
                [Some(rank), ranks, Some(one.id.clone()), name].into_iter().flatten().collect();
            let datasets = one.datasets.iter().filter(|_| several);
            let scores =
                datasets.map(|dataset| official(dataset.rules.first().map(|rule| &rule.figures), self));
            lines.push((about, std::iter::once(Some(standing.score)).chain(scores).collect()));
        }
        let mut table = self.table(&columns, lines).titled(format!("Ranking{}", self.of(ranking)));
        table.notes.extend(self.results.chance.as_ref().filter(|_| drawn).map(explained));
        table
    }

    /// The ranks that a submission could have had, and whether it is distinguished from the one above.
    fn ranks(&self, standing: &Standing) -> String {
        let limit = self.results.chance.as_ref().map_or(0.0, |chance| 1.0 - chance.confidence / 100.0);
        let is_close = standing.p_above.is_some_and(|p| p > limit);
        let (best, worst) = standing.interval.unwrap_or_default();
        match (standing.interval, best == worst) {
            (None, _) => String::new(),
            (_, true) => format!("{best}{}", if is_close { " ≈" } else { "" }),
            (_, false) => format!("{best}–{worst}{}", if is_close { " ≈" } else { "" }),
        }
    }

    /// Track and condition of a ranking, if there are several.
    fn of(&self, ranking: &Ranking) -> String {
        let track = ranking.track.as_ref().map(|track| format!("{track} track"));
        let several = self.results.task.conditions.len() > 1;
        let condition = several.then(|| match ranking.condition.parse() {
            Ok(Condition::GoldMentions) => "gold mentions".to_owned(),
            Ok(Condition::GoldBoundaries) => "gold boundaries".to_owned(),
            _ => "predicted mentions".to_owned(),
        });
        let both: Vec<String> = [track, condition].into_iter().flatten().collect();
        if both.is_empty() { String::new() } else { format!(": {}", both.join(", ")) }
    }

    fn metrics(&self) -> Option<Table> {
        let several = self.results.datasets.len() > 1;
        let title = if several { "Metrics: F, mean over datasets" } else { "Metrics: F" };
        self.figures(title, |one| Some(&one.mean))
    }

    fn datasets(&self) -> Vec<Table> {
        let datasets = self.results.datasets.iter().enumerate().filter(|_| self.results.datasets.len() > 1);
        let sheet = |(place, dataset): (usize, &crate::task::AboutDataset)| {
            let about: Vec<&str> =
                [&dataset.language, &dataset.genre].into_iter().flatten().map(String::as_str).collect();
            let about = if about.is_empty() { String::new() } else { format!(" ({})", about.join(", ")) };
            let title = format!("Dataset {}{about}: F", dataset.name);
            self.figures(&title, |one| one.datasets.get(place)?.rules.first().map(|rule| &rule.figures))
        };
        datasets.filter_map(sheet).collect()
    }

    /// A table with a column for each figure.
    fn figures<'b>(
        &'b self,
        title: &str,
        of: impl Fn(&'b SubmissionResult) -> Option<&'b Figures>,
    ) -> Option<Table> {
        let first = self.order.iter().copied().find_map(&of)?;
        let figures: Vec<_> = first.0.iter().filter(|figure| figure.name != NEC.name).collect();
        let columns = figures.iter().map(|figure| (figure.title, Alignment::Right));
        let columns: Vec<_> = std::iter::once(("Submission", Alignment::Left)).chain(columns).collect();
        let line = |one: &&'b SubmissionResult| {
            let values = figures.iter().map(|figure| of(one).and_then(|figures| figures.f(figure.name)));
            (vec![one.id.clone()], values.collect())
        };
        let lines = self.order.iter().map(line).collect();
        Some(self.table(&columns, lines).titled(title))
    }

    fn languages(&self) -> Option<Table> {
        let groups = |one: &SubmissionResult| {
            primary_of(one.languages.iter().map(|group| (&group.name, &group.figures)), self)
        };
        self.grouped("Languages", groups)
    }

    fn genres(&self) -> Vec<Table> {
        let several = self.results.datasets.len() > 1;
        let sheet = |(place, dataset): (usize, &crate::task::AboutDataset)| {
            let title = if several { format!("Genres of {}", dataset.name) } else { "Genres".to_owned() };
            let groups = |one: &SubmissionResult| {
                let groups = one.datasets.get(place).map_or(&[][..], |dataset| &dataset.genres[..]);
                primary_of(groups.iter().map(|group| (&group.name, &group.figures)), self)
            };
            self.grouped(&title, groups)
        };
        self.results.datasets.iter().enumerate().filter_map(sheet).collect()
    }

    fn rules(&self) -> Option<Table> {
        let groups = |one: &SubmissionResult| {
            primary_of(one.rules.iter().map(|rule| (&rule.rule, &rule.figures)), self)
        };
        (self.results.task.rules.len() > 1).then(|| self.grouped("Matching rules", groups)).flatten()
    }

    /// A table with a column for each group, in the order of first occurrence.
    fn grouped(
        &self,
        title: &str,
        of: impl Fn(&SubmissionResult) -> Vec<(String, Option<f64>)>,
    ) -> Option<Table> {
        let all: Vec<Vec<(String, Option<f64>)>> = self.order.iter().map(|one| of(one)).collect();
        let mut names: Vec<&String> = Vec::new();
        for (name, _) in all.iter().flatten() {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        if names.is_empty() {
            return None;
        }
        let columns = names.iter().map(|name| (name.as_str(), Alignment::Right));
        let columns: Vec<_> = std::iter::once(("Submission", Alignment::Left)).chain(columns).collect();
        let value = |groups: &[(String, Option<f64>)], name: &String| {
            groups.iter().find(|(group, _)| group == name).and_then(|(_, value)| *value)
        };
        let lines = self.order.iter().zip(&all).map(|(one, groups)| {
            (vec![one.id.clone()], names.iter().map(|name| value(groups, name)).collect())
        });
        let title = format!("{title}: {}", self.results.task.primary_title);
        Some(self.table(&columns, lines.collect()).titled(title))
    }

    fn names(&self) -> Option<Table> {
        if !self.results.datasets.iter().any(|dataset| dataset.named_entities) {
            return None;
        }
        let columns = [
            ("Submission", Alignment::Left),
            ("R", Alignment::Right),
            ("P", Alignment::Right),
            ("F1", Alignment::Right),
        ];
        let line = |one: &&SubmissionResult| {
            let nec = one.mean.get(NEC.name);
            let values = [
                nec.and_then(|nec| nec.recall),
                nec.and_then(|nec| nec.precision),
                nec.and_then(|nec| nec.f),
            ];
            (vec![one.id.clone()], values.to_vec())
        };
        let mut table = self.table(&columns, self.order.iter().map(line).collect());
        let having = self.results.datasets.iter().filter(|dataset| dataset.named_entities);
        let having: Vec<&str> = having.map(|dataset| dataset.name.as_str()).collect();
        table.notes.push(format!("keys with names: {}", having.join(", ")));
        Some(table.titled("Named entities (NEC)"))
    }

    /// A table of the participants' descriptions of their systems.
    fn systems(&self) -> Option<Table> {
        let said = |name: &str| self.order.iter().any(|one| one.card.methods.contains_key(name));
        let methods: Vec<&(&str, &str)> = METHODS.iter().filter(|(name, _)| said(name)).collect();
        let mut columns = vec!["Submission", "System", "Authors", "Track", "Condition", "Resources"];
        columns.extend(methods.iter().map(|(_, title)| *title));
        let columns: Vec<(&str, Alignment)> =
            columns.into_iter().map(|title| (title, Alignment::Left)).collect();
        let mut table = Table::new(&columns);
        for one in &self.order {
            let card = &one.card;
            let about = [
                one.id.clone(),
                one.name.clone(),
                card.authors.join(", "),
                one.track.clone().unwrap_or_default(),
                one.condition.to_owned(),
                card.resources.join(", "),
            ];
            let methods =
                methods.iter().map(|(name, _)| card.methods.get(*name).cloned().unwrap_or_default());
            table.push(about.into_iter().chain(methods));
        }
        (!table.rows.is_empty()).then(|| table.titled("Systems"))
    }

    /// A table in which the best figure of each column is marked.
    fn table(&self, columns: &[(&str, Alignment)], lines: Vec<Line>) -> Table {
        let mut table = Table::new(columns);
        let width = lines.iter().map(|(_, figures)| figures.len()).max().unwrap_or(0);
        let best =
            |column: usize| lines.iter().filter_map(|(_, figures)| *figures.get(column)?).reduce(f64::max);
        let best: Vec<Option<f64>> = (0..width).map(best).collect();
        // a submission without any figure here is left out of this table
        for (first, figures) in lines.into_iter().filter(|(_, figures)| figures.iter().any(Option::is_some)) {
            let mut cells: Vec<Cell> = first.into_iter().map(Cell::plain).collect();
            cells.extend(figures.iter().enumerate().map(|(column, figure)| {
                let is_best = figure.is_some() && best[column] == *figure;
                let mark = if is_best { Mark::Best } else { Mark::None };
                Cell { text: percent(*figure, self.digits), mark }
            }));
            table.rows.push(Row { cells, ruled: false });
        }
        table
    }
}

fn official(figures: Option<&Figures>, view: &View<'_>) -> Option<f64> {
    figures.and_then(|figures| figures.f(&view.results.task.primary))
}

fn primary_of<'a>(
    groups: impl Iterator<Item = (&'a String, &'a Figures)>,
    view: &View<'_>,
) -> Vec<(String, Option<f64>)> {
    groups.map(|(name, figures)| (name.clone(), official(Some(figures), view))).collect()
}
