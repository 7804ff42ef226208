//! Rows put together to examples. Where examples have several parts, one is the consecutive rows of
//! a file with the same group (`qid`); otherwise every row is one.
//!
//! Only the current group is in memory, and the row after it, which had to be read to know that the
//! group has ended. That row has brought its features into the space already; they are taken out
//! again, and the row waits without slots, so that the space knows nothing of a row before its
//! turn. Where a line of its own ends a group (sentences), no row after it is read: whoever sends
//! sentences through a pipe gets the answer to one before the next.
//!
//! The numbers of the groups of a file are kept, to say if some come back: then the file was not
//! sorted, and what belongs together was taken apart. Sentences are numbered by their reader.

use crate::observer::Observer;
use crate::source::Stream;
use crate::words::count;
use crate::{Error, Result};
use noregret_core::problem::AnyProblem;
use noregret_io::{Lookup, PendingRow, Resolver, Row};
use std::collections::HashSet;

/// Where rows come from, one after the other.
pub(crate) trait Rows {
    /// Puts the next row into `row`, of another file only if `any_file`; false at the end.
    fn next(
        &mut self,
        lookup: Lookup<'_>,
        row: &mut Row,
        any_file: bool,
        observer: &mut dyn Observer,
    ) -> Result<bool>;

    /// How many rows of the data were read or left out up to the last one.
    fn place(&self) -> u64;

    /// Whether the last row, of this group, is known to be the last of it without the next row.
    fn ends_group(&self, group: Option<u64>) -> bool;

    /// The files behind the rows.
    fn stream(&mut self) -> &mut Stream;
}

impl Rows for Stream {
    #[inline(always)]
    fn next(
        &mut self,
        lookup: Lookup<'_>,
        row: &mut Row,
        any_file: bool,
        observer: &mut dyn Observer,
    ) -> Result<bool> {
        match any_file {
            true => self.next(lookup, row, observer),
            false => self.next_in_file(lookup, row, observer),
        }
    }

    fn place(&self) -> u64 {
        self.rows()
    }

    fn ends_group(&self, _: Option<u64>) -> bool {
        Stream::ends_group(self)
    }

    fn stream(&mut self) -> &mut Stream {
        self
    }
}

/// A row that was read before its turn.
#[derive(Debug)]
enum Ahead {
    /// Of a space that learns: it must not know the features yet.
    Pending(Box<PendingRow>),
    /// Of a frozen space.
    Resolved(Row),
}

/// The current example.
#[derive(Debug)]
pub(crate) struct Groups {
    pub(crate) rows: Vec<Row>,
    /// Whether examples have several rows.
    several: bool,
    /// The first row of the next group.
    ahead: Option<Ahead>,
    resolver: Resolver,
    /// The groups of this file so far, and how many came that were among them.
    seen: HashSet<u64>,
    returned: u64,
    /// Where the last row of the current group is.
    end: u64,
}

impl Groups {
    /// No example of this problem yet.
    pub(crate) fn new(problem: &AnyProblem) -> Self {
        let (rows, seen, resolver) = (vec![Row::default()], HashSet::new(), Resolver::default());
        let several = problem.takes_parts();
        Groups { rows, several, ahead: None, resolver, seen, returned: 0, end: 0 }
    }

    /// What is to be told of groups that came back, if any did.
    pub(crate) fn returned(&self) -> Option<String> {
        let groups = (self.returned > 0).then(|| count(self.returned, "group"))?;
        Some(format!(
            "{groups} came back after another one, and rows that are apart are groups of their \
             own: \
             sort the file by qid"
        ))
    }

    /// Warns of groups that came back, if any did.
    pub(crate) fn warn_returned(&self, observer: &mut dyn Observer) {
        if let Some(text) = self.returned() {
            observer.warning(&text);
        }
    }

    /// How many rows of the data were read or left out up to the end of the current example.
    pub(crate) fn place(&self, source: &impl Rows) -> u64 {
        if self.several { self.end } else { source.place() }
    }

    /// Reads the next example; false at the end.
    #[inline(always)]
    pub(crate) fn read(
        &mut self,
        source: &mut impl Rows,
        lookup: Lookup<'_>,
        observer: &mut dyn Observer,
    ) -> Result<bool> {
        match self.several {
            false => source.next(lookup, &mut self.rows[0], true, observer),
            true => self.read_group(source, lookup, observer),
        }
    }

    fn read_group(
        &mut self,
        source: &mut impl Rows,
        mut lookup: Lookup<'_>,
        observer: &mut dyn Observer,
    ) -> Result<bool> {
        self.rows.clear();
        match self.ahead.take() {
            Some(Ahead::Resolved(row)) => self.rows.push(row),
            Some(Ahead::Pending(pending)) => {
                let mut row = Row::default();
                pending.resolve(&mut self.resolver, lookup.reborrow(), &mut row)?;
                self.rows.push(row);
            }
            None => match next_grouped(source, lookup.reborrow(), true, observer)? {
                Some(row) => self.rows.push(row),
                None => return Ok(false),
            },
        }
        let group = self.rows[0].qid;
        if !source.stream().format().is_some_and(|format| format.ends_groups) {
            self.returned += u64::from(group.is_some_and(|group| !self.seen.insert(group)));
        }
        loop {
            let known = lookup.space().len();
            self.end = source.place();
            if source.ends_group(group) {
                return Ok(true);
            }
            match next_grouped(source, lookup.reborrow(), false, observer)? {
                Some(row) if row.qid == group => self.rows.push(row),
                Some(row) => {
                    self.ahead = Some(Ahead::of(row, known, lookup));
                    return Ok(true);
                }
                None => {
                    self.seen.clear();
                    return Ok(true);
                }
            }
        }
    }
}

impl Ahead {
    /// A row that was just read in a space, of which only the `known` features are to be left.
    fn of(row: Row, known: usize, lookup: Lookup<'_>) -> Self {
        match lookup {
            Lookup::Frozen(_) => Ahead::Resolved(row),
            Lookup::Learn(space) => {
                let pending = PendingRow::of(&row, space);
                space.truncate(known);
                Ahead::Pending(Box::new(pending))
            }
        }
    }
}

/// The next row that has a group; those without are broken.
fn next_grouped(
    source: &mut impl Rows,
    mut lookup: Lookup<'_>,
    any_file: bool,
    observer: &mut dyn Observer,
) -> Result<Option<Row>> {
    let mut row = Row::default();
    loop {
        let known = lookup.space().len();
        if !source.next(lookup.reborrow(), &mut row, any_file, observer)? {
            return Ok(None);
        }
        if row.qid.is_some() {
            return Ok(Some(row));
        }
        if let Lookup::Learn(space) = &mut lookup {
            space.truncate(known);
        }
        let reason =
            "the row belongs to no group: where examples have several rows, each has a qid";
        let stream = source.stream();
        stream.forgive(Error::row(&stream.file(), row.line, reason.into()), observer)?;
    }
}
