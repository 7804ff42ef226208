//! How fast a file is read: `parse_speed FILE [runs [threads]]` prints rows, non-zeros, a checksum
//! and seconds.
//!
//! CPU seconds are those of the thread as Linux accounts them; elsewhere they are missing and the
//! wall clock has to do. Take the best of several runs: the machine may be busy with other work.

use std::path::Path;
use std::time::Instant;

use noregret_io::{DataError, DataReader, FeatureSpace, Lookup, ReadOptions, Row};

fn main() -> Result<(), DataError> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().unwrap_or_else(|| "-".into());
    let runs = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1);
    let threads = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1);
    let options = ReadOptions { threads, ..ReadOptions::default() };
    for _ in 0..runs {
        let (start, cpu) = (Instant::now(), cpu_seconds());
        let summary = read_all(Path::new(&file), &options)?;
        let wall = start.elapsed().as_secs_f64();
        match (cpu, cpu_seconds()) {
            (Some(before), Some(after)) => {
                println!("{summary} wall {wall:.4} cpu {:.4}", after - before);
            }
            _ => println!("{summary} wall {wall:.4}"),
        }
    }
    Ok(())
}

fn read_all(file: &Path, options: &ReadOptions) -> Result<String, DataError> {
    let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
    let mut reader = DataReader::open(file, options)?;
    let (mut nonzeros, mut sum) = (0, 0.0);
    while reader.read(Lookup::Learn(&mut space), &mut row)? {
        nonzeros += row.indices.len();
        sum += row.values.last().copied().unwrap_or(0.0);
    }
    let (rows, features) = (reader.rows_read(), space.len());
    Ok(format!("rows {rows} nonzeros {nonzeros} features {features} sum {sum}"))
}

/// The CPU time of this thread so far.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
