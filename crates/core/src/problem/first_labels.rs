//! What the first labels of some data say: from them a problem takes the names and the order of its
//! classes, or its lowest rank, where nobody has chosen these.

use super::Classes;
use crate::round::ClassName;
use std::cmp::Ordering;

/// The different labels at the beginning of the data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FirstLabels {
    /// The labels, in order of first sight.
    pub classes: Classes,
    /// The classes that occur in labels which are lists, in order of first sight.
    pub members: Classes,
    /// The least whole number among them; `None` if there is none, or if the lowest rank was
    /// chosen.
    pub lowest_rank: Option<f64>,
}

impl FirstLabels {
    /// The first two labels, the smaller number or the name that comes first in the alphabet first.
    ///
    /// Which of two classes is the positive one must not depend on the order of the rows.
    pub fn first_two(&self) -> Option<[ClassName; 2]> {
        let names = self.classes.names();
        let mut pair = [names.first()?.clone(), names.get(1)?.clone()];
        pair.sort_by(by_value_or_text);
        Some(pair)
    }
}

fn by_value_or_text(a: &ClassName, b: &ClassName) -> Ordering {
    match (a, b) {
        (ClassName::Number(a), ClassName::Number(b)) => a.total_cmp(b),
        _ => a.to_string().cmp(&b.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{AnyProblem, Problem};
    use crate::round::Label;

    fn first(labels: &[Label<'_>]) -> FirstLabels {
        let names = labels.iter().filter_map(|&label| ClassName::from_label(label));
        FirstLabels { classes: Classes::from(names.collect::<Vec<_>>()), ..FirstLabels::default() }
    }

    fn begun(problem: &str, first: &FirstLabels) -> AnyProblem {
        let mut problem = AnyProblem::parse(problem).unwrap();
        problem.begin_with(first);
        problem
    }

    fn names(problem: &AnyProblem) -> Vec<String> {
        problem.class_names().unwrap().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn two_classes_are_ordered_by_value_or_text() {
        use Label::{Name, Number};
        let pair = |labels: &[Label<'_>]| names(&begun("binary", &first(labels)));
        assert_eq!(pair(&[Number(10.0), Number(9.0)]), ["9", "10"]);
        assert_eq!(pair(&[Name("spam"), Name("ham")]), ["ham", "spam"]);
        // Text, because one of them is no number.
        assert_eq!(pair(&[Name("9"), Number(10.0), Name("a")]), ["10", "9"]);
        assert!(pair(&[Number(1.0)]).is_empty());
    }

    #[test]
    fn several_classes_are_in_order_of_first_sight_and_lists_have_members() {
        let mut labels = first(&[Label::Name("b,c"), Label::Name("a")]);
        labels.members = Classes::from(vec![
            ClassName::Text("b".into()),
            ClassName::Text("c".into()),
            ClassName::Text("a".into()),
        ]);
        assert_eq!(names(&begun("multiclass", &labels)), ["b,c", "a"]);
        assert_eq!(names(&begun("one-vs-rest", &labels)), ["b,c", "a"]);
        assert_eq!(names(&begun("label-ranking", &labels)), ["b", "c", "a"]);
    }

    #[test]
    fn what_was_said_stays() {
        let said = first(&[Label::Name("x"), Label::Name("y")]);
        let later = first(&[Label::Name("a"), Label::Name("b")]);
        for problem in ["binary", "multiclass", "one-vs-rest"] {
            let mut problem = begun(problem, &said);
            problem.begin_with(&later);
            assert_eq!(names(&problem), ["x", "y"], "{problem}");
        }
    }

    #[test]
    fn ranks_begin_with_the_lowest() {
        let lowest = |lowest_rank| {
            let first = FirstLabels { lowest_rank, ..FirstLabels::default() };
            begun("ordinal:lowest=2", &first).highest_label(3)
        };
        assert_eq!((lowest(Some(0.0)), lowest(None)), (Some(2.0), Some(4.0)));
    }
}
