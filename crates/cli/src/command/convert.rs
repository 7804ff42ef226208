//! `noregret convert`: data in another format.

use crate::args::ConvertArgs;
use crate::failure::{Failure, Outcome};
use crate::run::stream::{Stream, is_stdin};
use noregret_io::write::{DataWriter, WriteOptions, numbered_names};
use noregret_io::{FeatureSpace, Lookup, Row};
use std::path::PathBuf;

/// Runs the command.
pub(crate) fn run(args: &ConvertArgs) -> Outcome<()> {
    let options = WriteOptions { format: args.to.clone(), slots: None };
    let format = DataWriter::format(&args.out, &options)?;
    let mut space = FeatureSpace::dictionary();
    if format.needs_all_features {
        if is_stdin(&args.data) {
            return Err(Failure::Usage(format!(
                "{} needs all columns before its first row, and standard input can be read only once",
                format.name
            )));
        }
        each_row(args, &mut space, |_, _| Ok(()))?;
    }
    let mut writer = DataWriter::create(&args.out, &space, &options)?;
    each_row(args, &mut space, |row, space| Ok(writer.write(row, space)?))?;
    writer.finish()?;
    match numbered_names(&space).filter(|_| format.name == "svmlight" && !is_stdin(&args.out)) {
        Some(names) => write_names(args, &names),
        None => Ok(()),
    }
}

fn each_row(
    args: &ConvertArgs,
    space: &mut FeatureSpace,
    mut each: impl FnMut(&Row, &FeatureSpace) -> Outcome<()>,
) -> Outcome<()> {
    let options = args.reading.options()?;
    let mut stream = Stream::new(vec![args.data.clone()], options, args.reading.on_error);
    let mut row = Row::default();
    while stream.next(Lookup::Learn(space), &mut row)? {
        each(&row, space)?;
    }
    Ok(())
}

/// svmlight has numbers only: which number is which feature goes into a file beside it.
fn write_names(args: &ConvertArgs, names: &[String]) -> Outcome<()> {
    let mut path = args.out.as_os_str().to_owned();
    path.push(".names");
    let path = PathBuf::from(path);
    std::fs::write(&path, names.join("\n") + "\n")
        .map_err(|e| Failure::Other(format!("{}: {e}", path.display())))
}
