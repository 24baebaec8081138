//! Mentions that links join into entities, whichever way the links run.

/// Sets of numbered things that grow together.
#[derive(Debug, Default)]
pub(super) struct Links {
    parents: Vec<usize>,
}

impl Links {
    /// So many things, none of them linked.
    pub(super) fn new(count: usize) -> Self {
        Self { parents: (0..count).collect() }
    }

    /// One thing more.
    pub(super) fn add(&mut self) {
        self.parents.push(self.parents.len());
    }

    /// The first thing, by number, of those linked with this one.
    pub(super) fn first(&mut self, thing: usize) -> usize {
        let mut root = thing;
        while self.parents[root] != root {
            self.parents[root] = self.parents[self.parents[root]];
            root = self.parents[root];
        }
        root
    }

    /// Links two things.
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
