use super::{Cell, assign};

/// The procedure as it is, on the whole matrix.
fn dense(worth: &[Vec<f64>]) -> Vec<(u32, u32)> {
    let (rows, columns) = (worth.len(), worth[0].len());
    if columns < rows {
        let turned: Vec<Vec<f64>> =
            (0..columns).map(|column| worth.iter().map(|row| row[column]).collect()).collect();
        let mut pairs: Vec<_> = dense(&turned).into_iter().map(|(row, column)| (column, row)).collect();
        pairs.sort_unstable();
        return pairs;
    }
    let (mut u, mut v) = (vec![0.0; rows], vec![0.0; columns]);
    let (mut owner, mut place) = (vec![None; columns], vec![None; rows]);
    for current in 0..rows {
        let mut remaining: Vec<usize> = (0..columns).rev().collect();
        let (mut distance, mut from) = (vec![f64::INFINITY; columns], vec![0; columns]);
        let (mut row, mut base) = (current, 0.0);
        let mut passed: Vec<usize> = Vec::new();
        let end = loop {
            let (mut lowest, mut chosen) = (f64::INFINITY, 0);
            for (index, &column) in remaining.iter().enumerate() {
                let through = base - worth[row][column] - u[row] - v[column];
                if through < distance[column] {
                    (distance[column], from[column]) = (through, row);
                }
                let ties = distance[column].partial_cmp(&lowest) == Some(std::cmp::Ordering::Equal);
                if distance[column] < lowest || ties && owner[column].is_none() {
                    (lowest, chosen) = (distance[column], index);
                }
            }
            base = lowest;
            let column = remaining.swap_remove(chosen);
            match owner[column] {
                None => break column,
                Some(next) => row = next,
            }
            passed.push(column);
        };
        u[current] += base;
        for &column in &passed {
            let saved = base - distance[column];
            v[column] -= saved;
            u[owner[column].unwrap()] += saved;
        }
        let mut column = end;
        loop {
            let mover = from[column];
            owner[column] = Some(mover);
            let left = place[mover].replace(column);
            if mover == current {
                break;
            }
            column = left.unwrap();
        }
    }
    let placed = place.iter().enumerate().filter_map(|(row, column)| Some((row, (*column)?)));
    placed
        .filter(|&(row, column)| worth[row][column] > 0.0)
        .map(|(row, column)| (row as u32, column as u32))
        .collect()
}

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

fn cells(worth: &[Vec<f64>]) -> Vec<Cell> {
    let rows = (0u32..).zip(worth);
    rows.flat_map(|(row, line)| (0u32..).zip(line).map(move |(column, &worth)| (row, column, worth)))
        .filter(|cell| cell.2 > 0.0)
        .collect()
}

#[test]
fn ties_fall_as_in_the_dense_procedure() {
    let mut dice = Dice(7);
    for round in 0..20_000 {
        let (rows, columns) = (1 + dice.below(9) as usize, 1 + dice.below(9) as usize);
        let (levels, sparseness) = (1 + dice.below(4), 1 + dice.below(6));
        let mut value = || {
            let nothing = dice.below(sparseness + 1) > 1;
            if nothing { 0.0 } else { dice.below(levels + 1) as f64 / levels as f64 }
        };
        let worth: Vec<Vec<f64>> = (0..rows).map(|_| (0..columns).map(|_| value()).collect()).collect();
        assert_eq!(assign(rows, columns, &cells(&worth)), dense(&worth), "round {round}: {worth:?}");
    }
}

#[test]
fn the_first_of_two_equals_is_taken() {
    assert_eq!(assign(2, 2, &[(0, 0, 0.5), (1, 0, 0.5)]), [(0, 0)]);
}

#[test]
fn nothing_to_assign_is_no_trouble() {
    assert_eq!(assign(0, 0, &[]), []);
    assert_eq!(assign(3, 0, &[]), []);
}
