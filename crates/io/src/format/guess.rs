//! Which format a file is in: by its extension, otherwise by its first line.
//!
//! `.gz` and `.zst` are removed first. Without a known extension the first line that is neither
//! blank nor starts with `#` is tried on [`FORMATS`] in order: `{` is jsonl, a `|` vw,
//! `digits:number` in every token after an optional first one (or a lone number or plain name)
//! svmlight, a tab tsv, a comma or a semicolon csv, several words of which the last is `O` or
//! begins with `B-` or `I-` conll. A file without such a line is taken as svmlight: it has no rows
//! in any format.

use std::path::Path;

use super::{DEFAULT_FORMAT, FORMATS, Format, ReadOptions, conll};
use crate::error::ErrorKind;
use crate::quote::quoted;

/// The format called `name`.
///
/// ```
/// use noregret_io::format::by_name;
///
/// assert_eq!(by_name("vw").expect("known").extensions, ["vw"]);
/// let error = by_name("xml").err().expect("unknown").to_string();
/// assert!(error.starts_with("unknown format 'xml' (known: "));
/// ```
///
/// # Errors
/// If there is none; the message lists them.
pub fn by_name(name: &str) -> Result<&'static Format, ErrorKind> {
    FORMATS.iter().find(|format| format.name == name).ok_or_else(|| {
        let reason = format!("unknown format {} (known: {})", quoted(name.as_bytes()), known());
        ErrorKind::UnknownFormat(reason)
    })
}

/// The format of a file with this name and these first (plain) bytes.
///
/// ```
/// use std::path::Path;
/// use noregret_io::format::guess;
///
/// assert_eq!(guess(Path::new("a.csv.gz"), b"").expect("known").name, "csv");
/// assert_eq!(guess(Path::new("a"), b"1 |words free offer").expect("known").name, "vw");
/// ```
///
/// # Errors
/// If neither tells.
pub fn guess(path: &Path, head: &[u8]) -> Result<&'static Format, ErrorKind> {
    if let Some(format) = by_extension(path) {
        return Ok(format);
    }
    let Some(line) = lines(head).find(|line| is_content(line)) else {
        return by_name(DEFAULT_FORMAT);
    };
    if memchr::memchr(0, line).is_some() {
        return Err(ErrorKind::Binary);
    }
    FORMATS.iter().find(|format| (format.sniff)(line)).ok_or_else(|| {
        ErrorKind::UnknownFormat(format!(
            "cannot tell the format from the name or from the first line {}; \
             choose one with --format ({})",
            quoted(line),
            known()
        ))
    })
}

/// The same for options that may hold how tokens of a model were read: then data that does not say
/// otherwise by its name is read so too.
pub(crate) fn guess_for(
    path: &Path,
    head: &[u8],
    options: &ReadOptions,
) -> Result<&'static Format, ErrorKind> {
    match (by_extension(path), &options.conll.schema) {
        (None, Some(_)) => by_name(conll::FORMAT.name),
        _ => guess(path, head),
    }
}

/// True if `head` holds a whole line that tells something.
pub(crate) fn is_enough(head: &[u8]) -> bool {
    let whole = memchr::memrchr(b'\n', head).map_or(&[][..], |end| &head[..end]);
    lines(whole).any(is_content)
}

fn lines(head: &[u8]) -> impl Iterator<Item = &[u8]> {
    head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii)
}

fn is_content(line: &[u8]) -> bool {
    line.first().is_some_and(|&byte| byte != b'#')
}

pub(crate) fn by_extension(path: &Path) -> Option<&'static Format> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    let plain = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
    let (_, extension) = plain.rsplit_once('.')?;
    FORMATS.iter().find(|format| format.extensions.contains(&extension))
}

fn known() -> String {
    FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::{FORMATS, by_name, guess};
    use std::path::Path;

    fn format_of(path: &str, head: &str) -> &'static str {
        guess(Path::new(path), head.as_bytes()).map_or("?", |format| format.name)
    }

    #[test]
    fn extensions() {
        for (path, format) in [
            ("a/b.svm", "svmlight"),
            ("b.SVMLIGHT.gz", "svmlight"),
            ("b.libsvm.zst", "svmlight"),
            ("b.vw", "vw"),
            ("b.csv", "csv"),
            ("b.tsv.gz", "tsv"),
            ("b.jsonl", "jsonl"),
            ("b.ndjson", "jsonl"),
            ("b.json", "jsonl"),
            ("b.conll.gz", "conll"),
            ("b.iob", "conll"),
        ] {
            assert_eq!(format_of(path, "anything at all"), format, "{path}");
        }
    }

    #[test]
    fn first_lines() {
        for (head, format) in [
            ("\n# note\n {\"a\":1}", "jsonl"),
            ("1 |f a", "vw"),
            ("+1 1:2 3:4.5 # x", "svmlight"),
            ("1:2 3:4", "svmlight"),
            ("spam qid:3 1:2\n", "svmlight"),
            ("lone", "svmlight"),
            ("-1.5e3", "svmlight"),
            ("lone/one", "?"),
            ("a;b", "csv"),
            ("7.4;0.7;5", "csv"),
            ("", "svmlight"),
            ("a\tb", "tsv"),
            ("a,b", "csv"),
            ("1:2,3", "csv"),
            ("some words here", "?"),
            ("Confidence NN B-NP", "conll"),
            ("-DOCSTART- -X- O O", "conll"),
            ("he said B-", "?"),
            ("The\tDT\tB-NP", "tsv"),
            ("O", "svmlight"),
            ("\0\x01\x02", "?"),
        ] {
            assert_eq!(format_of("data", head), format, "{head:?}");
        }
    }

    #[test]
    fn unknown_names_list_the_known_ones() {
        let error = by_name("xml").err().expect("unknown").to_string();
        let names: Vec<_> = FORMATS.iter().map(|format| format.name).collect();
        assert_eq!(error, format!("unknown format 'xml' (known: {})", names.join(", ")));
    }
}
