//! Kernel learning, one epoch: ours against a straightforward scalar loop over the same kernel
//! evaluations.
//!
//! `kernel [FILE]` reads digits as `label pixel pixel …`, blank-separated (USPS zip.train), or
//! makes a set of the same shape if there is no file; runs MIRA with the homogeneous polynomial
//! kernel of degree 9 on rows of unit length; prints one JSON object with the least seconds (wall)
//! of each and whether they agree.

use noregret_core::ascent::MiraSolver;
use noregret_core::hypothesis::AnyHypothesis;
use noregret_core::kernel::AnyKernel;
use noregret_core::{Error, Instance, Label, Spec};
use noregret_io::Source;
use std::error::Error as StdError;
use std::path::Path;
use std::time::Instant;

const CLASSES: usize = 10;
const DEGREE: i32 = 9;
const BETA: f64 = 0.01;
/// How often each is run.
const TIMES: usize = 3;

/// Rows of unit length with their classes.
struct Digits {
    rows: Vec<Vec<f64>>,
    labels: Vec<usize>,
}

fn unit(mut row: Vec<f64>) -> Vec<f64> {
    let norm = row.iter().map(|x| x * x).sum::<f64>().sqrt();
    row.iter_mut().for_each(|x| *x /= norm);
    row
}

fn read(path: &str) -> Result<Digits, Box<dyn StdError>> {
    let text = String::from_utf8(Source::open(Path::new(path))?.read_all()?)?;
    let mut digits = Digits { rows: Vec::new(), labels: Vec::new() };
    for line in text.lines() {
        let mut words = line.split_whitespace().map(str::parse::<f64>);
        digits.labels.push(words.next().ok_or("an empty line")?? as usize);
        let pixels: Result<Vec<f64>, _> = words.map(|p| p.map(|p| (p + 1.0) / 2.0)).collect();
        digits.rows.push(unit(pixels?));
    }
    Ok(digits)
}

/// 7291 noisy copies of ten random pictures of 16 x 16.
fn made() -> Digits {
    let mut state = 1u64;
    let mut random = move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let pictures: Vec<Vec<f64>> =
        (0..CLASSES).map(|_| (0..256).map(|_| random()).collect()).collect();
    let labels: Vec<usize> = (0..7291).map(|_| (random() * CLASSES as f64) as usize).collect();
    let noisy = |y: &usize| unit(pictures[*y].iter().map(|p| p + 1.5 * random()).collect());
    Digits { rows: labels.iter().map(noisy).collect(), labels }
}

/// Scores by the sum over the support, one product after the other; the same MIRA step.
fn scalar(digits: &Digits) -> (u64, u64) {
    let mut support: Vec<(usize, [f64; CLASSES])> = Vec::new();
    let (mut mistakes, mut spare) = (0, Vec::new());
    for (t, (x, &y)) in digits.rows.iter().zip(&digits.labels).enumerate() {
        let mut scores = [0.0; CLASSES];
        for (i, coefs) in &support {
            let mut dot = 0.0;
            for (a, b) in digits.rows[*i].iter().zip(x) {
                dot += a * b;
            }
            let near = dot.powi(DEGREE);
            scores.iter_mut().zip(coefs).for_each(|(s, c)| *s += c * near);
        }
        let others: Vec<usize> = (0..CLASSES).filter(|&r| r != y).collect();
        mistakes += u64::from(others.iter().any(|&r| scores[r] >= scores[y]));
        let excess: Vec<f64> = others.iter().map(|&r| scores[r] - scores[y] + BETA).collect();
        let mut duals = [0.0; CLASSES - 1];
        MiraSolver::Sort.solve(&excess, 1.0, &mut spare, &mut duals);
        let total: f64 = duals.iter().sum();
        if total > 0.0 {
            let mut coefs = [0.0; CLASSES];
            coefs[y] = total;
            others.iter().zip(duals).for_each(|(&r, d)| coefs[r] = -d);
            support.push((t, coefs));
        }
    }
    (mistakes, support.len() as u64)
}

fn ours(digits: &Digits) -> Result<(u64, u64), Error> {
    let mut spec = Spec::named("mira", "multiclass")?;
    spec.kernel = Some(AnyKernel::parse(&format!("polynomial:degree={DEGREE},offset=0"))?);
    let mut learner = spec.build()?;
    for class in 0..CLASSES {
        learner.admit_label(Label::Number(class as f64))?;
    }
    let rows: Vec<Instance<'_>> = digits.rows.iter().map(|x| Instance::Dense(x)).collect();
    learner.expect(&rows, true);
    for (x, &y) in rows.iter().zip(&digits.labels) {
        learner.learn(*x, Label::Number(y as f64))?;
    }
    let patterns = match learner.hypothesis() {
        AnyHypothesis::Expansion(expansion) => expansion.patterns() as u64,
        _ => 0,
    };
    Ok((learner.ledger().mistakes, patterns))
}

fn main() -> Result<(), Box<dyn StdError>> {
    let digits = match std::env::args().nth(1) {
        Some(path) => read(&path)?,
        None => made(),
    };
    let (mut least, mut found) = ([f64::INFINITY; 2], [(0, 0); 2]);
    for _ in 0..TIMES {
        let start = Instant::now();
        found[0] = scalar(&digits);
        least[0] = least[0].min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        found[1] = ours(&digits)?;
        least[1] = least[1].min(start.elapsed().as_secs_f64());
    }
    println!(
        "{{\"rows\":{},\"scalar_s\":{:.4},\"ours_s\":{:.4},\"ratio\":{:.2},\"scalar\":{:?},\"ours\":{:?}}}",
        digits.rows.len(),
        least[0],
        least[1],
        least[0] / least[1],
        [found[0].0, found[0].1],
        [found[1].0, found[1].1],
    );
    Ok(())
}
