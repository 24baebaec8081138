//! Pages of matching rules.

use super::{Page, presets_with};
use crate::document::{Document, DocumentError, Layer};
use crate::matching::{Join, Matching, Side};

const WORDS: [&str; 6] = ["the", "tall", "wall", "of", "Ur", "fell"];
const TAGS: [&str; 6] = ["DT", "JJ", "NN", "IN", "NNP", "VBD"];
const PARSE: [&str; 6] = ["(S(NP(NP*", "*", "*)", "(PP*", "(NP*)))", "(VP*))"];

/// First token, last token and head of mentions; the first is the key mention, which is matched with all of
/// them.
const MENTIONS: [(u32, u32, u32); 5] = [(0, 4, 2), (0, 2, 2), (2, 2, 2), (4, 4, 4), (0, 5, 5)];

pub(super) fn rule(matching: Matching) -> Page {
    let rule = matching.rule();
    let percent = match rule.join {
        Join::Plain(_) => String::new(),
        Join::Percent { usual, .. } => format!("{}-N takes a percentage; the default is {usual}", rule.name),
    };
    Page::new(format!("{} (matching rule)", rule.name))
        .with("Rule", format!("two mentions match when {}", rule.summary))
        .with("Percentage", percent)
        .with("The key must have", rule.needs.what)
        .with("Example", example(matching).unwrap_or_default())
        .with("From", rule.citation)
        .with("Presets that use it", presets_with(|plan| plan.protocol().matching.name() == rule.name))
        .with("Use", format!("--match {matching}"))
}

/// A key mention, and the response mentions that match it, each from a separate response.
fn example(matching: Matching) -> Result<String, DocumentError> {
    let key = document(MENTIONS[0])?;
    let shown = |(first, last, _): (u32, u32, u32)| {
        let inside = |place: usize| (first as usize..=last as usize).contains(&place);
        let word = |(place, word): (usize, &&str)| {
            if inside(place) { (*word).to_owned() } else { "·".repeat(word.len()) }
        };
        WORDS.iter().enumerate().map(word).collect::<Vec<_>>().join(" ")
    };
    let mut text = format!("text       {}\nkey        {}\n", WORDS.join(" "), shown(MENTIONS[0]));
    for mention in MENTIONS {
        let response = document(mention)?;
        let twins = matching.align(&Side::all(&key), &Side::all(&response)).count();
        let verdict = if twins > 0 { "match" } else { "no match" };
        text += &format!("response   {}  {verdict}\n", shown(mention));
    }
    Ok(text.trim_end().to_owned())
}

/// The sentence with one mention, with its head and minimum named.
fn document((first, last, head): (u32, u32, u32)) -> Result<Document, DocumentError> {
    let mut builder = Document::builder("example");
    builder.words(WORDS).layer(Layer::PartOfSpeech, TAGS).layer(Layer::Parse, PARSE).sentence(0..6);
    builder.mention(first..last + 1, "wall").head(head).minimum(head..head + 1);
    builder.build()
}
