//! Which comparators a certificate speaks about, and how they are called.

/// What the norm of [`Expansion`](super::Expansion) is called.
pub const KERNEL_NORM: &str = "norm in the kernel's space";
/// What f of the Euclidean geometry is called.
pub const EUCLIDEAN: &str = "half squared norm";
/// What f of the multiplicative geometries is called.
pub const ENTROPIC: &str = "relative entropy";

/// Which comparators a certificate speaks about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Class {
    /// All of R^n, measured by a norm called so.
    Norm(&'static str),
    /// All of R^n, measured by the distance from the starting point (uniclass).
    Distance,
    /// A bounded set, measured by f.
    Bounded {
        /// What it is called.
        set: &'static str,
        /// Its radius.
        radius: f64,
        /// The largest f on it.
        most: f64,
        /// What f is called.
        measure: &'static str,
        /// The largest norm on it.
        reach: f64,
    },
}

impl Class {
    /// The complexity that stands for all of the class: 1 for a norm, the largest f for a bounded set.
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
            Class::Norm(KERNEL_NORM) => {
                format!("predictor of norm <= {complexity} in the kernel's space")
            }
            Class::Norm(measure) => format!("linear predictor of {measure} <= {complexity}"),
            Class::Bounded { set, radius, most, measure, .. } => {
                let all = format!("linear predictor in the {set} of radius {radius}");
                let within = format!("{all} with {measure} <= {complexity}");
                if complexity >= *most { all } else { within }
            }
        }
    }
}
