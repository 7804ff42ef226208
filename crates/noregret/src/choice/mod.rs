//! Which learner: as text, as JSON or by builders, and from there to a
//! [`Spec`](noregret_core::Spec).
//!
//! | file | what it holds |
//! |---|---|
//! | `text` | `name:key=value,…`, and lists of such |
//! | `spec` | from a choice and the problem of the labels to a `Spec` |
//! | `infinite` | C = infinity in JSON |
//! | `costs` | the file of required margins of pairs of classes |
//! | `candidates` | the learners that compete when none is chosen |

mod candidates;
mod costs;
mod infinite;
pub(crate) mod spec;
mod text;

pub use candidates::{CANDIDATES, CONTEST_ROWS, Candidate, FEW_COLUMNS, candidates};
pub(crate) use candidates::{CULL_EVERY, FAR};
pub use costs::Costs;

use crate::{Error, Result};
use serde::{Deserialize, Serialize};

/// The constant feature of every row, which makes a threshold learnable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bias {
    /// Its value is chosen from the sizes of the first rows.
    #[default]
    Auto,
    /// There is none.
    None,
    /// It has this value.
    Value(f64),
    /// It has this value, and the length by which a step is divided leaves it out, as that of an
    /// intercept.
    Uncounted(f64),
}

/// Whether an average answers, and how it weighs the rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Averaging {
    /// All alike.
    Plain,
    /// Round t counts t times.
    Linear,
    /// The last weights answer, also where an average is usual.
    None,
}

/// The choice of a learner. What is left open is decided by the labels, or by a contest.
///
/// ```
/// use noregret::Choice;
///
/// let typed = Choice::parse("pa1:C=0.1,average=plain")?;
/// let json: Choice = serde_json::from_str(r#"{"algorithm":"pa1","C":0.1,"average":"plain"}"#)?;
/// let built = Choice::named("pa1").aggressiveness(0.1).averaged();
/// assert!(typed == json && json == built);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Choice {
    /// Published name, one of [`ALGORITHMS`](noregret_core::algorithms::ALGORITHMS).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// What the label asks: `name` or `name:key=value,…`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Required margins of pairs of classes.
    #[serde(skip_serializing_if = "Costs::is_none")]
    pub costs: Costs,
    /// What a missed margin costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<String>,
    /// How far the dual variables move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ascent: Option<String>,
    /// What a small change is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub geometry: Option<String>,
    /// How the trade-off is chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schedule: Option<String>,
    /// Whose dual variables a round may move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// Inner product of the space the weights live in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel: Option<String>,
    /// Most patterns a kernel keeps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<String>,
    /// Aggressiveness C = 1/c; infinite for steps without a cap.
    #[serde(rename = "C", skip_serializing_if = "Option::is_none", with = "infinite")]
    pub aggressiveness: Option<f64>,
    /// Required margin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// Insensitivity of regression losses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub epsilon: Option<f64>,
    /// Exponent of the p-norm geometry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p: Option<f64>,
    /// Whether the average of all weights answers, and how it weighs the rounds; the problem says
    /// if nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub average: Option<Averaging>,
    /// Whether the vote of all past weights answers.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub vote: bool,
    /// The constant feature.
    pub bias: Bias,
    /// Bits of hashed features; their names are kept if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<u8>,
}

impl Choice {
    /// The learner of a published name.
    pub fn named(algorithm: &str) -> Self {
        Choice { algorithm: Some(algorithm.into()), ..Choice::default() }
    }

    /// Reads `name` or `name:key=value,…`.
    ///
    /// # Errors
    /// [`Error::Usage`] if a key is unknown or a value is none.
    pub fn parse(text: &str) -> Result<Self> {
        let mut entries = Choice::parse_list(text, &Choice::default())?;
        match (entries.pop(), entries.is_empty()) {
            (Some((_, choice)), true) => Ok(choice),
            _ => Err(Error::Usage(format!("'{text}' is a list of learners, not one"))),
        }
    }

    /// The problem, as `name` or `name:key=value,…`.
    #[must_use]
    pub fn problem(mut self, problem: &str) -> Self {
        self.problem = Some(problem.into());
        self
    }

    /// The kernel, as `name` or `name:key=value,…`.
    #[must_use]
    pub fn kernel(mut self, kernel: &str) -> Self {
        self.kernel = Some(kernel.into());
        self
    }

    /// The aggressiveness C.
    #[must_use]
    pub fn aggressiveness(mut self, aggressiveness: f64) -> Self {
        self.aggressiveness = Some(aggressiveness);
        self
    }

    /// The constant feature.
    #[must_use]
    pub fn bias(mut self, bias: Bias) -> Self {
        self.bias = bias;
        self
    }

    /// Answers are those of the average of all weights.
    #[must_use]
    pub fn averaged(mut self) -> Self {
        self.average = Some(Averaging::Plain);
        self
    }

    /// Features are hashed into `2^bits` slots.
    #[must_use]
    pub fn hashed(mut self, bits: u8) -> Self {
        self.hash = Some(bits);
        self
    }

    /// Whether nothing was chosen that a model to resume has already decided.
    pub fn is_default(&self) -> bool {
        self.leaves_the_learner_open()
            && self.problem.is_none()
            && self.bias == Bias::Auto
            && self.hash.is_none()
    }

    /// Whether nothing was chosen between the learners of one problem.
    pub fn leaves_the_learner_open(&self) -> bool {
        let open = Choice {
            problem: self.problem.clone(),
            bias: self.bias,
            hash: self.hash,
            ..Choice::default()
        };
        *self == open
    }
}
