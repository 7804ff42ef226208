//! Pictures of lines as SVG.
//!
//! | file | what it holds |
//! |---|---|
//! | `svg` | the shapes |
//! | `places` | lines over a few named places |
//! | `panels` | curves over a logarithmic axis, several panels below each other |
//! | `axis` | where the numbers of a panel go, and its ticks |

mod axis;
pub mod panels;
pub mod places;
pub mod svg;
