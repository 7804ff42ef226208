//! Sequence tagging: an example is a sentence, its parts the tokens, its label a tag for each. The
//! score of a tag sequence is a chain:
//!
//! ```text
//! <w,phi(x,y)> = start(y_1) + sum_t <w_{y_t}, x_t> + sum_t transition(y_{t-1}, y_t) + stop(y_m)
//! ```
//!
//! with one weight vector a tag, of which start, stop and transitions are coordinates too: a tag's
//! row on the unit vectors of the start, the stop and the tag before. These coordinates are the
//! first ones, room for `tags` tags; the features of tokens come after them. Predicts the best
//! sequence, of equals the one with the lower tags from the end on. Tags are taken in as they come.
//!
//! Cost: the number of wrong tags (`hamming`), or 1 for a wrong sentence (`sentence`). Where some
//! of the first tags are `B-type`, `I-type`, `E-type` or `S-type`, chunks are counted too and a tag
//! that is none of these or `O` is refused; `scheme=plain` takes any. Defaults: `hamming`,
//! predicted or worst outputs as the ascent asks, 5 best, 254 tags. (Collins 2002; Shalev-Shwartz
//! 2007, sec. 5.3.3; Crammer et al. 2006, sec. 9.)

mod best_paths;
mod chain;
mod scheme;
mod viterbi;

pub use scheme::Scheme;

use super::structured::{Against, Scores, Structure, asks, asks_about_answer, constrain, separate};
use super::{Classes, FirstLabels, LabelForm, Longest, Problem};
use crate::error::{Error, Result};
use crate::registry::{Component, whole};
use crate::round::{Block, ChunkCounts, ClassName, Label, Prediction, Quality};
use crate::round::{TagCounts, Term, View};
use crate::vector::UNITS;
use best_paths::best_paths;
use chain::{Chain, ENDS};
use serde::{Deserialize, Serialize};
use viterbi::best_path;

/// More rivals than this are not listed in a round.
const MOST_BEST: usize = 1000;

/// What a wrong sequence costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SequenceCost {
    /// The number of wrong tags.
    #[default]
    Hamming,
    /// 1.
    Sentence,
}

/// A tag for every token of a sentence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sequence {
    /// What a wrong sequence costs.
    pub cost: SequenceCost,
    /// Which sequences the right one is compared with; by the ascent if nothing is said.
    pub against: Option<Against>,
    /// How many, where the ascent looks at several.
    #[serde(deserialize_with = "whole")]
    pub best: usize,
    /// How many tags there is room for.
    #[serde(deserialize_with = "whole")]
    pub tags: usize,
    /// What the tags look like; seen from the first ones if nothing is said.
    pub scheme: Option<Scheme>,
    /// The tags known so far, a row each.
    #[serde(skip_serializing_if = "Classes::is_empty")]
    pub classes: Classes,
    /// How many of them, the first ones, may be answers; all if nothing is said.
    #[serde(skip)]
    pub answers: Option<usize>,
}

impl Default for Sequence {
    fn default() -> Self {
        Sequence {
            cost: SequenceCost::Hamming,
            against: None,
            best: 5,
            tags: 254,
            scheme: None,
            classes: Classes::default(),
            answers: None,
        }
    }
}

impl Component for Sequence {
    const ABOUT: &'static str = "a tag for each token of a sentence: z = min_y' <w,phi(x,y) - \
        phi(x,y')> - (cost(y,y') - 1), predicts the best path";
    const REFERENCE: &'static str =
        "Collins 2002; Shalev-Shwartz 2007, sec. 5.3.3; Crammer et al. 2006, sec. 9";
}

impl Sequence {
    fn chain<'a>(&self, scores: &Scores<'a>) -> Chain<'a> {
        Chain::new(*scores, self.classes.len())
    }

    /// The tags of a label, one for each token.
    fn labels<'a>(label: Label<'a>) -> Result<&'a [Label<'a>]> {
        match label {
            Label::Sequence(tags) => Ok(tags),
            _ => Err(Error::Label(format!("a sentence needs a tag for each token, not {label}"))),
        }
    }

    fn name(&self, tag: usize) -> ClassName {
        let known = self.classes.names().get(tag).cloned();
        known.unwrap_or_else(|| ClassName::Text("?".into()))
    }

    /// The row of a tag; one that fits no other is told apart from one that is only unknown.
    fn row(&self, tag: Label<'_>) -> Result<usize> {
        if self.classes.find(tag).is_none() {
            scheme::check(self.scheme, tag, self.classes.names())?;
        }
        self.classes.row(tag)
    }

    fn admit_tag(&mut self, tag: Label<'_>) -> Result<()> {
        if self.classes.find(tag).is_some() {
            return Ok(());
        }
        if self.classes.len() >= self.tags {
            return Err(Error::Label(format!(
                "there are more than {} different tags; sequence:tags=… makes room for more",
                self.tags
            )));
        }
        scheme::check(self.scheme, tag, self.classes.names())?;
        self.classes.admit(tag)
    }
}

impl Structure for Sequence {
    type Output = Vec<usize>;

    fn rows(&self) -> usize {
        self.classes.len().max(1)
    }

    fn output(&self, label: Label<'_>, parts: usize) -> Result<Vec<usize>> {
        let labels = Self::labels(label)?;
        if labels.len() + self.classes.len() + ENDS != parts {
            let tokens = parts.saturating_sub(self.classes.len() + ENDS);
            return Err(Error::Label(format!("{} tags for {tokens} tokens", labels.len())));
        }
        let mut rows = Vec::with_capacity(labels.len());
        for (i, &tag) in labels.iter().enumerate() {
            rows.push(self.row(tag).map_err(|e| e.at_part(i))?);
        }
        Ok(rows)
    }

    fn features(&self, tags: &Vec<usize>, terms: &mut Vec<Term>) {
        terms.reserve(2 * tags.len() + ENDS);
        let mut push = |part: usize, row: usize| terms.push(Term { part, row, coef: 1.0 });
        let (Some(&first), Some(&last)) = (tags.first(), tags.last()) else { return };
        let m = tags.len();
        tags.iter().enumerate().for_each(|(t, &tag)| push(t, tag));
        push(m, first);
        push(m + 1, last);
        tags.windows(2).for_each(|pair| push(m + ENDS + pair[0], pair[1]));
    }

    fn decode(&self, scores: &Scores<'_>) -> Vec<usize> {
        let chain = self.chain(scores);
        best_path(&chain.among(self.answers.unwrap_or(chain.tags()))).0
    }

    fn decode_augmented(&self, scores: &Scores<'_>, truth: &Vec<usize>, unit: f64) -> Vec<usize> {
        match self.cost {
            SequenceCost::Hamming => best_path(&self.chain(scores).augmented(truth, unit)).0,
            SequenceCost::Sentence => {
                let best = self.best_augmented(scores, truth, unit, 1);
                best.into_iter().next().unwrap_or_else(|| truth.clone())
            }
        }
    }

    fn cost(&self, truth: &Vec<usize>, tags: &Vec<usize>) -> f64 {
        let wrong = truth.iter().zip(tags).filter(|(a, b)| a != b).count();
        match self.cost {
            SequenceCost::Hamming => wrong as f64,
            SequenceCost::Sentence => f64::from(u8::from(wrong > 0)),
        }
    }

    fn prediction(&self, tags: &Vec<usize>) -> Prediction {
        Prediction::Tags(tags.iter().map(|&tag| self.name(tag)).collect())
    }

    fn best_augmented(
        &self,
        scores: &Scores<'_>,
        truth: &Vec<usize>,
        unit: f64,
        count: usize,
    ) -> Vec<Vec<usize>> {
        let chain = self.chain(scores);
        if self.cost == SequenceCost::Hamming {
            let paths = best_paths(&chain.augmented(truth, unit), count);
            return paths.into_iter().map(|path| path.0).collect();
        }
        // All wrong sequences cost the same, so that only the right one changes its place.
        let mut paths = best_paths(&chain, count.saturating_add(1));
        paths.iter_mut().filter(|(tags, _)| tags != truth).for_each(|path| path.1 += unit);
        paths.sort_by(|a, b| b.1.total_cmp(&a.1));
        paths.truncate(count);
        paths.into_iter().map(|path| path.0).collect()
    }

    fn rival(&self, truth: &Vec<usize>, direction: &[Term]) -> Option<Vec<usize>> {
        let mut tags = truth.clone();
        for term in direction.iter().filter(|t| t.coef < 0.0 && t.part < truth.len()) {
            tags[term.part] = term.row;
        }
        tags.iter().all(|&tag| tag < self.classes.len()).then_some(tags)
    }

    fn quality(&self, truth: &Vec<usize>, tags: &Vec<usize>) -> Quality {
        Quality::Tags(scheme::count(self.scheme, self.classes.names(), truth, tags))
    }

    fn against(&self) -> Option<Against> {
        self.against
    }

    fn best(&self) -> usize {
        self.best
    }
}

impl Problem for Sequence {
    fn rows(&self) -> usize {
        Structure::rows(self)
    }

    fn check(&self) -> Result<()> {
        let most = UNITS - ENDS;
        if (1..=most).contains(&self.tags) && (1..=MOST_BEST).contains(&self.best) {
            return Ok(());
        }
        Err(Error::Spec(format!(
            "there is room for 1 to {most} tags, and best is 1 to {MOST_BEST}"
        )))
    }

    fn admit(&mut self, label: Label<'_>) -> Result<()> {
        let tags = Self::labels(label)?;
        let mut all = tags.iter().enumerate();
        all.try_for_each(|(i, &tag)| self.admit_tag(tag).map_err(|e| e.at_part(i)))
    }

    fn constrain(&self, view: &View, label: Label<'_>, block: &mut Block) -> Result<()> {
        constrain(self, view, label, block)
    }

    fn separates(&self) -> bool {
        self.against() != Some(Against::Predicted)
    }

    fn separate(
        &self,
        seen: (&View, &[f64]),
        label: Label<'_>,
        level: f64,
        block: &mut Block,
    ) -> f64 {
        separate(self, seen, label, level, block)
    }

    fn writes_all(&self) -> bool {
        false
    }

    fn asks(&self, example: (usize, Label<'_>), constraint: (&[Term], f64), margin: f64) -> bool {
        asks(self, example, constraint, margin)
    }

    fn asks_about_answer(&self, on_mistakes: bool) -> bool {
        asks_about_answer(self, on_mistakes)
    }

    fn decide(&self, view: &View) -> Prediction {
        self.prediction(&self.decode(&Scores::new(&view.scores, Structure::rows(self))))
    }

    fn score(&self, view: &View) -> f64 {
        best_path(&self.chain(&Scores::new(&view.scores, Structure::rows(self)))).1
    }

    fn longest(&self) -> Longest {
        Longest::OUTPUTS
    }

    fn has_shifts(&self) -> bool {
        true
    }

    fn companions(&self, label: Label<'_>) -> usize {
        let mut new: Vec<Label<'_>> = Vec::new();
        if let Label::Sequence(tags) = label {
            for &tag in tags {
                if self.classes.find(tag).is_none() && !new.contains(&tag) {
                    new.push(tag);
                }
            }
        }
        self.classes.len() + new.len() + ENDS
    }

    fn answer_with(&mut self, rows: usize) {
        self.answers = Some(rows);
    }

    // Of all tag sequences only the best one is scored.
    fn scores_each(&self) -> bool {
        false
    }

    fn reserved(&self) -> usize {
        self.tags + ENDS
    }

    fn reserved_row(&self, coordinate: usize) -> Option<usize> {
        coordinate.checked_sub(ENDS).filter(|tag| *tag < self.classes.len())
    }

    fn reserved_name(&self, coordinate: usize) -> Option<String> {
        match coordinate.checked_sub(ENDS) {
            Some(tag) => self.classes.names().get(tag).map(|name| format!("after {name}")),
            None => ["start", "stop"].get(coordinate).map(|&end| end.into()),
        }
    }

    fn label_form(&self) -> LabelForm {
        LabelForm::NameEach
    }

    // A tag is always preceded by something, so that the transitions are constants already.
    fn takes_bias(&self) -> bool {
        false
    }

    fn begin_with(&mut self, first: &FirstLabels) {
        self.scheme = self.scheme.or_else(|| scheme::of_first(first.classes.names()));
    }

    fn classes(&self) -> Option<&Classes> {
        Some(&self.classes)
    }

    fn averages(&self) -> bool {
        true
    }

    fn error_words(&self) -> &'static str {
        "sentences wrong"
    }

    fn quality(&self) -> Quality {
        let chunks = scheme::counts(self.scheme, self.classes.names()).then(ChunkCounts::default);
        Quality::Tags(TagCounts { chunks, ..TagCounts::default() })
    }
}
