//! Several learners followed at once: as a run is asked for them.

/// What a model keeps of several learners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// All of them with their weights.
    #[default]
    All,
    /// The one with the least loss.
    Best,
}

/// Several learners at once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Auto {
    /// Names, each also `name:key=value,…`; those that compete by default if left open.
    pub among: Option<String>,
    /// Each of them once for every value: `KEY=X,X,…`.
    pub grid: Option<String>,
    /// What the model keeps.
    pub keep: Keep,
}
