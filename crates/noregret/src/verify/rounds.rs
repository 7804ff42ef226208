//! The rounds of a run: examples, one pass after the other, and what each asks.

use super::asked::Asked;
use crate::model::Single;
use crate::words::count;
use crate::{Error, Result};
use noregret_io::Row;

/// An example with the file it is from.
#[derive(Debug)]
pub(super) struct Seen {
    pub(super) rows: Vec<Row>,
    /// From 0.
    pub(super) file: usize,
}

/// The examples, and what they ask in the first pass and after it.
#[derive(Debug)]
pub(super) struct Rounds {
    examples: Vec<Seen>,
    pub(super) first: Vec<Asked>,
    pub(super) later: Vec<Asked>,
    pub(super) passes: u64,
}

impl Rounds {
    /// As many passes over these examples as the learner made rounds.
    pub(super) fn new(single: &Single, examples: Vec<Seen>) -> Result<Self> {
        let rounds = single.learner.ledger().rounds;
        let passes = rounds / examples.len().max(1) as u64;
        if passes * examples.len() as u64 != rounds {
            return Err(Error::Usage(format!(
                "the model learned from {}, but there are {} here: give the data it learned from \
                 (--limit, --skip and --test-every choose rows)",
                count(rounds, "example"),
                examples.len()
            )));
        }
        let mut problem = single.spec.problem.clone();
        let mut ask = || -> noregret_core::Result<Vec<Asked>> {
            let mut all: Vec<Asked> = Vec::with_capacity(examples.len());
            for seen in &examples {
                let mut asked = Asked::new(&single.spec, &mut problem, &seen.rows)?;
                all.last().into_iter().for_each(|before| asked.share(before));
                all.push(asked);
            }
            Ok(all)
        };
        // Later passes know all classes from the start.
        let (first, later) = (ask()?, ask()?);
        Ok(Rounds { examples, first, later, passes })
    }

    /// The rounds in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Seen, &Asked)> {
        (0..self.passes).flat_map(|pass| {
            self.examples.iter().zip(if pass == 0 { &self.first } else { &self.later })
        })
    }

    /// What is asked in any of them.
    pub(super) fn asked(&self) -> impl Iterator<Item = &Asked> {
        self.first.iter().chain(&self.later)
    }
}
