//! Features with names, as the rows of a draft list them.
//!
//! Texts lie in one arena. A format that lists many names of a namespace puts the whole text in
//! there at once and then says where the names are.

use std::ops::Range;

use super::name::{HashStart, NameParts};
use super::space::canonical_index;

/// A place in `namespaces` that is not there: the default namespace.
const DEFAULT: u32 = u32::MAX;
/// The number of a name that is not a canonical integer.
const NO_NUMBER: u32 = u32::MAX;
/// The number of a name that is written otherwise than it is hashed ([`encoded_hash`]). The one
/// integer that this is has no mark in it, so it is hashed as it is.
///
/// [`encoded_hash`]: super::hashing::encoded_hash
const ENCODED: u32 = u32::MAX - 1;

/// A named feature: its text is `arena[start..end]`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Named {
    pub(super) hash: u64,
    pub(super) value: f64,
    start: usize,
    end: usize,
    /// Its place in `namespaces`.
    namespace: u32,
    /// The integer that the name in its namespace is, or [`NO_NUMBER`].
    pub(super) number: u32,
}

impl Named {
    /// A number that features of a row share if they share their namespace.
    pub(super) fn namespace(&self) -> u32 {
        self.namespace
    }

    /// Whether the name is written otherwise than it is hashed.
    #[inline]
    pub(super) fn is_encoded(&self) -> bool {
        self.number == ENCODED
    }
}

/// Text in the arena that holds names of one namespace.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Section {
    base: usize,
    namespace: u32,
    start: HashStart,
}

impl Section {
    /// Whether its names are in the default namespace.
    #[inline(always)]
    pub(crate) fn is_default(&self) -> bool {
        self.namespace == DEFAULT
    }
}

/// How full the arrays of a list are.
#[derive(Debug, Clone, Copy, Default)]
struct Mark {
    items: usize,
    arena: usize,
    namespaces: usize,
}

/// The named features of some rows.
#[derive(Debug, Clone, Default)]
pub(super) struct NamedList {
    items: Vec<Named>,
    arena: String,
    /// Where the names of namespaces are in the arena.
    namespaces: Vec<Range<usize>>,
    /// Where the open row starts.
    open: Mark,
}

/// The named features of one row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NamedRow<'a> {
    pub(super) items: &'a [Named],
    arena: &'a str,
    namespaces: &'a [Range<usize>],
}

impl<'a> NamedRow<'a> {
    /// The name of one of the items.
    #[inline]
    pub(super) fn name(&self, named: &Named) -> NameParts<'a> {
        let text = |span: Range<usize>| self.arena.get(span).unwrap_or_default();
        let namespace = self.namespaces.get(named.namespace as usize);
        NameParts {
            namespace: namespace.map_or("", |span| text(span.clone())),
            name: text(named.start..named.end),
        }
    }
}

impl NamedList {
    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    /// The features from one place to another.
    pub(super) fn row(&self, places: Range<usize>) -> NamedRow<'_> {
        let items = self.items.get(places).unwrap_or_default();
        NamedRow { items, arena: &self.arena, namespaces: &self.namespaces }
    }

    /// Adds a feature of the default namespace, whose name is all `pieces` joined.
    pub(super) fn push(&mut self, pieces: &[&str], value: f64) {
        let start = self.arena.len();
        pieces.iter().for_each(|piece| self.arena.push_str(piece));
        let section =
            Section { base: start, namespace: DEFAULT, start: HashStart::for_namespace("") };
        self.push_part(&section, 0..self.arena.len() - start, value);
    }

    /// Adds a feature of the namespace of a section, whose name is all `pieces` joined.
    pub(super) fn push_text(&mut self, section: &Section, pieces: &[&str], value: f64) {
        let base = self.arena.len();
        pieces.iter().for_each(|piece| self.arena.push_str(piece));
        let section = Section { base, ..*section };
        self.push_part(&section, 0..self.arena.len() - base, value);
    }

    /// The same of a name that is written otherwise than it is hashed.
    pub(super) fn push_encoded(&mut self, section: &Section, pieces: &[&str], value: f64) {
        self.push_text(section, pieces, value);
        self.items.iter_mut().last().into_iter().for_each(|named| named.number = ENCODED);
    }

    /// Takes `text`, which starts with the name of a namespace.
    pub(super) fn open_section(&mut self, text: &str, namespace: &str) -> Section {
        let base = self.arena.len();
        self.arena.push_str(text);
        let start = HashStart::for_namespace(namespace);
        if namespace.is_empty() {
            return Section { base, namespace: DEFAULT, start };
        }
        // Text that is read at once is far shorter than this could number.
        let place = self.namespaces.len() as u32;
        self.namespaces.push(base..base + namespace.len());
        Section { base, namespace: place, start }
    }

    /// The part of a section at `place`.
    pub(super) fn part(&self, section: &Section, place: Range<usize>) -> &str {
        self.arena.get(section.base + place.start..section.base + place.end).unwrap_or_default()
    }

    /// Adds the feature whose name is at `place` in the section.
    pub(super) fn push_part(&mut self, section: &Section, place: Range<usize>, value: f64) {
        let hash = section.start.hash(self.part(section, place.clone()));
        self.push_hashed(section, place, hash, value);
    }

    /// Adds a feature whose name, at `place` in the section, is known to be without `^`.
    #[inline(always)]
    pub(super) fn push_piece(&mut self, section: &Section, place: Range<usize>, value: f64) {
        let bytes = self.arena.as_bytes();
        let name = bytes.get(section.base + place.start..section.base + place.end);
        let hash = section.start.piece(name.unwrap_or_default());
        self.push_hashed(section, place, hash, value);
    }

    #[inline(always)]
    fn push_hashed(&mut self, section: &Section, place: Range<usize>, hash: u64, value: f64) {
        // In the default namespace an integer is no name.
        let number = match section.is_default() {
            true => NO_NUMBER,
            false => canonical_index(self.part(section, place.clone())).unwrap_or(NO_NUMBER),
        };
        self.items.push(Named {
            hash,
            value,
            start: section.base + place.start,
            end: section.base + place.end,
            namespace: section.namespace,
            number,
        });
    }

    /// Adds the features of a row of another list.
    pub(super) fn copy(&mut self, row: &NamedRow<'_>) {
        let mut last = None;
        for named in row.items {
            let NameParts { namespace, name } = row.name(named);
            let place = match last {
                Some((of, place)) if of == named.namespace => place,
                _ => self.add_namespace(namespace),
            };
            last = Some((named.namespace, place));
            let start = self.arena.len();
            self.arena.push_str(name);
            let end = self.arena.len();
            self.items.push(Named { start, end, namespace: place, ..*named });
        }
    }

    /// The place of a namespace that is put into the arena by itself.
    fn add_namespace(&mut self, namespace: &str) -> u32 {
        self.open_section(namespace, namespace).namespace
    }

    pub(super) fn clear(&mut self) {
        self.open = Mark::default();
        self.drop_row();
    }

    pub(super) fn close_row(&mut self) {
        self.open = Mark {
            items: self.items.len(),
            arena: self.arena.len(),
            namespaces: self.namespaces.len(),
        };
    }

    pub(super) fn drop_row(&mut self) {
        self.items.truncate(self.open.items);
        self.arena.truncate(self.open.arena);
        self.namespaces.truncate(self.open.namespaces);
    }
}
