//! `noregret certify`: predictions of another program beside what is proved about the data.

use super::learn::check_files;
use crate::args::CertifyArgs;
use crate::failure::Result;
use crate::observer::Remarks;
use crate::report::{self, count, headroom, short};
use noregret::Headroom;
use noregret::train::Certified;
use serde_json::{Map, Value, json};

/// Runs the command.
pub(crate) fn run(args: &CertifyArgs) -> Result<()> {
    check_files(&args.data, None, None, 1)?;
    // JSON says what the lines were taken for.
    let mut remarks = Remarks { quiet: args.json };
    let certified = args.certification().run(&mut remarks)?;
    match args.json {
        true => report::say(&report::line(&object(args, &certified))),
        false => report::say(&text(args, &certified)),
    }
}

fn text(args: &CertifyArgs, certified: &Certified) -> String {
    let Certified { problem, form, meter, headroom, skipped } = certified;
    let (form, file) = (form.name(), args.predictions.display());
    let mut first = format!("{form} of {file}: {}", meter.text(problem, false));
    if *skipped > 0 {
        first += &format!(", {} skipped", count(*skipped, "row"));
    }
    let mut lines = vec![first];
    match certified.form.has_margins() {
        true => lines.extend(headroom::lines("their", headroom)),
        // What labels lose is their error: a proof about margins would compare nothing.
        false => lines.extend(headroom.first().and_then(better)),
    }
    lines.join("\n")
}

/// The error of the predictor found.
fn better(room: &Headroom) -> Option<String> {
    let (error, norm) = (100.0 * room.found_error?, short(room.norm, 4));
    let error = short(error, 4);
    Some(format!(
        "headroom: a linear model of norm {norm} exists that gets {error} % of the rows wrong"
    ))
}

fn object(args: &CertifyArgs, certified: &Certified) -> Map<String, Value> {
    let Certified { form, meter, headroom, skipped, .. } = certified;
    let mut map = Map::from_iter([("event".to_string(), json!("certified"))]);
    map.insert("predictions".into(), json!(args.predictions.display().to_string()));
    map.insert("as".into(), json!(form));
    map.append(&mut meter.json());
    // Losses are those of the headroom.
    map.remove("cumulative_loss");
    map.remove("mean_loss");
    map.insert("skipped".into(), json!(skipped));
    map.insert("headroom".into(), json!(headroom));
    map
}
