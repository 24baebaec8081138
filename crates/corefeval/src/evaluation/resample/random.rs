//! Random numbers that are the same on every machine: `SplitMix64` (Steele, Lea and Flood 2014).

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    state: u64,
}

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Random {
    /// The stream of a resample; streams of neighbouring numbers are independent.
    pub(crate) fn new(seed: u64, purpose: u64, number: u64) -> Self {
        let state = mixed(mixed(mixed(seed.wrapping_add(STEP)) ^ purpose).wrapping_add(STEP) ^ number);
        Self { state }
    }

    /// The next 64 random bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mixed(self.state)
    }

    /// A number below `limit`, each equally likely up to one part in 2⁶⁴ / limit.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }
}

fn mixed(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_generator_is_the_published_one() {
        // the first numbers of SplitMix64 from state 1234567, as its authors' program prints them
        let mut random = Random { state: 1_234_567 };
        let first: Vec<u64> = (0..3).map(|_| random.next()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn numbers_are_spread_evenly() {
        let mut counts = [0u32; 7];
        for number in 0..7_000 {
            counts[Random::new(1, 0, number).below(7)] += 1;
        }
        let chi_squared: f64 = counts.iter().map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0).sum();
        // the 99.9th percentile with 6 degrees of freedom
        assert!(chi_squared < 22.46, "{counts:?}");
    }
}
