//! How the learners did: a table of each kind of error, or one JSON object a learner.

use super::regret;
use crate::report::{count, short};
use noregret::Headroom;
use noregret::model::{Meter, NORM, certified_regret};
use noregret::train::{Compared, Comparisons};
use serde_json::{Map, Value, json};

/// The tables.
pub(super) fn text(gap: f64, compared: &Comparisons) -> String {
    let results = &compared.results;
    let examples = results.first().map_or(0, |r| r.entrant.meter.examples);
    let problem = results.first().map_or("", |r| r.entrant.single.spec.problem.name());
    let mut lines = vec![format!("progressive ({problem}): {}", count(examples, "example"))];
    lines.extend(aligned(&results.iter().map(progressive).collect::<Vec<_>>()));
    lines.extend(results.iter().find_map(|r| r.headroom.as_ref()).map(avoidable));
    lines.push(format!(
        "regret: certified, against whatever fixed predictor of norm <= {NORM} (or in the bounded \
         class); {}",
        count(compared.features as u64, "feature")
    ));
    lines.extend(regret::text(gap, results));
    let tests: Vec<Row> = results.iter().filter_map(tested).collect();
    if !tests.is_empty() {
        let examples = results.iter().find_map(|r| r.test.as_ref()).map_or(0, |m| m.examples);
        lines.push(format!("test: {}", count(examples, "example")));
        lines.extend(aligned(&tests));
    }
    lines.join("\n")
}

/// What the column says.
fn avoidable(room: &Headroom) -> String {
    let norm = short(room.norm, 4);
    let columns = if room.standardised { ", standardised columns" } else { "" };
    format!(
        "avoidable: at most so much of the {} loss could a fixed linear model have saved (proved; \
         norm <= {norm}{columns})",
        room.loss
    )
}

/// Cells by the names of their columns.
pub(super) type Row = Vec<(&'static str, String)>;

fn progressive(result: &Compared) -> Row {
    let mut row = errors(result, &result.entrant.meter);
    let certified = certified_regret(&result.entrant.single.learner);
    let room = result.headroom.as_ref();
    row.push((
        "avoidable",
        room.map_or("?".into(), |room| {
            format!("<= {:.0} %", (100.0 * room.avoidable_at_most).ceil())
        }),
    ));
    row.push(("regret", certified.map_or("none".into(), |x| short(x, 5))));
    row.push(("seconds", format!("{:.3}", result.entrant.time.as_secs_f64())));
    row
}

fn tested(result: &Compared) -> Option<Row> {
    result.test.as_ref().map(|meter| errors(result, meter))
}

fn errors(result: &Compared, meter: &Meter) -> Row {
    let mut row = vec![("algorithm", result.entrant.single.spec.algorithm.clone())];
    row.extend(meter.columns());
    row
}

/// The rows under their header, in columns; names to the left, numbers to the right.
pub(super) fn aligned(rows: &[Row]) -> Vec<String> {
    let Some(first) = rows.first() else { return Vec::new() };
    let header = first.iter().map(|(name, _)| (*name).to_owned()).collect();
    let cells = rows.iter().map(|row| row.iter().map(|(_, cell)| cell.clone()).collect());
    let all: Vec<Vec<String>> = std::iter::once(header).chain(cells).collect();
    let wide = |column: usize| {
        let widths = all.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        widths.max().unwrap_or(0)
    };
    let line = |row: &Vec<String>| {
        let cell = |(column, cell): (usize, &String)| match column {
            0 => format!("{cell:<w$}", w = wide(column)),
            _ => format!("{cell:>w$}", w = wide(column)),
        };
        row.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    all.iter().map(line).collect()
}

/// Everything about one of them.
pub(super) fn json(result: &Compared) -> Map<String, Value> {
    let Compared { entrant, test, hindsight, headroom } = result;
    let (spec, learner) = (&entrant.single.spec, &entrant.single.learner);
    let mut map = Map::new();
    map.insert("event".into(), json!("compared"));
    map.insert("algorithm".into(), json!(spec.algorithm));
    map.append(&mut entrant.meter.json());
    map.insert("updates".into(), json!(learner.ledger().updates));
    map.insert("seconds".into(), json!(entrant.time.as_secs_f64()));
    map.insert("bias".into(), json!(entrant.single.constant()));
    map.insert("spec".into(), json!(spec));
    map.insert("certificate".into(), json!(learner.certificate()));
    map.extend(headroom.as_ref().map(|room| ("headroom".into(), json!(room))));
    map.extend(test.as_ref().map(|m| ("test".into(), Value::Object(m.json()))));
    map.extend(hindsight.as_ref().map(|run| ("hindsight".into(), regret::json(run))));
    map
}
