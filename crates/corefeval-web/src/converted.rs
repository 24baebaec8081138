//! Converts files to another format.

use corefeval::document::Wanted;
use corefeval::format;
use corefeval::matching::name_heads;
use corefeval::problem::{Problems, Strictness};
use serde_json::{Value, json};

use crate::engine::Answer;
use crate::files::{File, is_companion, read};
use crate::problems;

/// Writes files in another format, as one file; fails if anything is wrong.
pub(crate) fn convert(files: &[File<'_>], to: &str) -> Result<Answer, Value> {
    let target = format::by_name(to).filter(|format| format.is_writable());
    let target = target.ok_or_else(|| json!(format!("`{to}` is no format that can be written")))?;
    let mut problems = Problems::new(Strictness::Lenient);
    let mut documents = Vec::new();
    for file in files.iter().filter(|file| !is_companion(file, files)) {
        let contents = read(file, files, Wanted::ALL);
        for problem in contents.problems {
            problems.add(&file.given.name, problem);
        }
        documents.extend(contents.documents);
    }
    if problems.errors() > 0 {
        return Ok(json!({"written": false, "problems": problems::shown(&problems)}).into());
    }
    if target.keeps_heads() {
        documents.iter_mut().for_each(name_heads);
    }
    let mut bytes = Vec::new();
    let losses = target.write(&documents, &mut bytes).unwrap_or_default();
    for loss in losses {
        problems.add(target.title, loss);
    }
    if problems.errors() > 0 {
        return Ok(json!({"written": false, "problems": problems::shown(&problems)}).into());
    }
    let json = json!({
        "written": true, "extension": target.extensions.first(), "problems": problems::shown(&problems),
    });
    Ok(Answer { json, bytes: Some(bytes) })
}
