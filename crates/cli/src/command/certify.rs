//! `noregret certify`: predictions of another program beside what is proved about the data.

use super::learn::check_files;
use crate::args::CertifyArgs;
use crate::failure::Result;
use crate::observer::Remarks;
use crate::report::{self, count, headroom};
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
    lines.extend(headroom::lines(headroom));
    lines.join("\n")
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
