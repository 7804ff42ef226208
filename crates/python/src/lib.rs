//! The compiled module of the Python package: it translates and locks, and learns nothing itself.
//!
//! | file | what it holds |
//! |---|---|
//! | `learner` | `Learner`: one example at a time, many, what it knows, files |
//! | `many` | batches, without the interpreter's lock |
//! | `turns` | who may use a learner now |
//! | `keys`, `features` | features of a dict |
//! | `labels` | labels, in and out |
//! | `input` | matrices, tables and lists of dicts |
//! | `batch` | all rows at once: hindsight, audits, boosting |
//! | `rows` | the rows of an input as a source of the engine |
//! | `signals` | Ctrl-C and progress while something long runs |
//! | `merge` | one learner of several |
//! | `dual` | rows on several machines: `DualShard`, `DualMaster` |
//! | `certificate`, `norms` | `Certificate`; the norms that it is asked about |
//! | `dataset`, `cells` | `Dataset`, the rows of a file; their cells on the way |
//! | `checks` | what estimators ask of arrays |
//! | `order` | the order of a pass |
//! | `error`, `words` | what goes wrong, in the words of Python |
//! | `json` | values of JSON |

mod batch;
mod cells;
mod certificate;
mod checks;
mod dataset;
mod dual;
mod error;
mod features;
mod input;
mod json;
mod keys;
mod labels;
mod learner;
mod many;
mod merge;
mod norms;
mod order;
mod plain;
mod rows;
mod signals;
mod turns;
mod words;

use pyo3::prelude::*;

/// The engine.
#[pymodule(gil_used = false)]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("NoRegretError", module.py().get_type::<error::NoRegretError>())?;
    module.add_class::<learner::Learner>()?;
    module.add_class::<features::Prepared>()?;
    module.add_class::<many::Pass>()?;
    module.add_class::<certificate::Certificate>()?;
    module.add_class::<dataset::Dataset>()?;
    module.add_class::<dual::DualShard>()?;
    module.add_class::<dual::DualMaster>()?;
    module.add_function(wrap_pyfunction!(dataset::read, module)?)?;
    module.add_function(wrap_pyfunction!(batch::hindsight, module)?)?;
    module.add_function(wrap_pyfunction!(batch::certify, module)?)?;
    module.add_function(wrap_pyfunction!(batch::boost, module)?)?;
    module.add_function(wrap_pyfunction!(merge::merge, module)?)?;
    module.add_function(wrap_pyfunction!(order::shuffle, module)?)?;
    module.add_function(wrap_pyfunction!(checks::distinct, module)?)?;
    module.add_function(wrap_pyfunction!(json::algorithms, module)?)
}
