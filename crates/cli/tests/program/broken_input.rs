//! Broken data is refused with file, line, column and reason, never learned from.

use crate::common::Lab;
use crate::common::data::{examples, svmlight};
use std::io::Write;

/// `learn` on this file fails with exactly `message`, leaves no model, and so do the other readers.
fn refused(name: &str, bytes: impl AsRef<[u8]>, message: &str) {
    let lab = Lab::new();
    lab.write(name, bytes);
    lab.fails(&format!("learn {name}"), 1, &format!("noregret: {message}\n"));
    lab.write("good.svm", "1 1:1\n-1 2:1\n");
    lab.ok("learn good.svm -q -o m");
    let ran = lab.run(&format!("convert {name} out.jsonl"));
    if ran.code == Some(0) {
        assert!(message.contains("label"), "only a label may be missing elsewhere: {message}");
    } else {
        assert_eq!((ran.code, ran.err), (Some(1), format!("noregret: {message}\n")));
        assert!(!lab.has("out.jsonl"), "half an output was left behind");
    }
}

#[test]
fn bad_numbers() {
    refused("d.svm", "1 1:1\n-1 2:x\n", "d.svm:2:6: value 'x' is not a number");
    refused("d.svm", "1 1:1\n-1 2:1 5:\n", "d.svm:2:8: feature '5:' has no value");
    refused(
        "d.svm",
        "1 1:1\n-1 two:1\n",
        "d.svm:2:4: feature index 'two' is not a whole number of 0 or more",
    );
    refused("d.svm", "1 1:1\n-1 2\n", "d.svm:2:4: expected index:value, found '2'");
    refused("d.vw", "1 |a x\n-1 |a x:2y\n", "d.vw:2:9: value '2y' is not a number");
    refused("d.vw", "1 |a x\n-1 -2 |a x\n", "d.vw:2:4: importance '-2' is negative");
    refused(
        "d.csv",
        "x,label\n1,a\nred,b\n",
        "d.csv:3: column 'x' holds numbers, but 'red' is not a number; if it means no value, use --missing, and if it is a category --categorical x",
    );
    refused(
        "d.jsonl",
        "{\"label\":1,\"x\":1}\n{\"label\":2,\"x\":1e}\n",
        "d.jsonl:2:18: broken JSON: invalid number",
    );
}

#[test]
fn numbers_that_are_not_finite() {
    refused("d.svm", "1 1:1\n-1 2:NaN\n", "d.svm:2:6: value 'NaN' is not a finite number");
    refused("d.svm", "1 1:1\n-1 2:1e999\n", "d.svm:2:6: value '1e999' is not a finite number");
    refused("d.svm", "nan 1:1\n", "d.svm:1:1: label 'nan' is not a finite number");
    refused("d.vw", "1 |a x:inf\n", "d.vw:1:8: value 'inf' is not a finite number");
    refused(
        "d.csv",
        "x,label\n1,a\n-inf,b\n",
        "d.csv:3: column 'x': '-inf' is not a finite number; leave the cell empty if the value is missing",
    );
    refused(
        "d.svm",
        "1 1:9e307 1:9e307 1:9e307\n",
        "d.svm:1: a repeated feature sums to a value that is not a finite number",
    );
}

#[test]
fn numbers_too_large_to_square() {
    let lab = Lab::new();
    lab.write("d.svm", "1 1:1e200\n-1 1:1\n");
    let message = "noregret: d.svm:1: a feature value is NaN, infinite or beyond 1e150 in size\n";
    lab.fails("learn d.svm", 1, message);
}

#[test]
fn missing_labels() {
    refused("d.svm", "1 1:1\n2:1 3:1\n", "d.svm:2: a binary problem needs a label");
    refused("d.csv", "x,label\n1,a\n2,\n", "d.csv:3: a binary problem needs a label");
    refused(
        "d.jsonl",
        "{\"label\":1,\"x\":1}\n{\"x\":1}\n",
        "d.jsonl:2: a binary problem needs a label",
    );
}

#[test]
fn indices_and_cells_out_of_range() {
    refused(
        "d.svm",
        "1 1:1\n1 4294967295:1\n",
        "d.svm:2:3: feature index 4294967295 is too large (limit 4294967294)",
    );
    refused("d.csv", "x,label\n1,a\n1,2,b\n", "d.csv:3: expected 2 cells, found 3");
    let semicolon = "d.csv:2: expected 2 cells, found 1; if ';' separates the cells, say so by \
                     --delimiter CHAR";
    refused("d.csv", "a;b;c, d;label\n1;2;3;0\n", semicolon);
    let cr = "d.csv:2: expected 2 cells, found 4; a CR alone ends no line (tr '\\r' '\\n' makes one of it)";
    refused("d.csv", "x,label\n1,a\r2,b\r3,c\n", cr);
    refused("d.csv", "x,x,label\n1,1,a\n", "d.csv:1: the header has the column 'x' twice");
    refused("d.csv", "x,label\n1,\"a\n", "d.csv:2: a quoted cell is never closed");
}

#[test]
fn cut_and_false_compression() {
    let text = svmlight(&examples(2000, 50, 3), "binary");
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    let whole = encoder.finish().unwrap();
    let lab = Lab::new();
    lab.write("cut.svm.gz", &whole[..whole.len() / 2]);
    let ran = lab.run("learn cut.svm.gz");
    assert_eq!(ran.code, Some(1));
    let place = ran.err.strip_prefix("noregret: cut.svm.gz:").unwrap_or(&ran.err);
    let (line, reason) = place.split_once(": ").unwrap();
    assert!((500..1500).contains(&line.parse::<u64>().unwrap()), "{line}");
    assert_eq!(reason, "the compressed data ends early: the file is cut short\n");
    refused("d.svm.gz", "1 1:1\n", "d.svm.gz: the name promises Gzip data, but the content is not");
}

#[test]
fn nothing_to_learn_from() {
    for (name, text) in
        [("d.svm", ""), ("d.vw", "\n\n"), ("d.svm", "# only\n# comments\n"), ("d.csv", "x,label\n")]
    {
        refused(name, text, &format!("{name}: the file has no rows"));
    }
    let lab = Lab::new();
    lab.write("d.svm", "");
    for command in [
        "hindsight d.svm",
        "learn d.svm --until-gap 0.1",
        "learn d.svm -a auto",
        "learn d.svm -a leader",
        "compare d.svm -a pa1,arow",
        "compare d.svm",
    ] {
        lab.fails(command, 1, "noregret: d.svm: the file has no rows\n");
    }
    let table = "d.csv:1: 'x:label' is the only column, which leaves no features; perhaps the cells are \
                 separated by something else (--delimiter) or the file is no table (--format)";
    refused("d.csv", "x:label\n1:a\n", table);
}

#[test]
fn rows_without_features_are_taken_for_a_misreading() {
    let lab = Lab::new();
    let plain = "if this is a table, say --format csv, and --delimiter CHAR unless commas or semicolons \
                 separate the cells";
    let cells = "are the cells separated by something else (--delimiter CHAR), or is another column the label \
                 (--label COL)?";
    let keys = "the keys besides the label, with numbers or texts, are features";
    let zeros = "all its numbers are 0, and a weight for them would never count";
    for (file, text, rows, format, advice) in [
        ("words", "hello\nworld\n", 2, "svmlight", plain),
        ("bars", "a|b|label\n1|2|0\n3|4|1\n", 3, "vw", plain),
        ("d.csv", "label\n1\n0\n", 2, "csv", cells),
        ("d.jsonl", "{\"label\": 1}\n", 1, "jsonl", keys),
        ("0.csv", "a,b,label\n0,0,1\n0,0,0\n", 2, "csv", zeros),
        ("0.svm", "1 1:0\n-1 2:0\n", 2, "svmlight", plain),
    ] {
        lab.write(file, text);
        let none = format!("none of the first {rows} rows has a feature other than 0");
        let reason = format!("{none} (read as {format})");
        let message = format!("noregret: {file}: {reason}; {advice}\n");
        for command in ["learn", "hindsight", "compare -a pa1,arow", "boost"] {
            lab.fails(&format!("{command} {file}"), 1, &message);
        }
    }
    assert_eq!(lab.json("learn bars --format csv --delimiter |")["features"], 3);
    // A row without features is as good as any other if not all are.
    lab.write("one.svm", "1\n-1 1:1\n");
    assert_eq!(lab.json("learn one.svm")["examples"], 2);
}

#[test]
fn semicolons_separate_cells_too() {
    let lab = Lab::new();
    let table = "fixed;vol;quality\n7.4;0.7;5\n7.8;0.88;6\n";
    for name in ["wine", "wine.csv"] {
        lab.write(name, table);
        let done = lab.json(&format!("learn {name} --label quality"));
        assert_eq!((&done["examples"], &done["features"]), (&2.into(), &3.into()), "{done}");
    }
    lab.write("commas.csv", table.replace(';', ","));
    assert_eq!(lab.model("wine.csv"), lab.model("commas.csv"));
    // What was chosen is not overruled.
    lab.fails(
        "learn wine.csv --delimiter ,",
        1,
        "noregret: wine.csv:1: 'fixed;vol;quality' is the only column, which leaves no features; perhaps the \
         cells are separated by something else (--delimiter) or the file is no table (--format)\n",
    );
}

#[test]
fn bytes_that_are_no_text() {
    let junk: Vec<u8> = (0..9000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    assert!(junk.contains(&0) && !junk[..20].contains(&b'\n'));
    refused("junk", &junk, "junk: this looks like binary data, not text");
    refused("junk.svm", &junk, "junk.svm:1: this looks like binary data, not text");
    refused("junk.csv", &junk, "junk.csv:1: this looks like binary data, not text");
    let latin =
        "the text is not valid UTF-8; if it is Latin-1, iconv -f LATIN1 -t UTF-8 FILE converts it";
    refused("d.svm", b"1 1:1\ncaf\xe9 1:1\n", &format!("d.svm:2:4: {latin}"));
    refused("d.vw", b"1 | a\n1 | caf\xe9\n", &format!("d.vw:2:8: {latin}"));
    refused("d.csv", b"x,label\n1,\xff\n", &format!("d.csv:2: {latin}"));
}

#[test]
fn a_line_that_never_ends() {
    let mut text = b"1 1:1\n-1 ".to_vec();
    text.resize((64 << 20) + 100, b' ');
    text.extend_from_slice(b"2:1\n1 3:1\n");
    refused("long.svm", &text, "long.svm:2: the line is longer than 67108864 bytes");
    let lab = Lab::new();
    lab.write("long.svm", &text);
    let done = lab.shell("\"$NOREGRET\" learn long.svm --on-error skip --json 2>/dev/null");
    assert!(
        done.out.contains("\"examples\":2,") && done.out.contains("\"skipped\":1,"),
        "{}",
        done.out
    );
}

#[test]
fn one_format_taken_for_another() {
    let vw = "d.svm:1: this looks like Vowpal Wabbit text, not svmlight; read it with --format vw";
    refused("d.svm", "1 |a x y\n", vw);
    let svm =
        "d.vw:1: there is no '|'; this looks like svmlight text, read it with --format svmlight";
    refused("d.vw", "1 1:1 2:1\n", svm);
    let json = "d.jsonl:1: expected one JSON object a line; if the file is in another format, say so with --format";
    refused("d.jsonl", "1 1:1 2:1\n", json);
    let known = "d.txt: cannot tell the format from the name or from the first line 'what is this'; choose one \
                 with --format (jsonl, vw, svmlight, tsv, csv, conll, nrc)";
    refused("d.txt", "what is this\n", known);
    let lab = Lab::new();
    lab.write("d.svm", "1 |a x y\n-1 |b x\n");
    lab.ok("learn d.svm --format vw -q -o m");
    lab.fails("learn m", 1, "noregret: m: this is a noregret model, not data\n");
}

#[test]
fn files_that_are_no_files() {
    let lab = Lab::new();
    lab.write("d.svm", "1 1:1\n");
    std::fs::create_dir(lab.path("folder")).unwrap();
    let missing = "noregret: no.svm: No such file or directory (os error 2)\n";
    for words in
        ["learn no.svm", "learn d.svm no.svm", "learn d.svm --test no.svm", "convert no.svm o.vw"]
    {
        lab.fails(words, 1, missing);
    }
    for words in ["learn folder", "learn d.svm --test folder", "convert folder o.vw"] {
        lab.fails(words, 1, "noregret: folder: is a directory\n");
    }
}
