//! Columns of categories that were most likely meant as something else.
//!
//! It is said if all different cells of the first rows but one, or nine in ten of them, are
//! [numbers or times in another form](Shape) (dates only where nine in ten cells are different), or
//! if nine in ten of at least [`MANY`] cells are different. A comma before three digits is a
//! decimal mark if semicolons separate the cells, or if another cell of the column shows it. Labels
//! that look like numbers with decimal commas in such a table are named too.

use super::Head;
use super::cell_shape::Shape;
use crate::observer::Observer;
use crate::source::{ReadingOptions, Stream};
use noregret_io::format::ColumnKind;
use std::collections::BTreeSet;

/// So many cells tell whether values come again.
const MANY: usize = 20;

/// Tells which columns look as if they were misread.
pub(super) fn note(
    head: &Head,
    stream: &Stream,
    reading: &ReadingOptions,
    observer: &mut dyn Observer,
) {
    let Some(schema) = stream.schema() else { return };
    let semicolons = stream.delimiter() == Some(b';');
    if semicolons && let Some(text) = label_remark(head) {
        observer.note(&text);
    }
    let is_role = |at: usize| [schema.label, schema.weight, schema.group].contains(&Some(at));
    let chosen = |name: &String| reading.categorical.contains(name);
    let columns = (schema.columns.iter().enumerate())
        .filter(|(at, column)| column.kind == ColumnKind::Categorical && !is_role(*at))
        .filter(|(_, column)| !chosen(&column.name));
    let names: Vec<&str> = columns.map(|(_, column)| column.name.as_str()).collect();
    if names.is_empty() {
        return;
    }
    let counted = head.counted_names();
    for name in names {
        let cells = counted.iter().filter_map(|(feature, count)| {
            Some((feature.strip_prefix(name)?.strip_prefix('=')?, *count))
        });
        if let Some(text) = remark(name, &cells.collect::<Vec<_>>(), semicolons) {
            observer.note(&text);
        }
    }
}

/// What is to be said about a column with these different cells and how often each occurs.
fn remark(name: &str, cells: &[(&str, usize)], semicolons: bool) -> Option<String> {
    let shown = |(text, _): &(&str, usize)| Shape::of(text) == Some(Shape::DecimalComma);
    let commas = semicolons || cells.iter().any(shown);
    let form = |text: &str| Shape::among(text, commas);
    let different = cells.len();
    let most = |part: usize, all: usize| 10 * part >= 9 * all;
    let alike = |shape: Shape| cells.iter().filter(|(text, _)| form(text) == Some(shape)).count();
    let rows: usize = cells.iter().map(|(_, count)| count).sum();
    // Days that come again may well be meant as categories.
    let fits = |&shape: &Shape| {
        alike(shape) > 1
            && most(alike(shape) + 1, different)
            && (shape != Shape::Date || most(different, rows))
    };
    if let Some(shape) = cells.iter().find_map(|(text, _)| form(text)).filter(fits) {
        let (what, advice) = shape.advice();
        let example = cells.iter().find(|(text, _)| form(text) == Some(shape))?.0;
        let odd = cells.iter().find(|(text, _)| form(text) != Some(shape));
        let but = odd.map(|(text, _)| format!(", but for '{text}'")).unwrap_or_default();
        return Some(format!(
            "column '{name}' is read as categories, one a value, but looks like {what} \
             ('{example}'{but}); {advice}"
        ));
    }
    (rows >= MANY && most(different, rows)).then(|| {
        format!(
            "column '{name}' is read as categories, and {different} of its {rows} cells are \
             different; --text {name} splits them into words, or leave the column out"
        )
    })
}

/// What is to be said about labels that are all numbers with decimal commas, but for whole ones.
fn label_remark(head: &Head) -> Option<String> {
    let texts = head.rows.iter().filter_map(|row| row.about().label.text());
    let labels: BTreeSet<String> = texts.map(|text| text.into_owned()).collect();
    let commas = |text: &&String| Shape::among(text, true) == Some(Shape::DecimalComma);
    let example = labels.iter().find(commas).filter(|_| labels.len() > 1)?;
    let number = |text: &String| commas(&text) || Shape::of(text) == Some(Shape::Number);
    labels.iter().all(number).then(|| {
        format!(
            "the labels look like numbers with decimal commas ('{example}'), and are taken for \
             lists of classes; --decimal , reads them as numbers"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::remark;

    fn of(cells: &[(&str, usize)]) -> String {
        remark("c", cells, false).unwrap_or_default()
    }

    #[test]
    fn what_looks_misread_is_said() {
        let odd = of(&[("unknown", 1), ("31", 1), ("45", 2)]);
        assert!(odd.contains("looks like numbers ('31', but for 'unknown'); --missing"), "{odd}");
        let comma = of(&[("3,14", 1), ("2,5", 1)]);
        assert!(comma.contains("decimal commas ('3,14'); --decimal ,"), "{comma}");
        let mixed = of(&[("1,234", 1), ("2,345", 1), ("1,5", 1), ("4,321", 1)]);
        assert!(mixed.contains("decimal commas ('1,234'); --decimal ,"), "{mixed}");
        let three = [("1,234", 1), ("2,567", 1), ("3,111", 1)];
        assert!(of(&three).contains("thousands separators"), "{}", of(&three));
        let semicolons = remark("c", &three, true).unwrap_or_default();
        assert!(semicolons.contains("decimal commas ('1,234'); --decimal ,"), "{semicolons}");
        let points = of(&[("1.234,5", 1), ("2.345,75", 1)]);
        assert!(points.contains("remove the points"), "{points}");
        let words: Vec<String> = (0..20).map(|i| format!("word {i}")).collect();
        let mut ids: Vec<(&str, usize)> = words.iter().map(|word| (word.as_str(), 1)).collect();
        assert!(of(&ids).contains("20 of its 20 cells are different; --text c"), "{}", of(&ids));
        assert_eq!(of(&ids[..19]), "");
        ids[0].1 = 4;
        assert_eq!(of(&ids), "");
        assert_eq!(of(&[("red", 1), ("7", 1), ("blue", 1), ("8", 1)]), "");
        assert_eq!(of(&[("7", 5)]), "");
    }
}
