//! The picture of `compare --plot`: error, error of the last 1,000 rounds, mean loss with the band
//! above the proved floor, and certified regret a round against rounds, all progressive.

use noregret::Headroom;
use noregret::chart::panels::{Curve, Panel, svg};
use noregret::model::{NORM, Point, WINDOW};
use noregret::train::{Compared, Comparisons};

/// The picture.
pub(super) fn plot(title: &str, compared: &Comparisons) -> String {
    let results = &compared.results;
    let error = results.first().map_or("", |result| result.entrant.meter.curve().0);
    let recent = format!("{error} of the last {WINDOW} rounds");
    let error = format!("progressive {error}");
    let curves: Vec<(String, Vec<Point>)> = results.iter().map(curve).collect();
    let panel = |title: &str, of: fn(&Point) -> f64| Panel {
        title: title.into(),
        curves: curves
            .iter()
            .map(|(name, points)| Curve {
                name: name.clone(),
                points: points.iter().map(|point| (point.rounds, of(point))).collect(),
            })
            .collect(),
        floor: Vec::new(),
    };
    let room = results.iter().find_map(|result| result.headroom.as_ref());
    let loss = match room {
        None => panel("progressive mean loss", |point| point.loss),
        Some(room) => Panel {
            floor: compared.floors.clone(),
            ..panel(&floor_title(room), |point| point.judged)
        },
    };
    let regret = format!("certified regret a round (norm <= {NORM}, or the bounded class)");
    let panels = [
        panel(&error, |point| point.error),
        panel(&recent, |point| point.recent),
        loss,
        panel(&regret, |point| point.regret),
    ];
    svg(title, "rounds", &panels)
}

/// What the band is.
fn floor_title(room: &Headroom) -> String {
    let norm = noregret::words::short(room.norm, 4);
    format!("{} loss a row; dashed: no linear model of norm <= {norm} is below", room.loss)
}

fn curve(result: &Compared) -> (String, Vec<Point>) {
    let entrant = &result.entrant;
    let curve = entrant.curve.clone().unwrap_or_default();
    (entrant.single.spec.algorithm.clone(), curve.finish(&entrant.meter, &entrant.single.learner))
}
