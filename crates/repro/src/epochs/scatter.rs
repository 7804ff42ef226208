//! Error against count, both as multiples of the Perceptron's, after some epoch (Figure 8 of the
//! paper): full dots are ours, empty ones the paper's.

use super::experiments::{ALGORITHMS, PERCEPTRON};
use super::results::Results;
use super::section::relative;
use noregret::chart::svg::{COLOURS, page, rule, text};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 540.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 360.0;

type Point = Option<(f64, f64)>;

/// The picture after an epoch, counted from 0.
pub(crate) fn scatter(results: &Results, epoch: usize) -> String {
    let lines = points(results, epoch);
    let known: Vec<(f64, f64)> =
        lines.iter().flat_map(|(_, ours, paper)| [*ours, *paper]).flatten().collect();
    let reach = |part: fn(&(f64, f64)) -> f64| known.iter().map(part).fold(1.0, f64::max).ceil();
    let (right, top) = (reach(|p| p.0), reach(|p| p.1));
    let x = |value: f64| LEFT + value / right * (RIGHT - LEFT);
    let y = |value: f64| BOTTOM - value / top * (BOTTOM - TOP);
    let title = format!("{}, epoch {}", results.experiment.title, epoch + 1);
    let mut svg = text((LEFT + RIGHT) / 2.0, 22.0, "middle", &title);
    svg += &text((LEFT + RIGHT) / 2.0, HEIGHT - 16.0, "middle", "error / Perceptron's");
    svg += &text(8.0, 34.0, "start", "count / Perceptron's");
    for tick in 0..=4 {
        let share = f64::from(tick) / 4.0;
        svg += &text(x(share * right), BOTTOM + 19.0, "middle", &format!("{:.2}", share * right));
        svg += &text(LEFT - 8.0, y(share * top) + 4.0, "end", &format!("{:.2}", share * top));
    }
    svg += &rule((LEFT, BOTTOM), (RIGHT, BOTTOM), "black");
    svg += &rule((LEFT, TOP), (LEFT, BOTTOM), "black");
    for (number, (name, ours, paper)) in lines.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let dot = |point: Point, fill: &str| match point {
            Some((a, b)) => circle(x(a), y(b), fill, colour),
            None => String::new(),
        };
        svg += &(dot(*paper, "none") + &dot(*ours, colour));
        let height = TOP + 20.0 + 24.0 * number as f64;
        svg += &circle(RIGHT + 24.0, height, colour, colour);
        svg += &text(RIGHT + 36.0, height + 4.0, "start", name);
    }
    let foot = TOP + 34.0 + 24.0 * lines.len() as f64;
    svg += &text(RIGHT + 16.0, foot, "start", "full: ours");
    svg += &text(RIGHT + 16.0, foot + 20.0, "start", "empty: paper");
    page(WIDTH, HEIGHT, &svg)
}

/// Name, ours and the paper's of every algorithm.
fn points(results: &Results, epoch: usize) -> Vec<(&'static str, Point, Point)> {
    let (experiment, base) = (results.experiment, results.experiment.paper(PERCEPTRON, epoch));
    let own = ALGORITHMS.iter().enumerate().map(|(number, algorithm)| {
        let ours = relative(results.cell(number, epoch), results.cell(PERCEPTRON, epoch));
        (algorithm.paper, ours, relative(experiment.paper(number, epoch), base))
    });
    let cited = experiment.cited.iter().enumerate().map(|(number, c)| {
        let ours = results.cell(ALGORITHMS.len() + number, epoch);
        let ours = relative(ours, results.cell(PERCEPTRON, epoch));
        (c.paper, ours, relative(c.cell(epoch), base))
    });
    own.chain(cited).collect()
}

fn circle(x: f64, y: f64, fill: &str, stroke: &str) -> String {
    format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{fill}\" stroke=\"{stroke}\"/>\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epochs::results::made_up;

    #[test]
    fn every_algorithm_is_a_dot_inside() {
        let svg = scatter(&made_up("ultraconservative-mnist", 0.1, 1.0), 0);
        // Five of ours, seven of the paper, seven in the legend.
        assert_eq!(svg.matches("<circle").count(), 5 + 7 + 7);
        for point in svg.split("cx=\"").skip(1) {
            let x: f64 = point.split('"').next().unwrap().parse().unwrap();
            assert!((LEFT..WIDTH).contains(&x), "{x}");
        }
    }
}
