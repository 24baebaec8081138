//! `# global.Entity`: the meaning of the values in a bracket.

use super::Problem;

/// The places in a bracket of the values that matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    /// The id of the entity.
    pub(super) id: usize,
    /// The number of the head among the words of the mention, if the file has it.
    pub(super) head: Option<usize>,
    /// Whether ids are valid only in one document.
    pub(super) per_document: bool,
}

impl Header {
    /// Reads the fields, such as `eid-etype-head-other`; of a repeated one, the last counts.
    pub(super) fn new(fields: Option<&str>, line: usize) -> Result<Self, Problem> {
        let fields = fields.ok_or_else(|| {
            Problem::new(line, "there is an Entity but no “# global.Entity” that says what its fields are")
        })?;
        let last =
            |names: &[&str]| fields.split('-').enumerate().filter(|(_, name)| names.contains(name)).last();
        let (id, name) = last(&["eid", "GRP"])
            .ok_or_else(|| Problem::new(0, format!("there is no eid in “# global.Entity = {fields}”")))?;
        Ok(Self { id, head: last(&["head"]).map(|(place, _)| place), per_document: name == "GRP" })
    }
}
