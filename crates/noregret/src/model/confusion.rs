//! Which class was taken for which.

use crate::example::label;
use crate::words::{class_value, one_line};
use noregret_core::problem::Classes;
use noregret_core::{ClassName, Label, Prediction};
use noregret_io::Row;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;

/// What a model answers while it knows no class of that side.
const NOBODY: Label<'_> = Label::Name("?");

/// Counts of pairs: true class, predicted class.
#[derive(Debug)]
pub struct Confusion {
    classes: Classes,
    counts: BTreeMap<(usize, usize), u64>,
}

impl Confusion {
    /// Nothing counted; the known classes come first, in their order.
    pub fn new(known: Vec<ClassName>) -> Self {
        Confusion { classes: Classes::from(known), counts: BTreeMap::new() }
    }

    /// Counts an example, or each token of a sentence.
    pub fn count_rows(&mut self, rows: &[Row], prediction: &Prediction) {
        let Prediction::Tags(tags) = prediction else {
            return self.count(label(&rows[0]), prediction);
        };
        for (row, tag) in rows.iter().zip(tags) {
            self.count(label(row), &Prediction::Class(Some(tag.clone())));
        }
    }

    /// Counts an example.
    pub fn count(&mut self, truth: Label<'_>, prediction: &Prediction) {
        let answer = match prediction {
            Prediction::Class(Some(ClassName::Number(x))) => Label::Number(*x),
            Prediction::Class(Some(ClassName::Text(name))) => Label::Name(name),
            _ => NOBODY,
        };
        if let (Some(truth), Some(answer)) = (self.index(truth), self.index(answer)) {
            *self.counts.entry((truth, answer)).or_default() += 1;
        }
    }

    fn index(&mut self, label: Label<'_>) -> Option<usize> {
        self.classes.admit(label).ok()?;
        self.classes.find(label)
    }

    fn row(&self, truth: usize) -> Vec<u64> {
        let count = |answer| self.counts.get(&(truth, answer)).copied().unwrap_or(0);
        (0..self.classes.len()).map(count).collect()
    }

    /// `{"classes": […], "counts": [[…], …]}`, a row a true class.
    pub fn json(&self) -> Value {
        let names: Vec<Value> = self.classes.names().iter().map(class_value).collect();
        let rows: Vec<Vec<u64>> = (0..self.classes.len()).map(|truth| self.row(truth)).collect();
        json!({ "classes": names, "counts": rows })
    }
}

/// A table: true classes down, predicted ones across.
impl fmt::Display for Confusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |class: &ClassName| one_line(&class.to_string()).into_owned();
        let names: Vec<String> = self.classes.names().iter().map(name).collect();
        let rows: Vec<Vec<String>> = (0..names.len())
            .map(|truth| self.row(truth).iter().map(ToString::to_string).collect())
            .collect();
        let wide =
            |cells: &mut dyn Iterator<Item = &String>| cells.map(|c| c.chars().count()).max();
        let first = wide(&mut names.iter()).unwrap_or(0).max("true \\ predicted".len());
        write!(f, "{:<first$}", "true \\ predicted")?;
        let column = |c: usize| wide(&mut rows.iter().map(|row| &row[c]).chain([&names[c]]));
        let widths: Vec<usize> = (0..names.len()).map(|c| column(c).unwrap_or(0)).collect();
        let mut line = |head: Option<&str>, cells: &[String]| {
            if let Some(head) = head {
                write!(f, "\n{head:<first$}")?;
            }
            cells.iter().zip(&widths).try_for_each(|(cell, width)| write!(f, "  {cell:>width$}"))
        };
        line(None, &names)?;
        names.iter().zip(&rows).try_for_each(|(name, row)| line(Some(name), row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_the_model_never_saw_has_a_row() {
        let mut table = Confusion::new(vec![ClassName::Text("a".into()), ClassName::Number(2.0)]);
        let a = Prediction::Class(Some(ClassName::Text("a".into())));
        table.count(Label::Name("a"), &a);
        table.count(Label::Number(2.0), &a);
        table.count(Label::Name("new"), &a);
        table.count(Label::Name("new"), &Prediction::Class(None));
        let counts = json!([[1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 1], [0, 0, 0, 0]]);
        assert_eq!(table.json()["counts"], counts);
        assert_eq!(table.json()["classes"], json!(["a", 2, "new", "?"]));
        let text = table.to_string();
        assert!(text.starts_with("true \\ predicted  a  2  new  ?\na "), "{text}");
        assert_eq!(text.lines().count(), 5);
    }
}
