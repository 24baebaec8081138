//! XML as a sequence of tags and texts, each with its line.

use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::Problem;

/// A piece of XML; an empty element is opened and closed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Node {
    Open(Tag),
    Close(String),
    Text(String),
}

/// A tag that opens an element.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) name: String,
    attributes: Vec<(String, String)>,
}

impl Tag {
    /// The value of an attribute, if it is there.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// Passes every piece and its line to `visit`; returns a problem if the text is not XML.
pub(super) fn walk(text: &str, mut visit: impl FnMut(Node, u64)) -> Result<(), Problem> {
    let mut reader = Reader::from_str(text);
    let mut lines = LineCount { text, at: 0, line: 1 };
    let mut open: Vec<(String, u64)> = Vec::new();
    loop {
        let line = lines.at(reader.buffer_position());
        let event = reader.read_event().map_err(|error| {
            let line = lines.at(reader.error_position());
            Problem::error("not-xml", line, format!("not XML: {error}"))
                .hint("are all elements closed, and `&` and `<` escaped?")
        })?;
        match event {
            Event::Start(tag) => {
                let tag = opened(&tag, line)?;
                open.push((tag.name.clone(), line));
                visit(Node::Open(tag), line);
            }
            Event::Empty(tag) => {
                let tag = opened(&tag, line)?;
                let name = tag.name.clone();
                visit(Node::Open(tag), line);
                visit(Node::Close(name), line);
            }
            Event::End(tag) => {
                open.pop();
                visit(Node::Close(tag.name().as_ref().to_owned()), line);
            }
            Event::Text(text) => {
                visit(Node::Text(text.xml_content(XmlVersion::Implicit1_0).into_owned()), line);
            }
            Event::CData(text) => {
                visit(Node::Text(text.xml_content(XmlVersion::Implicit1_0).into_owned()), line);
            }
            Event::GeneralRef(reference) => visit(Node::Text(resolved(&reference)), line),
            Event::Eof => return open.pop().map_or(Ok(()), |(name, line)| Err(unclosed(&name, line))),
            _ => {}
        }
    }
}

fn unclosed(name: &str, line: u64) -> Problem {
    Problem::error("not-xml", line, format!("not XML: `<{name}>` is not closed"))
        .hint("is the file truncated?")
}

fn opened(tag: &BytesStart<'_>, line: u64) -> Result<Tag, Problem> {
    let mut attributes = Vec::new();
    for attribute in tag.attributes() {
        let wrong =
            |error: &dyn std::fmt::Display| Problem::error("not-xml", line, format!("not XML: {error}"));
        let attribute = attribute.map_err(|error| wrong(&error))?;
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|error| wrong(&error))?;
        attributes.push((attribute.key.as_ref().to_owned(), value.into_owned()));
    }
    Ok(Tag { name: tag.name().as_ref().to_owned(), attributes })
}

/// The text that a reference such as `&amp;` or `&#233;` means; an unknown reference is left as it is.
fn resolved(reference: &BytesRef<'_>) -> String {
    if let Ok(Some(character)) = reference.resolve_char_ref() {
        return character.to_string();
    }
    let name: &str = reference;
    resolve_predefined_entity(name).map_or_else(|| format!("&{name};"), str::to_owned)
}

/// A counter of lines, advanced during reading.
struct LineCount<'a> {
    text: &'a str,
    at: usize,
    line: u64,
}

impl LineCount<'_> {
    fn at(&mut self, position: u64) -> u64 {
        let to = usize::try_from(position).map_or(self.text.len(), |to| to.min(self.text.len()));
        if to > self.at {
            self.line += memchr::memchr_iter(b'\n', &self.text.as_bytes()[self.at..to]).count() as u64;
            self.at = to;
        }
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::{Node, walk};

    fn shown(text: &str) -> Result<Vec<(String, u64)>, (&'static str, u64)> {
        let mut nodes = Vec::new();
        let result = walk(text, |node, line| {
            let text = match node {
                Node::Open(tag) => format!("<{} {:?}>", tag.name, tag.get("id")),
                Node::Close(name) => format!("</{name}>"),
                Node::Text(text) => text,
            };
            nodes.push((text, line));
        });
        result.map(|()| nodes).map_err(|problem| (problem.code, problem.line))
    }

    #[test]
    fn tags_and_texts_come_with_their_lines() {
        let nodes = shown("<?xml version=\"1.0\"?>\n<a id=\"x&lt;\">b &amp; &#233;\n<c/></a>").unwrap();
        let texts: Vec<&str> = nodes.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts.concat(), "\n<a Some(\"x<\")>b & é\n<c None></c></a>");
        assert_eq!(nodes.last().unwrap().1, 3);
    }

    #[test]
    fn what_is_not_xml_is_refused_at_its_line() {
        assert_eq!(shown("<a>\n</b>"), Err(("not-xml", 2)));
        assert_eq!(shown("<a>\n<b c=></b></a>"), Err(("not-xml", 2)));
        assert_eq!(shown("<a>\n<b>\n</b>\n<c>\n"), Err(("not-xml", 4)));
    }
}
