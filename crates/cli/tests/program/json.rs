//! docs/json.md against what the program writes, both ways.

// Helpers outside of test functions unwrap too.
#![allow(clippy::unwrap_used)]

use crate::common::data::{Example, examples, grouped, svmlight};
use crate::common::live::Live;
use crate::common::{Lab, parse};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A section of the page: its fields, the section that each links to, and those it includes.
#[derive(Default)]
struct Section {
    fields: BTreeMap<String, Option<String>>,
    includes: Option<String>,
}

/// The sections by their headings, and the rows of the table of tensors.
fn page() -> (BTreeMap<String, Section>, BTreeMap<String, String>) {
    let text = include_str!("../../../../docs/json.md");
    let (mut sections, mut tensors) = (BTreeMap::<String, Section>::new(), BTreeMap::new());
    let mut heading = String::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            heading = title.into();
        } else if line.contains("All of [counters]") {
            sections.entry(heading.clone()).or_default().includes = Some("counters".into());
        } else if let Some(row) = line.strip_prefix("| `") {
            let (name, rest) = row.split_once('`').unwrap();
            if heading == "Model files" {
                tensors.insert(name.into(), rest.split('|').nth(1).unwrap().trim().into());
                continue;
            }
            let link = rest.strip_prefix(" | [").and_then(|rest| rest.split_once(']'));
            let link = link.map(|(to, _)| to.to_owned());
            sections.entry(heading.clone()).or_default().fields.insert(name.into(), link);
        }
    }
    (sections, tensors)
}

/// What was seen of the page.
struct Reader {
    sections: BTreeMap<String, Section>,
    seen: BTreeSet<(String, String)>,
}

impl Reader {
    fn read(&mut self, value: &Value, section: &str, words: &str) {
        let Value::Object(map) = value else { return };
        for (key, value) in map {
            let found = self.field(section, key);
            let (place, link) = found
                .unwrap_or_else(|| panic!("{words}: '{key}' is not in docs/json.md, {section}"));
            self.seen.insert((place, key.clone()));
            let Some(link) = link else { continue };
            let several = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
            several.iter().for_each(|value| self.read(value, &link, words));
        }
    }

    /// The section that a field stands in, and the one it links to.
    fn field(&self, section: &str, key: &str) -> Option<(String, Option<String>)> {
        let all = self.sections.get(section).unwrap_or_else(|| panic!("no section {section}"));
        match all.fields.get(key) {
            Some(link) => Some((section.to_owned(), link.clone())),
            None => self.field(all.includes.as_deref()?, key),
        }
    }

    fn lines(&mut self, text: &str, words: &str, section: impl Fn(&Value) -> String) {
        for line in text.lines().map(parse) {
            self.read(&line, &section(&line), words);
        }
    }
}

fn lab() -> Lab {
    let lab = Lab::new();
    let all = examples(120, 8, 7);
    for problem in ["binary", "multiclass", "regression", "label-ranking", "ordinal"] {
        lab.write(&format!("{problem}.svm"), svmlight(&all, problem));
    }
    for problem in ["tasks", "queries"] {
        lab.write(&format!("{problem}.svm"), grouped(&all, problem));
    }
    let table: String =
        all.iter().map(|e| format!("{},{}\n", e.target, e.label("binary"))).collect();
    lab.write("table.csv", format!("size,label\n{table}"));
    let noisy = |e: &Example| {
        let size = 100.0 + e.features.first().map_or(0.0, |(_, value)| *value);
        format!("{size},{}\n", e.label("binary"))
    };
    lab.write("noisy.csv", format!("size,label\n{}", all.iter().map(noisy).collect::<String>()));
    let turned = |t| format!("{} 1:1\n", if t < 60 { 1 } else { -1 });
    lab.write("turned.svm", (0..120).map(turned).collect::<String>());
    lab.write("tagged.vw", "1 'first| 1:1\n");
    lab.write("tokens.conll", "the DT B-NP\ndog NN I-NP\n\nit PRP B-NP\n");
    lab
}

const TAGGER: &str = "learn tokens.conll -a pa1 -o tokens.nrm";

const LEARN: &[&str] = &[
    "learn binary.svm --progress --test binary.svm -o default.nrm",
    "learn binary.svm -a pa1 --test-every 5 -o pa1.nrm",
    "learn binary.svm -a perceptron -o perceptron.nrm",
    "learn binary.svm -a auto --among pa1,arow -o auto.nrm",
    "learn binary.svm -a pa1 --risk 0.05 --stop random --no-bias",
    "learn binary.svm -a pa1 --risk 0.05 --stop validate --no-bias",
    "learn binary.svm -a pa1 --average --risk 0.05 --loss-at-most 9 --no-bias -o average.nrm",
    "learn binary.svm -a pa1 --until-gap 1e-2",
    "learn binary.svm -a pa1 --kernel gaussian --budget 20 -o kernel.nrm",
    "learn binary.svm -a pa1-window -o window.nrm",
    "learn binary.svm -a perceptron --vote -o vote.nrm",
    "learn binary.svm -a adagrad-scaled -o adagrad.nrm",
    "learn binary.svm -a pegasos",
    "learn table.csv -o table.nrm",
    // More rounds than a block of the witnesses has.
    "learn noisy.csv --passes 1100 -o blocks.nrm",
    "learn turned.svm -a pa1 -o turned.nrm",
    "learn multiclass.svm -a pa1 -o multiclass.nrm",
    "learn regression.svm -a pa1 --problem regression -o regression.nrm",
    "learn binary.svm -a pa1 --problem uniclass --no-bias -o uniclass.nrm",
    "learn label-ranking.svm -a pa1 --problem label-ranking -o label-ranking.nrm",
    "learn ordinal.svm -a pa1 --problem ordinal -o ordinal.nrm",
    "learn tasks.svm -a pa1 --problem tasks -o tasks.nrm",
    "learn queries.svm -a pa1 --problem queries -o queries.nrm",
    "learn binary.svm -a winnow -o hashed.nrm --hash 10",
    "learn binary.svm -a pa1 --problem uniclass --no-bias --kernel gaussian -o start.nrm",
    "learn ordinal.svm -a pa1 --problem ordinal --kernel gaussian -o units.nrm",
    "learn binary.svm -a eg --average -o marks.nrm",
    "learn binary.svm -a arow --average -o diagonal-average.nrm",
];

#[test]
fn every_field_is_on_the_page_and_everything_on_the_page_is_a_field() {
    let (lab, (sections, _)) = (lab(), page());
    let mut reader = Reader { sections, seen: BTreeSet::new() };
    let event = |value: &Value| value["event"].as_str().unwrap().to_owned();
    let out = |words: &str| {
        let ran = lab.run(&format!("{words} --json"));
        assert_eq!(ran.code, Some(0), "{words}: {}", ran.err);
        ran.out
    };
    for words in LEARN.iter().chain(&[TAGGER]) {
        reader.lines(&out(words), words, event);
    }
    for name in ["default", "pa1", "auto", "kernel", "multiclass", "ordinal", "label-ranking"] {
        let words = format!("inspect {name}.nrm --top 2");
        reader.lines(&out(&words), &words, event);
    }
    let boost = "boost binary.svm --rounds 2 --test binary.svm -o boosted.nrm";
    reader.lines(&out(boost), boost, |value| format!("boost {}", event(value)));
    let others = [
        "inspect boosted.nrm",
        "inspect perceptron.nrm --assume-margin 0.001",
        "test multiclass.nrm multiclass.svm --confusion",
        "test tokens.nrm tokens.conll",
        "compare binary.svm -a pa1,arow,pa --hindsight --test binary.svm",
        "hindsight binary.svm -a pa1",
        "verify pa1.nrm binary.svm",
        "certify binary.svm --predictions own.txt",
    ];
    lab.ok("learn binary.svm -a pa1 -q -o pa1.nrm --predictions own.txt");
    for words in others {
        reader.lines(&out(words), words, |value| match words.contains("boosted") {
            true => "boost model".into(),
            false => event(value),
        });
    }
    lab.ok("learn binary.svm -a pa1 -q --limit 0 -o base.nrm");
    for shard in ["1", "2"] {
        let learn = "learn binary.svm -q --resume base.nrm";
        lab.ok(&format!("{learn} --shard {shard}/2 -o {shard}.nrm"));
    }
    let merge = "merge base.nrm 1.nrm 2.nrm -o merged.nrm";
    reader.lines(&out(merge), merge, |_| "done".into());
    reader.lines(&out("inspect merged.nrm"), "inspect merged.nrm", event);
    for (line, words) in live(&lab) {
        reader.lines(&line, words, event);
    }
    for words in [
        "predict multiclass.nrm multiclass.svm --scores",
        "predict queries.nrm queries.svm",
        "predict pa1.nrm tagged.vw",
        "predict tokens.nrm tokens.conll",
        "predict label-ranking.nrm label-ranking.svm --top 2",
    ] {
        reader.lines(&out(words), words, |_| "predict".into());
    }
    reader.lines(&out("list"), "list", |_| "list".into());
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/align");
    for words in [
        format!("align learn-speech {data}/speech -o speech.nrm"),
        format!("align learn-music {data}/music -o music.nrm"),
    ] {
        reader.lines(&out(&words), &words, |_| "align done".into());
    }
    for words in [
        format!("align speech speech.nrm {data}/new-speech.wav.gz sil ss ii"),
        format!("align music music.nrm {data}/new-music.wav.gz {data}/new-music.txt"),
        "align inspect speech.nrm".to_owned(),
        "align inspect music.nrm".to_owned(),
    ] {
        reader.lines(&out(&words), &words, event);
    }
    for learner in [
        "binary.svm -a pa1 --problem uniclass --no-bias",
        "multiclass.svm -a romma --problem one-vs-rest",
        "queries.svm -a optsolv --problem queries",
    ] {
        lab.ok(&format!("learn {learner} -q --trace t.jsonl"));
        let trace = String::from_utf8(lab.read("t.jsonl")).unwrap();
        reader.lines(&trace, "trace", |value| match value["event"].as_str() {
            Some("trace") => "trace".into(),
            other => format!("trace {}", other.unwrap()),
        });
    }
    for (heading, section) in &reader.sections {
        for field in section.fields.keys() {
            let seen = reader.seen.contains(&(heading.clone(), field.clone()));
            assert!(seen, "docs/json.md, {heading}: no command prints '{field}'");
        }
    }
}

/// What only runs that are disturbed print: the end of one that a signal ended, after a change of
/// its error, and a checkpoint of one that was killed.
fn live(lab: &Lab) -> Vec<(String, &'static str)> {
    let words = "learn - -a pa1 --problem binary --bias 1 --json -o l.nrm --save-every 9";
    let row = |t: u32| {
        let (side, feature) = (t % 2, if t < 3000 { t % 2 } else { 2 });
        format!("{} {}:1\n", 2 * i64::from(side) - 1, feature + 1)
    };
    let rows: String = (0..4096).map(row).collect();
    let mut killed = Live::start(lab, words);
    killed.send(&rows);
    killed.lines(13);
    killed.signal("KILL");
    killed.end();
    let checkpoint = lab.ok("inspect l.nrm --json");
    let mut stopped = Live::start(lab, words);
    stopped.send(&rows);
    stopped.lines(13);
    stopped.signal("INT");
    let done = stopped.line();
    assert_eq!(stopped.end().0, Some(130));
    vec![(checkpoint, "inspect l.nrm"), (done, words)]
}

/// A class is the same JSON value wherever it is one.
#[test]
fn classes_have_one_form() {
    let lab = lab();
    lab.ok("learn binary.svm -a pa1 -q -o numbers");
    lab.ok("learn multiclass.svm -a pa1 -q -o names");
    for (model, data) in [("numbers", "binary.svm"), ("names", "multiclass.svm")] {
        let names = lab.json(&format!("inspect {model}"))["class_names"].clone();
        assert_eq!(
            lab.json(&format!("test {model} {data} --confusion"))["confusion"]["classes"],
            names
        );
        let answer = lab.json(&format!("predict {model} {data}"))["prediction"].clone();
        assert!(names.as_array().unwrap().contains(&answer), "{names} {answer}");
        let heaviest = &lab.json(&format!("inspect {model}"))["heaviest"][0]["class"];
        assert!(heaviest.is_null() || names.as_array().unwrap().contains(heaviest), "{heaviest}");
    }
}

/// The tensors of a model file: name, type and length of each.
fn tensors(bytes: &[u8]) -> Vec<(String, String, u64)> {
    let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    let Value::Object(header) = parse(std::str::from_utf8(&bytes[8..8 + length]).unwrap()) else {
        panic!("no header")
    };
    let all = header.into_iter().filter(|(name, _)| name != "__metadata__");
    let of = |(name, value): (String, Value)| {
        let length = value["shape"][0].as_u64().unwrap();
        (name, value["dtype"].as_str().unwrap().to_owned(), length)
    };
    all.map(of).collect()
}

#[test]
fn every_tensor_is_on_the_page() {
    let (lab, (_, page)) = (lab(), page());
    let more = ["boost binary.svm --rounds 2 -o boosted.nrm", TAGGER];
    for words in LEARN.iter().chain(&more) {
        assert_eq!(lab.run(words).code, Some(0), "{words}");
    }
    let (mut seen, mut is_sparse) = (BTreeSet::new(), false);
    let files = LEARN.iter().filter_map(|words| words.split_once("-o ")).map(|(_, name)| name);
    for file in files.chain(["boosted.nrm", "tokens.nrm"]) {
        let file = file.split_whitespace().next().unwrap();
        for (name, kind, _) in tensors(&lab.read(file)) {
            let own = name.rsplit_once("state.").map_or(name.as_str(), |(_, own)| own);
            let own = own
                .strip_prefix("expert.")
                .and_then(|own| own.split_once('.'))
                .map_or(own, |(_, own)| own);
            // A witness that is a learner has the tensors of one, behind this name.
            let as_learner = own.strip_prefix("witness.").filter(|_| !page.contains_key(own));
            let own = as_learner.unwrap_or(own);
            if let Some(table) = own.strip_suffix(".at") {
                assert_eq!(
                    (page.get(table), kind.as_str()),
                    (Some(&"F64".into()), "U32"),
                    "{name}"
                );
                is_sparse = true;
                continue;
            }
            assert_eq!(page.get(own), Some(&kind), "{file}: {name}");
            seen.insert(own.to_owned());
        }
    }
    assert!(is_sparse, "no model has a table that is mostly 0");
    for name in page.keys() {
        assert!(seen.contains(name), "docs/json.md: no model has a tensor '{name}'");
    }
}

/// Rows stay in a model for its witnesses alone.
#[test]
fn without_a_certificate_no_row_is_kept() {
    let lab = lab();
    for (flag, kept) in [("", 120), (" --certificate live", 120), (" --certificate off", 0)] {
        let all = tensors(&lab.model(&format!("binary.svm -a pa1{flag}")));
        let rows = all.iter().find(|(name, ..)| name == "witness.kept_ends");
        assert_eq!(rows.map_or(0, |rows| rows.2), kept, "{flag}");
        assert!(kept > 0 || !all.iter().any(|(name, ..)| name.starts_with("witness.")));
    }
}

/// Ten classes are padded to twelve, as the page says.
#[test]
fn ten_classes_have_a_stride_of_twelve() {
    let lab = Lab::new();
    let rows: String = (0..40).map(|i| format!("c{} {}:1 30:1\n", i % 10, i % 10 + 1)).collect();
    lab.write("ten.svm", rows);
    let all = tensors(&lab.model("ten.svm -a pa1 --no-bias"));
    let length = |name: &str| all.iter().find(|(own, ..)| own == name).unwrap().2;
    assert_eq!(length("state.potential"), 12 * length("feature_keys"));
}
