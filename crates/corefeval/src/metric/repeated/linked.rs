//! Counts the pairs of numbers that share an entity, where a number may be in several entities.

use super::matched::Membership;

/// How many pairs can be made of so many things.
pub(super) fn choose_two(count: usize) -> u64 {
    let count = count as u64;
    count * count.saturating_sub(1) / 2
}

/// How many pairs of `members`, all of them different, are in one entity together.
///
/// Two numbers can share more than one entity only if both are in several; such pairs are counted separately.
pub(super) fn linked_pairs(members: &[u32], membership: &Membership) -> u64 {
    let is_several = |number: &u32| membership.of(*number).len() > 1;
    let all = pairs_by_entity(members.iter().copied(), membership);
    let several: Vec<u32> = members.iter().copied().filter(is_several).collect();
    if several.is_empty() {
        return all;
    }
    let counted_often = pairs_by_entity(several.iter().copied(), membership);
    all - counted_often + linked_in_several(several, membership)
}

/// How many pairs each entity makes, added up.
fn pairs_by_entity(members: impl Iterator<Item = u32>, membership: &Membership) -> u64 {
    let mut places: Vec<u32> = Vec::new();
    for number in members {
        places.extend(membership.of(number));
    }
    places.sort_unstable();
    let runs = places.chunk_by(|one, other| one == other);
    runs.map(|run| choose_two(run.len())).sum()
}

/// How many pairs share an entity, each counted once; numbers that are in the same entities are grouped.
fn linked_in_several(mut several: Vec<u32>, membership: &Membership) -> u64 {
    several.sort_unstable_by_key(|&number| membership.of(number));
    let groups: Vec<&[u32]> =
        several.chunk_by(|&one, &other| membership.of(one) == membership.of(other)).collect();
    let places = |group: &&[u32]| group.first().map_or(&[][..], |&number| membership.of(number));
    let mut holders: Vec<(u32, usize)> = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        holders.extend(places(group).iter().map(|&entity| (entity, index)));
    }
    holders.sort_unstable();
    let mut pairs = 0;
    let mut met_by = vec![usize::MAX; groups.len()];
    for (index, group) in groups.iter().enumerate() {
        pairs += choose_two(group.len());
        for &entity in places(group) {
            let start = holders.partition_point(|&holder| holder <= (entity, index));
            let others = holders[start..].iter().take_while(|holder| holder.0 == entity);
            for &(_, other) in others {
                if met_by[other] != index {
                    met_by[other] = index;
                    pairs += (group.len() * groups[other].len()) as u64;
                }
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::linked_pairs;
    use crate::metric::repeated::matched::Membership;

    fn pairs(entities: &[Vec<u32>]) -> u64 {
        let members: Vec<u32> = (0..6).collect();
        linked_pairs(&members, &Membership::new(entities, 6))
    }

    #[test]
    fn without_repeats_every_entity_counts_its_own_pairs() {
        assert_eq!(pairs(&[vec![0, 1, 2], vec![3, 4], vec![5]]), 4);
    }

    #[test]
    fn a_pair_in_two_entities_counts_once() {
        assert_eq!(pairs(&[vec![0, 1, 2], vec![0, 1]]), 3);
        assert_eq!(pairs(&[vec![0, 1], vec![0, 1, 2], vec![1, 2]]), 3);
        assert_eq!(pairs(&[vec![0, 1], vec![0, 2], vec![1, 2]]), 3);
    }
}
