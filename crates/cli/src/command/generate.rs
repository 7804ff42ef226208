//! `noregret generate`: made-up data as a file; an adversary's answers against a learner that
//! learns along.
//!
//! Feature i of the file is coordinate i - 1 of the generator.

use crate::args::GenerateArgs;
use crate::failure::{Failure, Result};
use crate::place;
use crate::report::{count, say};
use noregret::core::generate::{self, AnyGenerator, Drawn, Generator, Stream};
use noregret::io::format::DEFAULT_FORMAT;
use noregret::io::{ColumnSupport, DataWriter, FeatureSpace, Row, WriteOptions};
use noregret::source::check_format;
use noregret::source::is_stdin;
use std::path::Path;

/// Whom an adversary plays against if nothing was said.
const OPPONENT: &str = "perceptron";

/// Runs the command.
pub(crate) fn run(args: &GenerateArgs) -> Result<()> {
    let generator = chosen(args)?;
    let against = match (&args.against, generator.is_adversary()) {
        (Some(name), _) => Some(generate::opponent(name)?),
        (None, true) => Some(generate::opponent(OPPONENT)?),
        (None, false) => None,
    };
    let stream = generator.stream(args.seed, against.as_ref())?;
    let options = options(args, &generator)?;
    let writing = |place: &Path| write(args, &generator, stream, place, &options);
    let (rows, mistakes) = place::whole(&args.output, writing)?;
    if is_stdin(&args.output) {
        return Ok(());
    }
    let forced = against.map_or(String::new(), |spec| {
        format!(", {} of {}", count(mistakes, "mistake"), spec.algorithm)
    });
    let (rows, file) = (count(rows, "row"), args.output.display());
    say(&format!("{generator}: {rows}{forced} in {file}"))
}

/// Writes the rows; how many there were, and how many mistakes they forced.
fn write(
    args: &GenerateArgs,
    generator: &AnyGenerator,
    mut stream: Stream,
    place: &Path,
    options: &WriteOptions,
) -> Result<(u64, u64)> {
    let mut space = FeatureSpace::dictionary();
    if DataWriter::format(place, options)?.columns == ColumnSupport::Table {
        // The header of a table has all columns.
        name(&mut space, generator.features(args.rows))?;
    }
    let mut writer = DataWriter::create(place, &space, options)?;
    let mut row = Row::default();
    for line in 1..=args.rows {
        let Some(example) = stream.draw()? else { break };
        fill(&mut row, example, line);
        if generator.is_labelled() {
            let text = example.label.to_string();
            row.label.set(&text).map_err(|e| Failure::other(e.to_string()))?;
        }
        name(&mut space, row.indices.last().map_or(0, |&last| last as usize + 1))?;
        writer.write(&row, &space)?;
    }
    let rows = writer.rows_written();
    writer.finish()?;
    Ok((rows, stream.mistakes()))
}

/// The generator as typed.
fn chosen(args: &GenerateArgs) -> Result<AnyGenerator> {
    let separator = if args.name.contains(':') { "," } else { ":" };
    let text = match args.settings.is_empty() {
        true => args.name.clone(),
        false => format!("{}{separator}{}", args.name, args.settings.join(",")),
    };
    Ok(AnyGenerator::parse(&text)?)
}

fn options(args: &GenerateArgs, generator: &AnyGenerator) -> Result<WriteOptions> {
    check_format(args.to.as_deref())?;
    let usual = is_stdin(&args.output).then(|| DEFAULT_FORMAT.to_owned());
    let options = WriteOptions {
        format: args.to.clone().or(usual),
        groups: matches!(generator, AnyGenerator::Blocks(_)),
        ..WriteOptions::default()
    };
    if DataWriter::format(&args.output, &options)?.is_cache {
        return Err(Failure::usage("a cache is made by `noregret convert`, from another file"));
    }
    Ok(options)
}

/// Names at least so many features, in order, so that slots are coordinates.
fn name(space: &mut FeatureSpace, features: usize) -> Result<()> {
    for number in space.len() + 1..=features {
        space.intern(&number.to_string()).map_err(|e| Failure::other(e.to_string()))?;
    }
    Ok(())
}

/// All but the label.
fn fill(row: &mut Row, example: &Drawn, line: u64) {
    row.clear();
    row.indices.extend_from_slice(&example.indices);
    row.values.extend_from_slice(&example.values);
    row.qid = example.group;
    row.line = line;
}
