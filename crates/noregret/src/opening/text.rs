//! `--text`: a column or key that is not there is found out at the start.
//!
//! A table refuses it when its header is read. svmlight and VW text have no columns. A JSON key may
//! still come after the first rows, so of that it is only said.

use super::Head;
use crate::observer::Observer;
use crate::source::Stream;
use crate::train::training::Training;
use crate::{Error, Result};
use noregret_io::ColumnSupport;

/// Looks whether every name means something in the first rows.
pub(super) fn check(
    training: &Training,
    head: &Head,
    stream: &Stream,
    observer: &mut dyn Observer,
) -> Result<()> {
    let names = training.reading.text();
    match stream.format().filter(|_| !names.is_empty()).map(|format| format.columns) {
        Some(ColumnSupport::Refused(refusals)) => Err(Error::Usage(refusals.text.into())),
        // Nothing is said about hashed features.
        Some(ColumnSupport::Keys) if training.choice.hash.is_none() => {
            let features = head.names();
            let missing = |key: &&String| !has_words(&features, key);
            for key in names.iter().filter(missing) {
                let (file, rows) = (stream.file(), head.rows.len());
                observer.note(&format!(
                    "{file}: none of the first {rows} rows has a word under '{key}' (--text)"
                ));
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Whether a feature is a word of this key.
fn has_words(features: &[String], key: &str) -> bool {
    let namespace = format!("{key}^");
    features.iter().any(|name| name.starts_with(&namespace))
}
