//! Shared tasks: several datasets, many submissions, one protocol, a ranking.
//!
//! A [`Task`] is read from the text of a `task.toml`, a [`Card`] from the text of a `system.toml`. Each
//! response of a submission to a dataset is scored separately and gives a [`Scored`], which can be stored.
//! All of them together make the [`Results`], as data: figures of every dataset, rule and genre, their means,
//! and rankings with ties. This module does not open files; `corefeval-files` reads the folders, and
//! `report::task` converts results to tables.
//!
//! ```
//! use corefeval::document::Document;
//! use corefeval::evaluation::evaluate;
//! use corefeval::task::{Card, Results, Scored, Submission, Task};
//!
//! let task = Task::read("name = 'Letters'\nprotocol = 'conll-2012'\n[[dataset]]\nname = 'en'\nkey = 'en.conll'\n")?;
//! let key = Document::from_clusters("letter", 9, [vec![0..1, 2..3, 4..5], vec![5..6, 7..8]])?;
//! let response = Document::from_clusters("letter", 9, [vec![0..1, 2..3], vec![5..6, 7..8]])?;
//! let outcome = evaluate([key], [[response]], task.plan())?;
//! let scored = Scored { rules: outcome.systems().to_vec(), ..Scored::default() };
//! let submission = Submission::new(&task, "team", "run", Card::default()).scored(vec![Some(scored)], &[]);
//! let results = Results::new(&task, Vec::new(), vec![submission]);
//! assert_eq!(results.rankings[0].standings[0].rank, Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bundle;
mod card;
mod chance;
mod condition;
mod definition;
mod figures;
mod given;
mod ranking;
mod responses;
mod results;
mod scored;
mod submission;
mod template;

pub use bundle::{Column, columns, competition, pages, score_lines, score_script};
pub use card::{Card, METHODS};
pub use chance::Chance;
pub use condition::{Condition, Unlinked, mentions_only_in, obeys};
pub use definition::{Dataset, Incomplete, Runs, Task, TaskError};
pub use figures::{Figure, Figures};
pub use given::{GivenError, GivenLayers, given, keep_text, take_layers};
pub use ranking::{Ranking, Standing};
pub use responses::{Entry, Found, responses};
pub use results::{
    AboutDataset, AboutTask, DatasetResult, Group, Results, Rule, SCHEMA, Status, SubmissionResult,
};
pub use scored::{Scored, Trouble};
pub use submission::Submission;
pub use template::{KeyFacts, template};
