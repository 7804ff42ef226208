//! The program from its command line: the list, what is refused, small runs from end to end.

#![allow(clippy::unwrap_used)]

mod support;

use serde_json::Value;
use support::{Lab, parse};

const SMALL: &str = "ultraconservative-chess --epochs 2 --limit 300 --shuffles 2 --seed 5";

#[test]
fn without_a_name_it_lists() {
    let lab = Lab::new();
    let out = lab.ok("");
    let names: Vec<&str> = out.lines().filter_map(|line| line.split(' ').next()).collect();
    let expected = [
        "ultraconservative-chess",
        "ultraconservative-usps",
        "ultraconservative-letter",
        "ultraconservative-mnist",
        "label-ranking-enron",
        "simproj-enron",
        "simproj-synthetic",
        "risk-splits",
        "alignment-speech",
        "alignment-music",
        "chunking",
        "pos-tagging",
        "ocr-words",
    ];
    assert_eq!(names, expected);
    let lines = lab.ok("--json");
    assert!(lines.lines().map(parse).all(|line| line["event"] == "experiment"));
}

#[test]
fn an_unknown_name_comes_with_the_list() {
    let known = "known: ultraconservative-chess, ultraconservative-usps, ultraconservative-letter";
    let lab = Lab::new();
    lab.misused("nope", &["there is no experiment 'nope'", known]);
    // Before anything is run.
    lab.misused("ultraconservative-chess nope", &["there is no experiment 'nope'"]);
    lab.misused("ultraconservative-chess --epochs 0", &["--epochs"]);
    lab.misused("ultraconservative-chess --limit 0", &["--limit"]);
    lab.misused("ultraconservative-chess --shuffles 0", &["--shuffles 1 at least"]);
}

#[test]
fn missing_and_broken_data_is_named() {
    let lab = Lab::new();
    for (name, file) in [
        ("usps", "usps/zip.train.gz"),
        ("letter", "letter/letter-recognition.data.gz"),
        ("mnist", "mnist/train-images-idx3-ubyte.gz"),
    ] {
        let ran = lab.run(&format!("ultraconservative-{name} --data d"));
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
        assert!(
            ran.err.starts_with(&format!("noregret-repro: d/{file}: No such file")),
            "{}",
            ran.err
        );
    }
    for (name, file) in [
        ("chunking", "conll2000/train.txt.gz"),
        ("pos-tagging", "conll2000/train.txt.gz"),
        ("ocr-words", "ocr_words/ocr_words.tsv.gz"),
    ] {
        let ran = lab.run(&format!("{name} --data d"));
        let message = format!("noregret-repro: d/{file}: No such file");
        assert!(ran.code == Some(1) && ran.err.starts_with(&message), "{}", ran.err);
        lab.misused(&format!("{name} --shuffles 2"), &["leave out --shuffles"]);
    }
    std::fs::create_dir_all(lab.path("d/usps")).unwrap();
    lab.write("d/usps/zip.train.gz", "6 0 0\n");
    let message = "noregret-repro: d/usps/zip.train.gz: the name promises Gzip data, but the \
                   content is not\n";
    lab.fails("ultraconservative-usps --data d", 1, message);
    let environment = lab.shell("NOREGRET_DATA=e $REPRO ultraconservative-usps");
    assert!(
        environment.err.starts_with("noregret-repro: e/usps/zip.train.gz: "),
        "{}",
        environment.err
    );
}

/// Without the line that differs from run to run.
fn timeless(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("- Wall time"));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_small_run_is_the_same_twice() {
    let lab = Lab::new();
    let section = lab.ok(SMALL);
    assert!(section.starts_with("## Chess board"), "{section}");
    assert!(section.contains(&format!(
        "`noregret-repro {}`",
        "ultraconservative-chess --epochs 2 --shuffles 2 --seed 5 --limit 300"
    )));
    assert_eq!(section.lines().filter(|line| line.starts_with("| MIRA (`mira`) |")).count(), 4);
    assert_eq!(timeless(&section), timeless(&lab.ok(SMALL)));
    assert_ne!(timeless(&section), timeless(&lab.ok(&SMALL.replace("seed 5", "seed 6"))));
}

#[test]
fn threads_change_nothing() {
    let lab = Lab::new();
    let section = timeless(&lab.ok(&format!("{SMALL} --threads 1")));
    assert_eq!(section, timeless(&lab.ok(&format!("{SMALL} --threads 2"))));
    assert_eq!(section, timeless(&lab.ok(SMALL)));
    lab.misused(&format!("{SMALL} --threads 0"), &["--threads"]);
}

#[test]
fn all_of_them_in_order() {
    let lab = Lab::new();
    let ran = lab.run("--all --data d --json --epochs 1 --limit 100 --shuffles 1");
    // Chess needs no data; the next one stops at its missing file.
    assert_eq!((ran.code, ran.out.lines().count()), (Some(1), 5), "{}", ran.out);
    assert!(ran.out.lines().all(|l| parse(l)["experiment"] == "ultraconservative-chess"));
    assert!(
        ran.err.starts_with("noregret-repro: d/usps/zip.train.gz: No such file"),
        "{}",
        ran.err
    );
    lab.misused("--all ultraconservative-chess", &["cannot be used with"]);
}

#[test]
fn runs_as_json_lines() {
    let lab = Lab::new();
    let lines: Vec<Value> = lab.ok(&format!("{SMALL} --json")).lines().map(parse).collect();
    assert_eq!(lines.len(), 2 * 5);
    for line in &lines {
        let epochs = line["epochs"].as_array().unwrap();
        assert_eq!(epochs.len(), 2);
        for epoch in epochs {
            assert!((0.0..=100.0).contains(&epoch["error_percent"].as_f64().unwrap()), "{line}");
            let (updates, patterns) = (&epoch["updates"], &epoch["patterns"]);
            assert!((1..=300).contains(&patterns.as_u64().unwrap()), "{line}");
            assert!(updates.as_u64() >= patterns.as_u64(), "{line}");
        }
    }
    assert_eq!((&lines[4]["algorithm"], &lines[5]["order"]), (&"mira".into(), &"draw 2".into()));
}

#[test]
fn the_page_keeps_what_else_is_on_it() {
    let lab = Lab::new();
    assert_eq!(lab.ok(&format!("{SMALL} --out docs")), "");
    let page = String::from_utf8(lab.read("docs/reproduction.md")).unwrap();
    assert!(
        page.starts_with("# Reproduction\n")
            && page.contains("<!-- begin ultraconservative-chess -->")
    );
    assert!(page.contains("(reproduction/ultraconservative-chess.svg)"), "{page}");
    let picture = lab.read("docs/reproduction/ultraconservative-chess.svg");
    lab.write("docs/reproduction.md", format!("{page}\nmy words\n"));
    lab.ok(&format!("{SMALL} --out docs"));
    let again = String::from_utf8(lab.read("docs/reproduction.md")).unwrap();
    assert_eq!(timeless(&again), timeless(&format!("{page}\nmy words\n")));
    assert_eq!(picture, lab.read("docs/reproduction/ultraconservative-chess.svg"));
    lab.write("docs/reproduction.md", "<!-- begin ultraconservative-chess -->\n");
    let ran = lab.run(&format!("{SMALL} --out docs"));
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.err.starts_with("noregret-repro: docs/reproduction.md: no '<!-- end"),
        "{}",
        ran.err
    );
}

/// The drawn blocks need no data: a few rounds of them, and what is refused.
#[test]
fn a_few_rounds_of_drawn_blocks() {
    let lab = Lab::new();
    lab.ok("simproj-synthetic --limit 3 --shuffles 1 --threads 2 --out .");
    let text = |name: &str| String::from_utf8(lab.read(name)).unwrap();
    let page = text("reproduction.md");
    let rows = page.lines().filter(|line| line.starts_with("| block-size ")).count();
    assert_eq!(rows, 18, "{page}");
    assert!(page.contains("\n| SimProj.A ≤ MaxPA.A | "), "{page}");
    assert!(text("reproduction/simproj-synthetic-noise-20.svg").contains("</svg>"));
    lab.misused("simproj-synthetic --epochs 2", &["is one pass: leave out --epochs"]);
    let missing = "noregret-repro: nowhere/enron_folders/beck-s.svm.gz: No such file or directory \
                   (os error 2)\n";
    lab.fails("simproj-enron --data nowhere", 1, missing);
}

/// Made-up rows under the names of the sets; the splits do not depend on the threads.
#[test]
fn a_few_random_splits() {
    let lab = Lab::new();
    let sets = ["spambase/spambase.csv", "a9a/a9a", "w8a/w8a"];
    let letters: String =
        (0..120).map(|i| format!("{},{},{}\n", ["A", "B"][i % 2], i % 2, i % 7)).collect();
    for (file, text) in [
        (sets[0], (0..120).map(|i| format!("{},{},{}\n", i % 2, i % 5, i % 2)).collect::<String>()),
        (sets[1], "1 1:1 2:3\n-1 2:1\n".repeat(60)),
        (sets[2], "1 1:1 3:2\n-1 2:1 3:1\n".repeat(60)),
        ("letter/letter-recognition.data", letters),
    ] {
        let path = lab.path(&format!("d/{file}"));
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    assert_eq!(lab.shell("gzip -r d").code, Some(0));
    let lines = lab.ok("risk-splits --data d --shuffles 3 --json --threads 1");
    assert_eq!(lines, lab.ok("risk-splits --data d --shuffles 3 --json --threads 2"));
    assert_eq!(lines.lines().count(), 4);
    for line in lines.lines().map(parse) {
        assert_eq!(line["rows"], 60);
        assert_eq!(line["ensemble"]["splits"].as_array().unwrap().len(), 3);
        assert_eq!(line["validated"]["exceeded"], 0);
    }
    let section = lab.ok("risk-splits --data d --shuffles 2 --limit 40");
    assert!(section.contains("`noregret-repro risk-splits --shuffles 2 --limit 40`"), "{section}");
    assert_eq!(section.lines().filter(|line| line.ends_with("of 2 |")).count(), 8);
    lab.misused("risk-splits --epochs 2", &["leave out --epochs"]);
}

/// Sentences that any learner gets right after some passes, gzipped where the program looks.
fn write_sentences(lab: &Lab) {
    std::fs::create_dir_all(lab.path("d/conll2000")).unwrap();
    let sentence = "The DT B-NP\ndog NN I-NP\nran VBD B-VP\n. . O\n\n";
    lab.write("train.txt", sentence.repeat(20));
    lab.write("test.txt", sentence.repeat(2));
    for part in ["train", "test"] {
        lab.shell(&format!("gzip -c {part}.txt > d/conll2000/{part}.txt.gz"));
    }
}

#[test]
fn sentences_in_columns_from_end_to_end() {
    let lab = Lab::new();
    write_sentences(&lab);
    let section = lab.ok("chunking --data d --epochs 3");
    assert!(section.starts_with("## Chunks of text"), "{section}");
    assert!(section.contains("Sentences: 20 to learn from, 2 to test on"), "{section}");
    let rows: Vec<&str> = section.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(rows.len(), 14);
    assert!(rows.iter().all(|row| row.ends_with(" | 100.00 | 0.00 | 0.00 |")), "{section}");
    assert_eq!(section, lab.ok("chunking --data d --epochs 3 --threads 1"));
    let lines = lab.ok("pos-tagging --data d --epochs 3 --json");
    for line in lines.lines().map(parse) {
        assert_eq!(line["passes"][2]["token_error_percent"], 0.0, "{line}");
    }
    assert_eq!(lab.ok("chunking --data d --epochs 1 --out docs"), "");
    assert!(lab.read("docs/reproduction/chunking-average.svg").starts_with(b"<svg"));
}

#[test]
fn words_in_folds_from_end_to_end() {
    let lab = Lab::new();
    std::fs::create_dir_all(lab.path("d/ocr_words")).unwrap();
    let mut table = "word\tfold\tpos\tletter\tpixels_hex\n".to_owned();
    for word in 0..40 {
        for (place, letter) in ["a", "b"].iter().enumerate() {
            let image = format!("{:032x}", if place == 0 { 0xf0 } else { 0x0f });
            table += &format!("{word}\t{}\t{place}\t{letter}\t{image}\n", word % 10);
        }
    }
    lab.write("words.tsv", table);
    lab.shell("gzip -c words.tsv > d/ocr_words/ocr_words.tsv.gz");
    let section = lab.ok("ocr-words --data d --epochs 4");
    let rows: Vec<&str> = section.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(rows.len(), 22);
    assert!(rows.iter().all(|row| row.ends_with(" | 0.00 | 0.00 |")), "{section}");
}
