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
//! | `choice` | the choice of a learner: its text and settings |
//! | `files` | files, bytes, pickles, copies |

mod about;
mod beginning;
mod choice;
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
use crate::keys::KeySlots;
use crate::labels::{self, Numbers};
use crate::turns::Turns;
use beginning::Beginning;
pub(crate) use choice::choice;
pub(crate) use comparator::Given;
use noregret::core::ClassName;
use noregret::io::{ClassValue, Row};
use noregret::{Certify, LeftOut, Model, Session};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde_json::json;
use std::ffi::CString;

/// What a learner is, while one thread has it.
#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) session: Session,
    /// What numbers among the labels were.
    pub(crate) numbers: Numbers,
    keys: KeySlots,
    pub(crate) maps: Maps,
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
///     The algorithm, such as ``"pa1"`` or ``"pa1:C=0.1"``. If none is named, several learners
///     compete and the best one continues. `noregret.algorithms` lists them.
/// problem : str, optional
///     ``"binary"``, ``"multiclass"``, ``"regression"``, ``"label-ranking"``, ``"sequence"``, ….
///     If it is left out, the labels of the first rows decide.
/// classes : iterable, optional
///     Classes that are known beforehand. Of two, the second is the positive one.
/// certify : {"live", "off", "tight"}
///     How much work the proof may take beside learning: none, about as much as learning, or as
///     much as a sharp floor takes.
/// head : int, optional
///     After how many rows everything that was left open is decided; 1,000 if not given.
/// seed : int
///     Seed of everything random.
/// **settings
///     Further settings: ``C``, ``kernel``, ``average``, ``bias``, ``hash``, …. A setting that
///     ``choice`` has already cannot be given again.
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
        head: Option<i64>,
        seed: i128,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let choice = self::choice(choice, problem, settings)?;
        if classes.is_some_and(|classes| classes.is_instance_of::<PyString>()) {
            return Err(refused("classes is a list of labels, not one string"));
        }
        let (classes, numbers) = classes.map_or(Ok(Default::default()), labels::set)?;
        let head = head.map(|head| whole("head", head.into())).transpose()?;
        let seed = whole("seed", seed)?;
        let classes = classes.into_iter().map(name_of).collect();
        let beginning = Beginning { choice, classes, certify: mode(certify)?, head, seed };
        Learner::begin(beginning, numbers)
    }
}

fn nothing() -> PyErr {
    refused("nothing was learned from yet")
}

/// An argument that counts something.
fn whole<T: TryFrom<i128>>(name: &str, given: i128) -> PyResult<T> {
    T::try_from(given)
        .map_err(|_| refused(format!("{name} is a whole number from 0 on, not {given}")))
}

/// Warns of rows that were left out when the first rows decided.
///
/// The learner must not be locked: a warning may run Python code, which may use it.
fn warn(py: Python<'_>, left_out: Option<LeftOut>) -> PyResult<()> {
    let Some(left_out) = left_out else { return Ok(()) };
    let text = CString::new(left_out.to_string().replace('\0', " "))?;
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)
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
