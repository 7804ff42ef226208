//! When a cache stands for its source, and when it is written anew.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::cache::read;
use noregret_io::{CacheUse, DataReader, FeatureSpace, LabelChoice, ReadOptions};

fn beside() -> ReadOptions {
    ReadOptions { cache: CacheUse::Beside, ..ReadOptions::default() }
}

/// The rows, and whether the cache was left alone.
fn rows(path: &Path, options: &ReadOptions) -> (String, bool) {
    let cache = path.with_file_name(format!("{}.nrc", path.file_name().expect("named").display()));
    let age = |path: &Path| fs::metadata(path).and_then(|about| about.modified()).ok();
    // Old enough to tell apart from one written now.
    if let Ok(file) = File::options().write(true).open(&cache) {
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1000)).expect("sets");
    }
    let before = age(&cache);
    let mut reader = DataReader::open(path, options).expect("opens");
    let rows = read(&mut reader, &mut FeatureSpace::dictionary(), false).concat();
    assert_eq!(reader.cache_fault(), None);
    assert_eq!(reader.name(), path.to_string_lossy());
    let progress = reader.progress();
    assert_eq!(Some(progress.bytes), progress.total);
    assert!(cache.is_file());
    (rows, before.is_some() && age(&cache) == before)
}

fn write(path: &Path, text: &str, second: u64) {
    fs::write(path, text).expect("writes");
    let file = File::options().write(true).open(path).expect("opens");
    file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(second)).expect("sets");
}

#[test]
fn size_and_time_of_the_source_decide() {
    let folder = tempfile::tempdir().expect("makes a directory");
    let path = folder.path().join("data.svm");
    write(&path, "1 1:0.5 2:3\n-1 4:1\n", 5);
    let (first, _) = rows(&path, &beside());
    assert_eq!(rows(&path, &beside()), (first.clone(), true));
    // The same size and time: nobody could tell.
    write(&path, "1 1:0.5 2:3\n-1 4:2\n", 5);
    assert_eq!(rows(&path, &beside()), (first.clone(), true));
    write(&path, "1 1:0.5 2:3\n-1 4:2\n", 6);
    let (second, kept) = rows(&path, &beside());
    assert!(!kept && second != first);
    assert_eq!(rows(&path, &beside()), (second.clone(), true));
    write(&path, "1 1:0.5 2:3\n-1 4:2 5:1\n", 6);
    let (third, kept) = rows(&path, &beside());
    assert!(!kept && third != second);
    let left: Vec<_> = fs::read_dir(folder.path()).expect("lists").collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn other_options_are_another_reading() {
    let folder = tempfile::tempdir().expect("makes a directory");
    let path = folder.path().join("data.csv");
    write(&path, "a,b,c\n1,2,3\n,5,6\n", 5);
    let (first, _) = rows(&path, &beside());
    for label in [LabelChoice::None, LabelChoice::Key("a".into())] {
        let options = ReadOptions { label, ..beside() };
        let (other, kept) = rows(&path, &options);
        assert!(!kept && other != first);
        assert_eq!(rows(&path, &options), (other, true));
    }
    assert_eq!(rows(&path, &beside()), (first.clone(), false));
    // The columns that reading found may be given, as a second pass does; others may not.
    let mut reader = DataReader::open(&path, &ReadOptions::default()).expect("opens");
    read(&mut reader, &mut FeatureSpace::dictionary(), false);
    let mut given = beside();
    given.csv.schema = reader.schema().cloned();
    assert_eq!(rows(&path, &given), (first.clone(), true));
    given.csv.schema.as_mut().expect("a table").label = Some(0);
    let (other, kept) = rows(&path, &given);
    assert!(!kept && other != first);
    assert_eq!(rows(&path, &given), (other, true));
}

#[test]
fn a_damaged_cache_is_written_anew_if_its_ends_show_it() {
    let folder = tempfile::tempdir().expect("makes a directory");
    let path = folder.path().join("data.svm");
    write(&path, "1 1:0.5 2:3\n", 5);
    let (first, _) = rows(&path, &beside());
    let cache = folder.path().join("data.svm.nrc");
    let bytes = fs::read(&cache).expect("reads");
    for len in [0, 5, 40, bytes.len() - 1] {
        fs::write(&cache, &bytes[..len]).expect("writes");
        assert_eq!(rows(&path, &beside()), (first.clone(), false), "{len}");
        assert!(fs::read(&cache).expect("reads") == bytes);
    }
}

#[test]
fn a_file_with_broken_rows_gets_no_cache() {
    let folder = tempfile::tempdir().expect("makes a directory");
    let path = folder.path().join("data.svm");
    write(&path, "1 1:0.5\n1 x\n1 2:1\n", 5);
    let mut reader = DataReader::open(&path, &beside()).expect("opens");
    assert_eq!(read(&mut reader, &mut FeatureSpace::dictionary(), false).len(), 3);
    assert_eq!(reader.cache_fault(), Some("the data has broken rows"));
    assert_eq!(fs::read_dir(folder.path()).expect("lists").count(), 1);
    // Written on demand it has the others, and never stands for the source.
    let to = folder.path().join("data.svm.nrc");
    let options = ReadOptions { cache: CacheUse::Write(to.clone()), ..ReadOptions::default() };
    let mut reader = DataReader::open(&path, &options).expect("opens");
    read(&mut reader, &mut FeatureSpace::dictionary(), false);
    let mut cached = DataReader::open(&to, &ReadOptions::default()).expect("opens");
    assert_eq!(read(&mut cached, &mut FeatureSpace::dictionary(), false).len(), 2);
    let mut again = DataReader::open(&path, &beside()).expect("opens");
    assert_eq!(read(&mut again, &mut FeatureSpace::dictionary(), false).len(), 3);
}
