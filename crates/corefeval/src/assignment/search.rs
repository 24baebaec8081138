//! The cheapest way to give one more row a partner: a chain of rows, each of which gives its column to the
//! one before.
//!
//! Dijkstra's algorithm over columns, where a step costs what the row would lose by it. It works as the
//! Hungarian method does, but a search reads only the necessary part of the table, and resets what it has
//! changed.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::NOBODY;
use super::market::Market;

/// Memory for searches.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// the cost to reach each column; `i64::MAX` between searches
    distances: Vec<i64>,
    /// the row from which a column was reached
    origins: Vec<u32>,
    /// columns with a distance
    reached: Vec<u32>,
    /// columns as near as the current row; taking the first one first keeps chains short
    near: VecDeque<u32>,
    /// columns farther away, the nearest first
    far: BinaryHeap<Reverse<(i64, u32)>>,
    end: End,
    /// how many rows were visited so far
    pub(super) effort: usize,
}

/// Where a chain ends: at a row that takes a free column, or at one that gets no column.
#[derive(Debug, Default, Clone, Copy)]
struct End {
    distance: i64,
    row: u32,
    column: u32,
}

impl Search {
    /// Prepares searches from either side.
    pub(super) fn start(&mut self, market: &Market) {
        let size = market.partners.len().max(market.holders.len());
        self.distances.resize(size.max(self.distances.len()), i64::MAX);
        self.origins.resize(size.max(self.origins.len()), NOBODY);
        self.effort = 0;
    }

    /// Finds a partner for a row without one, or proves that leaving it without one is at least as good.
    pub(super) fn settle(&mut self, market: &mut Market, row: u32) {
        market.gains[row as usize] = market.best_gain(row);
        self.find_end(market, row);
        self.update_prices(market, row);
        self.hand_on(market, row);
    }

    fn find_end(&mut self, market: &Market, source: u32) {
        self.near.clear();
        self.far.clear();
        self.end.distance = i64::MAX;
        let (mut row, mut distance) = (source, 0);
        loop {
            self.effort += 1;
            self.look_from(market, row, distance);
            let Some((next, column)) = self.nearest(distance) else { return };
            (row, distance) = (market.holders[column as usize], next);
        }
    }

    fn look_from(&mut self, market: &Market, row: u32, distance: i64) {
        let given_up = distance + market.gains[row as usize];
        if given_up < self.end.distance {
            self.end = End { distance: given_up, row, column: NOBODY };
        }
        for &(column, weight) in market.sheet.row(row) {
            let reach = given_up + market.prices[column as usize] - weight;
            if reach >= self.end.distance || reach >= self.distances[column as usize] {
                continue;
            }
            if market.holders[column as usize] == NOBODY {
                self.end = End { distance: reach, row, column };
                continue;
            }
            self.distances[column as usize] = reach;
            self.origins[column as usize] = row;
            self.reached.push(column);
            if reach == distance {
                self.near.push_back(column);
            } else {
                self.far.push(Reverse((reach, column)));
            }
        }
    }

    /// The next column on the way, unless the chain can end at no greater cost.
    fn nearest(&mut self, distance: i64) -> Option<(i64, u32)> {
        if self.end.distance == distance {
            return None;
        }
        if let Some(column) = self.near.pop_front() {
            return Some((distance, column));
        }
        while let Some(Reverse((distance, column))) = self.far.pop() {
            if distance >= self.end.distance {
                return None;
            }
            // a column is in the heap once for each time its distance was reduced
            if distance == self.distances[column as usize] {
                return Some((distance, column));
            }
        }
        None
    }

    /// Raises prices so that each step of the chain costs nothing.
    fn update_prices(&mut self, market: &mut Market, source: u32) {
        market.gains[source as usize] -= self.end.distance;
        for column in self.reached.drain(..) {
            let column = column as usize;
            let distance = std::mem::replace(&mut self.distances[column], i64::MAX);
            // a column whose distance was reduced is here twice; the second time its distance is already
            // reset
            if distance < self.end.distance {
                let rise = self.end.distance - distance;
                market.prices[column] += rise;
                market.gains[market.holders[column] as usize] -= rise;
            }
        }
    }

    /// Follows the chain back from its end, and gives each row the column found for it.
    fn hand_on(&self, market: &mut Market, source: u32) {
        let End { mut row, mut column, .. } = self.end;
        loop {
            let before = std::mem::replace(&mut market.partners[row as usize], column);
            if column != NOBODY {
                market.holders[column as usize] = row;
            }
            if row == source {
                return;
            }
            column = before;
            row = self.origins[column as usize];
        }
    }
}
