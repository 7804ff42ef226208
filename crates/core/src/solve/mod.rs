//! Small numerical tools, pure functions on numbers and slices.

mod minimum;
mod mira;
mod root;
mod sum;

pub use minimum::golden_section;
pub use mira::{MiraSolver, mira};
pub use root::bracketed_root;
pub use sum::Sum;
pub(crate) use sum::square_of;
