//! The entities of one document of one file.

use rustc_hash::FxHashMap;

use super::cell::Cell;
use super::file::Sentences;
use super::mention::{Entity, Mention};
use crate::dropin::python_text::{Line, columns};

/// One document of the key or of the response.
#[derive(Debug)]
pub(super) struct Side<'a> {
    pub(super) name: &'a str,
    pub(super) sentences: &'a Sentences<'a>,
    /// The entities, in the order in which their first mentions end.
    pub(super) entities: Vec<Entity<'a>>,
}

impl<'a> Side<'a> {
    /// Reads the entities; what CoVal prints about them is added to `printed`.
    pub(super) fn read(
        name: &'a str,
        sentences: &'a Sentences<'a>,
        printed: &mut String,
    ) -> Result<Self, String> {
        let mut reader = Reader {
            printed,
            places: FxHashMap::default(),
            entities: Vec::new(),
            open: FxHashMap::default(),
        };
        for (sentence, rows) in sentences.iter().enumerate() {
            for (token, row) in rows.iter().enumerate() {
                reader.row(sentence, token, row).map_err(|problem| {
                    format!(
                        "document {}: sentence {}, token {}: {problem}",
                        name.trim_end(),
                        sentence + 1,
                        token + 1
                    )
                })?;
            }
        }
        Ok(Self { name, sentences, entities: reader.entities })
    }

    /// Drops entities with one mention; returns how many there were.
    pub(super) fn remove_singletons(&mut self) -> usize {
        let before = self.entities.len();
        self.entities.retain(|entity| entity.len() != 1);
        before - self.entities.len()
    }

    /// Whether closing a mention that was never opened has left an entity without mentions.
    pub(super) fn has_empty_entity(&self) -> bool {
        self.entities.iter().any(Vec::is_empty)
    }
}

struct Reader<'a, 'p> {
    printed: &'p mut String,
    /// the place of each entity
    places: FxHashMap<String, usize>,
    entities: Vec<Entity<'a>>,
    /// sentence and token where each entity's unfinished mentions began
    open: FxHashMap<String, Vec<(usize, usize)>>,
}

impl Reader<'_, '_> {
    fn row(&mut self, sentence: usize, token: usize, row: &Line) -> Result<(), String> {
        let cell = Cell::new(columns(row.text).next_back().unwrap_or(""))?;
        if cell.whole.len() > 1 {
            let numbers = cell.whole.join(", ");
            self.say(&format!("Warning: A single mention is assigned to more than one cluster: [{numbers}]"));
        }
        for number in cell.whole {
            self.add(number, Some(Mention::new(sentence, token, token)));
        }
        for number in cell.opened {
            self.open.entry(number).or_default().push((sentence, token));
        }
        for number in cell.closed {
            self.close(number, (sentence, token), row);
        }
        Ok(())
    }

    fn close(&mut self, number: String, (sentence, token): (usize, usize), row: &Line) {
        let starts = self.open.get_mut(&number);
        let oldest = starts.as_ref().and_then(|starts| starts.first().copied());
        let newest = starts.and_then(Vec::pop);
        match oldest {
            // CoVal checks where the oldest unfinished mention of the entity began
            Some((other, _)) if other != sentence => {
                self.say("A mention span should be in a single sentence:");
                self.say(&row.with_end());
            }
            Some(_) => {}
            None => self.say(&format!("Problem in the coreference annotation:\n {}", row.with_end())),
        }
        self.add(number, newest.map(|(_, start)| Mention::new(sentence, start, token)));
    }

    /// Adds a mention to an entity; an entity that is named for the first time is created, with or without a
    /// mention.
    fn add(&mut self, number: String, mention: Option<Mention<'static>>) {
        let next = self.entities.len();
        let place = *self.places.entry(number).or_insert(next);
        if place == next {
            self.entities.push(Vec::new());
        }
        self.entities[place].extend(mention);
    }

    fn say(&mut self, text: &str) {
        self.printed.push_str(text);
        self.printed.push('\n');
    }
}
