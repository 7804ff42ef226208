//! Templates at work: from the numbers of the values around a token to those of its features.
//!
//! Every step is a look into a table: a template of one term has an array by value, one of several
//! terms a table of pairs, whose left side is the number of a pair itself if there are three terms
//! or more. A name is written only when a feature is seen for the first time.

use super::pair_table::{NONE, PairTable};
use super::template::{Template, Term};
use super::templates::Templates;
use super::values::Values;
use crate::features::NameBook;

/// A place in the list of values around a token: the values themselves, then the numbers of pairs.
type Source = usize;

/// Terms that come first in a template of three or more, put together from the left.
#[derive(Debug)]
struct Joint {
    left: Source,
    right: Source,
    table: PairTable,
}

/// Where the numbers of the features of a template are.
#[derive(Debug)]
enum Table {
    /// There is one feature, whatever the cells.
    Constant(u32),
    /// By the number of the value.
    One(Source, Vec<u32>),
    Pairs(Source, Source, PairTable),
}

/// A template and the features it has made.
#[derive(Debug)]
struct Maker {
    template: Template,
    table: Table,
}

/// All templates, and all features they have made.
#[derive(Debug)]
pub(super) struct Expansion {
    pub(super) values: Values,
    book: NameBook,
    makers: Vec<Maker>,
    joints: Vec<Joint>,
    /// The different terms, and where their values are, counted from the first place that any
    /// template looks at.
    terms: Vec<Term>,
    places: Vec<usize>,
    sources: Vec<u32>,
    numbers: Vec<u32>,
}

impl Expansion {
    /// Templates for data of so many columns, before the first token.
    pub(super) fn new(templates: &Templates, columns: usize) -> Self {
        let all = || templates.iter().flat_map(|template| &template.terms);
        let values = Values::new(all(), columns);
        let mut terms: Vec<Term> = Vec::new();
        for term in all() {
            if !terms.contains(term) {
                terms.push(*term);
            }
        }
        let place = |term: &Term| {
            let row = (term.offset + values.reach() as i32).unsigned_abs() as usize;
            row * values.views() + values.view(term).unwrap_or(0)
        };
        let places = terms.iter().map(place).collect();
        let mut expansion = Self {
            values,
            book: NameBook::default(),
            makers: Vec::new(),
            joints: Vec::new(),
            terms,
            places,
            sources: Vec::new(),
            numbers: Vec::new(),
        };
        templates.iter().for_each(|template| expansion.add(template));
        expansion
    }

    fn add(&mut self, template: &Template) {
        let source = |term: &Term| self.terms.iter().position(|known| known == term).unwrap_or(0);
        let sources: Vec<Source> = template.terms.iter().map(source).collect();
        let table = match sources.as_slice() {
            [] => Table::Constant(NONE),
            &[one] => Table::One(one, Vec::new()),
            &[first, ref between @ .., last] => {
                let left = between.iter().fold(first, |left, &right| self.joint(left, right));
                Table::Pairs(left, last, PairTable::default())
            }
        };
        self.makers.push(Maker { template: template.clone(), table });
    }

    /// Where the number of a pair of sources is.
    fn joint(&mut self, left: Source, right: Source) -> Source {
        let same = |joint: &Joint| (joint.left, joint.right) == (left, right);
        let at = self.joints.iter().position(same).unwrap_or_else(|| {
            self.joints.push(Joint { left, right, table: PairTable::default() });
            self.joints.len() - 1
        });
        self.terms.len() + at
    }

    /// The names of the numbers.
    pub(super) fn book(&self) -> &NameBook {
        &self.book
    }

    /// The numbers of the features of a token; `window` has the values of the tokens from as far
    /// before it as any template looks.
    pub(super) fn features(&mut self, window: &[u32]) -> &[u32] {
        self.sources.clear();
        let value = |&place: &usize| window.get(place).copied().unwrap_or(NONE);
        self.sources.extend(self.places.iter().map(value));
        for joint in &mut self.joints {
            let number = joint.number(&self.sources);
            self.sources.push(number);
        }
        self.numbers.clear();
        for at in 0..self.makers.len() {
            let Some(maker) = self.makers.get(at) else { break };
            match maker.table.look(&self.sources) {
                Seen::Known(number) => self.numbers.push(number),
                Seen::Absent => {}
                Seen::New => self.meet(at),
            }
        }
        &self.numbers
    }

    /// Numbers the feature of a template that is seen for the first time.
    #[cold]
    fn meet(&mut self, at: usize) {
        let Self { values, book, makers, terms, sources, numbers, .. } = self;
        let Some(Maker { template, table }) = makers.get_mut(at) else { return };
        let texts = template.terms.iter().map(|term| {
            let source = terms.iter().position(|known| known == term)?;
            values.text(values.view(term)?, *sources.get(source)?)
        });
        let mark = |term: &Term| {
            let source = terms.iter().position(|known| known == term);
            let number = source.and_then(|source| sources.get(source)).copied().unwrap_or(0);
            mark(number as usize, values.reach())
        };
        let mut name = String::new();
        template.name(texts, mark, &mut name);
        let number = book.open().number(&name);
        table.keep(sources, number);
        numbers.push(number);
    }
}

/// What is written for a place outside of the sentence.
fn mark(number: usize, reach: usize) -> String {
    match number < reach {
        true => format!("_B-{}", number + 1),
        false => format!("_B+{}", number - reach + 1),
    }
}

impl Joint {
    fn number(&mut self, sources: &[u32]) -> u32 {
        let (left, right) = (value(sources, self.left), value(sources, self.right));
        if left == NONE || right == NONE {
            return NONE;
        }
        match self.table.get(left, right) {
            NONE => {
                let new = self.table.len() as u32;
                self.table.insert(left, right, new);
                new
            }
            known => known,
        }
    }
}

/// What a template makes of a token.
enum Seen {
    Known(u32),
    /// A feature that has no number yet.
    New,
    /// No feature: a function has no value for a cell.
    Absent,
}

impl Table {
    #[inline]
    fn look(&self, sources: &[u32]) -> Seen {
        let number = match self {
            Self::Constant(number) => *number,
            Self::One(source, numbers) => match value(sources, *source) {
                NONE => return Seen::Absent,
                value => numbers.get(value as usize).copied().unwrap_or(NONE),
            },
            Self::Pairs(left, right, table) => {
                match (value(sources, *left), value(sources, *right)) {
                    (NONE, _) | (_, NONE) => return Seen::Absent,
                    (left, right) => table.get(left, right),
                }
            }
        };
        if number == NONE { Seen::New } else { Seen::Known(number) }
    }

    fn keep(&mut self, sources: &[u32], number: u32) {
        match self {
            Self::Constant(constant) => *constant = number,
            Self::One(source, numbers) => {
                let at = value(sources, *source) as usize;
                if numbers.len() <= at {
                    numbers.resize(at + 1, NONE);
                }
                numbers.iter_mut().skip(at).take(1).for_each(|place| *place = number);
            }
            Self::Pairs(left, right, table) => {
                table.insert(value(sources, *left), value(sources, *right), number);
            }
        }
    }
}

#[inline]
fn value(sources: &[u32], source: Source) -> u32 {
    sources.get(source).copied().unwrap_or(NONE)
}
