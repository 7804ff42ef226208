//! Rows that wait for their slots: resolved later, they are what a reader would have returned.

use crate::cache::cache_of;
use crate::common::{drain, format, open};
use noregret_io::{
    CacheUse, DataReader, FeatureSpace, LabelUse, Lookup, PendingRow, ReadOptions, Resolver, Row,
    RowBuilder,
};

/// Texts with repeats, zeros, unsorted features, groups, tags, importances and broken rows.
const TEXTS: [(&str, &str); 5] = [
    (
        "svmlight",
        "+1 qid:3 7:2 3:0.5 7:0.25 9:0\n-1 1:1e308 1:1e308\n2:1 9:1\n-1 qid:4 2:1 9:-1 9:1\n\
         1 4294967294:1 1:0.1 1:0.2 1:-0.3\n",
    ),
    (
        "vw",
        "1 2.0 tag|a x:2 y 17 |b x y:0.5 x:-1\n-1 |a x:1e308 x:1e308\n1 |c 3 3 x\n\
         0 |a y:-1 y |17 x z:0 |b^c d\n1 |b c^d:3 |n 1 2 3 500000\n",
    ),
    ("csv", "label,x,y,17,colour\na,1,0,2,red\nb,,3,1e-3,green\na,2,5,0,red\nc,oops,1,1,1\n"),
    ("csv", "y,text,n^m\n1,\"the cat, the dog\",2\n0,,0.5\n1,a cat sat,0\n"),
    (
        "jsonl",
        "{\"label\": \"a\", \"id\": \"r1\", \"x\": 1, \"s\": \"red\", \"n\": {\"m\": 2, \"k\": 0}}\n\
         {\"label\": \"b\", \"17\": 3, \"x\": true, \"n\": {\"m\": -1}}\n{\"x\": [}\n{\"n\": {\"17\": 4}}\n",
    ),
];

fn spaces() -> [FeatureSpace; 4] {
    let hashed = |bits| FeatureSpace::hashed(bits).expect("in range");
    let mut begun = FeatureSpace::dictionary();
    for name in ["Constant", "b^y", "9", "x"] {
        begun.intern(name).expect("room");
    }
    [FeatureSpace::dictionary(), begun, hashed(2), hashed(18)]
}

/// All rows of a reader without slots, and its errors.
fn pending(reader: &mut DataReader, space: &FeatureSpace) -> (Vec<PendingRow>, Vec<String>) {
    let (mut rows, mut errors) = (Vec::new(), Vec::new());
    loop {
        let mut row = PendingRow::default();
        match reader.read_pending(space, &mut row) {
            Ok(true) => rows.push(row),
            Ok(false) => return (rows, errors),
            Err(error) => errors.push(error.to_string()),
        }
    }
}

fn names(space: &FeatureSpace) -> Vec<String> {
    let slots = 0..space.bits().map_or(space.len() as u32, |_| 0);
    slots.filter_map(|slot| space.name(slot)).map(|name| name.to_string()).collect()
}

/// Compares both ways of reading in every kind of space.
fn check(mut reader: impl FnMut() -> DataReader, what: &str) {
    for space in spaces() {
        let mut now = space.clone();
        let (rows, errors) = drain(&mut reader(), &mut now);
        let (waiting, late_errors) = pending(&mut reader(), &space);
        assert_eq!(late_errors, errors, "{what}");
        assert_eq!(waiting.len(), rows.len(), "{what}");
        let (mut later, mut resolver) = (space.clone(), Resolver::default());
        // What was in the row before must not matter.
        let mut row = Row::new(vec![8], vec![1.0]);
        row.tag = "old".into();
        for (pending, expected) in waiting.iter().zip(&rows) {
            pending.resolve(&mut resolver, Lookup::Learn(&mut later), &mut row).expect("resolves");
            assert_eq!(&row, expected, "{what}");
            assert!(pending.absolute_sum() >= row.values.iter().map(|x| x.abs()).sum(), "{what}");
        }
        assert_eq!(names(&later), names(&now), "{what}");
        check_frozen(&mut reader(), &waiting, &space, what);
        check_taken_out(&rows, &now, &space, what);
    }
}

/// A frozen space counts what it does not know.
fn check_frozen(reader: &mut DataReader, waiting: &[PendingRow], space: &FeatureSpace, what: &str) {
    let (mut resolver, mut row) = (Resolver::default(), Row::default());
    for pending in waiting {
        let mut expected = Row::default();
        // Sums of features that are not known are not found to be broken.
        while expected.line != pending.about().line {
            let read = reader.read(Lookup::Frozen(space), &mut expected);
            assert!(!matches!(read, Ok(false)), "{what}: a row is missing");
        }
        pending.resolve(&mut resolver, Lookup::Frozen(space), &mut row).expect("resolves");
        assert_eq!(row, expected, "{what}");
    }
}

/// A row that has its slots can lose them and get them again.
fn check_taken_out(rows: &[Row], all: &FeatureSpace, begun: &FeatureSpace, what: &str) {
    let (mut space, mut resolver) = (begun.clone(), Resolver::default());
    for expected in rows {
        let mut row = Row::default();
        let pending = PendingRow::of(expected, all);
        pending.resolve(&mut resolver, Lookup::Learn(&mut space), &mut row).expect("resolves");
        assert_eq!(&row, expected, "{what}");
    }
}

fn options(name: &str) -> Vec<ReadOptions> {
    let with = |interact: &[&str]| ReadOptions {
        interact: interact.iter().map(|text| text.parse().expect("interaction")).collect(),
        ..format(name)
    };
    let mut all = vec![with(&[]), with(&[":,:"])];
    all.push(ReadOptions { labels: LabelUse::Lists, ..format(name) });
    all
}

#[test]
fn text_in_every_format() {
    for (name, text) in TEXTS {
        for options in options(name) {
            check(|| open(text.as_bytes(), &options), name);
        }
    }
}

#[test]
fn words_of_text_columns() {
    let text = vec!["text".to_owned()];
    let options = ReadOptions { text, ..format("csv") };
    check(|| open(TEXTS[3].1.as_bytes(), &options), "words");
}

#[test]
fn caches_with_and_without_products() {
    for (name, text) in TEXTS {
        let good: String = good_lines(name, text);
        let (_folder, path) = cache_of(&good, &format(name));
        for options in options(name) {
            let options = ReadOptions { format: None, ..options };
            check(|| DataReader::open(&path, &options).expect("opens"), name);
        }
    }
}

/// The text without the lines that are broken in every space.
fn good_lines(name: &str, text: &str) -> String {
    let bad = ["1e308", "oops", "[}"];
    let good = text.lines().filter(|line| !bad.iter().any(|bad| line.contains(bad)));
    let lines: Vec<&str> = good.collect();
    assert!(lines.len() > 1, "{name}");
    lines.join("\n") + "\n"
}

#[test]
fn a_cache_written_on_the_way_is_the_same() {
    let folder = tempfile::tempdir().expect("folder");
    let written = |name: &str, text: &str, slots: bool| {
        let path = folder.path().join(format!("{name}.{slots}"));
        let options = ReadOptions { cache: CacheUse::Write(path.clone()), ..format(name) };
        let mut space = FeatureSpace::dictionary();
        let mut reader = open(text.as_bytes(), &options);
        match slots {
            true => drop(drain(&mut reader, &mut space)),
            false => drop(pending(&mut reader, &space)),
        }
        assert_eq!(reader.cache_fault(), None, "{name}");
        std::fs::read(path).expect("written")
    };
    for (name, text) in TEXTS {
        assert_eq!(written(name, text, false), written(name, text, true), "{name}");
    }
}

#[test]
fn rows_from_memory() {
    let fill = |builder: &mut RowBuilder| {
        for (name, value) in [("b", 1.0), ("a", 0.1), ("a", 0.2), ("17", 2.0), ("3", 0.0)] {
            builder.push_name(name, value).expect("finite");
        }
        builder.push_in_namespace("ns", "17", 4.0).expect("finite");
        builder.label().set_name("spam");
        builder.set_group(5);
    };
    for space in spaces() {
        let (mut builder, mut now, mut later) =
            (RowBuilder::default(), space.clone(), space.clone());
        let (mut expected, mut row) = (Row::default(), Row::default());
        fill(&mut builder);
        builder.finish(Lookup::Learn(&mut now), &mut expected).expect("a row");
        fill(&mut builder);
        let pending = builder.finish_pending(&space).expect("a row");
        let lookup = Lookup::Learn(&mut later);
        pending.resolve(&mut Resolver::default(), lookup, &mut row).expect("resolves");
        assert_eq!((row, names(&later)), (expected, names(&now)));
        // What is wrong is found at once, and the next row begins empty.
        builder.push_index(7, 1e308).expect("finite");
        builder.push_index(7, 1e308).expect("finite");
        assert!(builder.finish_pending(&space).is_err());
        assert_eq!(builder.finish_pending(&space).expect("empty").absolute_sum(), 0.0);
    }
}
