//! Tags with attributes, as in SGML or written by hand: quotes may be missing.

/// A tag: its name and attributes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Tag<'a> {
    /// The name, without the slash of a closing tag.
    pub(crate) name: &'a str,
    /// Whether it closes an element.
    pub(crate) closes: bool,
    attributes: &'a str,
}

impl<'a> Tag<'a> {
    /// Reads a tag with its angle brackets; `None` for anything else.
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        let inside = text.strip_prefix('<')?.strip_suffix('>')?.trim();
        let (closes, inside) =
            inside.strip_prefix('/').map_or((false, inside), |rest| (true, rest.trim_start()));
        let end = inside.find(char::is_whitespace).unwrap_or(inside.len());
        let (name, attributes) = inside.split_at(end);
        is_name(name).then_some(Self { name, closes, attributes })
    }

    /// Whether it has that name, in upper or lower case.
    pub(crate) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The value of an attribute, with or without quotes; its name may be in upper or lower case.
    pub(crate) fn attribute(&self, name: &str) -> Option<&'a str> {
        let mut rest = self.attributes;
        loop {
            let (key, after) = rest.split_once('=')?;
            let (value, after) = value(after.trim_start());
            if key.trim().eq_ignore_ascii_case(name) {
                return Some(value);
            }
            rest = after;
        }
    }
}

/// The value at the beginning, and the rest.
fn value(text: &str) -> (&str, &str) {
    let quote = text.chars().next().filter(|first| matches!(first, '"' | '\''));
    match quote {
        Some(quote) => text[1..].split_once(quote).unwrap_or((&text[1..], "")),
        None => text.split_at(text.find(|end: char| end.is_whitespace()).unwrap_or(text.len())),
    }
}

fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|letter| letter.is_alphanumeric() || "-_.:".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::Tag;

    #[test]
    fn attributes_are_found_with_and_without_quotes() {
        let tag = Tag::parse("<COREF ID=\"1\" TYPE = 'IDENT = x' REF=0>").unwrap();
        assert_eq!((tag.name, tag.closes), ("COREF", false));
        assert_eq!(
            [tag.attribute("id"), tag.attribute("type"), tag.attribute("REF")],
            [Some("1"), Some("IDENT = x"), Some("0")]
        );
        assert_eq!(tag.attribute("MIN"), None);
        assert!(Tag::parse("< /coref >").unwrap().closes && Tag::parse("</coref>").unwrap().is("COREF"));
    }

    #[test]
    fn other_text_is_no_tag() {
        for text in ["", "<", "<>", "< b", "a>", "<3>", "<!-- x -->", "<?xml?>"] {
            assert_eq!(Tag::parse(text), None, "{text}");
        }
    }
}
