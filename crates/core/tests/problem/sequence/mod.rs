//! Sequence tagging: paths against brute force, rounds against their definitions.

mod chunks;
mod paths;
mod rounds;
mod theorem;

use crate::support::Rng;
use noregret_core::problem::{Classes, Sequence};
use noregret_core::{ClassName, Instance, Label};

/// A sequence problem that knows the tags 0, 1, …, `tags - 1`.
fn sequence(text: &str, tags: usize) -> Sequence {
    let names = (0..tags).map(|tag| ClassName::Number(tag as f64)).collect::<Vec<_>>();
    let parsed = noregret_core::problem::AnyProblem::parse(text).unwrap();
    let noregret_core::problem::AnyProblem::Sequence(problem) = parsed else { panic!("{text}") };
    Sequence { classes: Classes::from(names), ..problem }
}

/// All tag sequences of so many tokens.
fn all_paths(tokens: usize, tags: usize) -> Vec<Vec<usize>> {
    let mut paths = vec![Vec::new()];
    for _ in 0..tokens {
        let longer = |path: &Vec<usize>| {
            (0..tags).map(|tag| [&path[..], &[tag]].concat()).collect::<Vec<_>>()
        };
        paths = paths.iter().flat_map(longer).collect();
    }
    paths
}

/// A sentence: dense tokens, whose first coordinates are free for the transitions, and tags.
struct Sentence {
    tokens: Vec<Vec<f64>>,
    tags: Vec<usize>,
}

/// Coordinates before the features of tokens, where `tags=3` keeps room.
const RESERVED: usize = 5;
/// Features of a token.
const N: usize = 3;
/// Tags.
const K: usize = 3;

impl Sentence {
    /// A sentence whose tags follow its tokens, mostly.
    fn draw(rng: &mut Rng) -> Self {
        let m = 1 + rng.below(4);
        let tags: Vec<usize> = (0..m).map(|_| rng.below(K)).collect();
        let token = |&tag: &usize| {
            let mut x = vec![0.0; RESERVED];
            x.extend((0..N).map(|j| 0.7 * rng.signed() + f64::from(u8::from(j == tag))));
            x
        };
        Sentence { tokens: tags.iter().map(token).collect(), tags }
    }

    fn parts(&self) -> Vec<Instance<'_>> {
        self.tokens.iter().map(|x| Instance::Dense(x)).collect()
    }

    fn labels(&self) -> Vec<Label<'static>> {
        self.tags.iter().map(|&tag| Label::Number(tag as f64)).collect()
    }

    /// `phi(x,y)` written out: a row of `RESERVED + N` weights a tag.
    fn features(&self, tags: &[usize]) -> Vec<f64> {
        let width = RESERVED + N;
        let mut phi = vec![0.0; K * width];
        for (x, &tag) in self.tokens.iter().zip(tags) {
            phi[tag * width..][..width].iter_mut().zip(x).for_each(|(to, x)| *to += x);
        }
        phi[tags[0] * width] += 1.0;
        phi[tags[tags.len() - 1] * width + 1] += 1.0;
        tags.windows(2).for_each(|pair| phi[pair[1] * width + 2 + pair[0]] += 1.0);
        phi
    }

    /// `(phi(x,y) - phi(x,y'), cost)` of every wrong y'.
    fn directions(&self) -> Vec<(Vec<f64>, f64)> {
        let right = self.features(&self.tags);
        let paths = all_paths(self.tags.len(), K).into_iter().filter(|path| *path != self.tags);
        let of = |path: Vec<usize>| {
            let wrong = path.iter().zip(&self.tags).filter(|(a, b)| a != b).count();
            let phi = self.features(&path);
            (right.iter().zip(&phi).map(|(a, b)| a - b).collect(), wrong as f64)
        };
        paths.map(of).collect()
    }

    /// The maximal loss `max_y' [cost - <u, phi(x,y) - phi(x,y')>]_+` of weights u.
    fn maximal_loss(&self, u: &[f64]) -> f64 {
        let losses =
            self.directions().into_iter().map(|(a, cost)| cost - crate::support::dot(u, &a));
        losses.fold(0.0, f64::max)
    }
}
