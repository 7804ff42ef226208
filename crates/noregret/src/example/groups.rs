//! Rows put together to examples. Where examples have several parts, one is the consecutive rows of
//! a file with the same group (`qid`); otherwise every row is one.
//!
//! Only the current group is in memory, and the row after it, which had to be read to know that the
//! group has ended. That row has brought its features into the space already; they are taken out
//! again, so that the space knows nothing of a row before its turn.
//!
//! The numbers of the groups of a file are kept, to say if some come back: then the file was not
//! sorted, and what belongs together was taken apart.

use crate::observer::Observer;
use crate::source::Stream;
use crate::words::count;
use crate::{Error, Result};
use noregret_io::{FeatureSpace, Lookup, Row};
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

    fn stream(&mut self) -> &mut Stream {
        self
    }
}

/// The current example.
#[derive(Debug)]
pub(crate) struct Groups {
    pub(crate) rows: Vec<Row>,
    /// Whether examples have several rows.
    several: bool,
    /// The first row of the next group, and the space that knows its features if the other must
    /// not.
    ahead: Option<Row>,
    aside: FeatureSpace,
    /// The groups of this file so far, and how many came that were among them.
    seen: HashSet<u64>,
    returned: u64,
}

impl Groups {
    /// No example yet.
    pub(crate) fn new(several: bool) -> Self {
        let aside = FeatureSpace::dictionary();
        let (rows, seen) = (vec![Row::default()], HashSet::new());
        Groups { rows, several, ahead: None, aside, seen, returned: 0 }
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
            Some(row) => self.rows.push(self.brought(row, &mut lookup)?),
            None => match next_grouped(source, lookup.reborrow(), true, observer)? {
                Some(row) => self.rows.push(row),
                None => return Ok(false),
            },
        }
        let group = self.rows[0].qid;
        self.returned += u64::from(group.is_some_and(|group| !self.seen.insert(group)));
        loop {
            let known = lookup.space().len();
            match next_grouped(source, lookup.reborrow(), false, observer)? {
                Some(row) if row.qid == group => self.rows.push(row),
                Some(row) => {
                    self.ahead = Some(self.put_aside(row, known, &mut lookup)?);
                    return Ok(true);
                }
                None => {
                    self.seen.clear();
                    return Ok(true);
                }
            }
        }
    }

    /// A row of the next group, whose features the space must not know yet.
    fn put_aside(&mut self, mut row: Row, known: usize, lookup: &mut Lookup<'_>) -> Result<Row> {
        if let Lookup::Learn(space) = lookup {
            self.aside = space.bits().and_then(FeatureSpace::hashed).unwrap_or_default();
            adopt(&mut self.aside, &mut row, space)?;
            space.truncate(known);
        }
        Ok(row)
    }

    /// The row put aside, whose features the space may know now.
    fn brought(&self, mut row: Row, lookup: &mut Lookup<'_>) -> Result<Row> {
        if let Lookup::Learn(space) = lookup {
            adopt(space, &mut row, &self.aside)?;
        }
        Ok(row)
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

/// Moves a row from one space into another.
pub(crate) fn adopt(space: &mut FeatureSpace, row: &mut Row, from: &FeatureSpace) -> Result<()> {
    space.adopt(row, from).map_err(|full| Error::Other(full.to_string()))
}
