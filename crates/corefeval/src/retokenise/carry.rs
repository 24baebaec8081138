//! Maps tokens by their letters, and mentions by their tokens.

use super::borders::Borders;
use super::edits::Run;
use super::invented::Invented;
use super::layout::Layout;
use super::letters::Letters;
use super::places::{How, Places};
use super::{Lost, Report, Retokenised};
use crate::document::{Detail, Document, Mention, Span};

/// Maps a response to the key's tokens.
pub(super) fn carry(
    (key, key_letters): (&Document, &Letters),
    (response, response_letters): (&Document, &Letters),
    runs: &[Run],
) -> Retokenised {
    let places = Places::new(key_letters, response_letters, runs);
    let layout = Layout::new(response, response_letters, &places);
    let mut borders = Borders::new(key, key_letters);
    let carried: Vec<_> = response
        .mentions
        .iter()
        .map(|mention| layout.mention(response, mention, &places, &mut borders))
        .collect();
    let lost = || response.mentions.iter().zip(&carried).filter(|(_, carried)| carried.is_none());
    let invented = Invented::new(response, lost().map(|(mention, _)| mention), layout.tokens());
    let mut document = layout.document(key, key_letters, response, invented.is_empty());
    invented.add_to(&mut document, response);
    let mut report = Report { missing_tokens: places.missing(), tokens: places.fared(), ..Report::default() };
    report.lost = lost().map(|(mention, _)| described(response, mention)).collect();
    report.mentions.lost = report.lost.len() as u32;
    for (mention, carried) in response.mentions.iter().zip(carried) {
        let Some((parts, detail, how)) = carried else {
            let (parts, detail) = on_invented(&invented, response, mention);
            add(&mut document, mention.entity, parts, detail);
            continue;
        };
        match how {
            How::Exact => report.mentions.exact += 1,
            How::Edited => report.mentions.edited += 1,
        }
        add(&mut document, mention.entity, parts, detail);
    }
    document.relations.clone_from(&response.relations);
    Retokenised { document, report }
}

fn add(document: &mut Document, entity: u32, parts: Vec<Span>, mut detail: Detail) {
    let ends = parts.first().zip(parts.last()).map(|(first, last)| Span::new(first.start, last.end));
    let mut mention = Mention::new(ends.unwrap_or_default(), entity);
    detail.parts = if parts.len() > 1 { parts } else { Vec::new() };
    if detail != Detail::default() {
        mention = mention.with_detail(document.details.len());
        document.details.push(detail);
    }
    document.mentions.push(mention);
}

fn described(response: &Document, mention: &Mention) -> Lost {
    let entity = response.entity_labels.get(mention.entity as usize).unwrap_or("").to_owned();
    Lost { span: mention.span, entity, text: response.text(mention.span).unwrap_or_default() }
}

/// A mention on words that the key's text does not have.
fn on_invented(invented: &Invented, response: &Document, mention: &Mention) -> (Vec<Span>, Detail) {
    let detail = response.detail(mention).cloned().unwrap_or_default();
    let parts = response.parts(mention).iter().filter_map(|part| invented.span(*part)).collect();
    let head = detail.head.and_then(|head| invented.span(Span::new(head, head + 1))).map(|span| span.start);
    let minimum = detail.minimum.and_then(|minimum| invented.span(minimum));
    (parts, Detail { head, minimum, parts: Vec::new(), ..detail })
}
