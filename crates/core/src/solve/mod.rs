//! Small numerical tools, pure functions on numbers and slices.

pub mod block;
mod box_pair;
mod budget;
mod minimum;
mod mira;
mod project;
pub mod ranking;
mod root;
mod sum;

pub use box_pair::box_pair;
pub use budget::{separable_budget, separable_budget_by};
pub use minimum::golden_section;
pub use mira::{MiraSolver, mira};
pub use project::{BoxSimplex, project_l1_ball, project_simplex, project_solid_simplex};
pub use root::bracketed_root;
pub use sum::Sum;
pub(crate) use sum::square_of;
