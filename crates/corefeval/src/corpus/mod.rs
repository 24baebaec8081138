//! What a corpus consists of, and how it is assembled: counts, partitions, layers extracted and merged, words
//! filled in.

mod category;
mod layer_text;
mod merge;
mod partition;
mod polysemy;
mod propositions;
mod skeleton;
mod statistics;

pub use category::{Category, category_of};
pub use layer_text::{LayerError, TextLayer, extract, merge};
pub(crate) use merge::{Bits, bracket};
pub use partition::{Part, PartitionError, Partitioned, Placed, partition};
pub use polysemy::Polysemy;
pub use propositions::{Argument, Proposition, annotated, propositions};
pub use skeleton::{Filled, Sentence, SkeletonError, Words, fill, texts};
pub use statistics::{Buckets, Statistics, by_genre};

#[cfg(test)]
mod tests;
