//! An auction in which rows bid for columns: fast, with a nearly optimal assignment.
//!
//! After D. P. Bertsekas, "Auction algorithms for network flow problems", 1992.

use std::collections::VecDeque;

use super::NOBODY;
use super::market::Market;

/// How many bids there may be for each row on average before an auction is stopped.
const PATIENCE: usize = 30;

/// Memory for auctions.
#[derive(Debug, Default)]
pub(super) struct Auction {
    bidders: VecDeque<u32>,
    /// the rows that were left without a decision
    pub(super) undecided: Vec<u32>,
}

impl Auction {
    /// Lets all rows without a partner bid; each pays a price that leaves it the gain of its next best
    /// column, less a step.
    ///
    /// With a step of zero, prices stay as low as any best assignment allows, and a row that would only
    /// displace an equal one stays undecided.
    pub(super) fn hold(&mut self, market: &mut Market, step: i64) {
        self.undecided.clear();
        self.bidders.clear();
        self.bidders.extend((0..market.rows()).filter(|&row| market.is_single(row)));
        for _ in 0..PATIENCE * market.partners.len() {
            let Some(row) = self.bidders.pop_front() else { return };
            self.bid(market, row, step);
        }
        self.undecided.extend(self.bidders.drain(..));
    }

    fn bid(&mut self, market: &mut Market, row: u32, step: i64) {
        let offer = market.best_offer(row);
        if offer.column == NOBODY {
            market.gains[row as usize] = 0;
        } else if step == 0 && offer.worth == offer.next && market.holders[offer.column as usize] != NOBODY {
            self.undecided.push(row);
        } else {
            let before = market.take(row, &offer, (offer.next - step).max(0));
            if before != NOBODY {
                self.bidders.push_back(before);
            }
        }
    }
}
