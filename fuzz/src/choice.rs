//! Learners as they are typed, and as JSON: each is refused or learns from a few rows.

use noregret::choice::Costs;
use noregret::{Choice, Opening, Record};
use noregret_core::{Instance, Label, Spec};

/// A choice: `name:key=value,…`, or a JSON object.
pub fn choice(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let json = serde_json::from_str::<Choice>(text).ok();
    if let Some(choice) = &json {
        let written = serde_json::to_string(choice).unwrap_or_default();
        let again = serde_json::from_str::<Choice>(&written).ok();
        assert_eq!(again.as_ref(), Some(choice), "a choice is the same as JSON: {written}");
    }
    let typed = Choice::parse_list(text, &Choice::default()).unwrap_or_default();
    for choice in typed.into_iter().map(|(_, choice)| choice).chain(json) {
        // No file is read here, and no large table of hashed features made.
        let is_small = choice.hash.is_none_or(|bits| bits <= 12);
        if !matches!(choice.costs, Costs::File(_)) && is_small {
            open(&choice);
        }
    }
}

fn open(choice: &Choice) {
    let Ok(mut opening) = Opening::new(choice) else { return };
    for t in 0..4_u32 {
        let record =
            Record::new().index(1, 1.0 + f64::from(t)).name("a", -1.0).group(u64::from(t / 2));
        let _ = opening.push(&record.label(f64::from(t % 2)));
    }
    if let Ok(model) = opening.finish() {
        let _ = model.predict(&Record::new().index(1, 2.0));
    }
}

/// A composition as JSON, as model files hold it.
pub fn spec(bytes: &[u8]) {
    let Ok(spec) = serde_json::from_slice::<Spec>(bytes) else { return };
    let written = serde_json::to_string(&spec).unwrap_or_default();
    if !written.contains("null") {
        let again = serde_json::from_str::<Spec>(&written).ok();
        assert_eq!(again.as_ref(), Some(&spec), "a composition is the same as JSON: {written}");
    }
    let Ok(mut learner) = spec.build() else { return };
    for (x, y) in [([1.0, -2.0], 1.0), ([0.5, 0.0], -1.0), ([3.0, 1.0], 1.0)] {
        let round = learner.learn(Instance::Dense(&x), Label::Number(y));
        let finite = |x: f64| x.is_finite();
        assert!(round.is_err() || finite(learner.ledger().loss.value()), "{written}");
    }
}
