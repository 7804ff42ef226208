//! What one round did.

use super::Quality;

/// What one round did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The number behind the prediction, made before the label was seen.
    pub score: f64,
    /// The margin z of the round (residual for regression).
    pub margin: f64,
    /// Loss, times the weight of the example.
    pub loss: f64,
    /// Whether the decision was wrong.
    pub mistake: bool,
    /// Whether some wrong answer scored at least as high as the right one: ties count, as in the
    /// proofs.
    pub violation: bool,
    /// How good the answer was, beyond right or wrong.
    pub quality: Quality,
    /// Sum of the dual variables (in size); 0 means nothing moved.
    pub step: f64,
    /// Whether this was a round; the first instance of uniclass only sets the centre.
    pub counted: bool,
}
