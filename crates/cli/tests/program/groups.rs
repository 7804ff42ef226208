//! Rows that belong together (qid): queries, tasks and candidates; and several learners side by
//! side.

#![allow(clippy::unwrap_used)]

use crate::common::{Lab, parse};
use serde_json::{Value, json};

const QUERY: &str = "--problem queries";

/// Queries of three documents; the grade grows with feature 1.
fn queries(count: usize) -> String {
    let row = |i: usize| {
        let (query, grade) = (i / 3, i * 2 % 3);
        format!("{grade} qid:{query} 1:{}.5 {}:1\n", grade, 2 + i % 5)
    };
    (0..3 * count).map(row).collect()
}

fn lab() -> Lab {
    let lab = Lab::new();
    lab.write("q.svm", queries(500));
    lab
}

#[test]
fn rows_with_a_qid_are_ranked_within_it() {
    let lab = lab();
    let ran = lab.run("learn q.svm --json -o q.nrm");
    assert!(ran.err.contains("the rows have groups (qid)"), "{}", ran.err);
    let done = parse(ran.out.lines().last().unwrap());
    assert_eq!((&done["examples"], &done["bias"]), (&json!(500), &Value::Null));
    assert!(done["error_rate"].as_f64().unwrap() < 0.1 && done["ranking_loss"].is_f64(), "{done}");
    let test = lab.json("test q.nrm q.svm");
    assert_eq!((&test["examples"], &test["mistakes"]), (&json!(500), &json!(0)));
    lab.write("two.svm", "0 qid:4 1:0.5\n0 qid:4 1:2.5\n0 qid:5 1:1\n");
    let out = lab.ok("predict q.nrm two.svm --scores");
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split(' ').collect()).collect();
    let places: Vec<&str> = lines.iter().map(|line| line[0]).collect();
    assert_eq!(places, ["2", "1", "1"]);
    let score = |i: usize| lines[i][1].parse::<f64>().unwrap();
    assert!(score(1) > score(0));
    let out = lab.ok("predict q.nrm two.svm --json");
    let last = parse(out.lines().last().unwrap());
    assert_eq!(
        (&last["qid"], &last["prediction"], &last["score"]),
        (&json!(5), &json!(1), &json!(score(2)))
    );
}

#[test]
fn groups_are_the_same_however_the_data_is_cut() {
    let lab = lab();
    let whole = lab.model(&format!("q.svm {QUERY}"));
    let text = queries(500);
    let cut = text.match_indices('\n').nth(3 * 120 - 1).unwrap().0 + 1;
    lab.write("a.svm", &text[..cut]);
    lab.write("b.svm", &text[cut..]);
    assert!(lab.model(&format!("a.svm b.svm {QUERY}")) == whole);
    lab.ok(&format!("learn a.svm {QUERY} -q -o a.nrm"));
    lab.ok("learn b.svm --resume a.nrm -q -o ab.nrm");
    assert!(lab.read("ab.nrm") == whole);
    lab.ok("convert q.svm q.jsonl");
    lab.ok("convert q.jsonl again.svm");
    assert_eq!(String::from_utf8(lab.read("again.svm")).unwrap(), text);
    let rows = text.lines().map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let place: usize = words[3].strip_suffix(":1").unwrap().parse().unwrap();
        let mut cells = ["0"; 5];
        cells[place - 2] = "1";
        let (group, value) = (&words[1][4..], &words[2][2..]);
        format!("{},{group},{value},{}\n", words[0], cells.join(","))
    });
    lab.write("q.csv", format!("label,qid,1,2,3,4,5,6\n{}", rows.collect::<String>()));
    let (table, plain) =
        (lab.json(&format!("learn q.csv {QUERY}")), lab.json(&format!("learn q.svm {QUERY}")));
    assert_eq!((&table["certificate"], &table["examples"]), (&plain["certificate"], &json!(500)));
    lab.ok("convert q.svm q.nrc");
    assert!(lab.model(&format!("q.nrc {QUERY}")) == whole);
    // Rows are counted, not groups; groups are held out, not rows.
    let some = lab.json(&format!("learn q.svm {QUERY} --skip 3 --limit 8"));
    assert_eq!(some["examples"], json!(3));
    let held = lab.json(&format!("learn q.svm {QUERY} --test-every 5 --passes 2"));
    assert_eq!((&held["examples"], &held["holdout"]["examples"]), (&json!(800), &json!(100)));
}

#[test]
fn a_group_that_does_not_fit_leaves_no_trace() {
    let lab = lab();
    let good = queries(40);
    let (first, rest) = good.split_at(good.match_indices('\n').nth(29).unwrap().0 + 1);
    lab.write("bad.svm", format!("{first}x qid:900 77:1\n1 qid:900 78:1\n{rest}"));
    lab.write("good.svm", &good);
    lab.fails(
        &format!("learn bad.svm {QUERY}"),
        1,
        "noregret: bad.svm:31: the rows of a group need numbers for labels; line 31 has x\n",
    );
    let ran = lab.run(&format!("learn bad.svm {QUERY} --on-error skip -q -o bad.nrm"));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(lab.read("bad.nrm") == lab.model(&format!("good.svm {QUERY}")));
}

#[test]
fn rows_without_a_group_and_unequal_weights_are_refused() {
    let lab = Lab::new();
    lab.write("none.svm", "1 qid:1 1:1\n0 qid:1 2:1\n1 1:1\n");
    lab.fails(
        &format!("learn none.svm {QUERY}"),
        1,
        "noregret: none.svm:3: the row belongs to no group: where examples have several rows, each has a qid\n",
    );
    let weighted = r#"{"label": 1, "qid": 7, "weight": 2, "a": 1}
{"label": 0, "qid": 7, "weight": 3, "b": 1}
"#;
    lab.write("w.jsonl", weighted);
    lab.fails(
        &format!("learn w.jsonl {QUERY}"),
        1,
        "noregret: w.jsonl:1: the rows of a group must have one importance; line 2 has 3, not 2\n",
    );
    lab.write("even.jsonl", weighted.replace(": 3,", ": 2,"));
    assert_eq!(lab.json(&format!("learn even.jsonl {QUERY}"))["examples"], json!(1));
    lab.misused(&format!("learn none.svm {QUERY} --tolerance 0.1"), &["several rows"]);
}

#[test]
fn tasks_and_candidates() {
    let lab = Lab::new();
    let rows = "1 qid:1 1:1\n-1 qid:1 2:1\n-1 qid:2 2:1 3:1\n1 qid:2 1:1 3:1\n";
    // The numbers of the groups grow, so that none comes back.
    let group = |n: usize| rows.replace("qid:", &format!("qid:{n}"));
    lab.write("t.svm", (0..20).map(group).collect::<String>());
    let tasks = lab.json("learn t.svm --problem tasks -o t.nrm");
    assert_eq!(tasks["examples"], json!(40));
    lab.write("x.svm", "1 qid:1 1:1\n1 qid:1 2:1\n");
    assert_eq!(lab.ok("predict t.nrm x.svm"), "1\n-1\n");
    let chosen = lab.json("learn t.svm --problem candidates -o c.nrm");
    assert_eq!(chosen["examples"], json!(40));
    assert_eq!(lab.ok("predict c.nrm x.svm"), "1\n0\n");
}

/// The result of each learner, without its time.
fn compared(lab: &Lab, words: &str) -> Vec<Value> {
    let out = lab.ok(&format!("compare {words} --json"));
    out.lines().map(parse).collect()
}

#[test]
fn compare_says_of_each_what_learn_says() {
    let lab = lab();
    let sets: String =
        (0..300).map(|i| format!("{},{} 1:{} 2:1\n", i % 3, 3 + i % 2, i % 6)).collect();
    lab.write("s.svm", sets);
    for (data, problem, algorithms) in [
        ("s.svm", "", ["pa1", "pa2", "pa1:C=0.01"]),
        ("q.svm", QUERY, ["pa1", "pa2", "pa"]),
        ("q.svm", "--problem multiclass", ["pa1", "arow", "mira"]),
        ("q.svm", "--problem regression", ["pa1", "nlms", "pa2:C=0.1,epsilon=0.2"]),
    ] {
        let list = algorithms.join(",");
        let all = compared(&lab, &format!("{data} -a {list} --test {data} {problem}"));
        assert_eq!(all.len(), 3);
        for (result, algorithm) in all.iter().zip(algorithms) {
            assert_eq!(result["algorithm"], json!(algorithm));
            let flags = algorithm.replace(":C=", " -C ").replace(",epsilon=", " --epsilon ");
            let alone = lab.json(&format!("learn {data} -a {flags} --test {data} {problem}"));
            for key in [
                "mistakes",
                "mean_loss",
                "one_error",
                "mean_squared_error",
                "updates",
                "bias",
                "test",
                "certificate",
            ] {
                assert_eq!(result.get(key), alone.get(key), "{data} {algorithm} {key}");
            }
        }
    }
    let text = lab.ok("compare s.svm -a pa1,pa2 --test s.svm");
    for part in [
        "progressive (label-ranking): 300 examples",
        "average precision",
        "pa2",
        "regret",
        "test: 300 examples",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Without names: all that fit.
    let all = compared(&lab, "s.svm");
    assert!(all.len() >= 3 && all.iter().all(|r| r["spec"]["problem"]["kind"] == "label-ranking"));
}

#[test]
fn odd_lists_are_refused() {
    let lab = lab();
    lab.misused("compare q.svm -a C=1", &["'C=1' in the list of -a"]);
    lab.misused("compare q.svm -a pa1:C", &["neither a name nor name:key=value"]);
    lab.misused("compare q.svm -a pa1:C=x", &["'x' in 'C=x' is not a number"]);
    lab.misused("compare q.svm -a pa1:speed=1", &["'speed'"]);
    lab.misused("compare q.svm -a pa1,pa9 --problem queries", &["no algorithm is called 'pa9'"]);
    lab.misused(
        "compare q.svm -a pa1,mira --problem queries",
        &["noregret: mira is not for queries"],
    );
    // Whose fault it is.
    for list in ["pa1,arow", "arow,pa1"] {
        let words = format!("compare q.svm -a {list} --kernel linear --problem multiclass");
        lab.misused(&words, &["noregret: arow: a kernel"]);
        lab.misused(&words.replace(" --problem multiclass", ""), &["noregret: arow"]);
    }
}

#[test]
fn groups_that_come_back_are_said() {
    let lab = Lab::new();
    let sorted = "1 qid:1 1:1\n0 qid:1 2:1\n1 qid:2 1:1\n0 qid:2 2:1\n";
    lab.write("sorted.svm", sorted);
    lab.write("mixed.svm", "1 qid:1 1:1\n1 qid:2 1:1\n0 qid:1 2:1\n0 qid:2 2:1\n1 qid:3 1:1\n");
    lab.ok(&format!("learn sorted.svm sorted.svm {QUERY} --passes 2 -q -o q.nrm"));
    let note = "noregret: 2 groups came back after another one, and rows that are apart are groups of their own: \
                sort the file by qid\n";
    for command in [
        format!("learn mixed.svm {QUERY} --passes 3"),
        "test q.nrm mixed.svm".into(),
        "predict q.nrm mixed.svm".into(),
    ] {
        let ran = lab.run(&command);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), note), "{command}");
    }
    lab.ok("test q.nrm sorted.svm");
    lab.ok(&format!("learn sorted.svm sorted.svm {QUERY} --passes 2"));
    lab.ok(&format!("learn mixed.svm {QUERY} -q"));
}

#[test]
fn what_is_refused_of_a_group_is_named_and_counted() {
    let lab = Lab::new();
    lab.write("t.svm", "1 qid:1 1:1\n-1 qid:1 2:1\n1 qid:2 1:1\n-1 qid:2 2:1\n0 qid:2 3:1\n");
    lab.fails(
        "learn t.svm --problem tasks",
        1,
        "noregret: t.svm:3: the label of a task has a side, above or below 0; line 5 has 0\n",
    );
    let ran = lab.run("learn t.svm --problem tasks --on-error skip --json -o t.nrm");
    let done = parse(ran.out.lines().last().unwrap());
    assert_eq!((&done["examples"], &done["skipped"]), (&json!(1), &json!(3)));
    let ran = lab.run("test t.nrm t.svm --on-error skip");
    assert!(ran.err.ends_with("noregret: 3 rows skipped\n"), "{}", ran.err);
}

#[test]
fn a_table_keeps_groups() {
    let lab = lab();
    lab.ok("convert q.svm q.csv");
    let table = String::from_utf8(lab.read("q.csv")).unwrap();
    assert!(table.starts_with("qid,1,2,") && table.contains("\n0,0.5,1,"), "{}", &table[..80]);
    lab.ok("convert q.csv again.svm");
    assert_eq!(lab.read("again.svm"), lab.read("q.svm"));
    // A row without a group has an empty cell.
    lab.write("some.svm", "1 qid:7 1:1\n0 2:1\n");
    lab.ok("convert some.svm some.csv");
    assert_eq!(lab.read("some.csv"), b"qid,1,2,label\n7,1,0,1\n\"\",0,1,0\n");
    lab.ok("convert some.csv back.svm");
    assert_eq!(lab.read("back.svm"), lab.read("some.svm"));
}

#[test]
fn a_group_may_be_any_column() {
    let lab = Lab::new();
    let (table, lines): (String, String) = (0..60)
        .map(|n| {
            let (query, grade, x) = (n / 3, n % 3, (n * 7 % 11) as f64 - 5.0);
            let table = format!("{grade},{query},{x},{}\n", grade + n % 2);
            let line =
                format!("{{\"y\":{grade},\"q\":{query},\"a\":{x},\"b\":{}}}\n", grade + n % 2);
            (table, line)
        })
        .unzip();
    lab.write("named.csv", format!("y,qid,a,b\n{table}"));
    lab.write("other.csv", format!("y,q,a,b\n{table}"));
    lab.write("other.jsonl", &lines);
    lab.write("q.vw", "1 | a\n0 | b\n");
    let learned = |data: &str| {
        let done = lab.json(&format!("learn {data} -a pa1 --problem queries -o {}.m", &data[..5]));
        (done["mistakes"].clone(), done["ndcg"].clone(), done["mean_loss"].clone())
    };
    let expected = learned("named.csv");
    assert!(expected.1.as_f64().is_some_and(|ndcg| ndcg > 0.5 && ndcg < 1.0), "{expected:?}");
    assert_eq!(learned("other.csv --group q"), expected);
    let model = lab.ok("test other.m other.csv");
    assert_eq!(model, lab.ok("test other.m other.csv --group q"), "the model knows its group");
    assert_eq!(learned("other.jsonl --group q"), expected);
    lab.misused(
        "learn other.csv --group y --label y",
        &["--group is a column that is nothing else"],
    );
    lab.misused("learn q.vw --group q", &["VW text has no groups"]);
    let ran = lab.run("learn other.csv --group z");
    assert!(ran.err.contains("there is no column 'z' for the group"), "{}", ran.err);
}
