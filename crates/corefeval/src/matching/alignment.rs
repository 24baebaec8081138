//! The result of matching: which mention is the twin of which.

/// Which mentions were matched with which, one to one. A mention that was not is twinless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alignment {
    of_key: Vec<u32>,
    of_response: Vec<u32>,
    /// The key mentions that were found only in part; few rules make a difference.
    partial: Vec<u32>,
}

const TWINLESS: u32 = u32::MAX;

impl Alignment {
    /// No mention matched yet.
    #[must_use]
    pub fn new(key_mentions: usize, response_mentions: usize) -> Self {
        Self {
            of_key: vec![TWINLESS; key_mentions],
            of_response: vec![TWINLESS; response_mentions],
            partial: Vec::new(),
        }
    }

    /// Makes two mentions twins; false, and nothing changes, if either has a twin already.
    pub fn join(&mut self, key: usize, response: usize) -> bool {
        let free = self.of_key[key] == TWINLESS && self.of_response[response] == TWINLESS;
        if free {
            self.of_key[key] = response as u32;
            self.of_response[response] = key as u32;
        }
        free
    }

    /// The same as [`Alignment::join`], for twins that count half in mention detection.
    pub fn join_in_part(&mut self, key: usize, response: usize) -> bool {
        let joined = self.join(key, response);
        if joined {
            self.partial.push(key as u32);
        }
        joined
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
