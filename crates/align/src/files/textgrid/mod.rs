//! Praat TextGrid files: labelled intervals and points on named tiers.
//!
//! Both text forms are read and written, long (`xmin = 0`) and short (`0`). Intervals of a tier
//! follow each other from its begin to its end; a gap or an overlap above 1 ms is an error, below
//! it is taken for rounding. Intervals of length 0 are read, though Praat itself writes none.
//! Reference: P. Boersma and D. Weenink, Praat manual, "TextGrid file formats".

mod scan;
mod write;

use std::path::Path;

use noregret_io::Source;

use self::scan::{Scanner, decode};
use crate::error::{Error, Place};

/// What neighbouring times may differ by, in seconds.
const ROUNDING: f64 = 1e-3;
/// Names of tiers of phonemes, in lower case.
const PHONES: [&str; 8] =
    ["phones", "phone", "phonemes", "phoneme", "phonetic", "segments", "segment", "mau"];

/// A labelled stretch of time, in seconds.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Interval {
    /// Its begin.
    pub start: f64,
    /// Its end.
    pub end: f64,
    /// Its label; empty for silence.
    pub text: String,
}

/// A labelled point in time.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Point {
    /// The time in seconds.
    pub time: f64,
    /// Its label.
    pub text: String,
}

/// What is on a tier.
#[derive(Debug, Clone, PartialEq)]
pub enum TierContent {
    /// Stretches of time, without gaps.
    Intervals(Vec<Interval>),
    /// Points in time.
    Points(Vec<Point>),
}

/// A named layer of labels.
#[derive(Debug, Clone, PartialEq)]
pub struct Tier {
    /// Its name.
    pub name: String,
    /// Its labels.
    pub content: TierContent,
}

/// Labels of a recording, on one or more tiers.
///
/// ```
/// use noregret_align::files::{Interval, TextGrid};
///
/// let h = Interval { start: 0.0, end: 0.25, text: "h".into() };
/// let i = Interval { start: 0.25, end: 0.5, text: "i".into() };
/// let grid = TextGrid::of_intervals("phones", vec![h, i]);
/// let again = TextGrid::from_bytes("hi.TextGrid", grid.to_string().as_bytes())?;
/// assert_eq!(again, grid);
/// assert_eq!(again.intervals(None).map(|tier| tier[1].start), Ok(0.25));
/// # Ok::<(), noregret_align::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TextGrid {
    /// Where it begins, in seconds.
    pub start: f64,
    /// Where it ends, in seconds.
    pub end: f64,
    /// The tiers in order.
    pub tiers: Vec<Tier>,
}

impl TextGrid {
    /// A grid of one tier, which begins and ends with its intervals.
    pub fn of_intervals(name: &str, intervals: Vec<Interval>) -> Self {
        let start = intervals.first().map_or(0.0, |first| first.start);
        let end = intervals.last().map_or(0.0, |last| last.end);
        let content = TierContent::Intervals(intervals);
        Self { start, end, tiers: vec![Tier { name: name.to_owned(), content }] }
    }

    /// Reads a file in either text form.
    ///
    /// # Errors
    /// If the file cannot be read, is not a TextGrid in text form, ends early, or has times that do
    /// not increase, leave a gap or overlap.
    pub fn open(path: &Path) -> Result<Self, Error> {
        Self::from_bytes(&path.to_string_lossy(), &Source::open(path)?.read_all()?)
    }

    /// Reads the content of a file called `name`.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Self, Error> {
        let no_grid = |reason: &str| Error::in_file(name, Place::Whole, reason);
        if bytes.starts_with(b"ooBinaryFile") {
            return Err(no_grid("a binary TextGrid: save it as a text file"));
        }
        let text = decode(name, bytes)?;
        let mut scan = Scanner::new(name, &text);
        let head = (scan.text("a file type"), scan.text("an object class"));
        match head {
            (Ok(kind), Ok(class)) if kind.starts_with("ooTextFile") && class == "TextGrid" => {}
            _ => return Err(no_grid("not a TextGrid in text form")),
        }
        let (start, end) = times(&mut scan, "the file")?;
        let count = match scan.flag("<exists>")?.as_str() {
            "<exists>" => scan.count("the number of tiers")?,
            "<absent>" => 0,
            other => return Err(scan.error(format!("<exists> is expected, not {other}"))),
        };
        let tiers = (0..count).map(|_| tier(&mut scan)).collect::<Result<_, _>>()?;
        Ok(Self { start, end, tiers })
    }

    /// The intervals of a tier of a file, chosen as [`intervals`](Self::intervals) does.
    ///
    /// # Errors
    /// As [`open`](Self::open), or if there is no such tier.
    pub fn read_intervals(path: &Path, tier: Option<&str>) -> Result<Vec<Interval>, Error> {
        let grid = Self::open(path)?;
        let failed = |reason| Error::in_file(&path.to_string_lossy(), Place::Whole, reason);
        grid.intervals(tier).map(<[Interval]>::to_vec).map_err(failed)
    }

    /// The intervals of the tier `name`; without a name those of the only interval tier or else of
    /// the first one with a name like `phones`.
    ///
    /// # Errors
    /// If there is no such tier; the message lists what there is.
    pub fn intervals(&self, name: Option<&str>) -> Result<&[Interval], String> {
        let tiers: Vec<_> = self.tiers.iter().filter_map(Tier::intervals).collect();
        let find = |fits: &dyn Fn(&str) -> bool| tiers.iter().find(|(n, _)| fits(n));
        let found = match (name, &tiers[..]) {
            (Some(name), _) => find(&|n| n == name),
            (None, [only]) => Some(only),
            (None, _) => find(&|n| PHONES.contains(&n.to_lowercase().as_str())),
        };
        found.map(|&(_, intervals)| intervals).ok_or_else(|| {
            let names: Vec<_> = tiers.iter().map(|(n, _)| format!("\"{n}\"")).collect();
            let wanted = match name {
                Some(name) => format!("no interval tier \"{name}\""),
                None => "no interval tier with a name like \"phones\"".to_owned(),
            };
            match names.is_empty() {
                true => format!("{wanted}: the file has no interval tier"),
                false => format!("{wanted}: choose one of {}", names.join(", ")),
            }
        })
    }

    /// The file in short text form; the long form is what `Display` writes.
    pub fn to_short(&self) -> String {
        write::short(self)
    }
}

impl Tier {
    fn intervals(&self) -> Option<(&str, &[Interval])> {
        match &self.content {
            TierContent::Intervals(intervals) => Some((&self.name, intervals)),
            TierContent::Points(_) => None,
        }
    }
}

/// A begin and an end that does not come before it.
fn times(scan: &mut Scanner<'_>, what: &str) -> Result<(f64, f64), Error> {
    let start = scan.number("a start time")?;
    let end = scan.number("an end time")?;
    match start <= end {
        true => Ok((start, end)),
        false => Err(scan.error(format!("{what} ends at {end} s, before it begins at {start} s"))),
    }
}

fn tier(scan: &mut Scanner<'_>) -> Result<Tier, Error> {
    let class = scan.text("the class of a tier")?;
    let name = scan.text("the name of a tier")?;
    let (start, end) = times(scan, &format!("tier \"{name}\""))?;
    let count = scan.count("the number of labels")?;
    let content = match class.as_str() {
        "IntervalTier" => TierContent::Intervals(intervals(scan, &name, (start, end), count)?),
        "TextTier" => TierContent::Points(points(scan, &name, count)?),
        other => return Err(scan.error(format!("a tier of class \"{other}\" is not known"))),
    };
    Ok(Tier { name, content })
}

fn intervals(
    scan: &mut Scanner<'_>,
    tier: &str,
    (start, end): (f64, f64),
    count: usize,
) -> Result<Vec<Interval>, Error> {
    let mut intervals = Vec::new();
    let mut before = start;
    for number in 1..=count {
        let what = format!("tier \"{tier}\": interval {number}");
        let (start, end) = times(scan, &what)?;
        if (start - before).abs() > ROUNDING {
            let fault = if start > before { "a gap" } else { "an overlap" };
            let reason = format!("{what} begins at {start} s: {fault}, as {before} s was reached");
            return Err(scan.error(reason));
        }
        let text = scan.text("the text of an interval")?;
        intervals.push(Interval { start, end, text });
        before = end;
    }
    if count > 0 && (end - before).abs() > ROUNDING {
        let reason = format!("tier \"{tier}\" ends at {end} s, its last interval at {before} s");
        return Err(scan.error(reason));
    }
    Ok(intervals)
}

fn points(scan: &mut Scanner<'_>, tier: &str, count: usize) -> Result<Vec<Point>, Error> {
    let mut points: Vec<Point> = Vec::new();
    for number in 1..=count {
        let time = scan.number("the time of a point")?;
        let before = points.last().map_or(f64::NEG_INFINITY, |point| point.time);
        if time < before {
            let reason = format!("tier \"{tier}\": point {number} at {time} s follows {before} s");
            return Err(scan.error(reason));
        }
        points.push(Point { time, text: scan.text("the mark of a point")? });
    }
    Ok(points)
}
