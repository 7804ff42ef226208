//! Products of features, added to a row before its features get slots.
//!
//! For an interaction `a,b,…` every combination of a feature of `a`, one of `b`, … gives a feature
//! whose value is the product of theirs and whose name is their names joined by `*`. A feature
//! belongs to `a` if that is its whole name or if its name begins with `a` and a separator of the
//! format ([`Format::separators`](crate::Format::separators)); all features belong to `:`.
//!
//! Combinations are unordered: within `a,a` each pair comes once, a feature with itself included,
//! and what two interactions or two overlapping names have in common comes once too. A feature that
//! is repeated in the row is summed first, so the products depend neither on the order nor on the
//! spelling of the row.
//!
//! The step looks at nothing but the draft of one row: [`Products`] holds scratch space only, and
//! clones of it may work on different rows at the same time.

use std::collections::HashSet;
use std::fmt::Write;

use super::draft::Draft;
use super::interaction::{ALL, Interaction};
use super::part_columns::PartColumns;
use crate::error::Fault;

/// The most products a row may have.
const MOST: f64 = 2e6;
/// Between the names of the factors.
const TIMES: char = '*';
/// The key of a feature that has a name: after all integers.
const NAMED: u32 = u32::MAX;

/// Whether a feature belongs to a namespace, column or key of this name, whose features have one
/// of these separators behind it; every feature belongs to `:`.
///
/// ```
/// use noregret_io::features::belongs;
///
/// assert!(belongs("words^free", "words", "=^"));
/// assert!(!belongs("wordsmith", "words", "=^"));
/// assert!(belongs("anything", ":", ""));
/// ```
pub fn belongs(feature: &str, group: &str, separators: &str) -> bool {
    match feature.strip_prefix(group) {
        _ if group == ALL => true,
        Some(rest) => rest.is_empty() || rest.starts_with(|c| separators.contains(c)),
        None => false,
    }
}

/// A feature of the row that takes part: integers come before names, as `key` says.
#[derive(Debug, Clone, Copy)]
struct Factor {
    key: u32,
    start: usize,
    end: usize,
    value: f64,
}

/// Adds the products of some interactions to rows.
#[derive(Debug, Clone)]
pub(crate) struct Products {
    separators: &'static str,
    /// What takes no part.
    parts: PartColumns,
    groups: Vec<String>,
    /// Each interaction as places in `groups`, ascending.
    interactions: Vec<Vec<usize>>,
    /// The names of the factors, joined.
    text: String,
    factors: Vec<Factor>,
    /// The factors of each group, ascending.
    members: Vec<Vec<usize>>,
    /// The factors of one combination, and the name of their product.
    sorted: Vec<usize>,
    product: String,
    /// The combinations made, kept if some could come twice.
    made: Option<HashSet<Vec<usize>>>,
}

impl Products {
    /// The products for data of a format with these separators, but for the features that say sets
    /// and prices; `None` if there are none.
    pub(crate) fn new(
        interactions: &[Interaction],
        separators: Option<&'static str>,
        parts: &PartColumns,
    ) -> Option<Self> {
        let mut distinct = interactions.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let mut groups: Vec<String> =
            distinct.iter().flat_map(|interaction| interaction.names()).cloned().collect();
        groups.sort_unstable();
        groups.dedup();
        let place = |name: &String| groups.partition_point(|group| group < name);
        let places = |one: &Interaction| one.names().iter().map(place).collect();
        let interactions: Vec<_> = distinct.iter().map(places).collect();
        (!distinct.is_empty()).then(|| Self {
            separators: separators.unwrap_or_default(),
            parts: parts.clone(),
            interactions,
            members: vec![Vec::new(); groups.len()],
            groups,
            text: String::new(),
            factors: Vec::new(),
            sorted: Vec::new(),
            product: String::new(),
            made: None,
        })
    }

    /// Adds the products to a row.
    pub(crate) fn extend(&mut self, draft: &mut Draft) -> Result<(), Fault> {
        self.collect(draft);
        self.merge();
        self.assign();
        let count: f64 = self.interactions.iter().map(|groups| self.count(groups)).sum();
        if count > MOST {
            return Err(Fault::row(format!(
                "the interactions would give the row {count:.0} products, more than {MOST:.0}"
            )));
        }
        let interactions = std::mem::take(&mut self.interactions);
        let mut chosen = Vec::new();
        let added =
            interactions.iter().try_for_each(|groups| self.combine(groups, &mut chosen, draft));
        self.interactions = interactions;
        added
    }

    /// Takes the features that belong to some group.
    fn collect(&mut self, draft: &Draft) {
        self.text.clear();
        self.factors.clear();
        let row = draft.open_row();
        for (&key, &value) in row.keys.iter().zip(row.values) {
            let start = self.text.len();
            // Writing to a string cannot fail.
            let _ = write!(self.text, "{key}");
            self.keep(Factor { key, start, end: self.text.len(), value });
        }
        row.for_each_name(|name, _, value| {
            let start = self.text.len();
            self.text.push_str(name);
            self.keep(Factor { key: NAMED, start, end: self.text.len(), value });
        });
    }

    /// Keeps the factor at the end of the text, or forgets it.
    fn keep(&mut self, factor: Factor) {
        let name = &self.text[factor.start..];
        let belongs = |group: &String| belongs(name, group, self.separators);
        if self.groups.iter().any(belongs) && !self.parts.names(name) {
            self.factors.push(factor);
        } else {
            self.text.truncate(factor.start);
        }
    }

    /// Sorts the factors and sums repeated ones, in ascending order of their values.
    fn merge(&mut self) {
        let text = &self.text;
        let name = |factor: &Factor| &text[factor.start..factor.end];
        self.factors.sort_unstable_by(|a, b| {
            let place = a.key.cmp(&b.key).then_with(|| name(a).cmp(name(b)));
            place.then_with(|| a.value.total_cmp(&b.value))
        });
        self.factors.dedup_by(|later, kept| {
            let same = later.key == kept.key && name(later) == name(kept);
            kept.value += if same { later.value } else { 0.0 };
            same
        });
        self.factors.retain(|factor| factor.value != 0.0);
    }

    /// Finds the members of each group, and whether a factor is in two of them.
    fn assign(&mut self) {
        let (text, separators) = (&self.text, self.separators);
        let mut memberships = 0;
        for (group, members) in self.groups.iter().zip(&mut self.members) {
            let name = |factor: &Factor| &text[factor.start..factor.end];
            let inside = |(_, factor): &(usize, &Factor)| belongs(name(factor), group, separators);
            members.clear();
            members.extend(self.factors.iter().enumerate().filter(inside).map(|(at, _)| at));
            memberships += members.len();
        }
        self.made = (memberships > self.factors.len()).then(HashSet::new);
    }

    /// How many combinations an interaction has: n of a group taken m times give n+m-1 over m.
    fn count(&self, groups: &[usize]) -> f64 {
        let of_run = |run: &[usize]| {
            let members = self.members[run[0]].len() as f64;
            (0..run.len()).map(|i| (members + i as f64) / (i as f64 + 1.0)).product::<f64>()
        };
        groups.chunk_by(|a, b| a == b).map(of_run).product()
    }

    /// Completes the `chosen` factors in every way; within equal groups they ascend.
    fn combine(
        &mut self,
        groups: &[usize],
        chosen: &mut Vec<usize>,
        draft: &mut Draft,
    ) -> Result<(), Fault> {
        let at = chosen.len();
        let Some(&group) = groups.get(at) else { return self.multiply(chosen, draft) };
        let members = &self.members[group];
        let from = match at.checked_sub(1) {
            Some(before) if groups[before] == group => {
                members.partition_point(|&factor| factor < chosen[before])
            }
            _ => 0,
        };
        for next in from..members.len() {
            chosen.push(self.members[group][next]);
            let made = self.combine(groups, chosen, draft);
            chosen.truncate(at);
            made?;
        }
        Ok(())
    }

    /// Adds the product of the chosen factors, unless it is there already.
    fn multiply(&mut self, chosen: &[usize], draft: &mut Draft) -> Result<(), Fault> {
        self.sorted.clear();
        self.sorted.extend_from_slice(chosen);
        self.sorted.sort_unstable();
        let mut value = 1.0;
        self.product.clear();
        for factor in self.sorted.iter().map(|&at| self.factors[at]) {
            if !self.product.is_empty() {
                self.product.push(TIMES);
            }
            self.product.push_str(&self.text[factor.start..factor.end]);
            value *= factor.value;
        }
        if !f64::is_finite(value) {
            let name = crate::quote::quoted(self.product.as_bytes());
            return Err(Fault::row(format!("the product {name} is not a finite number")));
        }
        let made_before = |made: &mut HashSet<Vec<usize>>| !made.insert(self.sorted.clone());
        if value != 0.0 && !self.made.as_mut().is_some_and(made_before) {
            draft.push_product(&self.product, value);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Draft, PartColumns, Products, belongs};
    use crate::features::Interaction;

    /// Adds a feature as a format with namespaces would.
    fn push(draft: &mut Draft, namespace: &str, name: &str, value: f64) {
        match namespace {
            "" => draft.push_name(name, value),
            _ => draft.push_named(&format!("{namespace}^{name}"), namespace.len(), value),
        }
    }

    fn products(interactions: &[&str], features: &[(&str, &str, f64)]) -> Vec<(String, f64)> {
        let parsed: Vec<Interaction> =
            interactions.iter().map(|text| text.parse().expect("an interaction")).collect();
        let mut draft = Draft::default();
        draft.clear();
        for (space, name, value) in features {
            push(&mut draft, space, name, *value);
        }
        let before = draft.open_row().names();
        let mut step =
            Products::new(&parsed, Some("=^"), &PartColumns::default()).expect("something to do");
        step.extend(&mut draft).expect("products");
        let mut all = Vec::new();
        draft.open_row().for_each_name(|name, _, value| all.push((name.to_owned(), value)));
        all.drain(..before);
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    }

    fn names(interactions: &[&str], features: &[(&str, &str, f64)]) -> String {
        let all = products(interactions, features);
        all.into_iter().map(|(name, _)| name).collect::<Vec<_>>().join(" ")
    }

    const ROW: [(&str, &str, f64); 4] =
        [("b", "y", 5.0), ("a", "x", 2.0), ("", "7", 10.0), ("a", "w", 3.0)];

    #[test]
    fn pairs_of_two_groups() {
        let expected = [("a^w*b^y".to_owned(), 15.0), ("a^x*b^y".to_owned(), 10.0)];
        assert_eq!(products(&["b,a"], &ROW), expected);
    }

    #[test]
    fn a_group_with_itself_has_each_pair_once_and_squares() {
        assert_eq!(names(&["a,a"], &ROW), "a^w*a^w a^w*a^x a^x*a^x");
        assert_eq!(names(&["a,a,a"], &ROW), "a^w*a^w*a^w a^w*a^w*a^x a^w*a^x*a^x a^x*a^x*a^x");
        assert_eq!(names(&["a,b,7"], &ROW), "7*a^w*b^y 7*a^x*b^y");
    }

    #[test]
    fn what_interactions_have_in_common_comes_once() {
        assert_eq!(names(&["a,b", "b,a"], &ROW), names(&["a,b"], &ROW));
        assert_eq!(names(&[":,a"], &ROW), "7*a^w 7*a^x a^w*a^w a^w*a^x a^w*b^y a^x*a^x a^x*b^y");
        assert_eq!(names(&["a^x,a", "a,a"], &ROW), names(&["a,a"], &ROW));
        assert_eq!(names(&[":,:", "a,b"], &ROW).split(' ').count(), 4 * 5 / 2);
    }

    #[test]
    fn repeats_are_summed_before_they_are_multiplied() {
        let row = [("a", "x", 1.0), ("a", "x", 2.0), ("a", "z", 1.0), ("a", "z", -1.0)];
        assert_eq!(products(&["a,a"], &row), [("a^x*a^x".to_owned(), 9.0)]);
    }

    #[test]
    fn a_separator_ends_the_name_of_a_group() {
        for (feature, group, separators, expected) in [
            ("a^x", "a", "^=", true),
            ("ab^x", "a", "^=", false),
            ("a", "a", "", true),
            ("a.b", "a", "=", false),
            ("a.b", "a", "=.", true),
            ("a=b", "a", "=.", true),
            ("b", "a", "=", false),
            ("b", ":", "", true),
        ] {
            assert_eq!(belongs(feature, group, separators), expected, "{feature} {group}");
        }
    }

    #[test]
    fn products_too_large_or_too_many_are_refused() {
        let refused = |interaction: &str, value: f64, count: usize| {
            let mut draft = Draft::default();
            draft.clear();
            (0..count).for_each(|i| push(&mut draft, "a", &i.to_string(), value));
            let parsed: Interaction = interaction.parse().expect("an interaction");
            let mut step = Products::new(&[parsed], Some("=^"), &PartColumns::default())
                .expect("something to do");
            step.extend(&mut draft).err().map(|fault| fault.kind.to_string())
        };
        assert_eq!(refused("a,a", 1e10, 3), None);
        let text = refused("a,a", 1e200, 1).expect("too large");
        assert_eq!(text, "the product 'a^0*a^0' is not a finite number");
        let text = refused("a,a,a,a", 1.0, 100).expect("too many");
        assert_eq!(text, "the interactions would give the row 4421275 products, more than 2000000");
    }
}
