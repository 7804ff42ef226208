//! Streams of blocks of tasks, and comparators to measure against.

use crate::support::{Geometry, Rng, basis, dot, largest, norm, scaled};

/// One round: a row and a side each.
#[derive(Clone, Debug)]
pub struct Tasks {
    pub rows: Vec<Vec<f64>>,
    pub sides: Vec<f64>,
}

impl Tasks {
    pub fn new(rows: &[&[f64]], sides: &[f64]) -> Self {
        Tasks { rows: rows.iter().map(|x| x.to_vec()).collect(), sides: sides.into() }
    }

    pub fn one(x: Vec<f64>, side: f64) -> Self {
        Tasks { rows: vec![x], sides: vec![side] }
    }

    /// `a_j = y_j x_j`.
    pub fn directions(&self) -> Vec<Vec<f64>> {
        self.rows.iter().zip(&self.sides).map(|(x, y)| scaled(x, *y)).collect()
    }

    /// `max_j [gamma - <u,a_j>]_+`.
    pub fn loss(&self, u: &[f64], gamma: f64) -> f64 {
        self.losses(u, gamma).into_iter().fold(0.0, f64::max)
    }

    pub fn losses(&self, u: &[f64], gamma: f64) -> Vec<f64> {
        self.directions().iter().map(|a| (gamma - dot(u, a)).max(0.0)).collect()
    }

    /// These rows on the sides that these weights get wrong.
    pub fn against(&self, w: &[f64]) -> Self {
        let side = |x: &Vec<f64>| if dot(w, x) > 0.0 { -1.0 } else { 1.0 };
        Tasks { rows: self.rows.clone(), sides: self.rows.iter().map(side).collect() }
    }
}

pub struct Stream {
    pub name: &'static str,
    pub n: usize,
    pub planted: Vec<f64>,
    pub rounds: Vec<Tasks>,
    /// Whether the sides are to be chosen against the learner.
    pub adversarial: bool,
}

impl Stream {
    /// Blocks of 1 to 5 rows of every kind; `whole`: entries -1, 0 and 1.
    pub fn of_every_kind(rng: &mut Rng, geo: Geometry, whole: bool, len: usize) -> Vec<Stream> {
        ["random", "planted", "alike", "orthogonal", "adversarial"]
            .map(|name| Stream::draw(rng, geo, whole, name, len))
            .into()
    }

    pub fn draw(
        rng: &mut Rng,
        geo: Geometry,
        whole: bool,
        name: &'static str,
        len: usize,
    ) -> Stream {
        let n = 5;
        let planted = match geo {
            Geometry::Euclid => scaled(&rng.vector(n), 3.0),
            Geometry::Entropy => rng.simplex(n),
        };
        let rounds = (0..len).map(|_| block(rng, &planted, whole, name)).collect();
        Stream { name, n, planted, rounds, adversarial: name == "adversarial" }
    }

    /// The largest norm of a row.
    pub fn radius(&self, geo: Geometry) -> f64 {
        let size = |x: &Vec<f64>| match geo {
            Geometry::Euclid => norm(x),
            Geometry::Entropy => largest(x),
        };
        self.rounds.iter().flat_map(|t| &t.rows).map(size).fold(0.0, f64::max)
    }
}

fn block(rng: &mut Rng, planted: &[f64], whole: bool, name: &str) -> Tasks {
    let n = planted.len();
    let k = 1 + rng.below(5);
    let first = row(rng, n, whole);
    let mut tasks = Tasks { rows: Vec::new(), sides: Vec::new() };
    for j in 0..k {
        let x = match name {
            "alike" if rng.chance(0.5) => first.clone(),
            "alike" if rng.chance(0.1) => vec![0.0; n],
            "orthogonal" => {
                (0..n).map(|i| if i == j { rng.between(0.2, 1.5) } else { 0.0 }).collect()
            }
            _ => row(rng, n, whole),
        };
        let x =
            if whole { x.iter().map(|x: &f64| x.round().clamp(-1.0, 1.0)).collect() } else { x };
        let side = if name == "random" && rng.chance(0.3) { -1.0 } else { 1.0 };
        tasks.sides.push(side * if dot(planted, &x) < 0.0 { -1.0 } else { 1.0 });
        tasks.rows.push(x);
    }
    tasks
}

fn row(rng: &mut Rng, n: usize, whole: bool) -> Vec<f64> {
    let x = rng.vector(n);
    if whole { x.iter().map(|x| (1.5 * x).round()).collect() } else { scaled(&x, 1.2) }
}

/// Comparators: the planted one and scalings of it, random ones, a corner of the simplex.
pub fn comparators(rng: &mut Rng, geo: Geometry, stream: &Stream) -> Vec<Vec<f64>> {
    let mut all = vec![stream.planted.clone()];
    match geo {
        Geometry::Euclid => {
            all.extend([0.0, 0.3, 3.0].map(|s| scaled(&stream.planted, s)));
            all.extend((0..3).map(|_| scaled(&rng.vector(stream.n), 2.0)));
        }
        Geometry::Entropy => {
            all.extend((0..3).map(|_| rng.simplex(stream.n)));
            all.push(basis(stream.n, 0));
        }
    }
    all
}
