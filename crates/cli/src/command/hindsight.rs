//! `noregret hindsight`: the best fixed predictor for the data, and the regret of an online run
//! against it.

mod say;

use super::learn::{check_files, check_gap};
use crate::args::HindsightArgs;
use crate::failure::{Failure, Result};
use crate::observer::Remarks;
use crate::report;
use say::Report;
use std::time::Instant;

/// Runs the command.
pub(crate) fn run(args: &HindsightArgs) -> Result<()> {
    let start = Instant::now();
    if args.model.is_some() && !args.learner.choice().is_default() {
        return Err(Failure::usage(
            "a resumed model keeps the options it was made with; leave out those that choose a \
             learner",
        ));
    }
    check_gap(args.gap)?;
    check_files(&args.data, None, args.output.as_deref(), 1)?;
    let found = args.training().hindsight(&args.goal(), &mut Remarks::warnings())?;
    let report = Report {
        found: &found,
        seconds: start.elapsed().as_secs_f64(),
        resumed: args.model.is_some(),
    };
    if args.json {
        return report::say(&report::line(&say::json(&report)));
    }
    report::say(&say::text(&report))?;
    match &args.output {
        Some(path) => report::say(&format!("model: {}", path.display())),
        None => Ok(()),
    }
}
