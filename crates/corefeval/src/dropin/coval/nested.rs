//! Removal of mentions nested in another mention of their entity, with CoVal's miscounting.
//!
//! A mention is listed once for each mention it lies in. If the listed mentions seem to leave only one, the
//! entity is dropped (if singletons are) or left as it was.

use rustc_hash::FxHashSet;

use super::mention::{Entity, Identity, Mention, Nesting};
use super::side::Side;

/// What was counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Removed {
    /// Listed mentions.
    pub(super) mentions: usize,
    /// Entities that seemed to be left with one mention.
    pub(super) entities: usize,
}

impl std::ops::AddAssign for Removed {
    fn add_assign(&mut self, other: Self) {
        self.mentions += other.mentions;
        self.entities += other.entities;
    }
}

/// Removes nested mentions, and prints which.
pub(super) fn remove(side: &mut Side, drop_singletons: bool, printed: &mut String) -> Removed {
    let mut removed = Removed::default();
    let listed: Vec<Vec<Identity>> = side.entities.iter().map(|entity| list(side, entity, printed)).collect();
    let mut listed = listed.into_iter();
    side.entities.retain_mut(|entity| {
        let nested = listed.next().unwrap_or_default();
        removed.mentions += nested.len();
        if entity.len() != 1 && entity.len().checked_sub(nested.len()) == Some(1) {
            removed.entities += 1;
            return !drop_singletons;
        }
        let nested: FxHashSet<Identity> = nested.into_iter().collect();
        entity.retain(|mention| nested.is_empty() || !nested.contains(&mention.identity()));
        true
    });
    removed
}

/// The nested mentions of an entity, once for each mention they lie in.
fn list<'a>(side: &Side<'a>, entity: &Entity<'a>, printed: &mut String) -> Vec<Identity> {
    let described = |mention: &Mention<'a>| mention.described(side.name, side.sentences);
    let mut listed = Vec::new();
    for (place, first) in entity.iter().enumerate() {
        // mentions come in the order of their sentences
        let near = entity[place + 1..].iter().take_while(|second| second.sentence == first.sentence);
        for second in near {
            match first.nesting(second) {
                Nesting::FirstInSecond => {
                    listed.push(first.identity());
                    let text =
                        format!("{} {}\n=========================\n", described(first), described(second));
                    printed.push_str(&text);
                }
                Nesting::SecondInFirst => {
                    listed.push(second.identity());
                    printed.push_str(&format!("{}\n", described(second)));
                }
                Nesting::Neither => {}
            }
        }
    }
    listed
}
