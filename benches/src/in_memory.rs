//! Learning alone: reads a file into memory, then times whole passes of one algorithm.
//!
//! `in-memory FILE PROBLEM ALGORITHM PASSES` prints one JSON object with the least CPU seconds of a pass, as the floor does:
//! wall time would count what else the machine does.

mod clock;

use clock::seconds;
use noregret_core::{AnyLearner, Error, Instance, Label, Spec};
use noregret_io::{DataReader, FeatureSpace, Lookup, ReadOptions, Row};
use std::error::Error as StdError;
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

fn pass(learner: &mut AnyLearner, data: &Data) -> Result<(), Error> {
    for (y, ends) in data.labels.iter().zip(data.ends.windows(2)) {
        let (indices, values) = (&data.indices[ends[0]..ends[1]], &data.values[ends[0]..ends[1]]);
        learner.learn(Instance::Sparse { indices, values }, Label::Number(*y))?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn StdError>> {
    let args: Vec<String> = std::env::args().collect();
    let [_, file, problem, algorithm, passes] = args.as_slice() else {
        return Err("usage: in-memory FILE PROBLEM ALGORITHM PASSES".into());
    };
    let data = load(Path::new(file))?;
    let spec = Spec::named(algorithm, problem)?;
    let (mut least, mut mistakes) = (f64::INFINITY, 0);
    for _ in 0..passes.parse::<u32>()? {
        let mut learner = spec.build()?;
        let start = seconds();
        pass(&mut learner, &data)?;
        least = least.min(seconds() - start);
        mistakes = learner.ledger().mistakes;
    }
    let rows = data.labels.len();
    println!(
        "{{\"rows\":{rows},\"nnz\":{},\"learn_s\":{least:.4},\"error\":{:.6}}}",
        data.indices.len() - rows,
        mistakes as f64 / rows as f64
    );
    Ok(())
}
