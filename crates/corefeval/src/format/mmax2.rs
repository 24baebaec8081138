//! MMAX2: the markables of a level in one file, the words in another.
//!
//! ```text
//! <words><word id="word_1">Mary</word><word id="word_2">lost</word><word id="word_3">her</word>…</words>
//! <markables xmlns="www.eml.org/NameSpaces/coref">
//! <markable id="markable_1" span="word_1" coref_class="set_1" mmax_level="coref"/>
//! <markable id="markable_2" span="word_3..word_4,word_6" coref_class="empty" mmax_level="coref"/></markables>
//! ```
//!
//! Markables with the same `coref_class` are an entity; those without one, or with the class `empty`, are singletons.

use rustc_hash::FxHashMap;

use super::draft::Draft;
use super::xml::{Node, Tag, walk};
use super::{Block, Format, Likeness, Problem, Reading};
use crate::document::{Column, Detail, Layer, Name, Span, Wanted};

/// The XML of the annotation tool MMAX2.
pub const MMAX2: Format = Format {
    name: "mmax2",
    title: "MMAX2 markables",
    extensions: &[],
    companion: Some("_words.xml"),
    by_lines: false,
    looks_like,
    describe: |_| "markables with classes; words in a separate file".to_owned(),
    // a file is a document
    next_document: |_| None,
    read,
    pieces: None,
    write: None,
};

fn looks_like(start: &[u8]) -> Likeness {
    let has = |text: &str| memchr::memmem::find(start, text.as_bytes()).is_some();
    if has("<markables") && has("span=\"") { Likeness::Sure } else { Likeness::No }
}

fn read(block: &Block<'_>, wanted: Wanted) -> Reading {
    let file = String::from_utf8_lossy(block.bytes);
    let mut reading = Reading { lines: file.lines().count() as u64, ..Reading::default() };
    let Some(words) = block.companion else {
        let problem = Problem::error("no-text", 0, "the annotated words are missing")
            .hint("they are expected in `…_words.xml`, in the same folder or in `../Basedata`");
        reading.problems.push(problem);
        return reading;
    };
    let words = match Words::read(&String::from_utf8_lossy(words)) {
        Ok(words) => words,
        Err(problem) => {
            let message = format!("the file of words: {}", problem.message);
            reading.problems.push(Problem::error("not-xml", 0, message));
            return reading;
        }
    };
    let mut draft = Draft::new(Name::plain(name_of(block.file_stem)), wanted);
    let walked = walk(&file, |node, line| {
        if let Node::Open(tag) = node
            && tag.name == "markable"
        {
            reading.problems.extend(add(&tag, line, &words, &mut draft).err());
        }
    });
    reading.problems.extend(walked.err());
    draft.document.tokens = words.column.len() as u32;
    if wanted.sentences() && !words.column.is_empty() {
        draft.document.sentences = vec![Span::new(0, draft.document.tokens)];
    }
    if wanted.has(Layer::Word) {
        draft.document.layers.set(Layer::Word, words.column);
    }
    draft.finish_into(&mut reading);
    reading
}

/// The name of the text: the name of the file without its level, such as `letter` of `letter_coref_level`.
fn name_of(file_stem: &str) -> &str {
    let level = file_stem.strip_suffix("_level").and_then(|rest| rest.rsplit_once('_'));
    level.map_or(file_stem, |(name, _)| name)
}

/// The words of a text, and the number of each id.
#[derive(Default)]
struct Words {
    column: Column,
    numbers: FxHashMap<String, u32>,
}

impl Words {
    fn read(text: &str) -> Result<Self, Problem> {
        let mut words = Self::default();
        let mut word: Option<String> = None;
        walk(text.trim_start_matches('\u{feff}'), |node, _| match node {
            Node::Open(tag) if tag.name == "word" => {
                let id = tag.get("id").unwrap_or("").to_owned();
                words.numbers.insert(id, words.column.len() as u32);
                word = Some(String::new());
            }
            Node::Text(text) => {
                if let Some(word) = &mut word {
                    word.push_str(&text);
                }
            }
            Node::Close(name) if name == "word" => words.column.push(word.take().unwrap_or_default().trim()),
            _ => {}
        })?;
        Ok(words)
    }

    /// The tokens of `word_3..word_4,word_6`.
    fn parts(&self, span: &str) -> Option<Vec<Span>> {
        let part = |part: &str| {
            let (first, last) = part.split_once("..").unwrap_or((part, part));
            // in a truncated file a word may begin and not end
            let whole = |number: &u32| (*number as usize) < self.column.len();
            let number = |id: &str| self.numbers.get(id.trim()).copied().filter(whole);
            let (first, last) = (number(first)?, number(last)?);
            (first <= last).then(|| Span::new(first, last + 1))
        };
        span.split(',').map(part).collect()
    }
}

fn add(tag: &Tag, line: u64, words: &Words, draft: &mut Draft) -> Result<(), Problem> {
    let id = tag.get("id").unwrap_or("");
    let parts = words.parts(tag.get("span").unwrap_or("")).ok_or_else(|| {
        Problem::error("span-outside", line, format!("{id} has words that are not in the text"))
            .hint("a span is `word_3..word_4,word_6`; is this the annotated text?")
    })?;
    let class = tag.get("coref_class").filter(|class| !class.is_empty() && *class != "empty");
    let entity = draft.entity(class.unwrap_or(id));
    let kind = ["type", "sem_type", "entity_type"].iter().find_map(|name| tag.get(name));
    draft.set_kind(entity, kind.unwrap_or(""));
    draft.mention(&parts, entity, Detail { id: id.to_owned(), ..Detail::default() }, line);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::MMAX2;
    use crate::document::Wanted;
    use crate::format::{Block, Reading, detect};

    const WORDS: &str = "<?xml version=\"1.0\"?>\n<!DOCTYPE words SYSTEM \"words.dtd\">\n<words>\n<word id=\"word_1\">Mary</word>\n\
        <word id=\"word_2\">took</word>\n<word id=\"word_3\">her</word>\n<word id=\"word_4\">R&amp;D</word>\n<word id=\"word_5\">job</word>\n</words>\n";
    const MARKABLES: &str = "<?xml version=\"1.0\"?>\n<markables xmlns=\"www.eml.org/NameSpaces/coref\">\n\
        <markable id=\"markable_1\" span=\"word_1\" coref_class=\"set_1\" type=\"person\"/>\n\
        <markable id=\"markable_2\" span=\"word_3\" coref_class=\"set_1\"/>\n\
        <markable id=\"markable_3\" span=\"word_3,word_5\" coref_class=\"empty\"/>\n</markables>\n";

    fn read(markables: &str, words: Option<&str>) -> Reading {
        let block = Block {
            companion: words.map(str::as_bytes),
            file_stem: "letter_coref_level",
            ..Block::whole(markables.as_bytes())
        };
        MMAX2.read(&block, Wanted::ALL)
    }

    #[test]
    fn classes_are_entities_and_spans_may_have_gaps() {
        let reading = read(MARKABLES, Some(WORDS));
        assert_eq!(reading.problems, []);
        let document = &reading.documents[0];
        let shown: Vec<_> =
            document.mentions.iter().map(|mention| (mention.entity, document.parts(mention).len())).collect();
        assert_eq!(shown, [(0, 1), (0, 1), (1, 2)]);
        assert_eq!(document.text(document.mentions[2].span).as_deref(), Some("her R&D job"));
        assert_eq!(
            (document.name.id.as_str(), document.entity_details[0].kind.as_str()),
            ("letter", "person")
        );
    }

    #[test]
    fn words_that_are_not_there_are_errors() {
        let reading = read(&MARKABLES.replace("word_5", "word_9"), Some(WORDS));
        assert_eq!((reading.problems[0].code, reading.problems[0].line), ("span-outside", 5));
        assert_eq!(read(MARKABLES, None).problems[0].code, "no-text");
        assert_eq!(read(MARKABLES, Some("<words></word>")).problems[0].code, "not-xml");
    }

    #[test]
    fn a_file_is_told_by_its_tags() {
        assert_eq!(detect(MARKABLES.as_bytes(), "").map(|format| format.name), Some("mmax2"));
    }
}
