//! Integer keys that a cache has numbered: whatever the space knew before, whatever it forgets,
//! slots are those that the text gives.

use crate::cache::{cache_of, read};
use crate::common::{drain, format, open};
use noregret_io::{DataReader, FeatureSpace, Lookup, ReadOptions, Row};

/// Rows of some 40 keys of 30,000 in no order of first sight, enough for several blocks, so far
/// apart that their numbers are the shortest form; one row has a key without a number, and its
/// block another form.
fn scattered() -> String {
    let key =
        |row: u64, place: u64| 1 + place * 750 + ((row * 2_654_435_761) >> (place % 13)) % 750;
    let line = |row: u64| {
        // The first rows come again: their keys are those whose slots need no looking up.
        let row = if row % 11 == 10 { row % 3 } else { row };
        let keys: String = (0..40)
            .map(|place| std::format!(" {}:0.{}5", key(row, place), 1 + (row + place) % 9))
            .collect();
        let far = if row == 1_700 { " 3000000:1" } else { "" };
        std::format!("{}1{keys}{far}\n", if row.is_multiple_of(3) { '+' } else { '-' })
    };
    (0..3_000).map(line).collect()
}

fn cached(path: &std::path::Path) -> DataReader {
    DataReader::open(path, &ReadOptions::default()).expect("opens")
}

/// Spaces that know nothing, something named, some of the keys, and all of them in another order.
fn spaces() -> Vec<FeatureSpace> {
    let with = |names: &[&str]| {
        let mut space = FeatureSpace::dictionary();
        for name in names {
            space.intern(name).expect("room");
        }
        space
    };
    let backwards: Vec<String> = (0..30_001).rev().map(|key: u32| key.to_string()).collect();
    let backwards: Vec<&str> = backwards.iter().map(String::as_str).collect();
    vec![with(&[]), with(&["Constant"]), with(&["2000", "x", "7"]), with(&backwards)]
}

#[test]
fn any_space_gives_the_slots_of_the_text() {
    let text = scattered();
    let (_folder, path) = cache_of(&text, &format("svmlight"));
    for space in spaces() {
        for frozen in [false, true] {
            let (mut one, mut two) = (space.clone(), space.clone());
            let expected = read(&mut open(text.as_bytes(), &format("svmlight")), &mut one, frozen);
            assert!(read(&mut cached(&path), &mut two, frozen) == expected, "{}", space.len());
            assert_eq!(one.to_parts(), two.to_parts());
        }
    }
}

#[test]
fn rows_that_are_forgotten_leave_no_slots() {
    let text = scattered();
    let (_folder, path) = cache_of(&text, &format("svmlight"));
    let rows = |mut reader: DataReader| {
        let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
        let (mut other, mut all) = (FeatureSpace::dictionary(), Vec::new());
        for number in 0.. {
            let known = space.len();
            // Now and then a row is for another space, or its features are taken back.
            let to = if number % 7 == 3 { &mut other } else { &mut space };
            if !reader.read(Lookup::Learn(to), &mut row).expect("reads") {
                return (all, space.to_parts());
            }
            all.push(row.clone());
            if number % 5 == 2 {
                space.truncate(known);
            }
        }
        (all, space.to_parts())
    };
    let expected = rows(open(text.as_bytes(), &format("svmlight")));
    assert!(rows(cached(&path)) == expected);
}

#[test]
fn reading_may_begin_anywhere() {
    let text = scattered();
    let (_folder, path) = cache_of(&text, &format("svmlight"));
    for start in [1, 17, 900, 2_999] {
        let rest: Vec<&str> = text.lines().skip(start).collect();
        let (mut one, mut two) = (FeatureSpace::dictionary(), FeatureSpace::dictionary());
        read(&mut open(rest.join("\n").as_bytes(), &format("svmlight")), &mut one, false);
        let mut reader = cached(&path);
        assert_eq!(reader.seek_row(start as u64).ok(), Some(Some(start as u64)));
        assert_eq!(read(&mut reader, &mut two, false).len(), rest.len());
        assert_eq!(one.to_parts(), two.to_parts(), "{start}");
    }
}

#[test]
fn names_are_told_from_integer_keys() {
    let mixed = ("vw", "1 | 17:1 Constant:2\n-1 | 4:1 17:1\n1 |word 17:1\n", [1, 2, 0]);
    let plain = ("svmlight", "1 4:1 17:1\n-1 3:1\n1 2:1 3:1 4:1\n", [2, 1, 3]);
    for (name, text, expected) in [mixed, plain] {
        let (_folder, path) = cache_of(text, &format(name));
        for mut reader in [open(text.as_bytes(), &format(name)), cached(&path)] {
            let mut space = FeatureSpace::dictionary();
            let constant = space.constant().expect("room");
            let (rows, _) = drain(&mut reader, &mut space);
            assert!(rows.iter().map(|row| row.indexed()).eq(expected), "{name}");
            assert_eq!(rows[0].has_name(constant), name == "vw");
        }
        for mut reader in [open(text.as_bytes(), &format(name)), cached(&path)] {
            // Where slots are hashed any key may have any slot.
            let (rows, _) = drain(&mut reader, &mut FeatureSpace::hashed(5).expect("bits"));
            assert!(rows.iter().all(|row| row.indexed() == 0), "{name}");
        }
    }
}
