//! The features with the largest weights, of each class where every class has weights of its own.

use crate::failure::Result;
use crate::report::{self, short};
use noregret::Model;
use noregret::core::ClassName;
use noregret::model::Single;
use noregret::words::{class_value, one_line};
use serde_json::{Value, json};

/// A weight by the names of its class and feature.
pub(super) struct Heavy {
    class: Option<ClassName>,
    feature: String,
    weight: f64,
}

impl Heavy {
    pub(super) fn json(&self) -> Value {
        let Heavy { class, feature, weight } = self;
        match class {
            Some(class) => {
                json!({ "class": class_value(class), "feature": feature, "weight": weight })
            }
            None => json!({ "feature": feature, "weight": weight }),
        }
    }
}

/// The `top` largest weights in size of every class, or of the one weight vector there is.
pub(super) fn heaviest(model: &Model, single: &Single, top: usize) -> Vec<Heavy> {
    match model.problem().classes() {
        None => of_row(model, single, 0, None, top),
        Some(classes) => {
            let class = |(row, name)| of_row(model, single, row, Some(name), top);
            classes.names().iter().enumerate().flat_map(class).collect()
        }
    }
}

fn of_row(
    model: &Model,
    single: &Single,
    row: usize,
    class: Option<&ClassName>,
    top: usize,
) -> Vec<Heavy> {
    let weight = |slot: u32| (slot, single.learner.answering_weight(slot as usize, row));
    let mut all: Vec<(u32, f64)> = (0..model.space().len() as u32).map(weight).collect();
    all.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(&b.0)));
    let named = |(slot, weight): (u32, f64)| Heavy {
        class: class.cloned(),
        feature: model.feature_name(slot),
        weight,
    };
    all.into_iter().take(top).filter(|(_, weight)| *weight != 0.0).map(named).collect()
}

/// Prints them, a line each: class if there is one, weight, feature.
pub(super) fn say(all: &[Heavy]) -> Result<()> {
    report::say("heaviest features:")?;
    if all.is_empty() { Ok(()) } else { report::say(&table(all)) }
}

fn table(all: &[Heavy]) -> String {
    let class = |h: &Heavy| {
        h.class.as_ref().map(|c| one_line(&c.to_string()).into_owned()).unwrap_or_default()
    };
    let wide = all.iter().map(|h| class(h).chars().count()).max().unwrap_or(0);
    let line = |h: &Heavy| {
        let (class, feature) = (class(h), one_line(&h.feature));
        format!("{class:<wide$}{:>14}  {feature}", short(h.weight, 6))
    };
    all.iter().map(line).collect::<Vec<_>>().join("\n")
}
