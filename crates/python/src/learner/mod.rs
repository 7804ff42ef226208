//! A learner.
//!
//! | file | what it holds |
//! |---|---|
//! | `one` | one example at a time |
//! | `parts` | examples of several parts |
//! | `many` | many examples in one call |
//! | `open` | what the first rows decide |
//! | `about` | what it is: problem, algorithm, classes, features, counters |
//! | `weights` | weights as arrays |
//! | `proof` | certificate and headroom |
//! | `comparator` | the predictors that a certificate is asked about |
//! | `beginning` | what it begins with |
//! | `files` | files, bytes, pickles, copies |

mod about;
mod beginning;
mod comparator;
mod files;
mod many;
mod one;
mod open;
mod parts;
mod proof;
mod weights;

use crate::error::{raised, refused};
use crate::input::Maps;
use crate::json::settings;
use crate::keys::KeySlots;
use crate::labels::{self, Numbers};
use crate::turns::Turns;
use beginning::Beginning;
pub(crate) use comparator::Given;
use noregret::core::ClassName;
use noregret::io::{ClassValue, Row};
use noregret::{Certify, Choice, Model, Session};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value, json};

/// What a learner is, while one thread has it.
#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) session: Session,
    /// What numbers among the labels were.
    pub(crate) numbers: Numbers,
    keys: KeySlots,
    maps: Maps,
    row: Row,
    /// Examples of several parts so far.
    groups: u64,
    /// What it began with, unless it was read.
    beginning: Option<Beginning>,
}

impl Inner {
    pub(crate) fn new(session: Session, numbers: Numbers) -> Self {
        let (keys, maps, row) = (KeySlots::default(), Maps::default(), Row::default());
        Inner { session, numbers, keys, maps, row, groups: 0, beginning: None }
    }

    /// Notes what numbers among the labels are.
    pub(crate) fn meet(&mut self, numbers: Numbers) {
        self.numbers = self.numbers.max(numbers);
    }

    /// A number for the next group of rows.
    fn groups(&mut self) -> u64 {
        self.groups += 1;
        self.groups
    }
}

/// A learner that proves, while it learns, how far it can be from the best fixed predictor.
///
/// Parameters
/// ----------
/// choice : str, optional
///     The algorithm, as ``"pa1"`` or ``"pa1:C=0.1"``. Several learners compete if none is named.
/// problem : str, optional
///     What the labels ask: ``"binary"``, ``"multiclass"``, ``"regression"``, …. The first rows
///     decide if it is left open.
/// classes : iterable, optional
///     Classes that are known before they are seen.
/// certify : {"live", "off", "tight"}
///     How much work proof may take beside the learner.
/// head : int, optional
///     How many rows are looked at before anything is decided; 1,000 if left open.
/// seed : int
///     Seed of everything random.
/// **settings
///     Anything else that a choice has: ``C``, ``kernel``, ``average``, ``bias``, ``hash``, ….
///
/// Examples
/// --------
/// >>> import noregret as nr
/// >>> learner = nr.Learner("pa1:C=0.1", problem="binary")
/// >>> for words, label in [({"offer": 1, "now": 1}, "spam"), ({"meeting": 1}, "ham")] * 20:
/// ...     loss = learner.learn_one(words, label)
/// >>> learner.predict_one({"offer": 1})
/// 'spam'
/// >>> learner.rows
/// 40
#[pyclass(frozen, module = "noregret._engine")]
#[derive(Debug)]
pub(crate) struct Learner {
    pub(crate) turns: Turns<Inner>,
}

impl Learner {
    pub(crate) fn of(model: Model, numbers: Numbers) -> Self {
        Learner { turns: Turns::new(Inner::new(model.into(), numbers)) }
    }

    pub(crate) fn begin(beginning: Beginning, numbers: Numbers) -> PyResult<Self> {
        let inner = Inner::new(beginning.session().map_err(raised)?, numbers);
        let inner = Inner { beginning: Some(beginning), ..inner };
        Ok(Learner { turns: Turns::new(inner) })
    }

    /// Calls `f` with the model there is.
    fn with<T>(&self, py: Python<'_>, f: impl FnOnce(&Model, Numbers) -> T) -> Option<T> {
        let mut inner = self.turns.take(py);
        let numbers = inner.numbers;
        inner.session.model().map(|model| f(model, numbers))
    }
}

#[pymethods]
impl Learner {
    #[new]
    #[pyo3(signature = (
        choice=None, *, problem=None, classes=None, certify="live", head=None, seed=0, **settings
    ))]
    fn new(
        choice: Option<&str>,
        problem: Option<String>,
        classes: Option<&Bound<'_, PyAny>>,
        certify: &str,
        head: Option<usize>,
        seed: u64,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let choice = self::choice(choice, problem, settings)?;
        let (classes, numbers) = classes.map_or(Ok(Default::default()), labels::set)?;
        let classes = classes.into_iter().map(name_of).collect();
        let beginning = Beginning { choice, classes, certify: mode(certify)?, head, seed };
        Learner::begin(beginning, numbers)
    }
}

fn nothing() -> PyErr {
    refused("nothing was learned from yet")
}

fn name_of(class: ClassValue) -> ClassName {
    match class {
        ClassValue::Number(x) => ClassName::Number(x),
        ClassValue::Name(name) => ClassName::Text(name),
    }
}

/// How much work proof may take.
pub(crate) fn mode(text: &str) -> PyResult<Certify> {
    serde_json::from_value(json!(text))
        .map_err(|_| refused(format!("certify is 'off', 'live' or 'tight', not '{text}'")))
}

/// A choice from its text and settings.
pub(crate) fn choice(
    text: Option<&str>,
    problem: Option<String>,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<Choice> {
    let typed = text.map_or(Ok(Choice::default()), Choice::parse).map_err(raised)?;
    let mut all = match json!(typed) {
        Value::Object(all) => all,
        _ => Map::new(),
    };
    all.extend(settings(given)?);
    if let Some(value) = all.get("bias").filter(|value| value.is_number()) {
        let value = json!({ "value": value });
        all.insert("bias".into(), value);
    }
    if let Some(problem) = problem {
        all.insert("problem".into(), json!(problem));
    }
    serde_json::from_value(Value::Object(all)).map_err(|error| refused(error.to_string()))
}
