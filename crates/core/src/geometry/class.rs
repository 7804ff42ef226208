//! Which comparators a certificate speaks about, and how they are named.

/// The norm that measures comparators taken from all of R^n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NormKind {
    /// `|u|_2`.
    Euclidean,
    /// `|u|_q`, dual to the p of the p-norm geometry.
    Dual,
    /// The norm of the space that a kernel spans.
    Kernel,
}

impl NormKind {
    /// How reports name it.
    pub fn name(self) -> &'static str {
        match self {
            NormKind::Euclidean => "norm",
            NormKind::Dual => "q-norm",
            NormKind::Kernel => "norm in the kernel's space",
        }
    }
}

/// The complexity function f of a geometry on a bounded set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Complexity {
    /// `|u|_2^2 / 2`.
    HalfSquare,
    /// Relative entropy to the uniform weights.
    Entropy,
}

impl Complexity {
    /// How reports name it.
    pub fn name(self) -> &'static str {
        match self {
            Complexity::HalfSquare => "half squared norm",
            Complexity::Entropy => "relative entropy",
        }
    }
}

/// Which comparators a certificate speaks about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Class {
    /// All of R^n, measured by this norm.
    Norm(NormKind),
    /// All of R^n, measured by the distance from the starting point (uniclass).
    Distance,
    /// A bounded set, measured by f.
    Bounded {
        /// How reports name it.
        set: &'static str,
        /// Its radius.
        radius: f64,
        /// The largest f on it.
        most: f64,
        /// Which f.
        measure: Complexity,
        /// The largest norm on it.
        reach: f64,
    },
}

impl Class {
    /// The complexity that stands for all of the class: 1 for a norm, the largest f for a bounded
    /// set.
    pub fn whole(&self) -> f64 {
        if let Class::Bounded { most, .. } = self { *most } else { 1.0 }
    }

    /// The largest norm in a bounded set; 1 for a norm, which is what a unit of complexity has.
    pub fn reach(&self) -> f64 {
        if let Class::Bounded { reach, .. } = self { *reach } else { 1.0 }
    }

    /// "whatever fixed …": the comparators of this complexity in words.
    pub fn phrase(&self, complexity: f64) -> String {
        match self {
            Class::Distance => format!("centre within {complexity} of the first instance"),
            Class::Norm(NormKind::Kernel) => {
                format!("predictor of norm <= {complexity} in the kernel's space")
            }
            Class::Norm(norm) => format!("linear predictor of {} <= {complexity}", norm.name()),
            Class::Bounded { set, radius, most, measure, .. } => {
                let all = format!("linear predictor in the {set} of radius {radius}");
                let within = format!("{all} with {} <= {complexity}", measure.name());
                if complexity >= *most { all } else { within }
            }
        }
    }
}
