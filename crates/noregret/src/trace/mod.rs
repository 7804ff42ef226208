//! The trace of a run: one JSON line a round, so that anybody can check its certificate without
//! this code.
//!
//! The first line (`"event": "trace"`) names the composition, the last (`"event": "end"`) has the
//! totals. A line between them is a round: margin z, loss g, trade-off c, the dual variables other
//! than 0 with their directions in terms of the row or rows of the example, and A and |v| after it.
//! docs/json.md has every field. (The certificate: Shalev-Shwartz 2007, Lemma 1.)

mod difference;
mod lines;
mod reader;
mod writer;

pub(crate) use difference::difference;
pub(crate) use lines::{Place, end, header, round};
pub(crate) use reader::TraceReader;
pub(crate) use writer::TraceWriter;

/// Which form a trace has.
const VERSION: u64 = 1;
