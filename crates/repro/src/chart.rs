//! Lines over a few places as a small SVG picture: solid with full dots, or dashed with empty ones.

use noregret::chart::svg::{COLOURS, page, polyline, rule, text};
use std::fmt::Write;

/// Size of the picture.
const WIDTH: f64 = 720.0;
const LEAST_HEIGHT: f64 = 400.0;
/// The area of the lines.
pub(crate) const LEFT: f64 = 60.0;
pub(crate) const RIGHT: f64 = 540.0;
pub(crate) const TOP: f64 = 40.0;
/// From the lines down to the edge.
const FOOT: f64 = 50.0;

/// One line: a value at each place, where there is one.
#[derive(Debug)]
pub(crate) struct Series {
    /// What the legend calls it.
    pub(crate) name: &'static str,
    /// What was measured.
    pub(crate) ours: Vec<Option<f64>>,
    /// What was published.
    pub(crate) paper: Vec<Option<f64>>,
}

/// A picture.
#[derive(Debug)]
pub(crate) struct Chart<'a> {
    /// Its title.
    pub(crate) title: &'a str,
    /// What the places are.
    pub(crate) across: &'a str,
    /// What the values are.
    pub(crate) unit: &'a str,
    /// Their names.
    pub(crate) places: Vec<String>,
    /// The lines.
    pub(crate) series: Vec<Series>,
}

/// Where the numbers go.
struct Scale {
    places: usize,
    bottom: f64,
    /// How much it is from tick to tick.
    step: f64,
    /// The lowest and the highest tick.
    ticks: (i64, i64),
}

impl Chart<'_> {
    /// The picture.
    pub(crate) fn svg(&self) -> String {
        let height = LEAST_HEIGHT.max(TOP + FOOT + 24.0 * (self.series.len() + 4) as f64);
        let scale = self.scale(height - FOOT);
        let mut svg = String::new();
        let middle = (LEFT + RIGHT) / 2.0;
        svg += &text(middle, 22.0, "middle", self.title);
        svg += &text(middle, height - 12.0, "middle", self.across);
        svg += &text(8.0, 22.0, "start", self.unit);
        svg += &scale.axes(&self.places);
        for (series, colour) in self.series.iter().zip(COLOURS.iter().cycle()) {
            svg += &scale.line(&series.paper, colour, true);
            svg += &scale.line(&series.ours, colour, false);
        }
        page(WIDTH, height, &(svg + &self.legend()))
    }

    fn scale(&self, bottom: f64) -> Scale {
        let values = self.series.iter().flat_map(|s| s.ours.iter().chain(&s.paper));
        let errors: Vec<f64> = values.copied().flatten().collect();
        let least = errors.iter().copied().fold(100.0, f64::min);
        let most = errors.iter().copied().fold(least + 0.1, f64::max);
        let steps = [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];
        let step = steps.into_iter().find(|step| (most - least) / step <= 8.0).unwrap_or(200.0);
        let ticks = ((least / step).floor() as i64, (most / step).ceil() as i64);
        Scale { places: self.places.len(), bottom, step, ticks }
    }

    fn legend(&self) -> String {
        let (left, mut y) = (RIGHT + 16.0, TOP + 20.0);
        let mut svg = String::new();
        for (series, colour) in self.series.iter().zip(COLOURS.iter().cycle()) {
            svg += &rule((left, y), (left + 28.0, y), colour);
            svg += &text(left + 36.0, y + 4.0, "start", series.name);
            y += 24.0;
        }
        if self.series.iter().all(|s| s.paper.iter().all(Option::is_none)) {
            return svg;
        }
        svg += &text(left, y + 14.0, "start", "solid: ours");
        svg + &text(left, y + 34.0, "start", "dashed: paper")
    }
}

impl Scale {
    fn x(&self, place: usize) -> f64 {
        let share = if self.places > 1 { place as f64 / (self.places - 1) as f64 } else { 0.5 };
        LEFT + 20.0 + share * (RIGHT - LEFT - 40.0)
    }

    fn y(&self, error: f64) -> f64 {
        let (low, high) = (self.ticks.0 as f64, self.ticks.1 as f64);
        self.bottom - (error / self.step - low) / (high - low) * (self.bottom - TOP)
    }

    fn axes(&self, places: &[String]) -> String {
        let mut svg = String::new();
        for tick in self.ticks.0..=self.ticks.1 {
            let error = self.step * tick as f64;
            let decimals = usize::from(self.step < 1.0);
            let y = self.y(error);
            let colour = if tick == self.ticks.0 { "black" } else { "#dddddd" };
            svg += &rule((LEFT, y), (RIGHT, y), colour);
            svg += &text(LEFT - 8.0, y + 4.0, "end", &format!("{error:.decimals$}"));
        }
        for (place, name) in places.iter().enumerate() {
            let x = self.x(place);
            svg += &rule((x, self.bottom), (x, self.bottom + 5.0), "black");
            svg += &text(x, self.bottom + 19.0, "middle", name);
        }
        svg + &rule((LEFT, TOP), (LEFT, self.bottom), "black")
    }

    fn line(&self, values: &[Option<f64>], colour: &str, dashed: bool) -> String {
        let known = values.iter().enumerate().filter_map(|(place, value)| Some((place, (*value)?)));
        let points: Vec<(f64, f64)> =
            known.map(|(place, value)| (self.x(place), self.y(value))).collect();
        if points.is_empty() {
            return String::new();
        }
        let mut svg = polyline(&points, colour, if dashed { "5 4" } else { "" });
        let fill = if dashed { "white" } else { colour };
        for (x, y) in points {
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{fill}\" stroke=\"{colour}\"/>"
            );
        }
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_has_no_dot() {
        let series = Series {
            name: "a",
            ours: vec![Some(10.0), None, Some(30.0)],
            paper: vec![None, None, None],
        };
        let places = ["x", "y", "z"].map(String::from).to_vec();
        let svg = Chart { title: "t", across: "p", unit: "u", places, series: vec![series] }.svg();
        assert_eq!((svg.matches("<polyline").count(), svg.matches("<circle").count()), (1, 2));
        assert!(!svg.contains("dashed: paper") && svg.ends_with("</svg>\n"));
    }
}
