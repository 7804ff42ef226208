//! Whether two names mean one place on the disk: what is written must not replace what is read.

use std::path::{Path, PathBuf};

/// Whether both names mean one file, there or not yet; devices and pipes are no files.
///
/// ```
/// use noregret::source::is_same_file;
/// use std::path::Path;
///
/// assert!(is_same_file(Path::new("not-there-yet"), Path::new("./not-there-yet")));
/// assert!(!is_same_file(Path::new("/dev/null"), Path::new("/dev/null")));
/// ```
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    matches!((place(a), place(b)), (Some(a), Some(b)) if a == b && (a.is_file() || !a.exists()))
}

/// The one name of a place, if its folder is there.
fn place(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().or_else(|| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    })
}
