//! The result of matching: which mention is the twin of which.

/// The result of matching mentions one to one. A mention that was not matched is twinless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alignment {
    of_key: Vec<u32>,
    of_response: Vec<u32>,
    /// The key mentions that were found only in part; few rules distinguish them.
    partial: Vec<u32>,
}

const TWINLESS: u32 = u32::MAX;

impl Alignment {
    /// An alignment without twins, for this many mentions.
    #[must_use]
    pub fn new(key_mentions: usize, response_mentions: usize) -> Self {
        Self {
            of_key: vec![TWINLESS; key_mentions],
            of_response: vec![TWINLESS; response_mentions],
            partial: Vec::new(),
        }
    }

    /// Makes two mentions twins. Returns false and changes nothing if either already has a twin or does not
    /// exist.
    pub fn join(&mut self, key: usize, response: usize) -> bool {
        let places = (self.of_key.get_mut(key), self.of_response.get_mut(response));
        if let (Some(of_key @ &mut TWINLESS), Some(of_response @ &mut TWINLESS)) = places {
            (*of_key, *of_response) = (response as u32, key as u32);
            true
        } else {
            false
        }
    }

    /// The same as [`Alignment::join`], for twins that count half in mention detection.
    pub fn join_in_part(&mut self, key: usize, response: usize) -> bool {
        let joined = self.join(key, response);
        if joined {
            self.partial.push(key as u32);
        }
        joined
    }

    /// The key mentions whose twins count half in mention detection.
    pub(crate) fn partial(&self) -> &[u32] {
        &self.partial
    }

    /// How many of the twins count half in mention detection.
    #[must_use]
    pub fn partial_count(&self) -> usize {
        self.partial.len()
    }

    /// The response mention that is the twin of a key mention.
    #[must_use]
    pub fn of_key(&self, key: usize) -> Option<usize> {
        self.of_key.get(key).filter(|&&twin| twin != TWINLESS).map(|&twin| twin as usize)
    }

    /// The key mention that is the twin of a response mention.
    #[must_use]
    pub fn of_response(&self, response: usize) -> Option<usize> {
        self.of_response.get(response).filter(|&&twin| twin != TWINLESS).map(|&twin| twin as usize)
    }

    /// All twins, as places in the key and in the response, in key order.
    pub fn twins(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let twins = self.of_key.iter().enumerate().filter(|&(_, &twin)| twin != TWINLESS);
        twins.map(|(key, &response)| (key, response as usize))
    }

    /// How many twins there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.twins().count()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Alignment;

    proptest! {
        #[test]
        fn whatever_is_joined_stays_one_to_one(
            sizes in (0usize..6, 0usize..6),
            joins in prop::collection::vec((0usize..8, 0usize..8, any::<bool>()), 0..20),
        ) {
            let mut alignment = Alignment::new(sizes.0, sizes.1);
            let mut joined = 0;
            for (key, response, in_part) in joins {
                let done = if in_part {
                    alignment.join_in_part(key, response)
                } else {
                    alignment.join(key, response)
                };
                prop_assert!(!done || (key < sizes.0 && response < sizes.1));
                joined += usize::from(done);
            }
            prop_assert_eq!(alignment.count(), joined);
            prop_assert!(alignment.partial_count() <= joined);
            for (key, response) in alignment.twins() {
                prop_assert_eq!(alignment.of_response(response), Some(key));
            }
        }
    }
}
