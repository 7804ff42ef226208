//! How rows have to be read for a problem.

use noregret_core::problem::{AnyProblem, Problem};
use noregret_io::{LabelUse, PartColumns};

/// What its labels are.
pub(crate) fn label_use(problem: &AnyProblem) -> LabelUse {
    match problem.class_count() {
        _ if problem.ranks_labels() => LabelUse::Lists,
        Some(_) => LabelUse::Classes,
        None => LabelUse::Numbers,
    }
}

/// The features that say sets and prices, which every row of an example then has.
pub(crate) fn part_columns(problem: &AnyProblem) -> PartColumns {
    let names = problem.part_columns();
    let owned = |name: Option<&str>| name.map(Into::into);
    PartColumns { set: owned(names.set), price: owned(names.price), optional: false }
}

#[cfg(test)]
mod tests {
    use super::{AnyProblem, LabelUse, label_use};

    #[test]
    fn labels_by_problem() {
        for (problem, expected) in [
            ("binary", LabelUse::Classes),
            ("multiclass", LabelUse::Classes),
            ("one-vs-rest", LabelUse::Classes),
            ("label-ranking", LabelUse::Lists),
            ("regression", LabelUse::Numbers),
            ("ordinal", LabelUse::Numbers),
            ("queries", LabelUse::Numbers),
            ("tasks", LabelUse::Numbers),
        ] {
            let problem = AnyProblem::parse(problem).unwrap();
            assert_eq!(label_use(&problem), expected, "{problem:?}");
        }
    }
}
