//! Turns the brackets of `Entity=` into mentions.

use super::super::chunks::{Chunk, chunks};
use super::super::{Problem, places};
use super::builder::Builder;
use super::details;
use super::layers;
use super::open::{Handle, Opened, joined};
use super::parts::{Part, id_and_part};
use crate::document::{Detail, Mention, Span};

impl<'a> Builder<'a> {
    /// Takes the value of an `Entity=` of the newest token.
    pub(super) fn entity(&mut self, value: &'a [u8]) {
        if !self.has_fields {
            self.has_fields = true;
            let message = "mentions without a `# global.Entity` line, which names their fields";
            let problem = Problem::error("missing-fields", 0, message)
                .hint("put `# global.Entity = eid-etype-head-other` before the first sentence");
            self.report(problem, value);
        }
        for (at, chunk) in chunks(value) {
            match chunk {
                Chunk::Open(text) => self.opening(text, self.fields.id_of(text)),
                Chunk::Close(id) => self.closing(id, &value[at..]),
                Chunk::Single(text) => {
                    let id = self.fields.id_of(text);
                    self.single(text, id);
                }
                Chunk::Stray(text) => self.stray(text),
            }
        }
    }

    fn opening(&mut self, text: &'a [u8], id: &'a [u8]) {
        if let Some(handle) = self.handle(id, text) {
            let opened = Opened { token: self.newest(), text };
            self.open.open(handle, opened);
        }
    }

    fn single(&mut self, text: &'a [u8], id: &'a [u8]) {
        if let Some(handle) = self.handle(id, text) {
            let opened = Opened { token: self.newest(), text };
            self.closed(handle, opened);
        }
    }

    fn closing(&mut self, id: &'a [u8], from_here: &'a [u8]) {
        let piece = &from_here[..=id.len()];
        let Some(handle) = self.handle(id, piece) else { return };
        match self.open.close(handle) {
            Some(opened) => self.closed(handle, opened),
            None => {
                let id = String::from_utf8_lossy(id);
                let problem = Problem::error("unopened-mention", 0, format!("`{id})` was not opened"))
                    .hint(format!("put `({id}-…` where the mention begins, or remove this bracket"));
                self.report(problem, piece);
            }
        }
    }

    /// Which mention a bracket belongs to; `None` if the id is not valid.
    fn handle(&mut self, id: &'a [u8], piece: &'a [u8]) -> Option<Handle<'a>> {
        let (name, part) = id_and_part(id);
        let line = 0;
        let problem = match part {
            _ if name.is_empty() => Problem::error("empty-id", line, "a bracket without an entity id")
                .hint("write the entity's id at the position given by `# global.Entity`"),
            None => Problem::error("bad-part", line, "the part number is invalid")
                .hint("the parts of a mention with a gap are written `e5[1/2]` and `e5[2/2]`"),
            Some(part) => return Some(Handle { entity: self.ids.number(name), id, part }),
        };
        self.report(problem, piece);
        None
    }

    fn stray(&mut self, text: &'a [u8]) {
        let shown = String::from_utf8_lossy(text);
        let message = format!("`{shown}` has no bracket; it is ignored");
        let problem = Problem::warning("stray-text", 0, message)
            .hint("a mention of one word is written `(e1-type-1-)`");
        self.report(problem, text);
    }

    /// Handles a complete pair of brackets.
    fn closed(&mut self, handle: Handle<'a>, opened: Opened<'a>) {
        let span = Span::new(opened.token, self.tokens);
        if opened.token < self.sentence.start {
            self.note_crossing(&opened);
        }
        if handle.part == Part::WHOLE {
            return self.mention(handle, (span, Vec::new()), &opened);
        }
        match self.open.add_part(handle, opened, span) {
            Ok(Some(whole)) => self.mention(handle, joined(whole.parts), &whole.opened),
            Ok(None) => {}
            Err(()) => self.refuse_part(&opened, handle.part.number - 1),
        }
    }

    fn note_crossing(&mut self, opened: &Opened<'a>) {
        let message = "the mention continues beyond the end of its sentence";
        let problem = Problem::warning("crosses-sentence", 0, message)
            .hint("it is read as written; other tools refuse it");
        self.report(problem, opened.text);
    }

    fn refuse_part(&mut self, opened: &Opened<'a>, missing: u32) {
        let problem = Problem::error("missing-part", 0, format!("part {missing} of this mention is missing"))
            .hint("every part from the first to the last must be written, in order");
        self.report(problem, opened.text);
    }

    fn mention(&mut self, handle: Handle<'a>, parts: (Span, Vec<Span>), opened: &Opened<'a>) {
        let ((span, parts), Handle { entity, id: here, .. }) = (parts, handle);
        let Some(document) = &mut self.document else { return };
        let mut mention = Mention::new(span, entity);
        if self.wanted.details() {
            let whole = if parts.is_empty() { std::slice::from_ref(&span) } else { &parts };
            let mut values = details::values(&self.fields, opened, whole);
            layers::set_kind(document, entity, &mut values);
            mention = mention.with_detail(document.details.len());
            document.details.push(Detail { parts, ..values.detail });
            let problem = values.problem.map(|problem| places::located(self.bytes, problem, opened.text));
            self.reading.problems.extend(problem);
        } else {
            let whole = if parts.is_empty() { std::slice::from_ref(&span) } else { &parts };
            let problem = details::fault(&self.fields, opened, whole);
            self.reading.problems.extend(problem.map(|it| places::located(self.bytes, it, opened.text)));
            if !parts.is_empty() {
                mention = mention.with_detail(document.details.len());
                document.details.push(Detail { parts, ..Default::default() });
            }
        }
        document.mentions.push(mention);
        if !self.wanted.only_mentions() {
            self.mention_places.push(places::offset(self.bytes, here) as u64);
        }
    }
}
