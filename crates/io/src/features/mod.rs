//! The numbering of features: keys to dense slots 0, 1, 2, … in order of first sight.
//!
//! | file | what it holds |
//! |---|---|
//! | `space` | [`FeatureSpace`]: keys to slots and back |
//! | `indices`, `names` | the two dictionaries behind it |
//! | `hashing` | slots by Vowpal Wabbit's hash instead of a dictionary |
//! | `stamp` | which space a remembered slot is of |
//! | `lookup` | [`Lookup`]: learning (new keys get slots) or frozen |
//! | `interaction`, `interact` | [`Interaction`]: products of features, added to a row |
//! | `draft` | the features of some rows as listed, before they have slots |
//! | `resolve` | from there to the slots of a row |
//! | `parts` | [`FeatureParts`]: the space as plain arrays for a model file |

mod draft;
mod hashing;
mod indices;
mod interact;
mod interaction;
mod lookup;
mod names;
mod parts;
mod resolve;
mod space;
mod stamp;

pub(crate) use draft::{Draft, Features};
pub(crate) use hashing::feature_hash;
pub use hashing::murmur3_32;
pub(crate) use indices::NO_SLOT;
pub(crate) use interact::Products;
pub use interact::{belongs, joints};
pub use interaction::{Interaction, NoInteraction};
pub use lookup::Lookup;
pub(crate) use names::NameTable;
pub use parts::{FeatureParts, PartsError};
pub(crate) use resolve::Resolver;
pub use space::{FeatureName, FeatureSpace, MAX_INDEX, SpaceFull};
