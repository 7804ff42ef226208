//! `--text`: a column or key that is not there is found out at the start.
//!
//! A table refuses it when its header is read. Some formats have no columns. A key of an object may still come after the
//! first rows, so of that it is only said.

use crate::args::LearnArgs;
use crate::failure::{Failure, Outcome};
use crate::run::head::Head;
use crate::run::stream::Stream;
use noregret_io::ColumnSupport;

/// Looks whether every name means something in the first rows.
pub(super) fn check(args: &LearnArgs, head: &Head, stream: &Stream) -> Outcome<()> {
    let names = args.reading.text();
    match stream.format().filter(|_| !names.is_empty()).map(|format| format.columns) {
        Some(ColumnSupport::Refused(refusals)) => Err(Failure::Usage(refusals.text.into())),
        // A hashed space has forgotten the names.
        Some(ColumnSupport::Keys) if !args.quiet && args.learner.hash.is_none() => {
            names.iter().for_each(|name| say_missing(name, head, stream));
            Ok(())
        }
        _ => Ok(()),
    }
}

fn say_missing(key: &str, head: &Head, stream: &Stream) {
    let namespace = format!("{key}^");
    let features = (0..head.space.len() as u32).filter_map(|slot| head.space.name(slot));
    if !features.map(|name| name.to_string()).any(|name| name.starts_with(&namespace)) {
        let (file, rows) = (stream.file(), head.rows.len());
        eprintln!(
            "noregret: {file}: none of the first {rows} rows has a word under '{key}' (--text)"
        );
    }
}
