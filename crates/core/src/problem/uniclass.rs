//! Uniclass: keep the instances within a ball; the weights are its centre.
//!
//! Distance `delta = |x - w|`, direction `a = (x - w)/delta`, margin `z = radius - delta`, so a
//! hinge with margin 0 is the distance loss `[delta - radius]_+`. Shifts are measured from the
//! starting point w_1. The centre starts at the first instance, which is not a round. With
//! `learn_radius` the centre is lifted by one coordinate s (s = radius at the start) and instances
//! by 0: then `radius^2 - s^2` is the squared radius of the ball found so far, growing from 0 up to
//! `radius^2`. Default radius 1, fixed. (Crammer et al. 2003, Table 1 and sec. 3; learned radius:
//! 2006.)

use super::{LabelForm, Longest, Problem};
use crate::error::{Error, Result, at_least};
use crate::number::short;
use crate::registry::Component;
use crate::round::{Block, Label, Prediction, Term, View};
use serde::{Deserialize, Serialize};

/// A ball around what is normal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Uniclass {
    /// Radius, or its upper bound when it is learned.
    pub radius: f64,
    /// Whether the radius is learned.
    pub learn_radius: bool,
    /// The lifted coordinate s of the centre; 1 means `radius` (kept as a fraction).
    #[serde(skip_serializing_if = "is_whole")]
    pub lift: f64,
}

fn is_whole(lift: &f64) -> bool {
    *lift == 1.0
}

impl Default for Uniclass {
    fn default() -> Self {
        Uniclass { radius: 1.0, learn_radius: false, lift: 1.0 }
    }
}

impl Component for Uniclass {
    const ABOUT: &'static str = "a ball of normal instances: z = radius - |x-w|, w is the centre";
    const REFERENCE: &'static str = "Crammer et al. 2003, Table 1; learned radius: 2006";
}

impl Uniclass {
    /// The coordinate by which the centre is lifted, 0 for a fixed radius.
    pub fn lifted(&self) -> f64 {
        if self.learn_radius { self.lift * self.radius } else { 0.0 }
    }

    /// Radius of the ball in the space of instances.
    pub fn ball_radius(&self) -> f64 {
        (self.radius.powi(2) - self.lifted().powi(2)).max(0.0).sqrt()
    }

    /// `|x - w|` in the lifted space.
    fn distance(&self, view: &View) -> f64 {
        (view.gap.square + self.lifted().powi(2)).sqrt()
    }
}

impl Problem for Uniclass {
    fn check(&self) -> Result<()> {
        if self.lift != 1.0 {
            return Err(Error::Spec("the lift of uniclass is found, not chosen".into()));
        }
        at_least("radius", self.radius, if self.learn_radius { f64::MIN_POSITIVE } else { 0.0 })
    }

    fn constrain(&self, view: &View, _label: Label<'_>, block: &mut Block) -> Result<()> {
        let distance = self.distance(view);
        let z = self.radius - distance;
        block.begin(z < 0.0);
        (block.mistake, block.violation) = (z < 0.0, z < 0.0);
        if distance > 0.0 {
            let toward = 1.0 / distance;
            let shift = toward * view.gap.inner - self.radius;
            block.push(&[Term { part: 0, row: 0, coef: toward }], -toward, shift, z);
        } else {
            block.push(&[], 0.0, 0.0, z);
        }
        Ok(())
    }

    fn longest(&self) -> Longest {
        Longest::UNIT
    }

    fn decide(&self, view: &View) -> Prediction {
        Prediction::Inside(self.score(view) >= 0.0)
    }

    fn score(&self, view: &View) -> f64 {
        self.radius - self.distance(view)
    }

    fn starts_at_first_instance(&self) -> bool {
        true
    }

    fn kept(&mut self, keep: f64) {
        if self.learn_radius {
            self.lift *= keep;
        }
    }

    fn learns_itself(&self) -> bool {
        self.learn_radius
    }

    fn label_form(&self) -> LabelForm {
        LabelForm::Nothing
    }

    fn takes_bias(&self) -> bool {
        false
    }

    fn error_words(&self) -> &'static str {
        "outside the ball"
    }

    fn remarks(&self, zero_loss: Option<f64>) -> Vec<String> {
        let excluded = zero_loss.is_some_and(|least| least > self.radius);
        let covers = excluded.then(|| {
            let radius = short(self.radius, 6);
            format!("             no ball of radius {radius} covers all the instances")
        });
        let found =
            self.learn_radius.then(|| format!("radius found: {}", short(self.ball_radius(), 6)));
        covers.into_iter().chain(found).collect()
    }
}
