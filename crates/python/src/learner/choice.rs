//! The choice of a learner: its text, and settings beside it.

use crate::error::{raised, refused};
use crate::json::settings;
use noregret::Choice;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value, json};

/// A choice from its text and settings; each can be said in one place.
pub(crate) fn choice(
    text: Option<&str>,
    problem: Option<String>,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<Choice> {
    let typed = text.map_or(Ok(Choice::default()), Choice::parse).map_err(raised)?;
    let (mut all, usual) = (fields(&typed), fields(&Choice::default()));
    let text = text.unwrap_or_default();
    if let Some((key, _)) = all.iter().find(|(_, value)| value.is_null()) {
        return Err(refused(format!("{key} in '{text}' is not a finite number")));
    }
    for (key, value) in settings(given)? {
        let value = meant(&key, value);
        check(&key, &value)?;
        if all.get(&key) != usual.get(&key) {
            return Err(refused(format!("{key} is set twice: in '{text}' and beside it")));
        }
        all.insert(key, value);
    }
    if let Some(problem) = problem {
        all.insert("problem".into(), json!(problem));
    }
    serde_json::from_value(Value::Object(all)).map_err(|error| refused(error.to_string()))
}

fn fields(choice: &Choice) -> Map<String, Value> {
    match json!(choice) {
        Value::Object(all) => all,
        _ => Map::new(),
    }
}

/// A setting as the engine has it: a number is the value of the constant, and True and False say
/// whether there is one, or an average.
fn meant(key: &str, value: Value) -> Value {
    match (key, &value) {
        ("bias", Value::Number(_)) => json!({ "value": value }),
        ("bias", Value::Bool(holds)) => json!(if *holds { "auto" } else { "none" }),
        ("average", Value::Bool(holds)) => json!(if *holds { "plain" } else { "none" }),
        _ => value,
    }
}

/// Refuses a setting that is none, or has a value of another kind.
fn check(key: &str, value: &Value) -> PyResult<()> {
    let read = |value: &Value| serde_json::from_value::<Choice>(json!({ key: value }));
    let Err(error) = read(value) else { return Ok(()) };
    let error = error.to_string();
    if error.starts_with("unknown field") {
        return Err(refused(format!("'{key}' is no setting ({} are)", expected(&error))));
    }
    // Where words are asked for, any other is answered by a list of them.
    let words = read(&json!("?")).err().map(|error| error.to_string());
    let words = words.filter(|error| error.starts_with("unknown variant"));
    let wanted = match (&words, expected(&error).as_str()) {
        (Some(words), _) => {
            format!("one of {}", expected(words).replace("value, uncounted", "a number"))
        }
        (_, "f64") => "a finite number".into(),
        (_, "u8") => "a whole number from 0 to 255".into(),
        (_, "a boolean") => "True or False".into(),
        (_, other) if error.contains("expected ") => other.to_owned(),
        _ => "of another form".into(),
    };
    let found = match value {
        Value::String(text) if ["inf", "-inf", "nan"].contains(&text.as_str()) => text.clone(),
        Value::Bool(true) => "True".into(),
        Value::Bool(false) => "False".into(),
        other => other.to_string(),
    };
    Err(refused(format!("{key} is {wanted}, not {found}")))
}

/// What a message of the reader of JSON says that it expected.
fn expected(error: &str) -> String {
    let wanted = error.rsplit_once("expected ").map_or(error, |(_, wanted)| wanted);
    wanted.trim_start_matches("one of ").replace('`', "")
}
