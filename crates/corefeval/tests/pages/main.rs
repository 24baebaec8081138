//! Pages of `docs/` that are written from tables, the words of all texts, and the rooms of the library.

mod formats_page;
mod generated_docs;
mod language;
mod matching_page;
mod measures_page;
mod names;
mod rooms;
