//! CoVal, the Python scorer of Moosavi and Strube: the same words, the same output.
//!
//! If CoVal ends in a traceback, the output up to there is followed by an error that says why.

mod cell;
mod document;
mod file;
mod mention;
mod nested;
mod options;
mod parse;
mod side;

pub use options::Options;

use document::Document;
use file::{File, Sentences, has_parse};
use nested::Removed;
use options::Step;
use parse::Trees;
use side::Side;

use super::evaluator::{self, Printout, Scored};
use crate::dropin::python_text::decoded;
use crate::metric::Tally;

/// What CoVal says before it calls Stanford's parser.
const PARSER_HINT: &str = "\
You need to set the CLASSPATH environment variable to point to the Stanford parser!
Example: export CLASSPATH=/path/to/stanford-parser-full-YYYY-MM-DD/stanford-parser.jar:/path/to/stanford-parser-full-YYYY-MM-DD/stanford-parser-X.X.X-models.jar

";

/// Scores a response file against a key file.
#[must_use]
pub fn score(key: &[u8], response: &[u8], options: &Options) -> Printout {
    let mut run = Run {
        options,
        printout: Printout::default(),
        tallies: Vec::new(),
        key: Counts::default(),
        response: Counts::default(),
    };
    run.tallies = vec![Ok(Tally::default()); options.metrics().len()];
    let result = run.read(key, response).and_then(|()| run.print());
    run.printout.failure = result.err();
    run.printout
}

/// A mention as its sentence, its first and its last token.
pub(in crate::dropin) type Place = (usize, usize, usize);

/// The name of a document, and its entities.
pub(in crate::dropin) type Named = (String, Vec<Vec<Place>>);

/// The entities of each document of a file, for scorers that read CoNLL files in the same way.
pub(in crate::dropin) fn entities(bytes: &[u8]) -> Result<Vec<Named>, String> {
    let file = File::read(bytes)?;
    let place = |mention: &mention::Mention| (mention.sentence, mention.start, mention.end);
    let documents = file.documents().map(|(name, sentences)| {
        let side = Side::read(name, sentences, &mut String::new())?;
        let entities = side.entities.iter().map(|entity| entity.iter().map(place).collect());
        Ok((name.to_owned(), entities.collect()))
    });
    documents.collect()
}

/// A run of the scorer.
struct Run<'o> {
    options: &'o Options,
    printout: Printout,
    /// for each metric, its counts or why there are none
    tallies: Vec<Result<Tally, String>>,
    key: Counts,
    response: Counts,
}

/// What was removed from one side.
#[derive(Default)]
struct Counts {
    singletons: usize,
    nested: Removed,
}

impl Run<'_> {
    fn read(&mut self, key: &[u8], response: &[u8]) -> Result<(), String> {
        if self.options.has(Step::MinimumSpans)
            && !has_parse(decoded(key).map_err(|problem| format!("key: {problem}"))?)
        {
            // printed as CoVal prints it before the call of its parser fails: output is compared line by line
            self.printout.stdout.push_str(PARSER_HINT);
            return Err("minimum spans need trees, and the key has none in column 6".to_owned());
        }
        let key = File::read(key).map_err(|problem| format!("key: {problem}"))?;
        let response = File::read(response).map_err(|problem| format!("response: {problem}"))?;
        for (name, sentences) in key.documents() {
            self.document(name, sentences, response.document(name))?;
        }
        self.print_removed();
        Ok(())
    }

    fn document<'a>(
        &mut self,
        name: &'a str,
        key: &'a Sentences<'a>,
        response: Option<&'a Sentences<'a>>,
    ) -> Result<(), String> {
        let trees = self.options.parses().then(|| Trees::new(key));
        let mut key = self.side(name, key, trees.as_ref()).map_err(|problem| format!("key: {problem}"))?;
        let response = response.ok_or_else(|| format!("the response has no document {}", name.trim_end()))?;
        let mut response =
            self.side(name, response, trees.as_ref()).map_err(|problem| format!("response: {problem}"))?;
        self.key.singletons += key.1;
        self.response.singletons += response.1;
        if self.options.has(Step::RemoveNested) {
            let drop_singletons = self.options.has(Step::RemoveSingletons);
            self.key.nested += nested::remove(&mut key.0, drop_singletons, &mut self.printout.stdout);
            self.response.nested +=
                nested::remove(&mut response.0, drop_singletons, &mut self.printout.stdout);
        }
        self.count(&Document::new(&key.0, &response.0));
        Ok(())
    }

    /// The entities of one side, and how many singletons were removed.
    fn side<'a>(
        &mut self,
        name: &'a str,
        sentences: &'a Sentences<'a>,
        trees: Option<&Trees<'a>>,
    ) -> Result<(Side<'a>, usize), String> {
        let mut side = Side::read(name, sentences, &mut self.printout.stdout)?;
        let singletons = if self.options.has(Step::RemoveSingletons) { side.remove_singletons() } else { 0 };
        if let Some(trees) = trees {
            parse::annotate(&mut side, trees, self.options, &mut self.printout.stdout)?;
        }
        Ok((side, singletons))
    }

    fn count(&mut self, document: &Document) {
        for (metric, sum) in self.options.metrics().iter().zip(&mut self.tallies) {
            if let Ok(before) = sum {
                *sum = (metric.tally)(document).map(|tally| *before + tally);
            }
        }
    }

    fn print_removed(&mut self) {
        let (key, response) = (self.key.nested, self.response.nested);
        if self.options.has(Step::RemoveNested) {
            self.printout.line(&format!(
                "Number of removed nested coreferring mentions in the key annotation: {}; and system annotation: {}",
                key.mentions, response.mentions
            ));
            self.printout.line(&format!(
                "Number of resulting singleton clusters in the key annotation: {}; and system annotation: {}",
                key.entities, response.entities
            ));
        }
        if self.options.has(Step::RemoveSingletons) {
            let (key, response) = (self.key.singletons, self.response.singletons);
            self.printout.line(&format!(
                "{key} and {response} singletons are removed from the key and system files, respectively"
            ));
        }
    }

    fn print(&mut self) -> Result<(), String> {
        let mut in_average = Vec::new();
        for (metric, tally) in self.options.metrics().iter().zip(&self.tallies) {
            let scored = Scored::new(metric.name, tally.clone()?)?;
            self.printout.line(&format!("{:<10} {}", metric.name, evaluator::percentages(&scored.score)));
            in_average.extend(metric.in_average.then_some(scored.score));
            self.printout.scores.push(scored);
        }
        if let Ok(scores) = <&[_; 3]>::try_from(&in_average[..]) {
            self.printout.line(&format!("CoNLL score: {:.2}", evaluator::conll_average(scores)));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
