//! Files are replaced whole or not at all.

use std::fs;
use std::io::Write;
use std::path::Path;

use noregret_io::atomic::{self, AtomicFile};
use noregret_io::{WriteError, WriteFault};

fn files(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("lists").map(|entry| entry.expect("listed"));
    let mut names: Vec<_> =
        names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn an_uncommitted_file_leaves_nothing() {
    let folder = tempfile::tempdir().expect("made");
    let path = folder.path().join("a.csv.gz");
    fs::write(&path, "old").expect("written");
    let file = AtomicFile::beside(&path).expect("named").expect("a file");
    assert_eq!(file.path().extension(), path.extension());
    fs::write(file.path(), "half").expect("written");
    drop(file);
    assert_eq!(files(folder.path()), ["a.csv.gz"]);
    assert_eq!(fs::read_to_string(&path).expect("read"), "old");
}

#[test]
fn a_failure_to_move_names_the_path_asked_for() {
    let folder = tempfile::tempdir().expect("made");
    let path = folder.path().join("never");
    // Nothing was written, so there is nothing to move.
    let error = atomic::write(&path, |_| Ok::<(), WriteError>(())).expect_err("nothing there");
    assert_eq!(error.file, path.to_string_lossy());
    assert!(matches!(error.fault, WriteFault::Io(_)));
}

#[test]
fn standard_output_is_not_replaced() {
    let given = atomic::write(Path::new("-"), |place| Ok::<_, WriteError>(place.to_owned()));
    assert_eq!(given.expect("nothing to do"), Path::new("-"));
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_permissions_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().expect("made");
    let (path, link) = (folder.path().join("data"), folder.path().join("link"));
    fs::write(&path, "old").expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("changed");
    symlink(&path, &link).expect("linked");
    for durable in [false, true] {
        let file = AtomicFile::beside(&link).expect("named").expect("a file");
        let mut temporary = file.create().expect("created");
        write!(temporary, "{durable}").expect("written");
        let committed = if durable { file.commit_durably(&temporary) } else { file.commit() };
        committed.expect("moved");
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&path).expect("read"), format!("{durable}"));
        let mode = fs::metadata(&path).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    assert_eq!(files(folder.path()), ["data", "link"]);
}

#[cfg(unix)]
#[test]
fn devices_and_folders_are_never_replaced() {
    let folder = tempfile::tempdir().expect("made");
    for path in [Path::new("/dev/null"), folder.path()] {
        assert!(AtomicFile::beside(path).expect("named").is_none(), "{}", path.display());
    }
}
