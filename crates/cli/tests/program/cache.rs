//! A cache in place of the text: the same models, byte for byte, and the same answers.

use crate::common::Lab;
use crate::common::data::{Example, examples, jsonl, mixed_csv, svmlight};

/// VW text with namespaces and tags, so that names and their hashes matter.
fn names(examples: &[Example]) -> String {
    let mut text = String::new();
    for (number, example) in examples.iter().enumerate() {
        let label = example.label("binary");
        text += &format!("{label} {} 'row{number}|a", example.weight);
        for (key, value) in &example.features {
            text += &format!(" w{key}:{value}");
        }
        text += &format!(" |b:2 w{} x^y |a x^y |x y | z\n", number % 5);
    }
    text
}

/// A folder with one file in each format, and its cache.
fn lab() -> Lab {
    let lab = Lab::new();
    let (some, more) = (examples(1500, 30, 3), examples(200, 60, 4));
    for (name, text) in [
        ("a.svm", svmlight(&some, "binary")),
        ("b.svm", svmlight(&more, "binary")),
        ("a.vw", names(&some)),
        ("b.vw", names(&more)),
        ("a.csv", mixed_csv(&some, 1200)),
        ("b.csv", mixed_csv(&more, 0)),
        ("a.jsonl", jsonl(&some, "multiclass", true)),
        ("b.jsonl", jsonl(&more, "multiclass", true)),
    ] {
        lab.write(name, text);
        lab.ok(&format!("convert {name} {name}.own.nrc"));
    }
    lab
}

#[test]
fn models_are_the_same_byte_for_byte() {
    let lab = lab();
    for format in ["svm", "vw", "csv", "jsonl"] {
        let (a, b) = (format!("a.{format}"), format!("b.{format}"));
        for flags in [
            "",
            "--algorithm pa2 --average",
            "--algorithm perceptron --hash 6",
            "--hash 18 --passes 2",
        ] {
            let text = lab.model(&format!("{a} {b} {flags}"));
            let cached = lab.model(&format!("{a}.own.nrc {b}.own.nrc {flags}"));
            assert!(cached == text, "{a} {flags}");
            let mixed = lab.model(&format!("{a}.own.nrc {b} {flags}"));
            assert!(mixed == text, "{a} {flags}, half of it text");
        }
        // Resumed, the space has the numbers of another file.
        for data in [a.clone(), format!("{a}.own.nrc")] {
            lab.ok(&format!("learn {b} -q -o m"));
            lab.ok(&format!("learn {data} --resume m -q -o {data}.model"));
        }
        assert!(lab.read(&format!("{a}.model")) == lab.read(&format!("{a}.own.nrc.model")), "{a}");
        let answers = lab.ok(&format!("predict m {a} --json"));
        assert_eq!(lab.ok(&format!("predict m {a}.own.nrc --json")), answers);
        assert_eq!(lab.ok(&format!("test m {a}.own.nrc")), lab.ok(&format!("test m {a}")));
    }
}

#[test]
fn passes_read_the_cache_that_the_first_one_wrote() {
    let lab = lab();
    for format in ["svm", "vw", "csv", "jsonl"] {
        let data = format!("a.{format}");
        let text = lab.model(&format!("{data} --passes 3"));
        assert!(lab.model(&format!("{data} --passes 3 --cache")) == text, "{data}");
        assert!(lab.has(&format!("{data}.nrc")), "{data}");
        let before = lab.read(&format!("{data}.nrc"));
        assert!(lab.model(&format!("{data} --passes 3 --cache")) == text, "{data} again");
        assert!(lab.read(&format!("{data}.nrc")) == before, "{data}");
        // What convert writes there is as good.
        lab.ok(&format!("convert {data} {data}.nrc"));
        assert!(lab.read(&format!("{data}.nrc")) == before, "{data}");
    }
}

#[test]
fn a_cache_converts_back() {
    let lab = lab();
    for format in ["svm", "vw", "csv", "jsonl"] {
        lab.ok(&format!("convert a.{format} direct.jsonl"));
        lab.ok(&format!("convert a.{format}.own.nrc back.jsonl"));
        assert!(lab.read("direct.jsonl") == lab.read("back.jsonl"), "{format}");
    }
    lab.ok("convert a.vw packed.nrc.gz");
    assert!(lab.model("packed.nrc.gz --hash 9") == lab.model("a.vw --hash 9"));
}

#[test]
fn a_cache_that_cannot_be_written_is_a_warning() {
    let lab = Lab::new();
    lab.write("a.svm", "1 1:1\n-1 2:1\n");
    std::fs::create_dir(lab.path("a.svm.nrc")).unwrap();
    let ran = lab.run("learn a.svm --cache -q -o m");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.err.starts_with("noregret: the cache a.svm.nrc was not written: "), "{ran:?}");
    lab.write("b.svm", "1 1:1\n-1 2:x\n-1 2:1\n");
    let ran = lab.run("learn b.svm --cache -q --on-error skip");
    assert!(
        ran.err.contains("the cache b.svm.nrc was not written: the data has broken rows"),
        "{ran:?}"
    );
    assert!(!lab.has("b.svm.nrc"));
    let ran = lab.run("convert a.svm no/such/place.nrc");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.err.contains("no/such/place.nrc"), "{ran:?}");
    let ran = lab.run("learn - --cache");
    assert_eq!(ran.code, Some(2), "{ran:?}");
}

#[test]
fn errors_name_the_line_of_the_source() {
    let lab = Lab::new();
    lab.write("a.svm", "1 1:1\n# note\n-1 2:1\nx 3:1\n");
    let of = |data: &str| lab.run(&format!("learn {data} --problem binary -q")).err;
    let text = of("a.svm");
    assert!(text.contains("a.svm:4: "), "{text}");
    lab.ok("convert a.svm a.nrc");
    assert_eq!(of("a.nrc"), text.replace("a.svm", "a.nrc"));
    lab.ok("convert a.svm a.svm.nrc");
    assert_eq!(of("a.svm --cache"), text);
    let ran = lab.run("learn a.nrc --format vw -q");
    assert!(ran.err.contains("a.nrc: this is a cache of svmlight data"), "{ran:?}");
}

#[test]
fn a_window_goes_into_a_cache_that_is_whole() {
    let lab = Lab::new();
    lab.write("a.svm", svmlight(&examples(50, 9, 5), "binary"));
    for window in ["--limit 20", "--skip 12", "--skip 12 --limit 20", "--limit 50"] {
        lab.ok(&format!("convert a.svm cut.nrc {window}"));
        lab.ok(&format!("convert a.svm cut.svm {window}"));
        lab.ok("convert cut.nrc back.svm");
        assert_eq!(lab.read("back.svm"), lab.read("cut.svm"), "{window}");
        // It is not taken for the whole source, nor is a copy of it.
        for from in ["a.svm", "cut.nrc"] {
            let window = if from == "a.svm" { window } else { "" };
            lab.ok(&format!("convert {from} a.svm.nrc {window}"));
            assert!(lab.model("a.svm --cache") == lab.model("a.svm"), "{from} {window}");
        }
    }
    // The last row of the window is broken: what was read is kept.
    lab.write("b.svm", "1 1:1\n-1 2:x\n-1 2:1\n");
    let ran = lab.run("convert b.svm b.nrc --limit 2 --on-error skip");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    lab.ok("convert b.nrc b.vw");
    assert_eq!(String::from_utf8(lab.read("b.vw")).unwrap().lines().count(), 1);
}

#[test]
fn a_row_that_is_skipped_is_not_in_the_cache() {
    let lab = Lab::new();
    lab.write("a.svm", "1 1:1\n-1 2:1e308 2:1e308\n-1 2:1\n");
    let ran = lab.run("convert a.svm a.nrc --on-error skip");
    assert!(ran.err.contains("1 row skipped"), "{ran:?}");
    lab.ok("convert a.nrc b.svm");
    assert_eq!(lab.read("b.svm"), b"1 1:1\n-1 2:1\n");
}

#[test]
fn a_damaged_cache_beside_the_data_is_named() {
    let lab = Lab::new();
    // Several blocks: damage in the first would be seen before anything is learned.
    lab.write("a.svm", svmlight(&examples(9000, 9, 5), "binary"));
    lab.ok("convert a.svm a.svm.nrc");
    let mut bytes = lab.read("a.svm.nrc");
    let late = bytes.len() * 7 / 8;
    bytes[late] ^= 1;
    std::fs::write(lab.path("a.svm.nrc"), bytes).unwrap();
    let ran = lab.run("learn a.svm --cache -q");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.err.contains("a.svm.nrc: block ") && ran.err.contains("delete it"), "{ran:?}");
}

#[test]
fn a_cache_with_another_weight_does_not_fit_the_model() {
    let lab = Lab::new();
    lab.write("a.csv", "w,x,y\n1,2,a\n2,3,b\n1,4,a\n");
    lab.ok("learn a.csv --weight w -q -o m");
    lab.ok("convert a.csv a.nrc");
    let ran = lab.run("test m a.nrc");
    assert!(ran.err.contains("its weight is 'none', not 'w'"), "{ran:?}");
    lab.ok("convert a.csv a.nrc --weight w");
    assert_eq!(lab.ok("test m a.nrc"), lab.ok("test m a.csv"));
}

#[test]
fn uniclass_takes_a_cache_of_a_table() {
    let lab = Lab::new();
    lab.write("a.csv", "x,z\n1,2\n2,3\n1,4\n");
    lab.ok("convert a.csv a.nrc");
    lab.ok("learn a.nrc --problem uniclass -q");
    let ran = lab.run("learn a.nrc --problem uniclass --label none -q");
    assert!(ran.err.contains("the cache was written with another label"), "{ran:?}");
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_opened_once() {
    let lab = Lab::new();
    lab.write("a.svm", svmlight(&examples(50, 9, 5), "binary"));
    let line = "mkfifo pipe; (cat a.svm > pipe &); timeout 10 \"$NOREGRET\" learn pipe -q -o m";
    let ran = lab.shell(line);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(lab.read("m") == lab.model("a.svm"));
}

#[test]
fn a_model_keeps_how_the_source_of_a_cache_was_read() {
    let lab = Lab::new();
    lab.write("a.jsonl", "{\"k\":1,\"x\":2,\"i\":3}\n{\"k\":-1,\"x\":-2,\"i\":1}\n");
    lab.write("a.csv", "k;i;x\n1;3;2\n-1;1;-2\n");
    for (data, flags) in
        [("a.jsonl", "--label k --weight i"), ("a.csv", "--label k --weight i --delimiter ;")]
    {
        lab.ok(&format!("convert {data} a.nrc {flags}"));
        assert!(lab.model("a.nrc --passes 2") == lab.model(&format!("{data} {flags} --passes 2")));
        lab.ok("learn a.nrc -q -o m");
        assert_eq!(lab.ok(&format!("test m {data}")), lab.ok("test m a.nrc"));
    }
}

#[test]
fn a_window_leaves_no_cache_beside_the_data() {
    let lab = Lab::new();
    lab.write("a.svm", svmlight(&examples(50, 9, 5), "binary"));
    for window in ["--limit 20", "--skip 20"] {
        let ran = lab.run(&format!("learn a.svm --cache {window} --passes 2"));
        assert_eq!(ran.err.matches("--cache writes no cache").count(), 1, "{ran:?}");
        assert!(
            lab.model(&format!("a.svm --cache {window}")) == lab.model(&format!("a.svm {window}"))
        );
        assert_eq!(std::fs::read_dir(lab.path(".")).unwrap().count(), 2, "a.svm and the model");
    }
}

#[test]
fn rows_that_are_skipped_are_not_read() {
    let lab = Lab::new();
    lab.write("a.svm", svmlight(&examples(9000, 30, 3), "binary"));
    lab.write("b.svm", svmlight(&examples(200, 60, 4), "binary"));
    lab.ok("convert a.svm a.nrc");
    lab.ok("convert b.svm b.nrc");
    let same = |flags: &str| {
        let (text, cached) = (format!("a.svm b.svm {flags}"), format!("a.nrc b.nrc {flags}"));
        assert!(lab.model(&cached) == lab.model(&text), "{flags}");
    };
    for flags in ["--skip 1 --limit 50", "--skip 8999", "--skip 9000", "--skip 9007"] {
        same(flags);
    }
    let ran = lab.run("learn a.nrc b.nrc --skip 9200 -q");
    assert_eq!(ran.err.trim_end(), "noregret: --skip leaves out every row there is");
    // A sixth of the file is in the first of its three blocks.
    let mut bytes = lab.read("a.nrc");
    let place = bytes.len() / 6;
    bytes[place] ^= 1;
    lab.write("a.nrc", bytes);
    assert!(lab.run("learn a.nrc -q").err.contains("checksum"), "damaged");
    same("--skip 8500");
}

#[test]
fn an_old_cache_stays_until_the_new_one_is_whole() {
    let lab = Lab::new();
    lab.write("good.svm", svmlight(&examples(50, 30, 3), "binary"));
    lab.write("broken.svm", "1 1:1\n-1 2:x\n");
    lab.ok("convert good.svm c.nrc");
    let before = lab.read("c.nrc");
    assert_eq!(lab.run("convert broken.svm c.nrc").code, Some(1));
    assert!(lab.read("c.nrc") == before, "kept");
    lab.write("other.svm", svmlight(&examples(70, 30, 4), "binary"));
    lab.ok("convert other.svm c.nrc");
    assert!(lab.read("c.nrc") != before && lab.model("c.nrc") == lab.model("other.svm"));
    let left = std::fs::read_dir(lab.path(".")).unwrap();
    let is_left = |name: &str| name.contains("tmp");
    assert!(!left.flatten().any(|entry| is_left(&entry.file_name().to_string_lossy())));
}
