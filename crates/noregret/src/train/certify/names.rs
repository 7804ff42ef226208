//! The classes of the data in the order in which other programs put their scores: by value if all
//! of them are numbers, else by their text. scikit-learn sorts `classes_` so.

use crate::words::one_line;
use noregret_core::problem::Classes;
use noregret_core::{ClassName, Label};
use noregret_io::{LabelValue, RowLabel};

/// So many names are shown in a message.
const SHOWN: usize = 8;

/// Classes in order.
#[derive(Debug)]
pub(super) struct Names {
    /// As a line of predictions spells them.
    classes: Classes,
    /// The place of each class in order of first sight.
    places: Vec<usize>,
}

impl Names {
    /// The order of classes that are given in order of first sight.
    pub(super) fn new(seen: &Classes) -> Self {
        let names = seen.names();
        let value = |at: &usize| match &names[*at] {
            ClassName::Number(x) => Some(*x),
            ClassName::Text(_) => None,
        };
        let mut order: Vec<usize> = (0..names.len()).collect();
        match order.iter().map(value).collect::<Option<Vec<f64>>>() {
            Some(values) => order.sort_by(|a, b| values[*a].total_cmp(&values[*b])),
            None => order.sort_by_cached_key(|at| names[*at].to_string()),
        }
        let mut places = vec![0; names.len()];
        order.iter().enumerate().for_each(|(place, at)| places[*at] = place);
        let spelt = |at: &usize| match &names[*at] {
            ClassName::Text(name) => ClassName::Text(one_line(name).into_owned()),
            number => number.clone(),
        };
        Names { classes: Classes::from(order.iter().map(spelt).collect::<Vec<_>>()), places }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.classes.len()
    }

    /// The place of the class that was seen as this one, from 0.
    pub(super) fn place(&self, seen: usize) -> usize {
        self.places.get(seen).copied().unwrap_or(seen)
    }

    /// The place of the class that a text names, read as labels of data are.
    pub(super) fn find(&self, text: &str) -> Option<usize> {
        let mut label = RowLabel::default();
        label.set(text).ok()?;
        self.classes.find(match label.value() {
            LabelValue::Number(x) => Label::Number(x),
            _ => Label::Name(text),
        })
    }

    /// The sign of a class where there are two: the second one is positive. A class that is alone
    /// is so if it is a positive number.
    pub(super) fn side(&self, place: usize) -> f64 {
        let alone = || matches!(self.classes.names(), [ClassName::Number(x)] if *x > 0.0);
        if place > 0 || alone() { 1.0 } else { -1.0 }
    }

    /// What scores above 0 stand for.
    pub(super) fn positive(&self) -> String {
        let two = self.classes.names().get(1).map(ToString::to_string);
        two.unwrap_or_else(|| "the positive class".into())
    }

    /// All of them, or the first ones.
    pub(super) fn shown(&self) -> String {
        let names = self.classes.names().iter().take(SHOWN).map(ToString::to_string);
        let more = if self.len() > SHOWN { ", …" } else { "" };
        format!("{}{more}", names.collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(seen: &[ClassName]) -> Names {
        Names::new(&Classes::from(seen.to_vec()))
    }

    #[test]
    fn numbers_are_ordered_by_value_and_names_by_text() {
        let text = |name: &str| ClassName::Text(name.into());
        let numbers = names(&[10.0, 9.0, -1.0].map(ClassName::Number));
        assert_eq!(numbers.shown(), "-1, 9, 10");
        assert_eq!([0, 1, 2].map(|seen| numbers.place(seen)), [2, 1, 0]);
        assert_eq!((numbers.find("9.0"), numbers.find("8")), (Some(1), None));
        let mixed = names(&[ClassName::Number(9.0), text("b"), ClassName::Number(10.0)]);
        assert_eq!(mixed.shown(), "10, 9, b");
        assert_eq!(names(&[text("two\nlines")]).find("two\\nlines"), Some(0));
    }

    #[test]
    fn of_two_classes_the_second_is_positive() {
        let two = names(&[1.0, 0.0].map(ClassName::Number));
        assert_eq!((two.side(0), two.side(1), two.positive()), (-1.0, 1.0, "1".into()));
        assert_eq!(names(&[ClassName::Number(1.0)]).side(0), 1.0);
        assert_eq!(names(&[ClassName::Number(-1.0)]).side(0), -1.0);
    }
}
