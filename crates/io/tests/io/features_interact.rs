//! Interactions against products written out in the text.

use crate::common::{format, open, rows, shown};
use noregret_io::{FeatureSpace, Interaction, Lookup, ReadOptions, Row};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn with(name: &str, interactions: &[&str]) -> ReadOptions {
    let interact = interactions.iter().map(|text| text.parse().expect("an interaction")).collect();
    ReadOptions { interact, ..format(name) }
}

/// A feature of a VW line: namespace (or none), name, value.
type Feature = (&'static str, u8, f64);

fn line(features: &[Feature]) -> String {
    let token = |(space, name, value): &Feature| std::format!(" |{space} f{name}:{value}");
    std::format!("1{} |", features.iter().map(token).collect::<String>())
}

fn full_name((space, name, _): &Feature) -> String {
    if space.is_empty() { std::format!("f{name}") } else { std::format!("{space}^f{name}") }
}

/// All combinations of one feature of each name, in every order, as a set of sorted ones.
fn combinations(names: &[String], known: &[String]) -> BTreeSet<Vec<String>> {
    let Some((first, rest)) = names.split_first() else { return BTreeSet::from([Vec::new()]) };
    let prefix = std::format!("{first}^");
    let is_member =
        |feature: &&String| first == ":" || *feature == first || feature.starts_with(&prefix);
    let mut all = BTreeSet::new();
    for feature in known.iter().filter(is_member) {
        for mut combination in combinations(rest, known) {
            combination.push(feature.clone());
            combination.sort();
            all.insert(combination);
        }
    }
    all
}

/// A name as text of VW: what stands before its first `^` is its namespace.
fn by_namespace(name: &str) -> String {
    let (space, name) = name.split_once('^').unwrap_or(("", name));
    std::format!("|{space} {name}")
}

/// The same line with the products as features too, each under the text that `spelled` makes of its
/// name.
fn written_out(features: &[Feature], interactions: &[&str], spelled: fn(&str) -> String) -> String {
    let mut sums: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    features.iter().for_each(|f| sums.entry(full_name(f)).or_default().push(f.2));
    let sum = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values.into_iter().sum::<f64>()
    };
    let merged: BTreeMap<String, f64> =
        sums.into_iter().map(|(name, values)| (name, sum(values))).filter(|f| f.1 != 0.0).collect();
    let known: Vec<String> = merged.keys().cloned().collect();
    let mut products = BTreeSet::new();
    for text in interactions {
        let names: Vec<String> = text.split(',').map(str::to_owned).collect();
        products.append(&mut combinations(&names, &known));
    }
    let product = |names: &Vec<String>| {
        let value: f64 = names.iter().map(|name| merged[name]).product();
        std::format!(" {}:{value}", spelled(&names.join("*")))
    };
    std::format!("{}{}", line(features), products.iter().map(product).collect::<String>())
}

fn lines() -> impl Strategy<Value = Vec<Vec<Feature>>> {
    let space = prop_oneof![Just("a"), Just("b"), Just("ab"), Just("")];
    let value = prop_oneof![-2i32..3, -100i32..100].prop_map(|v| f64::from(v) / 4.0);
    let feature = (space, 0u8..4, value);
    proptest::collection::vec(proptest::collection::vec(feature, 0..9), 1..5)
}

const CHOICES: [&[&str]; 8] = [
    &["a,b"],
    &["b,a", "a,b"],
    &["a,a"],
    &["a,b,ab"],
    &["a,a,b"],
    &["a,:"],
    &[":,:", "a,b,b"],
    &["a^f1,a", "f2,b", "nothing,a"],
];

fn hashed(text: &str, options: &ReadOptions) -> Vec<Row> {
    let mut space = FeatureSpace::hashed(16).expect("in range");
    let (mut reader, mut row, mut all) = (open(text.as_bytes(), options), Row::default(), vec![]);
    while reader.read(Lookup::Learn(&mut space), &mut row).expect("a row") {
        all.push(row.clone());
    }
    all
}

proptest! {
    #[test]
    fn products_are_those_written_out(lines in lines(), choice in 0..CHOICES.len()) {
        let interactions = CHOICES[choice];
        let plain: String = lines.iter().map(|f| line(f) + "\n").collect();
        let long = |spelled| -> String {
            lines.iter().map(|f| written_out(f, interactions, spelled) + "\n").collect()
        };
        let (left, left_space) = rows(&plain, &with("vw", interactions));
        let (right, right_space) = rows(&long(by_namespace), &format("vw"));
        prop_assert_eq!(left, right);
        prop_assert_eq!(left_space.to_parts(), right_space.to_parts());
        // Their hash is that of the whole name in the default namespace.
        let long = long(|name| std::format!("| {name}"));
        prop_assert_eq!(hashed(&plain, &with("vw", interactions)), hashed(&long, &format("vw")));
    }
}

#[test]
fn columns_of_tables() {
    let text = "age,age.sq,city,label\n2,4,rome,1\n3,9,,-1\n";
    assert_eq!(
        shown(text, &with("csv", &["age,city", "age,age"])),
        [
            "1 1 [] -: age:2 age*age:4 age*city=rome:2 age.sq:4 city=rome:1",
            "-1 1 [] -: age:3 age*age:9 age.sq:9"
        ]
    );
}

#[test]
fn objects_of_json() {
    let text = r#"{"label":1,"user":{"age":3,"from":"it"},"item":{"price":2},"pages":[5]}"#;
    assert_eq!(
        shown(text, &with("jsonl", &["user,item", "user.age,pages"])),
        ["1 1 [] -: item.price:2 item.price*user.age:6 item.price*user.from=it:2 pages.0:5 \
          pages.0*user.age:15 user.age:3 user.from=it:1"]
    );
}

#[test]
fn numbers_of_svmlight() {
    let text = "1 3:2 7:5 12:1\n";
    assert_eq!(shown(text, &with("svmlight", &["3,7"])), ["1 1 [] -: 3:2 7:5 12:1 3*7:10"]);
    let all = shown(text, &with("svmlight", &[":,:"]));
    assert_eq!(all[0].matches('*').count(), 6, "{all:?}");
}

#[test]
fn an_interaction_is_kept_as_text() {
    let parsed: Interaction = "b,a".parse().expect("two names");
    assert_eq!(serde_json::to_string(&parsed).expect("serializes"), "\"a,b\"");
    assert_eq!(serde_json::from_str::<Interaction>("\"a,b\"").expect("parses"), parsed);
    assert!(serde_json::from_str::<Interaction>("\"a\"").is_err());
}
