//! Learning alone: reads a file into memory, then times whole passes of one algorithm.
//!
//! `in-memory FILE PROBLEM ALGORITHM HOW PASSES` prints one JSON object with the least CPU seconds
//! of a pass, as the floor does: wall time would count what else the machine does. HOW is `learn`
//! (a call per row), `learn_many` (a call per pass) or `limit` (a plain loop, see `limit.rs`).

mod clock;
mod limit;

use clock::seconds;
use limit::Limit;
use noregret_core::round::{Csr, Labels};
use noregret_core::{AnyLearner, Batch, Instance, Label, Spec};
use noregret_io::{DataReader, FeatureSpace, Lookup, ReadOptions, Row};
use std::error::Error as StdError;
use std::hint::black_box;
use std::path::Path;

/// The data as rows of one long pair of arrays.
struct Data {
    labels: Vec<f64>,
    ends: Vec<usize>,
    indices: Vec<u32>,
    values: Vec<f64>,
}

/// The constant feature that the floor uses.
const BIAS: f64 = 0.1;

fn load(path: &Path) -> Result<Data, Box<dyn StdError>> {
    let mut reader = DataReader::open(path, &ReadOptions::default())?;
    let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
    let mut data = Data { labels: vec![], ends: vec![0], indices: vec![], values: vec![] };
    let constant = space.constant()?;
    while reader.read(Lookup::Learn(&mut space), &mut row)? {
        data.indices.push(constant);
        data.values.push(BIAS);
        data.indices.extend_from_slice(&row.indices);
        data.values.extend_from_slice(&row.values);
        data.labels.push(row.label.number().ok_or("labels must be numbers")?);
        data.ends.push(data.indices.len());
    }
    Ok(data)
}

impl Data {
    fn rows(&self) -> impl Iterator<Item = (&[u32], &[f64], f64)> {
        self.labels
            .iter()
            .zip(self.ends.windows(2))
            .map(|(&y, ends)| (&self.indices[ends[0]..ends[1]], &self.values[ends[0]..ends[1]], y))
    }
}

/// One round after the other.
fn looped(learner: &mut AnyLearner, data: &Data) -> Result<(), Box<dyn StdError>> {
    for (indices, values, y) in data.rows() {
        learner.learn(Instance::Sparse { indices, values }, Label::Number(y))?;
    }
    Ok(())
}

/// All rows in one call.
fn many(learner: &mut AnyLearner, data: &Data) -> Result<(), Box<dyn StdError>> {
    let labels = Labels::Numbers(&data.labels);
    let rows = Csr::new(&data.ends, &data.indices, &data.values, labels)?;
    Ok(learner.learn_many(Batch::Sparse(rows), |_, _| ())?)
}

/// The mistakes of a fresh learner, and the seconds it took.
fn timed(
    spec: &Spec,
    data: &Data,
    pass: impl Fn(&mut AnyLearner, &Data) -> Result<(), Box<dyn StdError>>,
) -> Result<(u64, f64), Box<dyn StdError>> {
    let mut learner = spec.build()?;
    let start = seconds();
    pass(&mut learner, data)?;
    Ok((learner.ledger().mistakes, seconds() - start))
}

/// The same for the plain loop.
fn timed_limit(data: &Data) -> (u64, f64) {
    let (mut limit, start) = (Limit::default(), seconds());
    data.rows().for_each(|(indices, values, y)| limit.learn(indices, values, y));
    let seconds = seconds() - start;
    black_box(limit.total());
    (limit.mistakes, seconds)
}

fn main() -> Result<(), Box<dyn StdError>> {
    let args: Vec<String> = std::env::args().collect();
    let [_, file, problem, algorithm, how, passes] = args.as_slice() else {
        return Err("usage: in-memory FILE PROBLEM ALGORITHM learn|learn_many|limit PASSES".into());
    };
    let data = load(Path::new(file))?;
    let spec = Spec::named(algorithm, problem)?;
    let (mut least, mut mistakes) = (f64::INFINITY, 0);
    for _ in 0..passes.parse::<u32>()? {
        let seconds;
        (mistakes, seconds) = match how.as_str() {
            "learn" => timed(&spec, &data, looped)?,
            "learn_many" => timed(&spec, &data, many)?,
            "limit" => timed_limit(&data),
            _ => return Err("learn, learn_many or limit?".into()),
        };
        least = least.min(seconds);
    }
    let rows = data.labels.len();
    println!(
        "{{\"rows\":{rows},\"nnz\":{},\"learn_s\":{least:.4},\"error\":{:.6}}}",
        data.indices.len() - rows,
        mistakes as f64 / rows as f64
    );
    Ok(())
}
