//! Several classes (Crammer and Singer 2003).

mod costs;
mod edges;
mod symmetries;
