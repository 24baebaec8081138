//! Unambiguous repairs. Everything else stays as it is, byte for byte.

pub(super) mod brackets;
mod edits;
mod repeats;
#[cfg(test)]
mod tests;

use super::{Format, conll, corefud};
use brackets::Brackets;
use edits::{Edit, apply};

/// A file after its repairs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fixed {
    /// The whole file.
    pub bytes: Vec<u8>,
    /// What was done, a sentence for each repair. Everything that was removed is listed with its line.
    pub repairs: Vec<String>,
    /// What looks like something to repair but is ambiguous, and was not changed.
    pub left: Vec<String>,
    /// The numbers, from 0, of the lines of `bytes` that were inserted. All other lines are the lines of the
    /// file in their order, some of them changed.
    pub new_lines: Vec<usize>,
}

/// Repairs a file as far as that is safe: line ends, a missing end, brackets whose other half is possible in
/// only one place, and mentions that an entity has twice.
#[must_use]
pub fn fix(format: &Format, bytes: &[u8]) -> Fixed {
    let mut fixed = Fixed { bytes: bytes.to_vec(), ..Fixed::default() };
    fixed.strip_mark();
    fixed.straighten_line_ends();
    match format.name {
        "conll" => {
            fixed.complete_conll();
            fixed.drop_repeats();
        }
        "corefud" => fixed.complete_corefud(),
        "ua" => fixed.end_with_blank_line(),
        _ => {}
    }
    fixed
}

impl Fixed {
    /// Records how many times something was done.
    fn note(&mut self, count: usize, one: &str, many: &str) {
        match count {
            0 => {}
            1 => self.repairs.push(format!("1 {one}")),
            _ => self.repairs.push(format!("{count} {many}")),
        }
    }

    fn strip_mark(&mut self) {
        let (marks, _) = self.bytes.as_chunks::<3>();
        let marks = marks.iter().take_while(|mark| *mark == b"\xef\xbb\xbf").count();
        self.bytes.drain(..3 * marks);
        self.note(marks, "byte order mark removed", "byte order marks removed");
    }

    fn straighten_line_ends(&mut self) {
        let unended = self.bytes.last().is_some_and(|&byte| byte != b'\n');
        if unended {
            // the end of a line does not count as a separate line
            self.bytes.push(b'\n');
        }
        let returns = |end: usize| self.bytes[..end].iter().rev().take_while(|&&byte| byte == b'\r').count();
        let mut edits: Vec<Edit> = memchr::memchr_iter(b'\n', &self.bytes)
            .map(|end| (end, returns(end)))
            .filter(|(_, returns)| *returns > 0)
            .map(|(end, returns)| Edit::take(end - returns, returns))
            .collect();
        self.note(edits.len(), "Windows line end replaced", "Windows line ends replaced");
        self.note(usize::from(unended), "missing newline added at the end", "");
        if !edits.is_empty() {
            self.bytes = apply(&self.bytes, std::mem::take(&mut edits)).bytes;
        }
    }

    fn end_with_blank_line(&mut self) {
        if !self.bytes.is_empty() && !self.bytes.ends_with(b"\n\n") {
            let at_end = Edit::put(self.bytes.len(), b"\n");
            self.edit(vec![at_end]);
            let done = "blank line added at the end; check that the file is not cut off in its last sentence";
            self.note(1, done, "");
        }
    }

    fn edit(&mut self, edits: Vec<Edit>) {
        if !edits.is_empty() {
            let edited = apply(&self.bytes, edits);
            self.bytes = edited.bytes;
            self.new_lines.extend(edited.new_lines);
        }
    }

    /// Adds the other halves of brackets, and `#end document` if a document is followed by another header. If
    /// nothing follows, the file may be cut off between two rows, and the end of the document is left to
    /// people.
    fn complete_conll(&mut self) {
        let (mut edits, mut ended) = (Vec::new(), 0);
        for document in brackets::documents(conll::halves(&self.bytes), self.bytes.len()) {
            let paired = document.paired();
            edits.extend(document.missing(&paired));
            let is_last = document.unended == Some(self.bytes.len());
            if let Some(end) = document.unended.filter(|_| !is_last && !document.is_cut_off(&paired)) {
                edits.push(Edit::put(end, b"#end document\n"));
                ended += 1;
            }
        }
        self.note(ended, "missing `#end document` added", "missing `#end document` added");
        self.complete(edits, ended);
        let documents = brackets::documents(conll::halves(&self.bytes), self.bytes.len());
        let unended: Vec<usize> = documents.iter().filter_map(|document| document.unended).collect();
        self.leave(&unended);
    }

    fn complete_corefud(&mut self) {
        let ends = self.bytes.is_empty() || self.bytes.ends_with(b"\n\n");
        let mut documents = brackets::documents(corefud::halves(&self.bytes), self.bytes.len());
        let last = documents.len().saturating_sub(1);
        for (number, document) in documents.iter_mut().enumerate() {
            document.unended = (number == last && !ends).then_some(self.bytes.len());
        }
        let missing = |document: &Brackets<'_>| document.missing(&document.paired());
        // a closing bracket does not have the type of the mention, so that an opening one cannot be added
        let edits: Vec<Edit> = documents.iter().flat_map(missing).filter(|edit| edit.put == b")").collect();
        let cut_off = documents.last().is_some_and(|document| document.is_cut_off(&document.paired()));
        self.complete(edits, 0);
        if cut_off {
            self.leave(&[self.bytes.len()]);
        } else {
            self.end_with_blank_line();
        }
    }

    /// Makes changes, all of which add brackets except for `others` of them.
    fn complete(&mut self, edits: Vec<Edit>, others: usize) {
        let brackets = edits.len() - others;
        self.note(
            brackets,
            "bracket added where only one position is possible",
            "brackets added where only one position is possible",
        );
        self.edit(edits);
    }

    /// Reports that documents that end at these places seem to be cut off there.
    fn leave(&mut self, places: &[usize]) {
        for line in line_numbers(&self.bytes, places.iter().map(|place| place.saturating_sub(1))) {
            self.left.push(format!(
                "line {line}: the document has no end line and may be cut off here; if it is complete, add the end yourself"
            ));
        }
    }

    /// Keeps one of several mentions of the same tokens in one entity. If different entities have the same
    /// tokens, nothing is changed: one of them is wrong, but it is unknown which.
    fn drop_repeats(&mut self) {
        let documents = brackets::documents(conll::halves(&self.bytes), self.bytes.len());
        let repeats: Vec<repeats::Repeat> =
            documents.iter().flat_map(|document| repeats::repeated(document, &self.bytes)).collect();
        let lines = line_numbers(&self.bytes, repeats.iter().map(|repeat| repeat.at));
        for (line, repeat) in lines.into_iter().zip(&repeats) {
            self.repairs
                .push(format!("line {line}: `{}` removed: the entity has this mention already", repeat.text));
        }
        self.edit(repeats.into_iter().flat_map(|repeat| repeat.edits).collect());
    }
}

/// The lines, counted from 1, of places given in order.
fn line_numbers(bytes: &[u8], places: impl Iterator<Item = usize>) -> Vec<usize> {
    let (mut line, mut counted) = (1, 0);
    let number = |place: usize| {
        line += memchr::memchr_iter(b'\n', &bytes[counted..place.max(counted)]).count();
        counted = place.max(counted);
        line
    };
    places.map(number).collect()
}
