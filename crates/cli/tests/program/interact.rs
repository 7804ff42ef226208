//! `--interact`: the same as products written out, kept in the model, refused where it means
//! nothing.

#![allow(clippy::unwrap_used)]

use crate::common::Lab;
use crate::common::data::examples;
use serde_json::Value;

/// VW text in which every example has features of the namespaces `a` and `b`, and if there is a
/// `space` the products of both, whose names go on after it.
fn text(seed: u64, space: Option<&str>) -> String {
    let mut text = String::new();
    for example in examples(300, 12, seed) {
        let group = |key: u32| if key.is_multiple_of(2) { "a" } else { "b" };
        text.push_str(&example.label("binary"));
        for (key, value) in &example.features {
            text.push_str(&format!(" |{} f{key}:{value}", group(*key)));
        }
        let of = |name: &str| {
            let inside = |f: &&(u32, f64)| group(f.0) == name;
            example.features.iter().filter(inside).copied().collect::<Vec<_>>()
        };
        for (left, x) in of("a").into_iter().filter(|_| space.is_some()) {
            for (right, y) in of("b") {
                let space = space.unwrap_or_default();
                text.push_str(&format!(" {space}f{left}*b^f{right}:{}", x * y));
            }
        }
        text.push('\n');
    }
    text
}

fn lab() -> Lab {
    let lab = Lab::new();
    for (name, seed) in [("one", 5), ("two", 6)] {
        lab.write(&format!("{name}.vw"), text(seed, None));
        // The name is `a^…`, and hashed as that in the default namespace.
        lab.write(&format!("{name}.long.vw"), text(seed, Some("|a ")));
        lab.write(&format!("{name}.hashed.vw"), text(seed, Some("| a^")));
    }
    lab
}

/// All that `inspect` shows of a model, but how its data is read.
fn inspected(lab: &Lab, model: &str) -> Value {
    let mut value = lab.json(&format!("inspect {model} --top 100000"));
    value.as_object_mut().unwrap().remove("interact");
    value
}

#[test]
fn the_model_is_that_of_products_written_out() {
    let lab = lab();
    for flags in ["", "--hash 12 --average", "--kernel polynomial", "--passes 2 -a mira"] {
        let long = if flags.contains("--hash") { "hashed" } else { "long" };
        lab.ok(&format!("learn one.vw --interact a,b {flags} -q -o short.m"));
        lab.ok(&format!("learn one.{long}.vw {flags} -q -o long.m"));
        assert_eq!(inspected(&lab, "short.m"), inspected(&lab, "long.m"), "{flags}");
        let told = lab.ok("predict short.m two.vw --scores");
        let two = format!("two.{long}.vw");
        assert_eq!(told, lab.ok(&format!("predict long.m {two} --scores")), "{flags}");
        assert_eq!(lab.ok("test short.m two.vw"), lab.ok(&format!("test long.m {two}")), "{flags}");
        lab.ok("learn two.vw --resume short.m -q -o short.m");
        lab.ok(&format!("learn {two} --resume long.m -q -o long.m"));
        assert_eq!(inspected(&lab, "short.m"), inspected(&lab, "long.m"), "{flags}");
    }
    let plain = lab.json("learn one.vw");
    let more = lab.json("learn one.vw --interact b,a --test two.vw");
    assert!(more["features"].as_u64() > plain["features"].as_u64(), "{more}");
}

#[test]
fn inspect_shows_interactions_and_products() {
    let lab = lab();
    lab.ok("learn one.vw --interact b,a --interact a,a --interact a,b -q -o m");
    let words = lab.ok("inspect m --top 1000");
    assert!(words.contains("\nproducts  a,a a,b\n"), "{words}");
    for name in ["  a^f2*b^f1\n", "  a^f2*a^f2\n", "  a^f2*a^f4\n"] {
        assert!(words.contains(name), "{words}");
    }
    assert!(!words.contains("a^f4*a^f2") && !words.contains("b^f1*b^f"), "{words}");
    assert_eq!(lab.json("inspect m")["interact"], serde_json::json!(["a,a", "a,b"]));
}

#[test]
fn resuming_is_learning_on() {
    let lab = lab();
    lab.write("one.csv", "p,q,city,label\n1,2,rome,1\n2,1,oslo,-1\n1,1,rome,1\n");
    lab.write("two.csv", "q,p,city,label\n1,2,bonn,1\n2,5,rome,-1\n");
    for (extension, names) in [("vw", "a,b"), ("csv", "p,city --interact :,:")] {
        let both = lab.model(&format!("one.{extension} two.{extension} --interact {names}"));
        lab.ok(&format!("learn one.{extension} --interact {names} -q -o m"));
        lab.ok(&format!("learn two.{extension} --resume m -q -o again.m"));
        assert!(lab.read("again.m") == both, "{extension}");
        lab.ok(&format!("learn two.{extension} --resume m --interact {names} -q -o again.m"));
        assert!(lab.read("again.m") == both, "{extension}");
    }
    lab.ok("learn one.vw --interact a,b -q -o m");
    let other = "a resumed model keeps its interactions (a,b); leave out --interact";
    lab.misused("learn two.vw --resume m --interact a,a", &[other]);
    lab.ok("learn one.vw -q -o m");
    lab.misused("learn two.vw --resume m --interact a,a", &["its interactions (none)"]);
}

#[test]
fn names_that_mean_nothing() {
    let lab = lab();
    lab.write("d.svm", "1 3:1 7:2\n-1 3:-1 7:1\n");
    lab.write("d.csv", "p,q,label\n1,2,1\n2,1,-1\n");
    lab.write("d.jsonl", "{\"label\":1,\"u\":{\"x\":1},\"v\":2}\n{\"label\":-1,\"u\":{\"x\":2}}\n");
    lab.misused("learn d.svm --interact a,3", &["svmlight has no namespaces", "not 'a'"]);
    assert_eq!(lab.json("learn d.svm --interact 3,7")["features"], 2 + 1 + 1);
    assert_eq!(lab.json("learn d.svm --interact :,:")["features"], 2 + 3 + 1);
    let label = "there is no column 'label' of features (columns: p, q)";
    lab.misused("learn d.csv --interact p,label", &[label]);
    lab.misused("learn d.csv --interact p", &["two names or more"]);
    for (file, flags, known) in [
        ("one.vw", "--interact a,c", "'c' (there are: a, b)"),
        ("one.vw", "--interact a,c --hash 10", "'c' (there are: a, b)"),
        ("d.jsonl", "--interact u,w", "'w' (there are: u, v)"),
    ] {
        let ran = lab.run(&format!("learn {file} {flags}"));
        let note =
            format!("noregret: --interact: no feature of the first rows belongs to {known}\n");
        assert_eq!((ran.code, ran.err), (Some(0), note), "{file} {flags}");
    }
    lab.ok("learn one.vw --interact a,c --quiet");
}

#[test]
fn a_row_with_too_many_products_is_broken() {
    let lab = Lab::new();
    let wide: String = (0..2100).map(|i| format!(" x{i}")).collect();
    lab.write("d.vw", format!("1 |a x |b y\n-1 |a x y\n1 |a{wide}\n"));
    lab.fails(
        "learn d.vw --interact a,a",
        1,
        "noregret: d.vw:3: the interactions would give the row 2206050 products, more than 2000000\n",
    );
    let ran = lab.run("learn d.vw --interact a,a --on-error skip --json");
    assert!(ran.out.contains("\"skipped\":1,"), "{}", ran.out);
}

#[cfg(unix)]
#[test]
fn data_that_can_be_read_once_is_read_once() {
    let lab = Lab::new();
    lab.write("d.vw", "1 |a x |b y\n-1 |a z |b w\n");
    let flags = "--interact a,b --hash 10";
    let line = format!(
        "mkfifo pipe; (cat d.vw > pipe &); timeout 10 \"$NOREGRET\" learn pipe --format vw {flags} --no-progress -o m"
    );
    let ran = lab.shell(&line);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(lab.read("m") == lab.model(&format!("d.vw {flags}")));
    // Looking ahead does not get in the way of the cache.
    lab.ok(&format!("learn d.vw {flags} --cache"));
    assert!(lab.model(&format!("d.vw {flags} --cache")) == lab.read("m") && lab.has("d.vw.nrc"));
}
