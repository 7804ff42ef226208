//! Blocks of binary tasks with one hidden rule: instances in {-1,0,1}^500, half of their entries 0, that keep the
//! planted margin; a point of the simplex with so many relevant entries decides the side.
//!
//! The margin is the 75th percentile of `|<w,x>|`. In a noisy block every side is flipped with probability 0.4.
//! (Simultaneous projections, sec. 9.1.)

use super::stream::{Input, Round};
use crate::failure::Outcome;
use crate::repro::data::Random;
use noregret_core::{Instance, Label};

/// Entries of an instance.
pub(crate) const FEATURES: usize = 500;
/// Rounds of a stream.
const ROUNDS: usize = 1000;
/// Share of the entries that are 0.
const ZEROS: f64 = 0.5;
const FLIPPED: f64 = 0.4;
/// Instances from which the margin is found.
const PROBES: usize = 4000;

type Vector = (Vec<u32>, Vec<f64>);

/// A drawn stream.
#[derive(Debug)]
pub(crate) struct Blocks {
    margin: f64,
    rounds: Vec<(Vec<Vector>, Vec<f64>)>,
}

impl Blocks {
    /// Draws a stream; `(seed, stream)` choose the random numbers.
    pub(crate) fn draw(
        size: usize,
        relevant: usize,
        noise: f64,
        (seed, stream): (u64, u64),
        limit: usize,
    ) -> Self {
        let mut random = Random::new(seed, stream);
        let rule = rule(relevant, &mut random);
        let mut sizes: Vec<f64> =
            (0..PROBES).map(|_| score(&rule, &instance(&mut random)).abs()).collect();
        sizes.sort_by(f64::total_cmp);
        let margin = sizes[PROBES * 3 / 4];
        let block = |random: &mut Random| {
            let noisy = random.unit() < noise;
            let (mut parts, mut sides) = (Vec::new(), Vec::new());
            while parts.len() < size {
                let x = instance(random);
                let score = score(&rule, &x);
                if score.abs() >= margin {
                    let flipped = noisy && random.unit() < FLIPPED;
                    sides.push(if flipped { -score.signum() } else { score.signum() });
                    parts.push(x);
                }
            }
            (parts, sides)
        };
        Blocks { margin, rounds: (0..ROUNDS.min(limit)).map(|_| block(&mut random)).collect() }
    }

    pub(crate) fn margin(&self) -> f64 {
        self.margin
    }

    pub(crate) fn play(&self, see: &mut dyn FnMut(&dyn Round) -> Outcome<()>) -> Outcome<()> {
        for (parts, sides) in &self.rounds {
            let instance = |(at, values): &'_ Vector| Instance::sparse(at, values).map(drop);
            parts.iter().try_for_each(instance)?;
            let parts = parts.iter().map(|(indices, values)| Instance::Sparse { indices, values });
            see(&Block { parts: parts.collect(), sides })?;
        }
        Ok(())
    }
}

/// Relevant entries uniform on [0, 1), then scaled to add up to 1.
fn rule(relevant: usize, random: &mut Random) -> Vec<f64> {
    let mut rule = vec![0.0; FEATURES];
    let mut left = relevant.min(FEATURES);
    while left > 0 {
        let at = random.below(FEATURES);
        if rule[at] == 0.0 {
            rule[at] = random.unit().max(f64::MIN_POSITIVE);
            left -= 1;
        }
    }
    let total: f64 = rule.iter().sum();
    rule.iter_mut().for_each(|w| *w /= total);
    rule
}

fn instance(random: &mut Random) -> Vector {
    let mut x = (Vec::new(), Vec::new());
    for at in 0..FEATURES as u32 {
        if random.unit() >= ZEROS {
            x.0.push(at);
            x.1.push(if random.below(2) == 0 { 1.0 } else { -1.0 });
        }
    }
    x
}

fn score(rule: &[f64], (at, values): &Vector) -> f64 {
    at.iter().zip(values).map(|(&at, value)| rule[at as usize] * value).sum()
}

struct Block<'a> {
    parts: Vec<Instance<'a>>,
    sides: &'a [f64],
}

impl Round for Block<'_> {
    fn parts(&self, _input: Input) -> &[Instance<'_>] {
        &self.parts
    }

    fn label(&self, _input: Input) -> Label<'_> {
        Label::Each(self.sides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clean_block_keeps_the_margin_and_a_noisy_one_does_not() {
        let clean = Blocks::draw(4, 50, 0.0, (1, 0), 30);
        let mut random = Random::new(1, 0);
        let rule = rule(50, &mut random);
        assert!((rule.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert_eq!(rule.iter().filter(|w| **w > 0.0).count(), 50);
        let worst = |blocks: &Blocks| {
            let tasks = blocks.rounds.iter().flat_map(|(parts, sides)| parts.iter().zip(sides));
            tasks.map(|(x, side)| side * score(&rule, x)).fold(f64::INFINITY, f64::min)
        };
        assert!(worst(&clean) >= clean.margin());
        assert!(worst(&Blocks::draw(4, 50, 1.0, (1, 0), 30)) <= -clean.margin());
        assert_eq!(clean.rounds, Blocks::draw(4, 50, 0.0, (1, 0), 30).rounds);
    }
}
