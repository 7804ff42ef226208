//! `noregret compare`: several algorithms on the same data, read once.

mod plot;
mod regret;
mod table;

use super::learn::{check_files, check_gap, check_picture};
use crate::args::CompareArgs;
use crate::failure::{Failure, Result};
use crate::observer::Remarks;
use crate::report;

/// Runs the command.
pub(crate) fn run(args: &CompareArgs) -> Result<()> {
    let comparison = args.comparison();
    comparison.check()?;
    check_files(&args.data, args.test.as_deref(), None, args.passes)?;
    check_gap(args.gap)?;
    let picture = |path| check_picture(&args.data, args.test.as_deref(), path);
    args.plot.as_deref().map_or(Ok(()), picture)?;
    let compared = comparison.run(&mut Remarks::warnings())?;
    if let Some(path) = &args.plot {
        let picture = plot::plot(&title(args), &compared);
        let failed = |e| Failure::other(format!("{}: {e}", path.display()));
        std::fs::write(path, picture).map_err(failed)?;
    }
    if args.json {
        let mut results = compared.results.iter();
        return results.try_for_each(|r| report::say(&report::line(&table::json(r))));
    }
    report::say(&table::text(args.gap, &compared))
}

/// The files that were read.
fn title(args: &CompareArgs) -> String {
    let name = |path: &std::path::PathBuf| {
        path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into())
    };
    args.data.iter().map(name).collect::<Vec<String>>().join(", ")
}
