//! Files of a folder that belong together: `x.wav` and what else begins with `x.`.
//!
//! Names are compared without regard to case, `.gz` and `.zst` at their end aside, and are in
//! alphabetical order, whatever the order of the file system.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::words::or;

/// The ending of recordings.
const SOUND: &str = "wav";

/// A file that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// What is said about it; begins with the name of the file.
    pub reason: String,
}

/// The files of a folder, by the part of their name before the first of the known endings.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// By stem and ending in lower case.
    files: BTreeMap<String, BTreeMap<String, PathBuf>>,
    /// Files whose stem and ending another file has.
    doubles: Vec<Skipped>,
}

impl Folder {
    /// Lists a folder; files with other endings than these and `wav` are ignored.
    ///
    /// Of files whose names differ only in case or compression the first one is used.
    ///
    /// # Errors
    /// If it cannot be listed.
    pub(super) fn open(path: &Path, endings: &[&str]) -> Result<Self, Error> {
        let failed = |e: std::io::Error| Error::whole(&path.to_string_lossy(), reason(path, &e));
        let entries = std::fs::read_dir(path).map_err(failed)?;
        let listed = entries.map(|entry| entry.map(|entry| entry.path()).map_err(failed));
        let mut listed = listed.collect::<Result<Vec<PathBuf>, Error>>()?;
        // Each file system has an order of its own.
        listed.sort();
        let mut folder =
            Folder { path: path.to_owned(), files: BTreeMap::new(), doubles: Vec::new() };
        for file in listed {
            let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
            let Some((stem, ending)) = name.and_then(|name| split(&name, endings)) else {
                continue;
            };
            folder.insert(stem, ending, file);
        }
        Ok(folder)
    }

    fn insert(&mut self, stem: String, ending: String, file: PathBuf) {
        match self.files.entry(stem).or_default().entry(ending) {
            Entry::Vacant(place) => {
                place.insert(file);
            }
            Entry::Occupied(first) => {
                let (file, first) = (file.display(), first.get().display());
                let reason = format!("{file}: left out, {first} is used instead");
                self.doubles.push(Skipped { reason });
            }
        }
    }

    /// The recordings with the best of these companions, and what was left without one.
    ///
    /// # Errors
    /// If there is no pair at all.
    pub(super) fn pairs(&self, wanted: &[&str]) -> Result<(Vec<Pair<'_>>, Vec<Skipped>), Error> {
        let (mut pairs, mut skipped) = (Vec::new(), self.doubles.clone());
        for files in self.files.values() {
            let companion = wanted.iter().find_map(|ending| files.get(&ending.to_lowercase()));
            match (files.get(SOUND), companion) {
                (Some(sound), Some(companion)) => pairs.push(Pair { sound, companion, files }),
                (Some(sound), None) => {
                    let all =
                        or(&wanted.iter().map(|&ending| ending.to_owned()).collect::<Vec<_>>());
                    let reason = format!("{}: there is no {all} file beside it", sound.display());
                    skipped.push(Skipped { reason });
                }
                (None, Some(companion)) => {
                    let reason = format!("{}: there is no wav file beside it", companion.display());
                    skipped.push(Skipped { reason });
                }
                (None, None) => {}
            }
        }
        if pairs.is_empty() {
            let all = or(&wanted.iter().map(|ending| format!("x.{ending}")).collect::<Vec<_>>());
            let reason = format!("no file x.wav with {all} beside it is in this folder");
            return Err(Error::whole(&self.path.to_string_lossy(), reason));
        }
        Ok((pairs, skipped))
    }
}

/// A recording and what goes with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'a> {
    /// The recording.
    pub(super) sound: &'a Path,
    /// Its labels or its score.
    pub(super) companion: &'a Path,
    files: &'a BTreeMap<String, PathBuf>,
}

impl Pair<'_> {
    /// Another file of the same stem.
    pub(super) fn other(&self, ending: &str) -> Option<&Path> {
        self.files.get(ending).map(PathBuf::as_path)
    }
}

fn reason(path: &Path, error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such folder".into(),
        _ if path.is_file() => "this is a file: a folder is expected".into(),
        _ => error.to_string(),
    }
}

/// Stem and ending of a file name; the longest ending that fits.
fn split(name: &str, endings: &[&str]) -> Option<(String, String)> {
    let lower = name.to_lowercase();
    let plain = lower.strip_suffix(".gz").or(lower.strip_suffix(".zst")).unwrap_or(&lower);
    let all = endings.iter().chain(&[SOUND]);
    let fits = all.filter_map(|ending| {
        let ending = ending.to_lowercase();
        let stem = plain.strip_suffix(&ending)?.strip_suffix('.')?;
        (!stem.is_empty()).then(|| (stem.to_owned(), ending))
    });
    fits.max_by_key(|(_, ending)| ending.len())
}

#[cfg(test)]
mod tests {
    use super::{Folder, split};
    use std::path::{Path, PathBuf};

    #[test]
    fn the_longest_ending_is_cut_off() {
        let cut = |name| split(name, &["mid", "perf.mid"]);
        let of = |stem: &str, ending: &str| Some((stem.to_owned(), ending.to_owned()));
        assert_eq!(cut("A.WAV.gz"), of("a", "wav"));
        assert_eq!(cut("a.b.mid"), of("a.b", "mid"));
        assert_eq!(cut("a.perf.mid"), of("a", "perf.mid"));
        assert_eq!((cut(".wav"), cut("a.txt")), (None, None));
    }

    #[test]
    fn of_two_files_with_one_key_the_first_is_used_and_both_are_named() {
        let mut folder =
            Folder { path: PathBuf::new(), files: Default::default(), doubles: Vec::new() };
        for name in ["a.lab", "a.wav", "a.wav.gz"] {
            let (stem, ending) = split(name, &["lab"]).unwrap();
            folder.insert(stem, ending, PathBuf::from(name));
        }
        let (pairs, skipped) = folder.pairs(&["lab"]).unwrap();
        assert_eq!(pairs[0].sound, Path::new("a.wav"));
        let [double] = &skipped[..] else { panic!("{skipped:?}") };
        assert_eq!(double.reason, "a.wav.gz: left out, a.wav is used instead");
    }
}
