//! Numbers of units that are added up many times, laid out so that many columns are summed at once.

/// How many columns are summed at once; their sums stay in registers.
const LANES: usize = 8;

/// The numbers of one run: a row for each unit. The numbers of a block of columns are stored together for all
/// units.
#[derive(Clone, Debug)]
pub(in super::super) struct Sheet {
    blocks: Vec<Vec<[f64; LANES]>>,
    units: usize,
    width: usize,
}

impl Sheet {
    /// A sheet from rows of `width` numbers.
    pub(super) fn new(width: usize, rows: impl Iterator<Item = Vec<f64>>) -> Self {
        let mut sheet = Self { blocks: vec![Vec::new(); width.div_ceil(LANES)], units: 0, width };
        for row in rows {
            for (block, numbers) in sheet.blocks.iter_mut().zip(row.chunks(LANES)) {
                let mut lanes = [0.0; LANES];
                lanes[..numbers.len()].copy_from_slice(numbers);
                block.push(lanes);
            }
            sheet.units += 1;
        }
        sheet
    }

    /// How many units there are.
    pub(super) fn len(&self) -> usize {
        self.units
    }

    /// How many numbers a row has.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The row of a unit.
    pub(super) fn row(&self, unit: usize) -> Vec<f64> {
        let numbers = self.blocks.iter().flat_map(|block| block[unit]);
        numbers.take(self.width).collect()
    }

    /// The sums of the rows of some units, added in their order.
    pub(super) fn sum(&self, units: &[u32], sums: &mut [f64]) {
        for (block, sums) in self.blocks.iter().zip(sums.chunks_mut(LANES)) {
            let mut lanes = [0.0; LANES];
            for &unit in units {
                add(&mut lanes, &block[unit as usize]);
            }
            sums.copy_from_slice(&lanes[..sums.len()]);
        }
    }

    /// The sums of all rows.
    pub(super) fn total(&self) -> Vec<f64> {
        let mut total = vec![0.0; self.width];
        self.sum(&(0..self.units as u32).collect::<Vec<u32>>(), &mut total);
        total
    }
}

/// Adds a row to sums.
pub(super) fn add(sums: &mut [f64], row: &[f64]) {
    for (sum, number) in sums.iter_mut().zip(row) {
        *sum += number;
    }
}

#[cfg(test)]
mod tests {
    use super::{LANES, Sheet};

    #[test]
    fn columns_are_summed_as_if_they_were_summed_one_by_one() {
        for width in [0, 1, LANES, 2 * LANES + 3] {
            let row = |unit: usize| (0..width).map(|column| 1.0 / (1 + unit * 7 + column) as f64).collect();
            let sheet = Sheet::new(width, (0..5).map(row));
            let drawn = [4, 0, 0, 3, 4];
            let mut sums = vec![f64::NAN; width];
            sheet.sum(&drawn, &mut sums);
            for (column, sum) in sums.iter().enumerate() {
                let expected = drawn.iter().fold(0.0, |sum, &unit| sum + sheet.row(unit as usize)[column]);
                assert_eq!(sum.to_bits(), f64::to_bits(expected), "column {column} of {width}");
            }
            assert_eq!((sheet.len(), sheet.row(3)), (5, row(3)));
        }
    }
}
