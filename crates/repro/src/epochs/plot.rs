//! Test error against epoch as a picture.

use super::experiments::{ALGORITHMS, Cell};
use super::results::Results;
use crate::chart::{Chart, Series};

/// The picture.
pub(crate) fn plot(results: &Results) -> String {
    let epochs = 0..results.epochs;
    let error = |cell: Option<Cell>| cell.map(|cell| cell.error);
    let series = ALGORITHMS.iter().enumerate().map(|(number, algorithm)| Series {
        name: algorithm.paper,
        ours: epochs.clone().map(|epoch| error(results.cell(number, epoch))).collect(),
        paper: epochs.clone().map(|epoch| error(results.experiment.paper(number, epoch))).collect(),
    });
    Chart {
        title: results.experiment.title,
        across: "epoch",
        unit: "error %",
        places: epochs.clone().map(|epoch| (epoch + 1).to_string()).collect(),
        series: series.collect(),
    }
    .svg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::{LEFT, RIGHT, TOP};
    use crate::epochs::experiments::EXPERIMENTS;
    use crate::epochs::results::made_up;

    #[test]
    fn every_line_is_there_and_inside() {
        for experiment in EXPERIMENTS {
            let svg = plot(&made_up(experiment.name, 0.3, 1.0));
            let count = |tag: &str| svg.matches(tag).count();
            assert_eq!((count("<polyline"), count("<circle")), (10, 10 * experiment.epochs));
            for points in svg.split("points=\"").skip(1) {
                for point in points.split('"').next().unwrap().split(' ') {
                    let (x, y) = point.split_once(',').unwrap();
                    assert!((LEFT..=RIGHT).contains(&x.parse().unwrap()), "{point}");
                    assert!((TOP..=350.0).contains(&y.parse().unwrap()), "{point}");
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
        assert_eq!(svg.matches("<circle cx=\"300.0\"").count(), 10);
    }
}
