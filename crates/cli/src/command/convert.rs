//! `noregret convert`: data in another format.
//!
//! The output is written beside its place and moved there when it is whole: a broken input leaves
//! an older output alone, and a file may be converted onto itself.

use crate::args::ConvertArgs;
use crate::failure::{Failure, Result};
use crate::observer::Remarks;
use crate::place;
use noregret::io::{
    CacheUse, DataWriter, FeatureSpace, Format, Lookup, ReadOptions, Row, WriteFault, WriteOptions,
};
use noregret::source::{ByClass, Stream, check_format, check_readable, is_stdin};
use std::fs;
use std::path::{Path, PathBuf};

/// Runs the command.
pub(crate) fn run(args: &ConvertArgs) -> Result<()> {
    check_format(args.to.as_deref())?;
    let mut options = WriteOptions { format: args.to.clone(), ..WriteOptions::default() };
    let format = DataWriter::format(&args.out, &options).map_err(|error| match error.fault {
        WriteFault::UnknownFormat(_) => Failure::usage(format!("{error}, or use --to")),
        _ => error.into(),
    })?;
    check_readable(&args.data)?;
    let mut space = FeatureSpace::dictionary();
    if let Some(text) = &args.class_features {
        let by_class = ByClass::parse(text)?;
        if format.is_cache || is_stdin(&args.data) {
            return Err(Failure::usage(
                "--class-features reads a file twice and writes text: convert to text first",
            ));
        }
        write_by_class(args, by_class, &mut space, options)?;
        return finish(args, format, &space);
    }
    if format.writer.as_ref().is_some_and(|writer| writer.needs_all_features) {
        if is_stdin(&args.data) {
            return Err(Failure::usage(format!(
                "{} needs all columns before its first row, and standard input can be read only \
                 once",
                format.name
            )));
        }
        each_row(args, CacheUse::None, &mut space, |row, _| {
            options.groups |= row.qid.is_some();
            Ok(())
        })?;
    }
    place::whole(&args.out, |place| match format.is_cache {
        // From what was read rather than from rows, which have forgotten the namespaces of names.
        true => cache(args, place, &mut space),
        false => write(args, place, &mut space, &options),
    })?;
    finish(args, format, &space)
}

/// Writes the names of the features beside the output, where its format has none.
fn finish(args: &ConvertArgs, format: &Format, space: &FeatureSpace) -> Result<()> {
    match format.numbered_names(space).filter(|_| !is_stdin(&args.out)) {
        Some(names) => write_names(args, &names),
        None => Ok(()),
    }
}

fn write(
    args: &ConvertArgs,
    place: &Path,
    space: &mut FeatureSpace,
    options: &WriteOptions,
) -> Result<()> {
    let mut writer = DataWriter::create(place, space, options)?;
    let each = |row: &Row, space: &FeatureSpace| Ok(writer.write(row, space)?);
    let stream = each_row(args, CacheUse::None, space, each)?;
    writer.finish()?;
    stream.warn_at_end(&mut Remarks::all());
    Ok(())
}

/// Writes a group of candidates for each row. The classes and features of all are known before.
fn write_by_class(
    args: &ConvertArgs,
    mut by_class: ByClass,
    space: &mut FeatureSpace,
    mut options: WriteOptions,
) -> Result<()> {
    each_row(args, CacheUse::None, space, |row, _| {
        by_class.meet(row);
        Ok(())
    })?;
    options.groups = true;
    place::whole(&args.out, |place| {
        let mut writer = DataWriter::create(place, space, &options)?;
        let each = |row: &Row, space: &FeatureSpace| {
            by_class.group(row).iter().try_for_each(|row| Ok(writer.write(row, space)?))
        };
        let stream = each_row(args, CacheUse::None, space, each)?;
        writer.finish()?;
        stream.warn_at_end(&mut Remarks::all());
        Ok(())
    })
}

/// Writes a cache.
fn cache(args: &ConvertArgs, place: &Path, space: &mut FeatureSpace) -> Result<()> {
    let mut stream = each_row(args, CacheUse::Write(place.to_owned()), space, |_, _| Ok(()))?;
    stream.finish_cache(&mut Remarks::all())?;
    stream.warn_at_end(&mut Remarks::all());
    Ok(())
}

/// Goes through the data; the stream at its end.
fn each_row(
    args: &ConvertArgs,
    cache: CacheUse,
    space: &mut FeatureSpace,
    mut each: impl FnMut(&Row, &FeatureSpace) -> Result<()>,
) -> Result<Stream> {
    let reading = args.reading.reading();
    let options = ReadOptions { cache, ..reading.options()? };
    let stream = Stream::new(vec![args.data.clone()], options, reading.on_error);
    let mut stream = stream.within(reading.window());
    let mut row = Row::default();
    while stream.next(Lookup::Learn(space), &mut row, &mut Remarks::all())? {
        each(&row, space)?;
    }
    Ok(stream)
}

/// Writes which number is which feature, beside data of a format that has numbers only.
fn write_names(args: &ConvertArgs, names: &[String]) -> Result<()> {
    let mut path = args.out.as_os_str().to_owned();
    path.push(".names");
    let path = PathBuf::from(path);
    fs::write(&path, names.join("\n") + "\n")
        .map_err(|e| Failure::other(format!("{}: {e}", path.display())))
}
