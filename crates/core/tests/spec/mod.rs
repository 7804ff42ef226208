//! Tests of `spec`: which compositions are learners, and how they are written.

mod compositions;
