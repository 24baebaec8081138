//! The fields of a mention and their order, as a file's `# global.Entity` line gives them.

use super::super::conllu::comment::Comment;
use super::super::conllu::row;

/// The names and places of the values of a mention.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fields {
    names: Vec<String>,
    /// The place of the entity's id.
    pub(super) id: usize,
}

impl Fields {
    /// Reads `eid-etype-head-other` or the like; an id must be among them.
    pub(super) fn parse(text: &[u8]) -> Option<Self> {
        let text = String::from_utf8_lossy(text);
        let names: Vec<String> = text.trim().split('-').map(str::to_owned).collect();
        let id = names.iter().position(|name| name == "eid" || name == "GRP")?;
        Some(Self { names, id })
    }

    /// Whether a text declares the same fields.
    pub(super) fn are(&self, text: &[u8]) -> bool {
        self.names.iter().map(String::as_bytes).eq(text.trim_ascii().split(|&byte| byte == b'-'))
    }

    /// The fields that are assumed if a file does not declare any.
    pub(super) fn usual() -> Self {
        Self { names: ["eid", "etype", "head", "other"].map(str::to_owned).to_vec(), id: 0 }
    }

    /// The fields that the start of a file names first.
    pub(super) fn first(start: &[u8]) -> Option<Self> {
        let comments = row::lines(start).filter(|line| line.starts_with(b"#"));
        let mut named = comments.filter_map(|line| match Comment::of(line) {
            Comment::Global(b"Entity", text) => Some(text),
            _ => None,
        });
        named.next().and_then(Self::parse)
    }

    /// Their names in order.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// Names and values of a mention; the last field takes what is left, dashes included.
    pub(super) fn values<'a>(&'a self, mention: &'a [u8]) -> impl Iterator<Item = (&'a str, &'a [u8])> {
        let values = mention.splitn(self.names.len(), |&byte| byte == b'-');
        self.names.iter().map(String::as_str).zip(values)
    }

    /// The id of a mention's entity; empty if it is missing.
    pub(super) fn id_of<'a>(&self, mention: &'a [u8]) -> &'a [u8] {
        let mut rest = mention;
        for _ in 0..self.id {
            match rest.iter().position(|&byte| byte == b'-') {
                Some(dash) => rest = &rest[dash + 1..],
                None => return b"",
            }
        }
        &rest[..rest.iter().position(|&byte| byte == b'-').unwrap_or(rest.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::Fields;

    #[test]
    fn fields_may_come_in_any_order() {
        let fields = Fields::parse(b"etype-head-eid").unwrap();
        assert_eq!(fields.id_of(b"person-1-e7"), b"e7");
        assert_eq!(fields.id_of(b"person"), b"");
        assert_eq!(Fields::parse(b"etype-head"), None);
        assert_eq!(Fields::parse(b"GRP-etype").unwrap().id_of(b"12-x"), b"12");
    }

    #[test]
    fn the_last_field_may_have_dashes_and_others_may_be_missing() {
        let fields = Fields::parse(b"eid-head-identity").unwrap();
        let all: Vec<_> = fields.values(b"e1-2-Al-Andalus").collect();
        assert_eq!(all, [("eid", &b"e1"[..]), ("head", b"2"), ("identity", b"Al-Andalus")]);
        assert_eq!(fields.values(b"e1").count(), 1);
    }
}
