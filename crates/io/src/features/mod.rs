//! The numbering of features: keys to dense slots 0, 1, 2, … in order of first sight.
//!
//! | file | what it holds |
//! |---|---|
//! | `space` | [`FeatureSpace`]: keys to slots and back |
//! | `indices`, `names` | the two dictionaries behind it |
//! | `stamp` | whether slots still mean what they meant |
//! | `hashing` | slots by Vowpal Wabbit's hash instead of a dictionary |
//! | `lookup` | [`Lookup`]: learning (new keys get slots) or frozen |
//! | `interaction`, `interact` | [`Interaction`]: products of features, added to a row |
//! | `name` | names in two parts, and their hash |
//! | `draft`, `named`, `columns` | the features of some rows as listed, before they have slots |
//! | `book` | names that a parser has numbered, and their slots |
//! | `words` | text columns: a feature a word |
//! | `resolve` | from there to the slots of a row |
//! | `pairs`, `unknown` | what it fills on the way: features with a slot, and names without one |
//! | `numbers` | slots remembered for names like `ns^17` |
//! | `part_columns` | [`PartColumns`]: features that say the set and the price of a row |
//! | `parts` | [`FeatureParts`]: the space as plain arrays for a model file |

mod book;
mod columns;
mod draft;
mod finder;
mod hashing;
mod indices;
mod interact;
mod interaction;
mod lookup;
mod name;
mod named;
mod names;
mod numbers;
mod pairs;
mod part_columns;
mod parts;
mod resolve;
mod space;
mod stamp;
mod unknown;
mod words;

pub(crate) use book::NameBook;
pub(crate) use columns::ColumnNames;
pub(crate) use draft::{Draft, ENCODED_NAME, Features};
pub use finder::NameFinder;
pub use hashing::murmur3_32;
pub(crate) use hashing::{encoded_hash, feature_hash};
pub(crate) use indices::NO_SLOT;
pub(crate) use interact::Products;
pub use interact::belongs;
pub use interaction::{Interaction, InteractionError};
pub use lookup::Lookup;
pub(crate) use named::Section;
pub(crate) use names::NameTable;
pub(crate) use pairs::Pairs;
pub use part_columns::PartColumns;
pub use parts::{FeatureParts, PartsError};
pub use resolve::Resolver;
pub(crate) use space::canonical_index;
pub use space::{FeatureName, FeatureSpace, MAX_INDEX, SpaceFull};
