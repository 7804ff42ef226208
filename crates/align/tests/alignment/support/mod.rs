//! Random examples, and inference the slow ways.

pub(crate) mod fig54;
pub(crate) mod plain;
pub(crate) mod tables;
