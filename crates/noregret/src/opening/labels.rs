//! What the labels of the first rows suggest.
//!
//! - none: uniclass;
//! - lists of classes, `3,7` or `3>7`: label-ranking. Of the rows whose label holds `,` or `>`,
//!   most can be taken apart without blanks (the others are broken), and no other name holds a
//!   blank. What stands in double quotes is one name;
//! - one or two different ones: binary;
//! - more, a name among them: multiclass, unless there are more than [`MANY`] and most occur only
//!   once;
//! - more, all numbers: multiclass if they look like numbered classes, else regression.
//!
//! Numbers look like classes if they are whole, start at 0 or 1, leave out at most a quarter of the
//! numbers up to the largest, occur [`OFTEN`] times or more on average, and are about equally
//! frequent: the entropy of their frequencies is at least [`EVEN`] of the most it can be. Digits
//! and newsgroups have 0.96 or more; counts and ages come in a hill (the rings of abalones: 0.86 at
//! most) and are numbers to predict. Both can be overruled by `--problem`.

use super::head::ROWS;
use crate::example::{class, label};
use noregret_core::problem::{Classes, FirstLabels};
use noregret_core::{ClassName, Label};
use noregret_io::{ClassValue, LabelList, LabelValue, Row, RowLabel, number};

/// More different names than this must mostly come again.
const MANY: usize = 100;
/// How often a class is to occur on average.
const OFTEN: usize = 5;
/// The share of the largest entropy that is about even.
const EVEN: f64 = 0.9;
/// So few whole numbers might always be classes.
const FEW: usize = 20;

/// The different labels, in order of first sight, and how often each occurred.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    classes: Classes,
    counts: Vec<usize>,
    /// The classes that they list, in order of first sight.
    members: Classes,
    /// Whether some were given as lists of classes, and need not be guessed to be such.
    lists: bool,
}

/// Whether labels list several classes each, as a run that is to find its problem would take them.
///
/// ```
/// use noregret::io::RowLabel;
///
/// let labels = ["2,4", "3", "1,3"].map(|text| {
///     let mut label = RowLabel::default();
///     label.set(text).map(|()| label)
/// });
/// let labels = labels.into_iter().collect::<Result<Vec<_>, _>>().expect("three labels");
/// assert!(noregret::list_classes(&labels));
/// ```
pub fn list_classes(labels: &[RowLabel]) -> bool {
    let row = |label: &RowLabel| {
        let mut row = Row::default();
        row.label.clone_from(label);
        row
    };
    let rows: Vec<Row> = labels.iter().take(ROWS).map(row).collect();
    let labels = Labels::of_rows(rows.iter());
    labels.lists || labels.are_lists()
}

impl Labels {
    /// Counts the labels of rows; missing ones do not count. What was given as a list of classes
    /// counts by the text it would be written as.
    pub(crate) fn of_rows<'a>(rows: impl Iterator<Item = &'a Row>) -> Self {
        let mut all = Labels::default();
        for row in rows {
            match row.label.value() {
                LabelValue::Set(_) | LabelValue::Pairs(_) => {
                    all.lists = true;
                    let text = row.label.text().filter(|text| !text.is_empty());
                    text.iter().for_each(|text| {
                        all.count(Label::Name(text));
                    });
                    all.take_members(&row.label);
                }
                _ if all.count(label(row)) => all.take_members(&row.label),
                _ => {}
            }
        }
        all
    }

    /// Counts a label; whether it is a new one.
    fn count(&mut self, label: Label<'_>) -> bool {
        if self.classes.admit(label).is_ok()
            && let Some(row) = self.classes.find(label)
        {
            self.counts.resize(self.classes.len(), 0);
            self.counts[row] += 1;
            return self.counts[row] == 1;
        }
        false
    }

    /// Takes in the classes that a label lists; one that is no list is refused when its row comes.
    fn take_members(&mut self, label: &RowLabel) {
        match label.clone().as_list() {
            LabelValue::Number(x) => self.take_member(&ClassValue::Number(x)),
            LabelValue::Set(set) => set.iter().for_each(|it| self.take_member(it)),
            LabelValue::Pairs(pairs) => {
                pairs.iter().flat_map(|(a, b)| [a, b]).for_each(|it| self.take_member(it));
            }
            LabelValue::Missing | LabelValue::Name(_) | LabelValue::Broken(_) => {}
        }
    }

    fn take_member(&mut self, named: &ClassValue) {
        // A number of a label is finite, so nothing is refused.
        let _ = self.members.admit(class(named));
    }

    /// What a problem may take from them: names of classes, and the lowest rank.
    pub(crate) fn first(&self) -> FirstLabels {
        let (classes, members) = (self.classes.clone(), self.members.clone());
        FirstLabels { classes, members, lowest_rank: self.lowest_rank() }
    }

    /// Whether all of them are names.
    pub(crate) fn are_names(&self) -> bool {
        let is_name = |name: &ClassName| matches!(name, ClassName::Text(_));
        !self.classes.is_empty() && self.classes.names().iter().all(is_name)
    }

    /// The problem, or what is odd about the labels.
    pub(crate) fn problem(&self) -> Result<&'static str, String> {
        let (different, rows) = (self.counts.len(), self.rows());
        match self.numbers() {
            _ if self.lists => Ok("label-ranking"),
            _ if different == 0 => Ok("uniclass"),
            _ if self.are_lists() => Ok("label-ranking"),
            _ if different <= 2 => Ok("binary"),
            Some(numbers) if !self.look_like_classes(&numbers) => Ok("regression"),
            // Targets that no f64 is exactly, such as times in nanoseconds.
            None if self.are_rare() && self.all_read_as_numbers() => Ok("regression"),
            None if self.are_rare() => Err(format!(
                "the first {rows} rows have {different} different labels, {} to begin with: is \
                 another column \
                 the label (--label)? If not, --problem multiclass takes them",
                self.classes.names()[0]
            )),
            _ => Ok("multiclass"),
        }
    }

    /// The least whole number.
    fn lowest_rank(&self) -> Option<f64> {
        let whole = self.classes.names().iter().filter_map(|name| match name {
            ClassName::Number(x) => Some(*x).filter(is_whole),
            ClassName::Text(_) => None,
        });
        whole.reduce(f64::min)
    }

    /// Whether most labels that might be of several classes are, and no other is a phrase.
    fn are_lists(&self) -> bool {
        let (mut lists, mut others) = (0, 0);
        for (name, count) in self.classes.names().iter().zip(&self.counts) {
            let ClassName::Text(text) = name else { continue };
            let bare = without_quoted(text);
            let phrase = bare.contains([' ', '\t']);
            let quoted = bare == "\"\"" && text.contains([',', '>', ' ', '\t']);
            match quoted || bare.contains([',', '>']) {
                true if !phrase && LabelList::parse(text).is_ok() => lists += count,
                true => others += count,
                false if phrase => return false,
                false => {}
            }
        }
        lists > others
    }

    /// Whether numbers to predict might have been meant as classes: a few whole ones, or frequent
    /// ones.
    pub(crate) fn might_be_classes(&self) -> bool {
        let few = self.counts.len() <= FEW || self.are_frequent();
        few && self.counts.len() > 2 && self.numbers().is_some_and(|n| n.iter().all(is_whole))
    }

    /// Whether no row has a label.
    pub(crate) fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    fn rows(&self) -> usize {
        self.counts.iter().sum()
    }

    fn are_frequent(&self) -> bool {
        self.rows() >= OFTEN * self.counts.len()
    }

    /// Whether there are too many different ones to be classes.
    fn are_rare(&self) -> bool {
        self.counts.len() > MANY && 2 * self.counts.len() > self.rows()
    }

    /// Whether all are numbers once neighbours beyond 2^53 need not stay apart.
    fn all_read_as_numbers(&self) -> bool {
        self.classes.names().iter().all(|name| match name {
            ClassName::Number(_) => true,
            ClassName::Text(text) => number::parse(text.as_bytes()).is_ok(),
        })
    }

    /// The values, if all are numbers.
    fn numbers(&self) -> Option<Vec<f64>> {
        let value = |name: &ClassName| match name {
            ClassName::Number(x) => Some(*x),
            ClassName::Text(_) => None,
        };
        self.classes.names().iter().map(value).collect()
    }

    fn look_like_classes(&self, numbers: &[f64]) -> bool {
        let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let dense = 4.0 * numbers.len() as f64 >= 3.0 * (most - least + 1.0);
        let numbered = numbers.iter().all(is_whole) && (least == 0.0 || least == 1.0) && dense;
        numbered && self.are_frequent() && self.evenness() >= EVEN
    }

    /// Entropy of the frequencies, as a share of the most it can be.
    fn evenness(&self) -> f64 {
        let rows = self.rows() as f64;
        let term = |&count: &usize| -(count as f64 / rows) * (count as f64 / rows).ln();
        self.counts.iter().map(term).sum::<f64>() / (self.counts.len() as f64).ln()
    }
}

/// A label without what stands between double quotes.
fn without_quoted(text: &str) -> String {
    text.split('"').step_by(2).collect::<Vec<_>>().join("\"\"")
}

fn is_whole(x: &f64) -> bool {
    x.fract() == 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Labels {
        /// Counts labels as a file has them.
        fn of<'a>(labels: impl Iterator<Item = Label<'a>>) -> Self {
            let row = |label: Label<'_>| {
                row(|to| match label {
                    Label::None => {}
                    _ => to.set(&label.to_string()).expect("a label"),
                })
            };
            Labels::of_rows(labels.map(row).collect::<Vec<_>>().iter())
        }
    }

    fn row(put: impl FnOnce(&mut RowLabel)) -> Row {
        let mut row = Row::default();
        put(&mut row.label);
        row
    }

    fn texts(classes: &Classes) -> Vec<String> {
        classes.names().iter().map(ToString::to_string).collect()
    }

    /// Labels that occur as often as this, the first of which is `first`.
    fn numbered(first: usize, counts: &[usize]) -> Labels {
        let times = |(i, &count): (usize, &usize)| vec![Label::Number((first + i) as f64); count];
        Labels::of(counts.iter().enumerate().flat_map(times))
    }

    fn named(names: &[&str]) -> Labels {
        Labels::of(names.iter().map(|name| Label::Name(name)))
    }

    #[test]
    fn few_labels() {
        assert_eq!(Labels::of([Label::None].into_iter()).problem(), Ok("uniclass"));
        assert_eq!(numbered(0, &[3, 1]).problem(), Ok("binary"));
        assert_eq!(named(&["spam", "ham"]).problem(), Ok("binary"));
        assert_eq!(named(&["a", "b", "c"]).problem(), Ok("multiclass"));
        let mixed = [Label::Name("a"), Label::Number(7.0), Label::Number(2.5)];
        assert_eq!(Labels::of(mixed.into_iter()).problem(), Ok("multiclass"));
        let reals = [1.0, 2.0, 3.5].map(Label::Number);
        assert_eq!(Labels::of(reals.into_iter()).problem(), Ok("regression"));
    }

    /// The first thousand labels of well-known files, as they come.
    #[test]
    fn numbers_that_are_classes() {
        let mnist = [97, 116, 99, 93, 105, 92, 94, 117, 87, 100];
        let usps = [213, 120, 139, 70, 66, 47, 104, 75, 98, 68];
        let news = [44, 57, 57, 60, 54, 55, 53, 53, 47, 61, 49, 52, 36, 52, 62, 44, 52, 46, 37, 29];
        let letter = [38; 26];
        for (first, counts) in
            [(0, &mnist[..]), (0, &usps), (0, &news), (1, &letter), (1, &[20; 50])]
        {
            assert_eq!(numbered(first, counts).problem(), Ok("multiclass"), "{counts:?}");
        }
        // Landsat has the classes 1, 2, 3, 4, 5 and 7.
        let landsat = numbered(1, &[104, 68, 108, 47, 58, 0, 115]);
        assert_eq!(landsat.problem(), Ok("multiclass"));
    }

    #[test]
    fn numbers_that_are_not() {
        let abalone = numbered(
            1,
            &[
                1, 1, 7, 18, 31, 60, 97, 86, 109, 117, 92, 79, 71, 49, 52, 29, 28, 18, 17, 16, 9,
                6, 5, 0, 0, 1, 0, 0, 1,
            ],
        );
        assert_eq!((abalone.problem(), abalone.might_be_classes()), (Ok("regression"), true));
        let wine = numbered(3, &[6, 33, 483, 462, 16]);
        assert_eq!((wine.problem(), wine.might_be_classes()), (Ok("regression"), true));
        // House prices: whole and nearly all different. Noise in decibels: not whole.
        let prices = Labels::of((0..1000).map(|i| Label::Number(f64::from(i % 781) * 600.0 + 6e4)));
        assert_eq!((prices.problem(), prices.might_be_classes()), (Ok("regression"), false));
        let noise = Labels::of((0..1000).map(|i| Label::Number(f64::from(i % 971) / 27.0)));
        assert_eq!((noise.problem(), noise.might_be_classes()), (Ok("regression"), false));
        // Too few rows to tell.
        let short = numbered(1, &[1, 1, 1]);
        assert_eq!((short.problem(), short.might_be_classes()), (Ok("regression"), true));
    }

    #[test]
    fn lists_of_classes() {
        assert_eq!(named(&["3,7", "x"]).problem(), Ok("label-ranking"));
        assert_eq!(named(&["3>7"]).problem(), Ok("label-ranking"));
        let mixed = [Label::Number(2.0), Label::Name("7,2,x")];
        let mixed = Labels::of(mixed.into_iter());
        assert_eq!(mixed.problem(), Ok("label-ranking"));
        assert_eq!(texts(&mixed.members), ["2", "7", "x"]);
        // Signs and commas that are part of a name.
        assert_eq!(named(&["<=50K", ">50K"]).problem(), Ok("binary"));
        assert_eq!(named(&["Rome, IT", "Bonn, DE", "Oslo, NO"]).problem(), Ok("multiclass"));
        assert_eq!(named(&["Rome", "New York", "Washington,DC"]).problem(), Ok("multiclass"));
        // What stands in quotes is a name.
        assert_eq!(named(&["\"spam\"", "\"ham\""]).problem(), Ok("binary"));
        assert_eq!(named(&["\"sci fi\",drama", "\"a > b\""]).problem(), Ok("label-ranking"));
    }

    #[test]
    fn one_broken_list_among_many_is_still_broken() {
        for broken in ["3,,4", "3,4,", "3>7,5", ">3", "3>4>5", "3, x y"] {
            let labels = named(&["3,4", "4", "3,5", broken, "5,3"]);
            assert_eq!(labels.problem(), Ok("label-ranking"), "{broken}");
            assert_ne!(named(&["3,4", "x", broken]).problem(), Ok("label-ranking"), "{broken}");
        }
    }

    #[test]
    fn names_that_never_come_again_are_no_classes() {
        let names: Vec<String> = (0..200).map(|i| format!("message {i}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let odd = named(&names).problem().unwrap_err();
        assert!(odd.contains("200 different labels") && odd.contains("message 0"), "{odd}");
        assert_eq!(named(&names[..100]).problem(), Ok("multiclass"));
        assert_eq!(named(&[&names[..], &names[..]].concat()).problem(), Ok("multiclass"));
    }

    #[test]
    fn targets_beyond_exact_numbers_are_numbers() {
        let time = |i: u64| (1_700_000_000_123_456_789 + 7_919 * i).to_string();
        let times: Vec<String> = (0..300).map(time).collect();
        let names: Vec<&str> = times.iter().map(String::as_str).collect();
        assert_eq!(named(&names).problem(), Ok("regression"));
        assert_eq!(named(&names[..20].repeat(5)).problem(), Ok("multiclass"));
        let mut mixed = names.clone();
        mixed[7] = "late";
        assert!(named(&mixed).problem().is_err());
    }

    #[test]
    fn classes_are_in_order_of_first_sight() {
        let labels = [Label::Name("b"), Label::Number(10.0), Label::Name("a"), Label::Name("b")];
        let labels = Labels::of(labels.into_iter());
        assert_eq!(texts(&labels.first().classes), ["b", "10", "a"]);
    }

    #[test]
    fn names_that_look_like_something_else_are_listed_as_they_were_given() {
        let names = ["1", "2.0", "a,b", "a\",b", "3>7", "nan"];
        let sets = [names.to_vec(), vec!["2.0", "new"]];
        let rows = sets.map(|set| row(|label| label.set_classes(set).expect("names")));
        let found = Labels::of_rows(rows.iter());
        assert_eq!(found.problem(), Ok("label-ranking"));
        let listed = names.iter().chain(&["new"]).map(|name| ClassName::Text((*name).into()));
        assert_eq!(found.first().members.names(), listed.collect::<Vec<_>>());
        // One a row, and numbers beside names that are written as they are.
        let rows = [row(|label| label.set_name("7")), row(|label| label.set_number(7.0).unwrap())];
        let both = [ClassName::Text("7".into()), ClassName::Number(7.0)];
        assert_eq!(Labels::of_rows(rows.iter()).first().members.names(), both);
        let pairs = row(|label| label.set_pairs([("1", "2")]).expect("names"));
        let pair = ["1", "2"].map(|name| ClassName::Text(name.into()));
        assert_eq!(Labels::of_rows([pairs].iter()).first().members.names(), pair);
    }
}
