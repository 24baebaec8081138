//! Mentions that links join into entities, whatever the direction of the links.

/// Disjoint sets of numbered items, which links merge.
#[derive(Debug, Default)]
pub(super) struct Links {
    parents: Vec<usize>,
}

impl Links {
    /// A number of items without links.
    pub(super) fn new(count: usize) -> Self {
        Self { parents: (0..count).collect() }
    }

    /// Adds one item.
    pub(super) fn add(&mut self) {
        self.parents.push(self.parents.len());
    }

    /// The lowest number of the items that are linked with this one.
    pub(super) fn first(&mut self, thing: usize) -> usize {
        let mut root = thing;
        while self.parents[root] != root {
            self.parents[root] = self.parents[self.parents[root]];
            root = self.parents[root];
        }
        root
    }

    /// Links two items.
    pub(super) fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.first(one), self.first(other));
        self.parents[one.max(other)] = one.min(other);
    }
}

#[cfg(test)]
mod tests {
    use super::Links;

    #[test]
    fn linked_things_share_their_first() {
        let mut links = Links::new(6);
        for (one, other) in [(4, 1), (5, 4), (2, 3)] {
            links.join(one, other);
        }
        let firsts: Vec<usize> = (0..6).map(|thing| links.first(thing)).collect();
        assert_eq!(firsts, [0, 1, 2, 2, 1, 1]);
    }
}
