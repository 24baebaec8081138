//! `Entity=` brackets as Udapi 0.5.2 reads them: mentions of words, some in parts, and their heads.

use rustc_hash::FxHashMap;

use super::Problem;
use super::conllu::{File, Node, Sentence, integer};
use super::header::Header;

/// A mention before any comparison: the places of its words.
#[derive(Clone, Debug)]
pub(in crate::dropin) struct Marked {
    /// Its words in order of reading, as places of sentences and of nodes in them.
    pub(in crate::dropin) words: Vec<Place>,
    /// Its head.
    pub(in crate::dropin) head: Place,
    closed: bool,
}

/// A node, as the number of its sentence and its place there.
pub(in crate::dropin) type Place = (usize, usize);

/// An entity and its mentions.
#[derive(Clone, Debug, Default)]
pub(in crate::dropin) struct Entity {
    /// Its name, preceded by the name of the document if ids are valid only in one document.
    pub(in crate::dropin) name: String,
    /// Its mentions in order of reading.
    pub(in crate::dropin) mentions: Vec<Marked>,
    /// Mentions with an open bracket, the newest last.
    open: Vec<Open>,
    /// Mentions in parts whose last part was not read yet.
    unfinished: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Open {
    mention: usize,
    head: usize,
}

/// Reads the entities of a file, in the order of their first brackets.
pub(in crate::dropin) fn read(file: &mut File<'_>) -> Result<Vec<Entity>, Problem> {
    let File { sentences, fields, warnings } = file;
    let mut annotated =
        sentences.iter().flat_map(|sentence| &sentence.nodes).filter(|node| !node.entity.is_empty());
    let Some(first) = annotated.next() else { return Ok(Vec::new()) };
    let header = Header::new(*fields, first.line)?;
    let mut reader = Reader::default();
    let mut document = 0;
    for (number, sentence) in sentences.iter().enumerate() {
        document += usize::from(sentence.document.is_some());
        for (place, _) in sentence.nodes.iter().enumerate().filter(|(_, node)| !node.entity.is_empty()) {
            let at = At { sentences, place: (number, place), document, header };
            warnings.extend(reader.node(&at)?);
        }
    }
    reader.finish(sentences, warnings)
}

/// The node being read.
struct At<'a> {
    sentences: &'a [Sentence<'a>],
    place: Place,
    document: usize,
    header: Header,
}

impl<'a> At<'a> {
    fn node(&self) -> &'a Node<'a> {
        &self.sentences[self.place.0].nodes[self.place.1]
    }

    fn problem(&self, message: impl Into<String>) -> Problem {
        Problem::new(self.node().line, message)
    }

    fn name(&self, id: &str) -> String {
        if self.header.per_document { format!("{} {id}", self.document) } else { id.to_owned() }
    }
}

#[derive(Default)]
struct Reader {
    entities: Vec<Entity>,
    numbers: FxHashMap<String, usize>,
    /// Entities that others refer to, which must exist, and where they were referred to.
    wanted: Vec<(String, usize)>,
}

/// A bracket, or text between brackets.
enum Chunk<'a> {
    Opening { content: &'a str, closed: bool },
    Closing(&'a str),
    Stray(&'a str),
}

impl Reader {
    fn node(&mut self, at: &At<'_>) -> Result<Vec<String>, Problem> {
        let mut warnings = Vec::new();
        for chunk in chunks(at.node().entity) {
            match chunk {
                Chunk::Opening { content, closed } => self.open(at, content, closed)?,
                Chunk::Closing(id) => self.close(at, id)?,
                Chunk::Stray(text) => {
                    warnings.push(format!("line {}: “{text}” is not in brackets", at.node().line));
                }
            }
        }
        self.relations(at)?;
        Ok(warnings)
    }

    fn open(&mut self, at: &At<'_>, content: &str, closed: bool) -> Result<(), Problem> {
        let values: Vec<&str> = content.split('-').collect();
        let id = values.get(at.header.id).copied();
        let id = id.ok_or_else(|| at.problem(format!("“{content}” has no id of an entity")))?;
        let (id, part) = part_of(id).ok_or_else(|| at.problem(format!("“{id}” is not a part like [1/2]")))?;
        let is_missing = id.is_empty() && !at.header.per_document;
        if is_missing || id.contains([' ', '\t', '=']) {
            return Err(at.problem(format!("“{id}” cannot be the id of an entity")));
        }
        let head = at.header.head.and_then(|field| values.get(field));
        let not_a_number = |text: &str| at.problem(format!("the head “{text}” is not a number"));
        let head = head.map(|text| integer(text).ok_or_else(|| not_a_number(text))).transpose()?;
        let entity = self.entity(at.name(id));
        let mention = match part {
            Some((index, _)) if index != 1 => entity.joined(at)?,
            _ => entity.begun(at, part.is_some()),
        };
        // the head 0 of a last part of one word is counted from the end, as in Python
        let from_end = head == Some(0) && closed && part.is_some_and(|(index, _)| index != 1);
        let head_or_first = if from_end { entity.mentions[mention].words.len() } else { head.unwrap_or(1) };
        let open = Open { mention, head: head_or_first };
        match part {
            _ if !closed => entity.open.push(open),
            // Udapi accepts a missing head only if the last part has several words
            Some((index, parts)) if index == parts && index != 1 && head.is_none() => {
                return Err(at.problem("the last part of the mention has no head"));
            }
            Some((index, parts)) if index == parts => entity.finish(at, &open)?,
            _ => entity.mentions[mention].closed = true,
        }
        Ok(())
    }

    fn close(&mut self, at: &At<'_>, id: &str) -> Result<(), Problem> {
        let unopened = || at.problem(format!("{id}) was not opened"));
        let (name, part) = part_of(id).ok_or_else(unopened)?;
        let number = *self.numbers.get(&at.name(name)).ok_or_else(unopened)?;
        let entity = &mut self.entities[number];
        let open = entity.open.pop().ok_or_else(unopened)?;
        entity.stretch(at, open.mention)?;
        match part {
            Some((index, parts)) if index != parts => entity.mentions[open.mention].closed = true,
            Some(_) => entity.finish(at, &open)?,
            None => entity.mentions[open.mention].set_head(at, open.head)?,
        }
        Ok(())
    }

    /// Checks bridging and split antecedents: they are not scored, but must be well-formed.
    fn relations(&mut self, at: &At<'_>) -> Result<(), Problem> {
        let lists = [(at.node().bridge, true), (at.node().split, false)];
        let relations = lists.into_iter().filter(|(list, _)| !list.is_empty());
        let relations =
            relations.flat_map(|(list, is_bridge)| list.split(',').map(move |one| (one, is_bridge)));
        for (relation, is_bridge) in relations {
            let sides: Vec<&str> = relation.split('<').collect();
            let [to, from] = sides[..] else {
                return Err(at.problem(format!("“{relation}” is not a relation like e1<e2")));
            };
            // only bridging has a kind
            let from = from.split(':').next().filter(|_| is_bridge).unwrap_or(from);
            if to == from {
                return Err(at.problem(format!("{to} is related to itself")));
            }
            if !self.numbers.contains_key(&at.name(from)) {
                return Err(at.problem(format!("the entity {from} was not mentioned before")));
            }
            self.wanted.push((at.name(to), at.node().line));
        }
        Ok(())
    }

    fn entity(&mut self, name: String) -> &mut Entity {
        let next = self.entities.len();
        let number = *self.numbers.entry(name.clone()).or_insert(next);
        if number == next {
            self.entities.push(Entity { name, ..Entity::default() });
        }
        &mut self.entities[number]
    }

    fn finish(
        mut self,
        sentences: &[Sentence<'_>],
        warnings: &mut Vec<String>,
    ) -> Result<Vec<Entity>, Problem> {
        if let Some((name, line)) = self.wanted.iter().find(|(name, _)| !self.numbers.contains_key(name)) {
            return Err(Problem::new(*line, format!("the entity {name} is nowhere mentioned")));
        }
        for entity in &mut self.entities {
            for open in &entity.open {
                let (sentence, node) = entity.mentions[open.mention].words[0];
                let line = sentences[sentence].nodes[node].line;
                warnings.push(format!(
                    "line {line}: a mention of {} is opened but not closed, and left out",
                    entity.name
                ));
                entity.mentions[open.mention].closed = false;
            }
            entity.mentions.retain(|mention| mention.closed);
        }
        self.entities.retain(|entity| !entity.mentions.is_empty());
        Ok(self.entities)
    }
}

impl Entity {
    /// Begins a mention at the node.
    fn begun(&mut self, at: &At<'_>, in_parts: bool) -> usize {
        let number = self.mentions.len();
        self.mentions.push(Marked { words: vec![at.place], head: at.place, closed: false });
        if in_parts {
            self.unfinished.push(number);
        }
        number
    }

    /// Adds the node to the oldest mention in parts that has no open bracket.
    fn joined(&mut self, at: &At<'_>) -> Result<usize, Problem> {
        let is_open = |number: &usize| self.open.iter().any(|open| open.mention == *number);
        let number = self.unfinished.iter().copied().find(|number| !is_open(number));
        let number =
            number.ok_or_else(|| at.problem(format!("a part of {} has no part before it", self.name)))?;
        self.mentions[number].words.push(at.place);
        Ok(number)
    }

    /// Adds the words from the last one of a mention up to the node. If they are the same, Udapi continues to
    /// the end of the sentence.
    fn stretch(&mut self, at: &At<'_>, number: usize) -> Result<(), Problem> {
        let mention = &mut self.mentions[number];
        let (sentence, last) = mention.words[mention.words.len() - 1];
        if sentence != at.place.0 {
            return Err(at.problem(format!("a mention of {} runs over the end of a sentence", self.name)));
        }
        let nodes = &at.sentences[sentence].nodes;
        let after = (last + 1..nodes.len()).filter(|&node| nodes[node].number > nodes[last].number);
        for node in after {
            mention.words.push((sentence, node));
            if node == at.place.1 {
                break;
            }
        }
        Ok(())
    }

    /// Ends a mention in parts.
    fn finish(&mut self, at: &At<'_>, open: &Open) -> Result<(), Problem> {
        if self.unfinished.pop() != Some(open.mention) {
            let message = format!("a mention of {} ends before another one that began inside it", self.name);
            return Err(at.problem(message));
        }
        self.mentions[open.mention].set_head(at, open.head)
    }
}

impl Marked {
    fn set_head(&mut self, at: &At<'_>, head: usize) -> Result<(), Problem> {
        self.closed = true;
        self.words.sort_unstable();
        if self.words.len() > 1 {
            let place = self.words.get(head.saturating_sub(1));
            let outside = || at.problem(format!("the mention has no word {head} to be its head"));
            self.head = *place.ok_or_else(outside)?;
        }
        Ok(())
    }
}

/// Splits `e5[1/3]` into `e5` and the part; `None` if the brackets are wrong.
fn part_of(id: &str) -> Option<(&str, Option<(usize, usize)>)> {
    let Some(inner) = id.strip_suffix(']') else { return Some((id, None)) };
    let (name, part) = inner.rsplit_once('[')?;
    let (index, parts) = part.split_once('/')?;
    let number =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    Some((name, Some((number(index)?, number(parts)?))))
}

/// Splits the value of `Entity=` into brackets.
fn chunks(entity: &str) -> Vec<Chunk<'_>> {
    let mut rest = entity;
    let mut chunks = Vec::new();
    while !rest.is_empty() {
        let opening = rest.starts_with('(');
        let body = &rest[usize::from(opening)..];
        let length = body.find(['(', ')']).unwrap_or(body.len());
        let (content, after) = body.split_at(length);
        let closed = after.starts_with(')');
        rest = &after[usize::from(closed)..];
        chunks.push(match (opening, closed) {
            (true, closed) => Chunk::Opening { content, closed },
            (false, true) => Chunk::Closing(content),
            (false, false) => Chunk::Stray(content),
        });
    }
    chunks
}
