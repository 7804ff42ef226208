//! What witnesses have proved and found, the rounds of the open block included.

use super::block::Block;
use super::bounds::{Findings, Fixed, Measure};
use super::classes::{ClassLane, Several};
use super::ones::{Judged, Ones, Pace};
use super::run::{Kind, Totals, Witness};
use crate::loss::Loss;
use crate::number::Sum;
use std::ops::Range;

/// What the kappas are multiplied by where further trade-offs are tried: between the usual ones,
/// and below them.
const FURTHER: [f64; 2] = [0.42, 0.0057];

impl Witness {
    /// What they have proved and found so far; rounds of the open block are visited for it.
    pub fn findings(&self) -> Findings {
        let mut all = self.clone();
        let last = all.close();
        let Totals { rounds, weight, gave_up, .. } = &all.totals;
        let (rounds, weight) = (*rounds, weight.value());
        let measures = if *gave_up || rounds == 0 { Vec::new() } else { all.measures(last) };
        Findings { rounds, weight, measures }
    }

    /// The norm of the predictor `v/c` of the second witness, whose trade-off is the middle one:
    /// what there is to speak about where no predictor is known by its loss.
    pub fn norm(&self) -> Option<f64> {
        let mut all = self.clone();
        all.close_block();
        let scale = all.pace().scale;
        let norm = match &all.kind {
            Kind::Ones(ones) => {
                let c = ones.tradeoffs(scale)[1];
                all.norm_of(ones.table.iter().map(|each| [each[1] / c]))
            }
            Kind::Several(several) => {
                let lane = several.lanes.get(1).or(several.lanes.first())?;
                all.norm_of_classes(&lane.table, several, 1.0 / (lane.kappa * scale))
            }
        };
        (norm > 0.0 && norm.is_finite()).then_some(norm)
    }

    fn measures(&self, last: Option<(Block, Pace)>) -> Vec<Measure> {
        let only = last.filter(|_| self.totals.blocks == 1);
        let Some((block, pace)) = only else { return self.proved(self.followed_found()) };
        let mut measures = self.proved(self.found(&block, &pace));
        for &factor in FURTHER.iter().filter(|_| self.effort.finer) {
            let mut finer = self.clone();
            finer.kind = match &self.kind {
                Kind::Ones(ones) => {
                    let two_sided = ones.lanes[0].loss.two_sided();
                    Kind::Ones(Box::new(Ones::new(two_sided, factor)))
                }
                Kind::Several(several) => {
                    Kind::Several(Box::new(Several::new(several.classes, factor, true)))
                }
            };
            match &mut finer.kind {
                Kind::Ones(ones) => drop(ones.close(&block, &pace)),
                Kind::Several(several) => drop(several.close(&block, &pace)),
            }
            let more = finer.proved(finer.found(&block, &pace));
            for (measure, more) in measures.iter_mut().zip(more) {
                measure.bounds.extend(more.bounds);
                measure.found.extend(more.found);
            }
        }
        measures
    }

    /// What is proved, with these predictors.
    fn proved(&self, found: Vec<Vec<Fixed>>) -> Vec<Measure> {
        let map = |j: usize, v: f64, sum: f64| match &self.scaled {
            Some(scaled) => scaled.potential(j, v, sum),
            None => v,
        };
        let stretch = self.scaled.as_ref().map_or(1.0, |scaled| scaled.stretch());
        match &self.kind {
            Kind::Ones(ones) => ones.measures(&ones.norms(map), stretch, &found),
            Kind::Several(several) => {
                let (classes, stride) = (several.classes, several.stride());
                let lanes = several.lanes.iter();
                let norms: Vec<f64> = lanes.map(|lane| lane.norms(classes, stride, map)).collect();
                several.measures(&norms, stretch, found.into_iter().next().unwrap_or_default())
            }
        }
    }

    /// The predictors of all witnesses, judged by the only block there is.
    fn found(&self, block: &Block, pace: &Pace) -> Vec<Vec<Fixed>> {
        match &self.kind {
            Kind::Ones(ones) => {
                let c = ones.tradeoffs(pace.scale);
                let mut judged = Judged::default();
                for i in 0..block.len() {
                    ones.judge(block, i, &c, &mut judged);
                }
                let Judged { losses, wrong } = judged;
                let fixed = |k: usize| {
                    let norm = self.norm_of(ones.table.iter().map(|each| [each[k] / c[k]]));
                    Fixed { norm, loss: losses[k].value(), mistakes: wrong[k].value() }
                };
                let of = |(_, range): (_, Range<usize>)| range.map(fixed).collect();
                ones.families().into_iter().map(of).collect()
            }
            Kind::Several(several) => {
                let judged = several.judge(block, pace.scale);
                let fixed = |(lane, (loss, wrong)): (&ClassLane, (Sum, Sum))| {
                    let c = lane.kappa * pace.scale;
                    let norm = self.norm_of_classes(&lane.table, several, 1.0 / c);
                    Fixed { norm, loss: loss.value(), mistakes: wrong.value() }
                };
                vec![several.lanes.iter().zip(judged).map(fixed).collect()]
            }
        }
    }

    pub(super) fn norm_of_classes(&self, table: &[f64], several: &Several, factor: f64) -> f64 {
        let (classes, stride) = (several.classes, several.stride());
        let mut square = Sum::default();
        for r in 0..classes {
            let row = table.chunks_exact(stride).map(|places| [places[r] * factor]);
            square.add(self.norm_of(row).powi(2));
        }
        square.value().sqrt()
    }

    /// The norm of a predictor as comparators are measured: infinite if it is none of them.
    pub(super) fn norm_of(&self, weights: impl Iterator<Item = [f64; 1]>) -> f64 {
        let (mut square, mut shift) = (Sum::default(), Sum::default());
        let constant = self.bias.map(|bias| (bias.coordinate as usize, bias.value));
        let mut own = 0.0;
        for (j, [u]) in weights.enumerate() {
            let (u, more) = self.scaled.as_ref().map_or((u, 0.0), |scaled| scaled.weight(j, u));
            shift.add(more);
            match constant {
                Some((at, _)) if at == j => own = u,
                _ => square.add(u * u),
            }
        }
        match (constant, shift.value()) {
            (Some((_, value)), shift) if value != 0.0 => square.add((own + shift / value).powi(2)),
            (_, 0.0) => square.add(own * own),
            _ => return f64::INFINITY,
        }
        square.value().sqrt() * (1.0 + 1e-12)
    }
}
