//! The trace of a run: one JSON line a round, so that anybody can check its certificate without
//! this code.
//!
//! The first line (`"event": "trace"`) names the composition, the last (`"event": "end"`) has the
//! totals. A line between them is a round: margin z, loss g, trade-off c, the dual variables other
//! than 0 with their directions in terms of the row or rows of the example, and A and |v| after it.
//! docs/json.md has every field. (The certificate: Shalev-Shwartz 2007, Lemma 1.)

mod reader;
mod writer;

pub(crate) use reader::TraceReader;
pub(crate) use writer::TraceWriter;

use crate::model::{Model, Single};
use crate::{Error, Result};

/// Which form a trace has.
const VERSION: u64 = 1;

/// The one learner of a model whose rounds can be written down.
pub(crate) fn traceable(model: &Model) -> Result<&Single> {
    let single = model
        .one()
        .map_err(|_| Error::Usage("a trace is about one learner: name it with -a".into()))?;
    if !single.spec.scope.is_current() {
        return Err(Error::Usage(
            "a trace is about rounds whose dual variables stay as they are; this scope revisits \
             them"
                .into(),
        ));
    }
    Ok(single)
}
