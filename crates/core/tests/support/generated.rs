//! Rows of generators and adversaries.

use noregret_core::generate::{AnyGenerator, Drawn};
use noregret_core::{Instance, Spec};

/// The first rows of a generator.
pub fn rows(text: &str, seed: u64, count: usize) -> Vec<Drawn> {
    let mut stream = AnyGenerator::parse(text).unwrap().stream(seed, None).unwrap();
    (0..count).map_while(|_| stream.draw().unwrap().cloned()).collect()
}

/// The rows of an adversary against an algorithm, and the mistakes it forced.
pub fn duel(text: &str, algorithm: &str, count: usize) -> (Vec<Drawn>, u64) {
    let spec = Spec::named(algorithm, "binary").unwrap();
    let mut stream = AnyGenerator::parse(text).unwrap().stream(0, Some(&spec)).unwrap();
    let rows = (0..count).map_while(|_| stream.draw().unwrap().cloned()).collect();
    (rows, stream.mistakes())
}

pub fn dot(row: &Drawn, u: &[f64]) -> f64 {
    row.instance().dot(u)
}

pub fn norm(row: &Drawn) -> f64 {
    Instance::Dense(&row.values).square().sqrt()
}
