//! Curves over a logarithmic axis, in panels below each other that share it.

use super::axis::Axis;
use super::svg::{COLOURS, page, polygon, polyline, rule, text};
use crate::words::short;

const WIDTH: f64 = 820.0;
/// The area of the curves.
const LEFT: f64 = 80.0;
const RIGHT: f64 = 600.0;
const HEIGHT: f64 = 220.0;
/// From the edge to the first panel, and from panel to panel.
const TOP: f64 = 50.0;
const BETWEEN: f64 = 50.0;
/// The band above a floor.
const BAND: &str = "#e8e8e8";
/// Dashes of the curves after the first ten, the next ten, …
const DASHES: [&str; 4] = ["", "6 3", "2 2", "8 2 2 2"];

/// A curve through points (x, y), x above 0.
#[derive(Debug)]
pub struct Curve {
    /// What the legend calls it.
    pub name: String,
    /// Its points.
    pub points: Vec<(f64, f64)>,
}

/// One quantity; the curves of all panels are about the same things in the same order.
#[derive(Debug)]
pub struct Panel {
    /// What it shows.
    pub title: String,
    /// Its curves.
    pub curves: Vec<Curve>,
    /// What no curve's rivals go below: the band between it and the lowest curve is filled.
    pub floor: Vec<(f64, f64)>,
}

/// The picture of all panels.
pub fn svg(title: &str, across: &str, panels: &[Panel]) -> String {
    let points = || panels.iter().flat_map(|panel| &panel.curves).flat_map(|curve| &curve.points);
    let far = points().map(|(x, _)| *x).fold(1.0, f64::max);
    let x_axis = Axis::logarithmic(1.0, far);
    let mut shapes = text((LEFT + RIGHT) / 2.0, 22.0, "middle", title);
    for (number, panel) in panels.iter().enumerate() {
        let top = TOP + number as f64 * (HEIGHT + BETWEEN);
        shapes += &panel.draw(top, &x_axis);
    }
    let bottom = TOP + panels.len() as f64 * (HEIGHT + BETWEEN);
    shapes += &text((LEFT + RIGHT) / 2.0, bottom - 8.0, "middle", across);
    let curves = panels.first().map_or(&[][..], |panel| &panel.curves);
    for (number, curve) in curves.iter().enumerate() {
        shapes += &legend(number, &curve.name);
    }
    let height = bottom.max(TOP + 24.0 * (curves.len() + 1) as f64);
    page(WIDTH, height, &shapes)
}

fn look(number: usize) -> (&'static str, &'static str) {
    (COLOURS[number % COLOURS.len()], DASHES[number / COLOURS.len() % DASHES.len()])
}

fn legend(number: usize, name: &str) -> String {
    let (left, y) = (RIGHT + 16.0, TOP + 10.0 + 24.0 * number as f64);
    let (colour, dash) = look(number);
    polyline(&[(left, y), (left + 28.0, y)], colour, dash)
        + &text(left + 36.0, y + 4.0, "start", name)
}

impl Panel {
    fn draw(&self, top: f64, x_axis: &Axis) -> String {
        let bottom = top + HEIGHT;
        let curves = self.curves.iter().flat_map(|curve| &curve.points);
        let y_axis = Axis::of(curves.chain(&self.floor).map(|(_, y)| *y));
        let x = |at: f64| LEFT + x_axis.share(at) * (RIGHT - LEFT);
        let y = |at: f64| bottom - y_axis.share(at) * HEIGHT;
        let mut svg = text(LEFT, top - 8.0, "start", &self.title);
        for &tick in &y_axis.ticks {
            svg += &rule((LEFT, y(tick)), (RIGHT, y(tick)), "#dddddd");
            svg += &text(LEFT - 8.0, y(tick) + 4.0, "end", &short(tick, 4));
        }
        for &tick in &x_axis.ticks {
            svg += &rule((x(tick), bottom), (x(tick), bottom + 5.0), "black");
            svg += &text(x(tick), bottom + 19.0, "middle", &short(tick, 4));
        }
        svg += &self.band(|(a, b)| (x(a), y(b)));
        svg += &rule((LEFT, top), (LEFT, bottom), "black");
        svg += &rule((LEFT, bottom), (RIGHT, bottom), "black");
        for (number, curve) in self.curves.iter().enumerate() {
            let shown = curve.points.iter().filter(|(_, y)| y_axis.holds(*y));
            let points: Vec<(f64, f64)> = shown.map(|&(a, b)| (x(a), y(b))).collect();
            if !points.is_empty() {
                let (colour, dash) = look(number);
                svg += &polyline(&points, colour, dash);
            }
        }
        svg
    }
}

impl Panel {
    /// The floor and, filled, what lies between it and the lowest curve; `place` is where a point
    /// goes.
    fn band(&self, place: impl Fn((f64, f64)) -> (f64, f64)) -> String {
        let lowest = |at: f64| {
            let curves = self.curves.iter().filter_map(|curve| value_at(&curve.points, at));
            curves.reduce(f64::min)
        };
        let tops = self.floor.iter().filter_map(|&(at, y)| Some((at, y, lowest(at)?)));
        let points: Vec<(f64, f64, f64)> = tops.collect();
        if points.is_empty() {
            return String::new();
        }
        let lower: Vec<(f64, f64)> = points.iter().map(|&(at, y, _)| place((at, y))).collect();
        let upper = points.iter().rev().map(|&(at, y, top)| place((at, top.max(y))));
        let around: Vec<(f64, f64)> = lower.iter().copied().chain(upper).collect();
        polygon(&around, BAND) + &polyline(&lower, "#555555", "4 3")
    }
}

/// The last value of a curve up to a place.
fn value_at(points: &[(f64, f64)], at: f64) -> Option<f64> {
    let before = points.iter().take_while(|(x, _)| *x <= at).last();
    before.map(|(_, y)| *y).filter(|y| y.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::svg::tags;

    #[test]
    fn every_curve_is_there_and_inside() {
        let curve = |name: &str, scale: f64| Curve {
            name: name.into(),
            points: (0..5).map(|k| (10f64.powi(k), scale * f64::from(k))).collect(),
        };
        let panel = |title: &str| Panel {
            title: title.into(),
            curves: vec![curve("a<b & c", 1.0), curve("d", -30.0), curve("e", f64::NAN)],
            floor: Vec::new(),
        };
        let svg = svg("t", "rounds", &[panel("error"), panel("loss")]);
        let lines = tags(&svg).iter().filter(|&&tag| tag == "polyline").count();
        // Two curves in each of two panels, and three in the legend; what is no number is not
        // drawn.
        assert_eq!(lines, 2 * 2 + 3);
        assert!(!svg.contains("polygon"));
        assert!(svg.contains("a&lt;b &amp; c") && !svg.contains("NaN"));
        for points in svg.split("points=\"").skip(1) {
            for point in points.split('"').next().unwrap().split(' ') {
                let (x, y) = point.split_once(',').unwrap();
                assert!((LEFT..=WIDTH).contains(&x.parse().unwrap()), "{point}");
                assert!((TOP..=TOP + 2.0 * (HEIGHT + BETWEEN)).contains(&y.parse().unwrap()));
            }
        }
    }

    #[test]
    fn the_band_lies_between_the_floor_and_the_lowest_curve() {
        let curve = |height: f64| Curve {
            name: "a".into(),
            points: (0..4).map(|k| (10f64.powi(k), height)).collect(),
        };
        let floor = (0..4).map(|k| (10f64.powi(k), 0.5)).collect();
        let panel = Panel { title: "loss".into(), curves: vec![curve(2.0), curve(1.0)], floor };
        let svg = svg("t", "rounds", &[panel]);
        let around = svg.split("<polygon points=\"").nth(1).unwrap().split('"').next().unwrap();
        let heights = around.split(' ').map(|point| point.split_once(',').unwrap().1);
        let mut heights: Vec<f64> = heights.map(|y| y.parse().unwrap()).collect();
        assert_eq!(heights.len(), 8);
        heights.dedup();
        // Two heights, 0.5 and 1, on an axis from 0.5 to 2.
        assert_eq!(heights.len(), 2);
        assert!((heights[0] - heights[1] - HEIGHT / 3.0).abs() < 1.0, "{heights:?}");
    }
}
