//! Published experiments, repeated and compared with what was published.
//!
//! | file | what it holds |
//! |---|---|
//! | `experiments` | the table: data, kernel, published numbers |
//! | `data` | readers, the chess board, orders |
//! | `run` | one algorithm on one order |
//! | `perform` | all runs of an experiment |
//! | `results` | what they found |
//! | `section`, `plot` | the same as Markdown and as a picture |
//! | `online` | experiments that are one pass over streams |
//! | `splits` | risk bounds on random splits |
//! | `page` | the page that holds the sections of all experiments |

mod data;
pub(crate) mod experiments;
pub(crate) mod online;
pub(crate) mod page;
pub(crate) mod perform;
pub(crate) mod plot;
pub(crate) mod results;
mod run;
pub(crate) mod section;
pub(crate) mod splits;

use std::path::{Path, PathBuf};

/// Where the data sets are: as said, else by the environment, else beside the repository.
pub(crate) fn data_dir(said: Option<&Path>) -> PathBuf {
    let environment = || std::env::var_os("NOREGRET_DATA").map(PathBuf::from);
    said.map(Path::to_path_buf).or_else(environment).unwrap_or_else(|| "../shared/data".into())
}
