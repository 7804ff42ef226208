//! In which field two lines of a trace differ.

use serde_json::Value;

/// How far two numbers may be apart, relative to 1 and their sizes: rounding of another build.
const NEAR: f64 = 1e-9;

/// The first field in which a line is not as expected, in words.
pub(crate) fn difference(found: &Value, expected: &Value) -> Option<String> {
    let (path, found, expected) = differs(String::new(), Some(found), Some(expected))?;
    Some(match (found, expected) {
        (Some(found), Some(expected)) => format!("{path} is {found}, not {expected}"),
        (None, _) => format!("{path} is missing"),
        (Some(_), None) => format!("{path} does not belong there"),
    })
}

/// The place of a difference, and the values there.
type Apart = (String, Option<Value>, Option<Value>);

fn differs(path: String, found: Option<&Value>, expected: Option<&Value>) -> Option<Apart> {
    let is_same = match (found, expected) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let keys = b.keys().chain(a.keys().filter(|key| !b.contains_key(*key)));
            let dot = if path.is_empty() { "" } else { "." };
            let mut each =
                keys.map(|key| differs(format!("{path}{dot}{key}"), a.get(key), b.get(key)));
            return each.find_map(|apart| apart);
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) if a.len() == b.len() => {
            let mut each =
                (0..a.len()).map(|i| differs(format!("{path}[{i}]"), a.get(i), b.get(i)));
            return each.find_map(|apart| apart);
        }
        (Some(Value::Number(a)), Some(Value::Number(b))) => is_near(a.as_f64(), b.as_f64()),
        // The same label may be spelled in several ways.
        (Some(Value::String(a)), Some(Value::String(b))) => {
            a == b || is_near(a.parse().ok(), b.parse().ok())
        }
        (a, b) => a == b,
    };
    (!is_same).then(|| (path, found.cloned(), expected.cloned()))
}

fn is_near(a: Option<f64>, b: Option<f64>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return false };
    (a - b).abs() <= NEAR * (1.0 + a.abs() + b.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_field_counts() {
        let line = json!({ "margin": 0.5, "label": ["1"], "duals": [{ "d": 1.0 }], "c": null });
        assert_eq!(difference(&line, &line), None);
        let near = json!({ "margin": 0.5 + 1e-12, "label": ["1.0"], "duals": [{ "d": 1 }],
                           "c": null });
        assert_eq!(difference(&near, &line), None);
        for (other, words) in [
            (json!({ "margin": 0.6 }), "margin is 0.6, not 0.5"),
            (json!({ "margin": null }), "margin is null, not 0.5"),
            (json!({ "label": ["2"] }), "label[0] is \"2\", not \"1\""),
            (json!({ "label": [] }), "label is [], not [\"1\"]"),
            (json!({ "duals": [{ "d": 0.0 }] }), "duals[0].d is 0.0, not 1.0"),
            (json!({ "duals": [{}] }), "duals[0].d is missing"),
            (json!({ "more": 1 }), "more does not belong there"),
        ] {
            let mut changed = line.clone();
            for (key, value) in other.as_object().expect("an object") {
                changed[key] = value.clone();
            }
            assert_eq!(difference(&changed, &line).as_deref(), Some(words));
        }
    }
}
