//! Projections in place onto the simplex, the l1 ball and the simplex with bounds.
//!
//! They are the mirror maps of restricted domains.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), sec. 7.1; Fig. 7.2 and 7.3 as corrected.

mod bounded;
mod simplex;

pub use bounded::BoxSimplex;
pub use simplex::{project_l1_ball, project_simplex, project_solid_simplex};
