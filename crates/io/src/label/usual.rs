//! What columns and keys that hold labels are usually called.

/// The names, the likeliest first.
pub(crate) const LABELS: [&str; 4] = ["label", "target", "class", "y"];

/// Whether a column or key has such a name, in any case.
///
/// ```
/// use noregret_io::label::is_usual_label;
///
/// assert!(is_usual_label("Target") && !is_usual_label("price"));
/// ```
pub fn is_usual_label(name: &str) -> bool {
    LABELS.iter().any(|label| name.eq_ignore_ascii_case(label))
}
