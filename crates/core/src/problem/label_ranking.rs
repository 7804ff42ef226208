//! Label ranking: one weight vector a label; the labels of the relevant set Y should lead all
//! others. Directions `a_rs = (row r) - (row s)` for r in Y and s not in Y, margins
//! `z_rs = <w_r,x> - <w_s,x> - cost(r,s)`, tied by one slack (`max`) or averaged over the pairs
//! with a slack each (`average`).
//!
//! The label is a set, a single class, or a list of pairs (better, worse) that alone are asked for.
//! Answers with all labels, the largest score first, the earlier of equals first. A round is wrong
//! if some pair is in wrong order or tied. An empty or full set asks for nothing. Default: `max`,
//! no labels declared. (Shalev-Shwartz & Singer, label ranking, sec. 1; Amit et al., simultaneous
//! projections, sec. 3.1 and 7.)

use super::classes::lead;
use super::costs::{Cost, CostTable};
use super::form::{Form, FormConstraint, worst};
use super::{Classes, FirstLabels, LabelForm, Longest, Problem};
use crate::error::{Error, Result};
use crate::registry::Component;
use crate::round::{Block, Label, Prediction, Quality, Ranking, Term, View, rank_by};
use serde::{Deserialize, Serialize};

/// Several labels, some relevant.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct LabelRanking {
    /// The labels known so far, a row each.
    pub classes: Classes,
    /// What a round loses.
    pub form: Form,
    costs: CostTable,
}

/// What is written down of it.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Written {
    #[serde(skip_serializing_if = "Classes::is_empty")]
    classes: Classes,
    form: Form,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    costs: Vec<Cost>,
}

impl From<Written> for LabelRanking {
    fn from(Written { classes, form, costs }: Written) -> Self {
        LabelRanking { costs: CostTable::new(costs, &classes), classes, form }
    }
}

impl From<LabelRanking> for Written {
    fn from(LabelRanking { classes, form, costs }: LabelRanking) -> Self {
        Written { classes, form, costs: costs.list().to_vec() }
    }
}

impl Component for LabelRanking {
    const ABOUT: &'static str = "labels of which some are relevant (multilabel): z = min <w_r,x> - \
        <w_s,x>, r relevant, s not; ranks by <w_r,x>";
    const REFERENCE: &'static str =
        "Shalev-Shwartz & Singer, label ranking, sec. 1; Amit et al., sec. 3.1 and 7";
}

impl LabelRanking {
    /// The costs.
    pub fn costs(&self) -> &[Cost] {
        self.costs.list()
    }

    /// What r asks of its lead over s.
    fn pair(&self, scores: &[f64], r: usize, s: usize) -> FormConstraint<2> {
        let terms = [Term { part: 0, row: r, coef: 1.0 }, Term { part: 0, row: s, coef: -1.0 }];
        let shift = if self.costs.is_empty() { 0.0 } else { self.costs.margin(r, s) };
        FormConstraint { terms, lead: scores[r] - scores[s], shift }
    }

    /// The rows of a set, each once, in rising order.
    fn relevant(&self, set: &[Label<'_>]) -> Result<Vec<usize>> {
        let mut rows = set.iter().map(|&l| self.classes.row(l)).collect::<Result<Vec<usize>>>()?;
        rows.sort_unstable();
        rows.dedup();
        Ok(rows)
    }

    /// Every member of the set leads every other label.
    fn lead_all(&self, scores: &[f64], relevant: &[usize], block: &mut Block) {
        block.quality = Quality::Ranking(Ranking::new(scores, relevant));
        let others = (0..scores.len()).filter(|s| relevant.binary_search(s).is_err());
        let highest = others.clone().reduce(|a, b| if scores[b] > scores[a] { b } else { a });
        let lowest =
            relevant.iter().copied().reduce(|a, b| if scores[b] < scores[a] { b } else { a });
        let (Some(r), Some(s)) = (lowest, highest) else { return };
        if block.by_rows && self.form == Form::Max && self.costs.is_empty() {
            block.leads.resize(scores.len(), false);
            relevant.iter().for_each(|&r| block.leads[r] = true);
        }
        let all =
            relevant.iter().flat_map(|&r| others.clone().map(move |s| self.pair(scores, r, s)));
        let nearest = self.pair(scores, r, s);
        // With costs another pair may miss its margin by more.
        let worst = if self.costs.is_empty() { None } else { worst(all.clone()) };
        self.form.write(worst.unwrap_or(nearest), all, nearest.lead <= 0.0, block);
    }

    /// These pairs are in order.
    fn lead_each(
        &self,
        scores: &[f64],
        pairs: &[(Label<'_>, Label<'_>)],
        block: &mut Block,
    ) -> Result<()> {
        let rows = |&(better, worse): &(Label<'_>, Label<'_>)| -> Result<(usize, usize)> {
            let (better, worse) = (self.classes.row(better)?, self.classes.row(worse)?);
            if better == worse {
                let name = &self.classes.names()[better];
                return Err(Error::Label(format!("{name} cannot be better than itself")));
            }
            Ok((better, worse))
        };
        let mut pairs = pairs.iter().map(rows).collect::<Result<Vec<_>>>()?;
        pairs.sort_unstable();
        pairs.dedup();
        let all = pairs.iter().map(|&(r, s)| self.pair(scores, r, s));
        let violated = all.clone().any(|pair| pair.lead <= 0.0);
        if let Some(worst) = worst(all.clone()) {
            self.form.write(worst, all, violated, block);
        }
        Ok(())
    }
}

impl Problem for LabelRanking {
    fn rows(&self) -> usize {
        self.classes.len().max(1)
    }

    fn check(&self) -> Result<()> {
        self.costs.check()
    }

    fn admit(&mut self, label: Label<'_>) -> Result<()> {
        match label {
            Label::Set(set) => set.iter().try_for_each(|&label| self.classes.admit(label)),
            Label::Pairs(pairs) => pairs.iter().try_for_each(|&(better, worse)| {
                self.classes.admit(better)?;
                self.classes.admit(worse)
            }),
            label => self.classes.admit(label),
        }?;
        self.costs.follow(&self.classes);
        Ok(())
    }

    fn constrain(&self, view: &View, label: Label<'_>, block: &mut Block) -> Result<()> {
        let scores = &view.scores[..self.classes.len().min(view.scores.len())];
        match label {
            Label::Set(set) => self.lead_all(scores, &self.relevant(set)?, block),
            Label::Pairs(pairs) => self.lead_each(scores, pairs, block)?,
            label => self.lead_all(scores, &[self.classes.row(label)?], block),
        }
        block.mistake = block.violation;
        Ok(())
    }

    fn longest(&self) -> Longest {
        Longest::TWO_ROWS
    }

    fn has_several_slacks(&self) -> bool {
        self.form == Form::Average
    }

    fn decide(&self, view: &View) -> Prediction {
        let scores = &view.scores[..self.classes.len().min(view.scores.len())];
        let names = self.classes.names();
        Prediction::Ranking(rank_by(scores).into_iter().map(|r| names[r].clone()).collect())
    }

    fn score(&self, view: &View) -> f64 {
        lead(&view.scores)
    }

    fn label_form(&self) -> LabelForm {
        LabelForm::List
    }

    fn classes(&self) -> Option<&Classes> {
        Some(&self.classes)
    }

    fn begin_with(&mut self, first: &FirstLabels) {
        if self.classes.is_empty() {
            self.classes = first.members.clone();
            self.costs.follow(&self.classes);
        }
    }

    fn set_costs(&mut self, costs: &[Cost]) -> bool {
        self.costs = CostTable::new(costs.to_vec(), &self.classes);
        true
    }

    fn cost_lines(&self) -> usize {
        self.costs.list().len()
    }

    fn quality(&self) -> Quality {
        Quality::Ranking(Ranking::default())
    }

    fn error_words(&self) -> &'static str {
        "rankings imperfect"
    }
}
