//! Counts the table of shared mentions in pieces, if entities have more mentions than fit on one machine.
//!
//! Columns of tables are passed as bytes: 64-bit numbers, as in Arrow.

use corefeval::evaluation::pieces;
use corefeval::pair::Overlap;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rustc_hash::FxHashMap;

use crate::choices::Plan;
use crate::problems::bad_choice;
use crate::scores::Scores;

/// The sums over the pieces of a table so far.
#[pyclass(module = "corefeval._corefeval")]
pub(crate) struct Pieces {
    pieces: pieces::Pieces,
    /// The cells of blocks that have not been counted yet.
    blocks: Vec<[i64; 5]>,
}

#[pymethods]
impl Pieces {
    #[new]
    fn new(py: Python<'_>, plan: &Plan) -> PyResult<Self> {
        let pieces = pieces::Pieces::new(&plan.plan).map_err(|error| bad_choice(py, &error))?;
        Ok(Self { pieces, blocks: Vec::new() })
    }

    /// Whether blocks of entities must be counted too.
    #[getter]
    fn needs_blocks(&self) -> bool {
        self.pieces.needs_blocks()
    }

    /// Adds entities of the key or of the response. Each has a size and the number of entities of the other
    /// side with which it shares mentions; for each of these, the number of shared mentions and the size of
    /// the other entity.
    fn add_entities(
        &mut self,
        of_key: bool,
        sizes: &[u8],
        partners: &[u8],
        counts: &[u8],
        others: &[u8],
    ) -> PyResult<()> {
        let own: Vec<u32> = numbers(sizes).map(size).collect::<PyResult<_>>()?;
        let others: Vec<u32> = numbers(others).map(size).collect::<PyResult<_>>()?;
        let mut shared = (0u32..).zip(numbers(counts));
        let mut cells = Vec::with_capacity(others.len());
        for (entity, partners) in (0u32..).zip(numbers(partners)) {
            for (other, count) in shared.by_ref().take(usize::try_from(partners).unwrap_or(0)) {
                let count = size(count)?;
                cells.push(if of_key { (entity, other, count) } else { (other, entity, count) });
            }
        }
        let (rows, columns) = if of_key { (own, others) } else { (others, own) };
        let table = Overlap::from_cells(rows, columns, cells).ok_or_else(wrong)?;
        if of_key {
            self.pieces.add_key_entities(&table);
        } else {
            self.pieces.add_response_entities(&table);
        }
        Ok(())
    }

    /// Keeps cells of blocks: entities of key and response, the number of shared mentions, and the sizes of
    /// both.
    fn keep_cells(
        &mut self,
        keys: &[u8],
        responses: &[u8],
        counts: &[u8],
        key_sizes: &[u8],
        response_sizes: &[u8],
    ) {
        let sizes = numbers(key_sizes).zip(numbers(response_sizes));
        let cells = numbers(keys).zip(numbers(responses)).zip(numbers(counts)).zip(sizes);
        self.blocks
            .extend(cells.map(|(((key, response), count), (own, other))| [key, response, count, own, other]));
    }

    /// Counts the blocks whose cells were kept; all cells of a block must have been added.
    fn count_blocks(&mut self, py: Python<'_>) -> PyResult<()> {
        let blocks = std::mem::take(&mut self.blocks);
        let pieces = &mut self.pieces;
        py.detach(|| {
            let (mut rows, mut columns) = (Sizes::default(), Sizes::default());
            let mut cells = Vec::with_capacity(blocks.len());
            for [key, response, count, own, other] in blocks {
                cells.push((rows.place(key, own)?, columns.place(response, other)?, size(count)?));
            }
            pieces.add_blocks(&Overlap::from_cells(rows.sizes, columns.sizes, cells).ok_or_else(wrong)?);
            Ok(())
        })
    }

    /// Adds the counts of another machine.
    fn merge(&mut self, py: Python<'_>, other: &Self) -> PyResult<()> {
        self.pieces.merge(&other.pieces).map_err(|error| bad_choice(py, &error))
    }

    /// The scores of all pieces as one document.
    fn scores(&self, document: &str, name: &str) -> PyResult<Scores> {
        let evaluation = self.pieces.evaluation(document).map_err(PyValueError::new_err)?;
        Ok(Scores::alone(name, evaluation))
    }

    /// All data as text, to be read by `load`.
    fn store(&self) -> PyResult<String> {
        serde_json::to_string(&self.pieces).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Reads the text from `store`.
    #[staticmethod]
    fn load(text: &str) -> PyResult<Self> {
        let pieces = serde_json::from_str(text);
        let pieces = pieces.map_err(|error| PyValueError::new_err(format!("not stored pieces: {error}")))?;
        Ok(Self { pieces, blocks: Vec::new() })
    }
}

/// The sizes of entities, in the order in which the entities are read.
#[derive(Default)]
struct Sizes {
    places: FxHashMap<i64, u32>,
    sizes: Vec<u32>,
}

impl Sizes {
    fn place(&mut self, entity: i64, own: i64) -> PyResult<u32> {
        let next = self.sizes.len() as u32;
        let place = *self.places.entry(entity).or_insert(next);
        if place == next {
            self.sizes.push(size(own)?);
        }
        Ok(place)
    }
}

/// Groups nodes into blocks: nodes that share a hub are in the same block. Returns each node once, with the
/// least node of its block as its new hub.
#[pyfunction]
pub(crate) fn blocks<'py>(
    py: Python<'py>,
    hubs: &[u8],
    nodes: &[u8],
) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
    let mut places: FxHashMap<i64, u32> = FxHashMap::default();
    let mut known: Vec<i64> = Vec::new();
    let mut parents: Vec<u32> = Vec::new();
    let mut first_of_hub: FxHashMap<i64, u32> = FxHashMap::default();
    for (hub, node) in numbers(hubs).zip(numbers(nodes)) {
        let place = *places.entry(node).or_insert_with(|| {
            known.push(node);
            parents.push(parents.len() as u32);
            parents.len() as u32 - 1
        });
        let first = *first_of_hub.entry(hub).or_insert(place);
        let (one, other) = (root(&mut parents, first), root(&mut parents, place));
        // the root is the least node of the block so far
        let (low, high) =
            if known[one as usize] < known[other as usize] { (one, other) } else { (other, one) };
        parents[high as usize] = low;
    }
    let mut found = (Vec::with_capacity(known.len() * 8), Vec::with_capacity(known.len() * 8));
    for place in 0..known.len() as u32 {
        let hub = known[root(&mut parents, place) as usize];
        found.0.extend_from_slice(&hub.to_le_bytes());
        found.1.extend_from_slice(&known[place as usize].to_le_bytes());
    }
    (PyBytes::new(py, &found.0), PyBytes::new(py, &found.1))
}

fn root(parents: &mut [u32], mut place: u32) -> u32 {
    while parents[place as usize] != place {
        let above = parents[place as usize];
        parents[place as usize] = parents[above as usize];
        place = above;
    }
    place
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = i64> {
    bytes.chunks_exact(8).map(|bytes| i64::from_le_bytes(bytes.try_into().unwrap_or_default()))
}

fn size(number: i64) -> PyResult<u32> {
    u32::try_from(number).map_err(|_| PyValueError::new_err(format!("an entity has {number} mentions")))
}

fn wrong() -> PyErr {
    PyValueError::new_err("entities share more mentions than they have")
}
