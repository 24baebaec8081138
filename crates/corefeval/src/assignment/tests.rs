//! The solver against brute force where that is possible, and against its own certificate where it is not.

use proptest::prelude::*;

use super::{Best, Solver, Table, best_as_reference};

fn table(rows: &[Vec<f64>]) -> Table {
    let mut table = Table::new();
    for row in rows {
        table.add_row((0u32..).zip(row.iter().copied()));
    }
    table
}

/// The best total over all ways to give each row a column that is still free, or none.
fn brute_force(rows: &[Vec<f64>], taken: u32) -> f64 {
    let Some((first, rest)) = rows.split_first() else { return 0.0 };
    let free = (0..first.len()).filter(|column| taken >> column & 1 == 0);
    let totals = free.map(|column| first[column] + brute_force(rest, taken | 1 << column));
    totals.fold(brute_force(rest, taken), f64::max)
}

/// The sum of the weights that were chosen; fails if a column was given twice.
fn chosen(rows: &[Vec<f64>], best: &Best) -> f64 {
    let mut taken: Vec<u32> = best.partners().flatten().collect();
    taken.sort_unstable();
    assert!(taken.is_sorted_by(|one, next| one < next), "a column was given twice");
    let weights = rows.iter().zip(best.partners()).filter_map(|(row, partner)| Some(row[partner? as usize]));
    weights.fold(0.0, |sum, weight| sum + weight)
}

fn any_table(weight: impl Strategy<Value = f64> + Clone) -> impl Strategy<Value = Vec<Vec<f64>>> {
    (0usize..7, 0usize..7).prop_flat_map(move |(rows, columns)| {
        prop::collection::vec(prop::collection::vec(weight.clone(), columns), rows)
    })
}

fn whole_number() -> impl Strategy<Value = f64> + Clone {
    (0u32..4).prop_map(f64::from)
}

fn fraction() -> impl Strategy<Value = f64> + Clone {
    (0u32..5, 1u32..9).prop_map(|(shared, sizes)| 2.0 * f64::from(shared) / f64::from(shared + sizes))
}

proptest! {
    #[test]
    fn whole_numbers_give_the_total_that_brute_force_gives(rows in any_table(whole_number()), effort in 0usize..2) {
        let mut solver = Solver::new();
        let table = table(&rows);
        let best = solver.solve_with_effort(&table, effort);
        prop_assert_eq!(best.total.to_bits(), brute_force(&rows, 0).to_bits());
        prop_assert_eq!(best.total.to_bits(), best.exact_total().to_bits());
        prop_assert_eq!(best.total.to_bits(), chosen(&rows, &best).to_bits());
        prop_assert!(best.is_proven());
    }

    #[test]
    fn fractions_give_the_total_that_brute_force_gives(rows in any_table(fraction()), effort in 0usize..2) {
        let mut solver = Solver::new();
        let table = table(&rows);
        let best = solver.solve_with_effort(&table, effort);
        prop_assert!((best.total - brute_force(&rows, 0)).abs() < 1e-12);
        prop_assert!((best.exact_total() - best.total).abs() < 1e-12);
        prop_assert_eq!(best.total.to_bits(), chosen(&rows, &best).to_bits());
        prop_assert!(best.is_proven());
    }

    #[test]
    fn the_exact_total_does_not_depend_on_the_order_of_rows(rows in any_table(fraction())) {
        let reversed: Vec<Vec<f64>> = rows.iter().rev().cloned().collect();
        let totals = [rows, reversed].map(|rows| Solver::new().solve(&table(&rows)).exact_total().to_bits());
        prop_assert_eq!(totals[0], totals[1]);
    }
}

proptest! {
    #[test]
    fn reference_ties_are_among_the_best(rows in any_table(fraction()), empty in 0usize..4) {
        let table = table(&rows);
        let partners = best_as_reference(&table, table.columns() + empty);
        let chosen = rows.iter().zip(partners).filter_map(|(row, partner)| Some(row[partner? as usize]));
        prop_assert!((chosen.sum::<f64>() - brute_force(&rows, 0)).abs() < 1e-12);
    }
}

/// Numbers that look random and are always the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 32) * u64::from(limit)) >> 32) as u32
    }
}

/// The overlap of two random partitions into this many entities each.
fn random_partitions(mentions: u32, rows: u32, columns: u32) -> Vec<Vec<(u32, u32)>> {
    let mut numbers = Numbers(u64::from(mentions));
    let mut pairs: Vec<(u32, u32)> =
        (0..mentions).map(|_| (numbers.below(rows), numbers.below(columns))).collect();
    pairs.sort_unstable();
    let mut overlap = vec![Vec::new(); rows as usize];
    for same in pairs.chunk_by(|one, next| one == next) {
        overlap[same[0].0 as usize].push((same[0].1, same.len() as u32));
    }
    overlap
}

fn shared(overlap: &[Vec<(u32, u32)>]) -> Table {
    let mut table = Table::new();
    for row in overlap {
        table.add_row(row.iter().map(|&(column, count)| (column, f64::from(count))));
    }
    table
}

fn dice(overlap: &[Vec<(u32, u32)>]) -> Table {
    let size = |row: &[(u32, u32)]| row.iter().map(|cell| cell.1).sum::<u32>();
    let columns = overlap.iter().flatten().map(|cell| cell.0 as usize + 1).max().unwrap_or(0);
    let mut sizes = vec![0; columns];
    for &(column, count) in overlap.iter().flatten() {
        sizes[column as usize] += count;
    }
    let mut table = Table::new();
    for row in overlap {
        let both = |column: u32| f64::from(size(row) + sizes[column as usize]);
        table.add_row(row.iter().map(|&(column, count)| (column, 2.0 * f64::from(count) / both(column))));
    }
    table
}

#[test]
fn large_tables_full_of_ties_come_with_a_proof() {
    let mut solver = Solver::new();
    for (mentions, rows, columns) in
        [(5000, 1000, 1000), (9000, 3000, 400), (9000, 400, 3000), (2000, 2000, 2000)]
    {
        let overlap = random_partitions(mentions, rows, columns);
        for table in [shared(&overlap), dice(&overlap)] {
            for effort in [0, 64] {
                assert!(
                    solver.solve_with_effort(&table, effort).is_proven(),
                    "{mentions} {rows} {columns} {effort}"
                );
            }
        }
    }
}

#[test]
fn easy_and_hard_ways_reach_the_same_total() {
    let table = dice(&random_partitions(5000, 1000, 1000));
    let totals =
        [0, 64].map(|effort| Solver::new().solve_with_effort(&table, effort).exact_total().to_bits());
    assert_eq!(totals[0], totals[1]);
}

#[test]
fn a_used_solver_answers_like_a_new_one() {
    let mut used = Solver::new();
    for (mentions, entities) in [(3000, 500), (40, 10), (2000, 700), (0, 3)] {
        let table = dice(&random_partitions(mentions, entities, entities));
        let again: Vec<Option<u32>> = used.solve(&table).partners().collect();
        assert!(Solver::new().solve(&table).partners().eq(again));
    }
}

#[test]
fn a_cleared_table_is_empty() {
    let mut table = table(&[vec![1.0, 2.0]]);
    table.clear();
    assert_eq!((table.rows(), table.columns()), (0, 0));
    assert_eq!(Solver::new().solve(&table).total.to_bits(), 0f64.to_bits());
}

#[test]
fn a_column_with_a_high_number_takes_no_more_room() {
    let mut table = Table::new();
    table.add_row([(u32::MAX, 3.0), (u32::MAX - 1, 2.0)]);
    table.add_row([(u32::MAX, 2.5), (7, 1.0)]);
    let mut solver = Solver::new();
    let best = solver.solve(&table);
    assert_eq!((best.total.to_bits(), best.is_proven()), (4.5f64.to_bits(), true));
    assert_eq!(best.partners().collect::<Vec<_>>(), [Some(u32::MAX - 1), Some(u32::MAX)]);
    let mut next = Table::new();
    next.add_row([(1, 1.0)]);
    assert_eq!(solver.solve(&next).partners().collect::<Vec<_>>(), [Some(1)]);
}

#[test]
fn weights_that_are_no_numbers_are_left_out() {
    let table = table(&[vec![f64::NAN, f64::INFINITY, -1.0, 0.0, 2.0]]);
    assert_eq!(Solver::new().solve(&table).partners().collect::<Vec<_>>(), [Some(4)]);
}

#[test]
fn huge_and_tiny_weights_do_not_overflow() {
    let rows = [vec![f64::MAX, f64::MAX], vec![f64::MAX, f64::MIN_POSITIVE]];
    let mut solver = Solver::new();
    assert!(solver.solve(&table(&rows)).is_proven());
    let tiny = rows.map(|row| row.iter().map(|_| f64::MIN_POSITIVE).collect());
    assert!(solver.solve(&table(&tiny)).is_proven());
}
