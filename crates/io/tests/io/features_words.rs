//! Text columns: every different word a feature, in tables, JSON lines and caches, on any number of
//! threads.

use std::fs;
use std::path::Path;

use crate::common::{drain, errors, format, open, rows, show, shown};
use noregret_io::{CacheUse, DataReader, FeatureSpace, LabelChoice, ReadOptions};

/// Options for a format in which these columns are text.
fn text(name: &str, columns: &[&str]) -> ReadOptions {
    ReadOptions { text: columns.iter().map(|c| (*c).to_owned()).collect(), ..format(name) }
}

#[test]
fn cells_of_a_table_are_split() {
    let table = "label,subject,size\n\
                 a,\"Meeting, the MEETING: no 2\",3\n\
                 b,2024,4\n\
                 a,NA,5\n\
                 b,?!,6\n";
    let expected = [
        "a 1 [] -: size:3 subject^2:1 subject^meeting:1 subject^no:1 subject^the:1",
        "b 1 [] -: size:4 subject^2024:1",
        "a 1 [] -: size:5",
        "b 1 [] -: size:6",
    ];
    assert_eq!(shown(table, &text("csv", &["subject"])), expected);
    assert_eq!(shown(table, &text("csv", &["2"])), expected);
    // Lines without quotes take another way.
    assert_eq!(shown("y\tt\n1\tb A b\n", &text("tsv", &["t"])), ["1 1 [] -: t^a:1 t^b:1"]);
}

#[test]
fn keys_of_json_are_split() {
    let key = text("jsonl", &["head.title", "words"]);
    let lines = "{\"label\":1,\"head\":{\"title\":\"One two\",\"kind\":\"x y\"},\"n\":2}\n\
                 {\"label\":1,\"words\":[\"a b\",[\"B\"],7,null,true,{\"deep\":\"c\"}]}\n\
                 {\"label\":1,\"features\":{\"words\":\"in here\"},\"other\":1}\n";
    assert_eq!(
        shown(lines, &key),
        [
            "1 1 [] -: head.kind=x y:1 head.title^one:1 head.title^two:1 n:2",
            "1 1 [] -: words^7:1 words^a:1 words^b:1 words^c:1",
            "1 1 [] -: words^here:1 words^in:1",
        ]
    );
}

#[test]
fn names_and_hashes_are_those_of_vw_text() {
    for bits in [None, Some(18)] {
        let read = |bytes: &[u8], options: &ReadOptions| {
            let mut reader = open(bytes, options);
            let mut space = bits.map_or_else(Default::default, |bits| {
                FeatureSpace::hashed(bits).expect("in range")
            });
            let (rows, _) = drain(&mut reader, &mut space);
            rows.iter().map(|row| format!("{:?} {:?}", row.indices, row.values)).collect::<Vec<_>>()
        };
        let table = b"label,from,subject\n1,Ann,Hi 17 hi\n";
        let csv = read(table, &text("csv", &["from", "subject"]));
        assert_eq!(csv, read(b"1 |from ann |subject hi 17\n", &format("vw")), "{bits:?}");
        assert_eq!(csv.len(), 1);
    }
}

#[test]
fn a_column_is_there_and_nothing_else() {
    let of = |columns: &[&str]| errors(b"label,w,t\n1,2,x\n", &text("csv", columns));
    assert_eq!(of(&["t", "u"]), ["data:1: there is no text column 'u' (columns: label, w, t)"]);
    let label =
        "data:1: the column 'label' cannot be text: it is the label (--label chooses another)";
    assert_eq!(of(&["label"]), [label]);
    let mut options = text("csv", &["w"]);
    options.weight = Some("w".into());
    let refused = |options: &ReadOptions| errors(b"label,w,t\n1,2,x\n", options);
    assert_eq!(refused(&options), ["data:1: the column 'w' cannot be text: it is the weight"]);
    options.weight = None;
    options.csv.categorical = vec!["w".into()];
    assert_eq!(refused(&options), ["data:1: the column 'w' cannot be text: it is categorical"]);
}

#[test]
fn later_tables_are_read_with_the_columns_of_the_first() {
    let mut reader = open(b"label,t\n1,A b\n", &text("csv", &["t"]));
    drain(&mut reader, &mut FeatureSpace::dictionary());
    let mut options = format("csv");
    options.csv.schema = reader.schema().cloned();
    assert_eq!(shown("t\nB 3\n", &options), ["- 1 [] -: t^3:1 t^b:1"]);
}

/// Rows of many words, in both formats.
fn long(json: bool) -> String {
    let line = |n: usize| match json {
        true => format!("{{\"label\":{},\"t\":\"w{} W{} é\",\"n\":{n}}}\n", n % 2, n % 7, n % 11),
        false => format!("{},\"w{} W{}\n é\",{n}\n", n % 2, n % 7, n % 11),
    };
    let head = if json { "" } else { "label,t,n\n" };
    head.to_owned() + &(0..5000).map(line).collect::<String>()
}

#[test]
fn nothing_depends_on_threads_or_blocks() {
    for (name, json) in [("csv", false), ("jsonl", true)] {
        let (expected, space) = rows(&long(json), &text(name, &["t"]));
        for (threads, block) in [(1, 64), (2, 512), (4, 4096)] {
            let options = ReadOptions { threads, block, ..text(name, &["t"]) };
            let (found, other) = rows(&long(json), &options);
            assert_eq!(found, expected, "{name} {threads}");
            assert_eq!(other.to_parts(), space.to_parts(), "{name} {threads}");
        }
    }
}

fn read(path: &Path, options: &ReadOptions) -> Result<Vec<String>, String> {
    let mut reader = DataReader::open(path, options).map_err(|error| error.to_string())?;
    let mut space = FeatureSpace::dictionary();
    let (rows, errors) = drain(&mut reader, &mut space);
    assert_eq!((errors.len(), reader.cache_fault()), (0, None));
    Ok(rows.iter().map(|row| show(row, &space)).collect())
}

#[test]
fn a_cache_knows_what_was_split() {
    let folder = tempfile::tempdir().expect("makes a directory");
    for (name, json) in [("csv", false), ("jsonl", true)] {
        let path = folder.path().join(format!("data.{name}"));
        fs::write(&path, long(json)).expect("writes");
        let beside = |columns: &[&str]| ReadOptions {
            cache: CacheUse::Beside,
            label: LabelChoice::Key("label".into()),
            ..text(name, columns)
        };
        let plain = read(&path, &beside(&[])).expect("reads");
        let split = read(&path, &beside(&["t"])).expect("a cache that is not fresh is not used");
        assert!(plain != split && split[3].contains(" t^é:1"), "{}", split[3]);
        assert_eq!(read(&path, &beside(&["t"])), Ok(split.clone()));
        // By its own name it decides, and contradiction is refused.
        let cache = folder.path().join(format!("data.{name}.nrc"));
        assert_eq!(read(&cache, &ReadOptions::default()), Ok(split));
        let refused = read(&cache, &ReadOptions { format: None, ..text(name, &["n"]) });
        assert!(refused.as_ref().is_err_and(|e| e.contains("another --text")), "{refused:?}");
        let opened = DataReader::open(&cache, &ReadOptions::default()).expect("opens");
        assert_eq!(opened.source_choices().map(|choices| choices.text), Some(vec!["t".into()]));
    }
}

#[test]
fn interactions_know_the_words_of_a_column() {
    let mut options = text("csv", &["t"]);
    options.interact = vec!["t,n".parse().expect("an interaction")];
    let shown = shown("label,t,n\n1,a b,3\n", &options);
    assert_eq!(shown, ["1 1 [] -: n:3 n*t^a:3 n*t^b:3 t^a:1 t^b:1"]);
}
