//! `--text`: words as features, kept in the model, the same from every format and in every way of
//! reading.

#![allow(clippy::unwrap_used)]

use crate::common::Lab;
use serde_json::json;

/// Messages as a table, as JSON lines and as VW text that has their words written out.
fn lab() -> Lab {
    let lab = Lab::new();
    let topics = [("work", "Budget plan"), ("home", "Dinner PLAN"), ("club", "hills, ride")];
    let (mut tsv, mut json, mut vw) =
        (String::from("folder\tsubject\tsize\n"), String::new(), String::new());
    for n in 0..120 {
        let (folder, words) = topics[n * n % 3];
        let size = n % 5;
        let subject = format!("{words}: no {}!", n % 4);
        tsv.push_str(&format!("{folder}\t{subject}\t{size}\n"));
        json.push_str(&format!(
            "{{\"folder\":\"{folder}\",\"subject\":\"{subject}\",\"size\":{size}}}\n"
        ));
        let listed = subject.to_lowercase().replace([':', ',', '!'], " ");
        vw.push_str(&format!("{folder} |subject {listed} | size:{size}\n"));
    }
    lab.write("m.tsv", tsv);
    lab.write("m.jsonl", json);
    lab.write("m.vw", vw);
    lab
}

const READ: &str = "--label folder --text subject";

/// All that `inspect` shows of a model, but how its data is read.
fn inspected(lab: &Lab, model: &str) -> serde_json::Value {
    let mut value = lab.json(&format!("inspect {model} --top 100000"));
    value.as_object_mut().unwrap().remove("text");
    value
}

#[test]
fn the_model_is_that_of_words_written_out() {
    let lab = lab();
    for flags in ["-a pa1", "-a pa1 --hash 10", "-a mira --passes 2", ""] {
        lab.ok(&format!("learn m.vw {flags} -q -o vw.m"));
        for data in ["m.tsv", "m.jsonl"] {
            for threads in [1, 3] {
                lab.ok(&format!("learn {data} {READ} {flags} --threads {threads} -q -o m"));
                assert_eq!(inspected(&lab, "m"), inspected(&lab, "vw.m"), "{data} {flags}");
            }
            let first = lab.read("m");
            for _ in 0..2 {
                lab.ok(&format!("learn {data} {READ} {flags} --cache -q -o m"));
                assert!(lab.read("m") == first, "{data} {flags} from a cache");
            }
        }
    }
}

#[test]
fn a_model_reads_later_data_the_same_way() {
    let lab = lab();
    for data in ["m.tsv", "m.jsonl"] {
        lab.ok(&format!("learn {data} {READ} -a pa1 --limit 60 -q -o half.m"));
        lab.ok(&format!("learn {data} --resume half.m --skip 60 -q -o m"));
        lab.ok(&format!("learn {data} {READ} -a pa1 -q -o whole.m"));
        assert_eq!(lab.read("m"), lab.read("whole.m"), "{data}");
        let tested = lab.ok(&format!("test whole.m {data}"));
        assert!(tested.contains("0 of 120 wrong"), "{tested}");
        assert!(lab.ok("inspect m").contains("\nwords of  subject\n"));
        assert_eq!(lab.json("inspect m")["text"], json!(["subject"]));
        lab.ok(&format!("predict m {data} --text subject"));
        lab.misused(&format!("predict m {data} --text folder"), &["(subject); leave out --text"]);
    }
    lab.ok("learn m.vw -a pa1 -q -o vw.m");
    lab.misused("learn m.jsonl --resume vw.m --text subject", &["(none); leave out --text"]);
    lab.ok("convert m.tsv m.nrc --label folder --text subject");
    lab.ok("learn m.nrc -a pa1 -q -o m");
    lab.ok("learn m.tsv --label folder --text subject -a pa1 -q -o whole.m");
    assert_eq!(lab.read("m"), lab.read("whole.m"), "what a cache decided is in the model");
}

#[test]
fn a_model_misses_its_text_column() {
    let lab = lab();
    lab.ok(&format!("learn m.tsv {READ} -a pa1 -q -o m"));
    lab.write("less.tsv", "folder\tsize\nwork\t1\n");
    let message =
        "noregret: less.tsv:1: there is no text column 'subject' (columns: folder, size)\n";
    for command in ["predict m less.tsv", "test m less.tsv", "learn less.tsv --resume m -q"] {
        lab.fails(command, 1, message);
    }
    // Others may be absent.
    lab.write("words.tsv", "subject\nbudget plan\n");
    assert_eq!(lab.ok("predict m words.tsv"), "work\n");
}

#[test]
fn what_is_not_there_is_said() {
    let lab = lab();
    let columns = "there is no text column 'body' (columns: folder, subject, size)";
    lab.fails(
        "learn m.tsv --label folder --text body",
        1,
        &format!("noregret: m.tsv:1: {columns}\n"),
    );
    lab.misused("learn m.vw --text subject", &["--text is for tables and JSON lines"]);
    lab.write("m.svm", "1 1:2\n-1 1:3\n");
    lab.misused("learn m.svm --text subject", &["svmlight has no columns for --text"]);
    let ran = lab.run("learn m.jsonl --label folder --text body,subject -a pa1");
    let note = "noregret: m.jsonl: none of the first 120 rows has a word under 'body' (--text)\n";
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), note));
}
