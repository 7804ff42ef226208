//! The two text forms of a TextGrid.
//!
//! The long form names each value (`xmin = 0`), the short form has the values alone; both in UTF-8.

use std::fmt;

use super::{TextGrid, Tier, TierContent};

/// The short form of a grid.
pub(super) fn short(grid: &TextGrid) -> String {
    Text { grid, long: false }.to_string()
}

impl fmt::Display for TextGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Text { grid: self, long: true }.fmt(f)
    }
}

/// A grid in one of its text forms.
struct Text<'a> {
    grid: &'a TextGrid,
    long: bool,
}

impl Text<'_> {
    /// A value on a line of its own, in long form with its name, indented.
    fn line(
        &self,
        f: &mut fmt::Formatter<'_>,
        (depth, name): (usize, &str),
        value: impl fmt::Display,
    ) -> fmt::Result {
        match self.long {
            true => writeln!(f, "{:1$}{name} = {value}", "", 4 * depth),
            false => writeln!(f, "{value}"),
        }
    }

    /// A heading, which only the long form has.
    fn heading(&self, f: &mut fmt::Formatter<'_>, depth: usize, text: &str) -> fmt::Result {
        match self.long {
            true => writeln!(f, "{:1$}{text}", "", 4 * depth),
            false => Ok(()),
        }
    }

    fn tier(&self, f: &mut fmt::Formatter<'_>, tier: &Tier) -> fmt::Result {
        let (class, labels, count) = match &tier.content {
            TierContent::Intervals(intervals) => ("IntervalTier", "intervals", intervals.len()),
            TierContent::Points(points) => ("TextTier", "points", points.len()),
        };
        self.line(f, (2, "class"), quoted(class))?;
        self.line(f, (2, "name"), quoted(&tier.name))?;
        self.line(f, (2, "xmin"), self.grid.start)?;
        self.line(f, (2, "xmax"), self.grid.end)?;
        self.line(f, (2, &format!("{labels}: size")), count)?;
        match &tier.content {
            TierContent::Intervals(intervals) => {
                for (index, interval) in intervals.iter().enumerate() {
                    self.heading(f, 2, &format!("intervals [{}]:", index + 1))?;
                    self.line(f, (3, "xmin"), interval.start)?;
                    self.line(f, (3, "xmax"), interval.end)?;
                    self.line(f, (3, "text"), quoted(&interval.text))?;
                }
            }
            TierContent::Points(points) => {
                for (index, point) in points.iter().enumerate() {
                    self.heading(f, 2, &format!("points [{}]:", index + 1))?;
                    self.line(f, (3, "number"), point.time)?;
                    self.line(f, (3, "mark"), quoted(&point.text))?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n")?;
        self.line(f, (0, "xmin"), self.grid.start)?;
        self.line(f, (0, "xmax"), self.grid.end)?;
        writeln!(f, "{}<exists>", if self.long { "tiers? " } else { "" })?;
        self.line(f, (0, "size"), self.grid.tiers.len())?;
        self.heading(f, 0, "item []:")?;
        for (index, tier) in self.grid.tiers.iter().enumerate() {
            self.heading(f, 1, &format!("item [{}]:", index + 1))?;
            self.tier(f, tier)?;
        }
        Ok(())
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
