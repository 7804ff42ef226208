//! Inner products of the parts of an example, divided by c, a row of them when it is first needed;
//! and those of directions, which are made of them.

use crate::ascent::Round;
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::round::{Block, Term};
use crate::solve::block::{Gram, Matrix};

/// `<x_p, x_q>/c`, in the space of the kernel where there is one.
#[derive(Debug, Default)]
pub(super) struct Products {
    rows: Vec<Option<Vec<f64>>>,
    /// `|x_p|^2`, outside the space of the kernel.
    squares: Vec<f64>,
}

impl Products {
    /// None is known yet.
    pub(super) fn new<L: Loss, H: Hypothesis>(round: &Round<'_, L, H>) -> Self {
        let rows = vec![None; round.parts.len()];
        Products { rows, squares: round.parts.iter().map(|x| x.square()).collect() }
    }

    /// Finds the row of the part of a term. Which space products are in depends on the row of the
    /// weights; those of parts that share no row are never asked for.
    pub(super) fn find<L: Loss, H: Hypothesis>(&mut self, round: &Round<'_, L, H>, term: &Term) {
        let part = term.part;
        if self.rows[part].is_none() {
            let row = (0..self.rows.len()).map(|other| match &self.rows[other] {
                Some(known) => known[part],
                None => self.inner(round, term, other),
            });
            self.rows[part] = Some(row.collect());
        }
    }

    fn inner<L: Loss, H: Hypothesis>(
        &self,
        round: &Round<'_, L, H>,
        &Term { part: p, row, .. }: &Term,
        q: usize,
    ) -> f64 {
        if p == q {
            return round.view.squares[p] / round.c;
        }
        let (p, q) = (p.max(q), p.min(q));
        let dot = round.parts[p].inner(round.parts[q]);
        round.hypothesis.similarity(row, dot, self.squares[p], self.squares[q]) / round.c
    }

    /// The row of a part that was found.
    pub(super) fn row(&self, part: usize) -> &[f64] {
        self.rows[part].as_deref().unwrap_or_default()
    }

    /// `<a,b>/c`; the rows of the parts of a must have been found.
    fn cross(&self, a: &[Term], b: &RowTerms) -> f64 {
        let of = |t: &Term, u: &Term| t.coef * u.coef * self.row(t.part)[u.part];
        a.iter().flat_map(|t| b.of_row(t.row).iter().map(move |u| of(t, u))).sum()
    }
}

/// The terms of a direction by row, in their order within each.
struct RowTerms(Vec<Term>);

impl RowTerms {
    fn new(terms: &[Term]) -> Self {
        let mut terms = terms.to_vec();
        terms.sort_by_key(|t| t.row);
        RowTerms(terms)
    }

    fn of_row(&self, row: usize) -> &[Term] {
        let from = self.0.partition_point(|t| t.row < row);
        let own = self.0[from..].partition_point(|t| t.row == row);
        &self.0[from..from + own]
    }
}

/// Inner products of some directions of a block, made when they are asked for.
pub(super) struct Directions<'a> {
    products: &'a Products,
    block: &'a Block,
    members: &'a [usize],
    terms: Vec<RowTerms>,
}

impl<'a> Directions<'a> {
    /// Those of these constraints; the rows of their parts must have been found.
    pub(super) fn new(products: &'a Products, block: &'a Block, members: &'a [usize]) -> Self {
        let terms = members.iter().map(|&i| RowTerms::new(block.direction(i))).collect();
        Directions { products, block, members, terms }
    }

    /// All of them.
    pub(super) fn matrix(&self) -> Matrix {
        let count = self.members.len();
        let cells = (0..count * count).map(|at| self.at(at / count, at % count)).collect();
        Matrix { count, cells }
    }
}

impl Gram for Directions<'_> {
    fn at(&self, i: usize, j: usize) -> f64 {
        self.products.cross(self.block.direction(self.members[i]), &self.terms[j])
    }
}
