//! Plain dicts, whose keys are strings and values floats, go into a row without a list in between.
//!
//! The learner is locked meanwhile: strings and floats that are nothing else run no Python code.
//! Names that are not remembered are looked for in groups, so that what waits for memory waits
//! together.

use crate::features::text;
use crate::keys::KeySlots;
use noregret::io::{FeatureSpace, Row};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyString};

/// Puts a dict of strings and floats into a row of slots; false if it holds anything else, a name
/// has no slot, or the row is out of the ordinary.
#[inline]
pub(crate) fn resolve_plain(
    given: &Bound<'_, PyAny>,
    space: &FeatureSpace,
    keys: &mut KeySlots,
    row: &mut Row,
) -> bool {
    let unknown = put_plain(given, space, keys, row);
    unknown.is_some_and(|unknown| unknown.is_empty() && keys.sort(row))
}

/// As [`resolve_plain`]; names that are new get slots, in the order of the names, as a reader would
/// give them. Whoever cannot use the row takes the slots back.
#[inline]
pub(crate) fn resolve_new(
    given: &Bound<'_, PyAny>,
    space: &mut FeatureSpace,
    keys: &mut KeySlots,
    row: &mut Row,
) -> bool {
    match put_plain(given, space, keys, row) {
        // Slots that are new are above all others.
        Some(mut new) => keys.sort(row) && (new.is_empty() || add_new(&mut new, space, row)),
        None => false,
    }
}

/// A name and its value.
type Cells<'py> = Vec<(Bound<'py, PyString>, f64)>;

/// Gives names slots and adds them to a row; false, and nothing done, if there are not enough.
#[inline(never)]
fn add_new(new: &mut Cells<'_>, space: &mut FeatureSpace, row: &mut Row) -> bool {
    let features = space.len();
    new.sort_unstable_by(|a, b| text(&a.0).cmp(text(&b.0)));
    for (name, x) in new {
        let Ok(slot) = space.intern(text(name)) else {
            space.truncate(features);
            return false;
        };
        row.indices.push(slot);
        row.values.push(*x);
    }
    true
}

/// Puts the cells of a dict whose names have slots into a row, in any order; the others, or `None`
/// if it is no plain dict.
#[inline]
fn put_plain<'py>(
    given: &Bound<'py, PyAny>,
    space: &FeatureSpace,
    keys: &mut KeySlots,
    row: &mut Row,
) -> Option<Cells<'py>> {
    let dict = given.cast_exact::<PyDict>().ok().filter(|_| space.bits().is_none())?;
    keys.enter(space.stamp());
    row.clear();
    let mut fresh = FreshCells::default();
    for (place, (key, value)) in dict.iter().enumerate() {
        let x = value.cast_exact::<PyFloat>().ok()?.value();
        if !x.is_finite() {
            return None;
        }
        match keys.get(place, &key) {
            Some(slot) if x != 0.0 => {
                row.indices.push(slot);
                row.values.push(x);
            }
            Some(_) => {}
            None => fresh.push(key.cast_into_exact::<PyString>().ok()?, x, (space, keys, row))?,
        }
    }
    if fresh.len > 0 {
        fresh.find((space, keys, row))?;
    }
    Some(fresh.unknown)
}

/// So many names are looked for together.
const TOGETHER: usize = 32;

/// Cells whose names are not remembered, some of them still to be looked for.
struct FreshCells<'py> {
    cells: [Option<(Bound<'py, PyString>, f64)>; TOGETHER],
    len: usize,
    /// Those that have a value and no slot.
    unknown: Cells<'py>,
}

impl Default for FreshCells<'_> {
    fn default() -> Self {
        FreshCells { cells: [const { None }; TOGETHER], len: 0, unknown: Vec::new() }
    }
}

impl<'py> FreshCells<'py> {
    /// Takes a cell, as [`find`](Self::find).
    #[inline(always)]
    fn push(
        &mut self,
        name: Bound<'py, PyString>,
        x: f64,
        known: (&FeatureSpace, &mut KeySlots, &mut Row),
    ) -> Option<()> {
        self.cells[self.len] = Some((name, x));
        self.len += 1;
        if self.len == TOGETHER { self.find(known) } else { Some(()) }
    }

    /// Puts the cells whose names have slots into a row; `None` if a name is an integer key: those
    /// have an order of their own.
    #[inline(never)]
    fn find(&mut self, (space, keys, row): (&FeatureSpace, &mut KeySlots, &mut Row)) -> Option<()> {
        let cells = &mut self.cells[..std::mem::take(&mut self.len)];
        let (mut texts, mut slots) = ([""; TOGETHER], [None; TOGETHER]);
        for (at, (name, _)) in texts.iter_mut().zip(cells.iter().flatten()) {
            *at = text(name);
            if at.as_bytes().first().is_none_or(u8::is_ascii_digit) {
                return None;
            }
        }
        let mut places = slots.iter_mut();
        let texts = texts.into_iter().take(cells.len());
        keys.finder.find_all(space, texts, |slot| {
            places.next().into_iter().for_each(|at| *at = slot);
        });
        for ((name, x), slot) in cells.iter_mut().filter_map(Option::take).zip(slots) {
            if let Some(slot) = slot {
                keys.insert(&name, slot);
            }
            match slot {
                _ if x == 0.0 => {}
                Some(slot) => {
                    row.indices.push(slot);
                    row.values.push(x);
                }
                None => self.unknown.push((name, x)),
            }
        }
        Some(())
    }
}
