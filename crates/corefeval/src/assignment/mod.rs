//! Best one-to-one assignment: rows are paired with columns so that the sum of the weights is greatest.
//!
//! Tables are sparse: a [`Table`] keeps the cells above zero. A [`Solver`] finds the largest total quickly; inside the crate,
//! `best_as_reference` also chooses among equally good assignments as the existing scorers do.
//!
//! ```
//! use corefeval::assignment::{Solver, Table};
//!
//! let mut table = Table::new();
//! table.add_row([(0, 3.0), (1, 2.0)]);
//! table.add_row([(0, 2.0)]);
//!
//! let mut solver = Solver::new();
//! let best = solver.solve(&table);
//! assert_eq!(best.total, 4.0);
//! assert_eq!(best.partners().collect::<Vec<_>>(), [Some(1), Some(0)]);
//! ```

mod auction;
mod classes;
mod market;
mod reference_ties;
mod scan_order;
mod search;
mod sheet;
mod solver;
mod table;

#[cfg(test)]
mod tests;

pub(crate) use classes::Classes;
pub(crate) use reference_ties::best_as_reference;
pub use solver::{Best, Solver};
pub use table::{Cell, Table};

/// No row or no column; a million `Option`s would take twice the memory.
const NOBODY: u32 = u32::MAX;
