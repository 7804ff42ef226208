//! Pictures of lines as SVG.
//!
//! | file | what it holds |
//! |---|---|
//! | `svg` | the shapes |
//! | `panels` | curves over a logarithmic axis, several panels below each other |
//! | `axis` | where the numbers of a panel go, and its ticks |

mod axis;
pub mod panels;
pub mod svg;
