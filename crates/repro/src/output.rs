//! Where results go: standard output, or a page with its pictures.

use crate::args::Args;
use crate::failure::{Failure, Result};
use crate::page;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;

const PAGE: &str = "reproduction.md";
const PICTURES: &str = "reproduction";

/// A picture by its name, without the extension, and its SVG text.
pub(crate) type Picture = (String, String);

/// Prints a line to standard output.
pub(crate) fn print(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}

/// Writes a line to standard error if somebody waits there at a terminal.
pub(crate) fn print_progress(text: &str) {
    if std::io::stderr().is_terminal() {
        eprintln!("{text}");
    }
}

/// Prints the section of an experiment, or with `--out` puts it into the page.
///
/// `section` is told the folder of the pictures, if they are written. With `--json` and without
/// `--out` there is nothing left to print.
pub(crate) fn finish(
    args: &Args,
    name: &str,
    section: impl Fn(Option<&str>) -> String,
    pictures: impl FnOnce() -> Vec<Picture>,
) -> Result<()> {
    match &args.out {
        Some(out) => write(out, name, &section(Some(PICTURES)), pictures()),
        None if args.json => Ok(()),
        None => print(section(None).trim_end()),
    }
}

/// Puts the section into the page, and the pictures into the folder beside it.
fn write(out: &Path, name: &str, section: &str, pictures: Vec<Picture>) -> Result<()> {
    let (path, folder) = (out.join(PAGE), out.join(PICTURES));
    let old = match std::fs::read_to_string(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        read => read.map_err(|error| failed(&path, &error.to_string()))?,
    };
    let page = page::update(&old, name, section).map_err(|why| failed(&path, &why))?;
    let made = std::fs::create_dir_all(&folder);
    made.map_err(|error| failed(&folder, &error.to_string()))?;
    for (name, svg) in pictures {
        save(&folder.join(format!("{name}.svg")), &svg)?;
    }
    save(&path, &page)
}

fn save(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).map_err(|error| failed(path, &error.to_string()))
}

fn failed(path: &Path, why: &str) -> Failure {
    Failure::other(format!("{}: {why}", path.display()))
}
