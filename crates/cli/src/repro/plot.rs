//! Test error against epoch as a small SVG picture: ours solid with full dots, the paper's dashed with
//! empty ones.

use super::experiments::{CONTENDERS, Cell};
use super::results::Results;
use std::fmt::Write;

/// Size of the picture.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
/// The area of the lines.
const LEFT: f64 = 60.0;
const RIGHT: f64 = 560.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 350.0;
/// One colour a contender, told apart also without red and green.
const COLOURS: [&str; CONTENDERS.len()] = ["#000000", "#0072b2", "#009e73", "#e69f00", "#d55e00"];

/// Where the numbers go.
struct Scale {
    epochs: usize,
    /// Percent a tick.
    step: f64,
    /// The lowest and the highest tick.
    ticks: (usize, usize),
}

/// The picture.
pub(crate) fn plot(results: &Results) -> String {
    let scale = Scale::of(results);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    let middle = (LEFT + RIGHT) / 2.0;
    svg += &text(middle, 22.0, "middle", results.experiment.title);
    svg += &text(middle, HEIGHT - 12.0, "middle", "epoch");
    svg += &text(8.0, 22.0, "start", "error %");
    svg += &scale.axes();
    for (number, colour) in COLOURS.into_iter().enumerate() {
        let paper = |epoch| results.experiment.paper(number, epoch);
        svg += &scale.line(paper, colour, true);
        svg += &scale.line(|epoch| results.cell(number, epoch), colour, false);
    }
    svg + &legend() + "</svg>\n"
}

impl Scale {
    fn of(results: &Results) -> Self {
        let epochs = results.epochs;
        let cells = (0..CONTENDERS.len()).flat_map(|c| (0..epochs).map(move |e| (c, e)));
        let both = cells.flat_map(|(c, e)| [results.cell(c, e), results.experiment.paper(c, e)]);
        let errors: Vec<f64> = both.flatten().map(|cell| cell.error).collect();
        let least = errors.iter().copied().fold(100.0, f64::min);
        let most = errors.iter().copied().fold(least + 0.1, f64::max);
        let steps = [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];
        let step = steps.into_iter().find(|step| (most - least) / step <= 8.0).unwrap_or(20.0);
        let ticks = ((least / step).floor() as usize, (most / step).ceil() as usize);
        Scale { epochs, step, ticks }
    }

    fn x(&self, epoch: usize) -> f64 {
        let share = if self.epochs > 1 { epoch as f64 / (self.epochs - 1) as f64 } else { 0.5 };
        LEFT + 20.0 + share * (RIGHT - LEFT - 40.0)
    }

    fn y(&self, error: f64) -> f64 {
        let (low, high) = (self.ticks.0 as f64, self.ticks.1 as f64);
        BOTTOM - (error / self.step - low) / (high - low) * (BOTTOM - TOP)
    }

    fn axes(&self) -> String {
        let mut svg = String::new();
        for tick in self.ticks.0..=self.ticks.1 {
            let error = self.step * tick as f64;
            let decimals = usize::from(self.step < 1.0);
            let y = self.y(error);
            svg += &rule(
                (LEFT, y),
                (RIGHT, y),
                if tick == self.ticks.0 { "black" } else { "#dddddd" },
            );
            svg += &text(LEFT - 8.0, y + 4.0, "end", &format!("{error:.decimals$}"));
        }
        for epoch in 0..self.epochs {
            let x = self.x(epoch);
            svg += &rule((x, BOTTOM), (x, BOTTOM + 5.0), "black");
            svg += &text(x, BOTTOM + 19.0, "middle", &(epoch + 1).to_string());
        }
        svg + &rule((LEFT, TOP), (LEFT, BOTTOM), "black")
    }

    fn line(&self, cell: impl Fn(usize) -> Option<Cell>, colour: &str, dashed: bool) -> String {
        let cells = (0..self.epochs).filter_map(|epoch| cell(epoch).map(|cell| (epoch, cell)));
        let points: Vec<(f64, f64)> =
            cells.map(|(epoch, cell)| (self.x(epoch), self.y(cell.error))).collect();
        let list: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let dash = if dashed { " stroke-dasharray=\"5 4\"" } else { "" };
        let mut svg = format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.8\"{dash}/>\n",
            list.join(" ")
        );
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

fn legend() -> String {
    let (left, mut y) = (RIGHT + 20.0, TOP + 20.0);
    let mut svg = String::new();
    for (contender, colour) in CONTENDERS.iter().zip(COLOURS) {
        svg += &rule((left, y), (left + 28.0, y), colour);
        svg += &text(left + 36.0, y + 4.0, "start", contender.paper);
        y += 24.0;
    }
    svg += &text(left, y + 14.0, "start", "solid: ours");
    svg + &text(left, y + 34.0, "start", "dashed: paper")
}

fn rule(from: (f64, f64), to: (f64, f64), colour: &str) -> String {
    let ((x1, y1), (x2, y2)) = (from, to);
    format!(
        "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\"/>\n"
    )
}

/// Text without characters that XML reserves.
fn text(x: f64, y: f64, anchor: &str, words: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repro::experiments::EXPERIMENTS;
    use crate::repro::results::made_up;

    /// The tags in order; panics if they do not nest.
    fn tags(svg: &str) -> Vec<&str> {
        let (mut open, mut seen) = (Vec::new(), Vec::new());
        for piece in svg.split('<').skip(1) {
            let (inside, _) = piece.split_once('>').unwrap();
            let tag = inside.trim_start_matches('/').split([' ', '/']).next().unwrap();
            assert_eq!(inside.matches('"').count() % 2, 0, "{inside}");
            if inside.starts_with('/') {
                assert_eq!(open.pop(), Some(tag));
            } else {
                seen.push(tag);
                if !inside.ends_with('/') {
                    open.push(tag);
                }
            }
        }
        assert!(open.is_empty(), "{open:?}");
        seen
    }

    #[test]
    fn every_line_is_there_and_inside() {
        for experiment in EXPERIMENTS {
            let svg = plot(&made_up(experiment.name, 0.3, 1.0));
            let count = |tag| tags(&svg).iter().filter(|&&t| t == tag).count();
            assert_eq!((count("polyline"), count("circle")), (10, 10 * experiment.epochs));
            for points in svg.split("points=\"").skip(1) {
                for point in points.split('"').next().unwrap().split(' ') {
                    let (x, y) = point.split_once(',').unwrap();
                    assert!((LEFT..=RIGHT).contains(&x.parse().unwrap()), "{point}");
                    assert!((TOP..=BOTTOM).contains(&y.parse().unwrap()), "{point}");
                }
            }
            assert_eq!(svg, plot(&made_up(experiment.name, 0.3, 1.0)));
        }
    }

    #[test]
    fn one_epoch_is_a_column_of_dots() {
        let mut results = made_up("ultraconservative-usps", 0.0, 1.0);
        results.epochs = 1;
        let svg = plot(&results);
        assert_eq!(svg.matches("<circle cx=\"310.0\"").count(), 10);
    }
}
