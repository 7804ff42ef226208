//! Numbers for what templates look at: each different cell of a column, and the values that
//! functions have for it, which are found once a cell.
//!
//! The first numbers of a view are those of the marks for places outside of the sentence: 0 is one
//! place before its begin, and so on, then those after its end.

use super::function::Function;
use super::pair_table::NONE;
use super::template::Term;
use crate::features::NameTable;

/// A function of a column, and its different values.
#[derive(Debug)]
struct View {
    column: usize,
    function: Function,
    texts: NameTable,
}

/// The cells of a column, and the numbers of their values for each view of it.
#[derive(Debug, Default)]
struct Column {
    cells: NameTable,
    views: Vec<usize>,
    values: Vec<u32>,
}

/// All that is known of the cells of a file.
#[derive(Debug)]
pub(super) struct Values {
    views: Vec<View>,
    columns: Vec<Column>,
    /// How far templates look to either side.
    reach: usize,
    scratch: String,
}

impl Values {
    /// Nothing yet, for data of so many columns.
    pub(super) fn new<'a>(terms: impl Iterator<Item = &'a Term>, columns: usize) -> Self {
        let mut values = Self {
            views: Vec::new(),
            columns: (0..columns).map(|_| Column::default()).collect(),
            reach: 0,
            scratch: String::new(),
        };
        for term in terms {
            values.reach = values.reach.max(term.offset.unsigned_abs() as usize);
            if values.view(term).is_none() {
                let at = values.views.len();
                let (column, function) = (term.column, term.function);
                values.views.push(View { column, function, texts: NameTable::default() });
                let column = values.columns.get_mut(term.column);
                column.into_iter().for_each(|column| column.views.push(at));
            }
        }
        // A text of nothing but blanks is none that a cell has: all marks come first.
        for view in &mut values.views {
            for number in 0..2 * values.reach {
                view.texts.insert(&" ".repeat(number + 1), number as u32);
            }
        }
        values
    }

    /// How far templates look to either side.
    pub(super) fn reach(&self) -> usize {
        self.reach
    }

    /// How many views there are.
    pub(super) fn views(&self) -> usize {
        self.views.len()
    }

    /// The view of a term.
    pub(super) fn view(&self, term: &Term) -> Option<usize> {
        let same = |view: &View| (view.column, view.function) == (term.column, term.function);
        self.views.iter().position(same)
    }

    /// The value with this number, `None` for a mark.
    pub(super) fn text(&self, view: usize, number: u32) -> Option<&str> {
        let view = self.views.get(view).filter(|_| number as usize >= 2 * self.reach)?;
        view.texts.name_of_slot(number)
    }

    /// Puts the numbers of the values for a cell to their places among those of a token.
    pub(super) fn look(&mut self, column: usize, cell: &str, token: &mut [u32]) {
        let Some(known) = self.columns.get(column).filter(|known| !known.views.is_empty()) else {
            return;
        };
        let id = match known.cells.get(cell) {
            Some(id) => id,
            None => self.add(column, cell),
        };
        let Some(known) = self.columns.get(column) else { return };
        let values = known.values.iter().skip(id as usize * known.views.len());
        for (&view, &value) in known.views.iter().zip(values) {
            token.iter_mut().skip(view).take(1).for_each(|place| *place = value);
        }
    }

    /// Takes in a new cell.
    #[cold]
    fn add(&mut self, column: usize, cell: &str) -> u32 {
        let Self { views, columns, scratch, .. } = self;
        let Some(column) = columns.get_mut(column) else { return 0 };
        let id = column.cells.len() as u32;
        column.cells.insert(cell, id);
        for &view in &column.views {
            let Some(view) = views.get_mut(view) else { continue };
            scratch.clear();
            view.function.apply(cell, scratch);
            column.values.push(match scratch.is_empty() {
                true => NONE,
                false => number(&mut view.texts, scratch),
            });
        }
        id
    }
}

/// The number of a text, given to it if it is new.
fn number(texts: &mut NameTable, text: &str) -> u32 {
    texts.get(text).unwrap_or_else(|| {
        let number = texts.len() as u32;
        texts.insert(text, number);
        number
    })
}
