//! Sets and prices of tasks that come with the rows: not learned from, whatever else is chosen.

#![allow(clippy::unwrap_used)]

use crate::common::Lab;
use serde_json::{Value, json};

const BOTH: &str = "-a pa1 --problem tasks:set=block,price=cost";

/// Two sets of tasks in an example: its loss is the mean of the largest of each; a price divides
/// the loss of its task.
fn lab() -> Lab {
    let lab = Lab::new();
    lab.write(
        "t.csv",
        "label,qid,block,cost,a,b\n1,1,1,2,1,0\n-1,1,1,1,0,1\n1,1,2,4,1,1\n1,2,1,1,0,0.5\n",
    );
    lab.write(
        "t.jsonl",
        r#"{"label":1,"qid":1,"block":1,"cost":2,"a":1}
{"label":-1,"qid":1,"block":1,"cost":1,"b":1}
{"label":1,"qid":1,"block":2,"cost":4,"a":1,"b":1}
{"label":1,"qid":2,"block":1,"cost":1,"b":0.5}
"#,
    );
    lab
}

/// Three rows a group; the side is the sign of `a`.
fn priced(cells: &str, names: &str) -> String {
    let row = |i: usize| {
        let a = (i * 7 % 11) as f64 - 5.25;
        format!("{},{},{a},{}{cells}\n", a.signum(), i / 3, (i * 3 % 5) as f64 - 2.0)
    };
    format!("label,qid,a,b{names}\n{}", (0..90).map(row).collect::<String>())
}

#[test]
fn sets_and_prices_of_tasks_come_with_the_data() {
    let lab = lab();
    for file in ["t.csv", "t.jsonl"] {
        let lost = |problem: &str| {
            let done = lab.json(&format!("learn {file} -a pa1 --problem {problem} --limit 3"));
            done["cumulative_loss"].as_f64().unwrap()
        };
        // Every margin is missed by 1, at no weights.
        assert_eq!(lost("tasks:price=cost"), 1.0, "{file}");
        assert_eq!(lost("tasks:set=block,price=cost"), 0.5 * (1.0 + 0.25), "{file}");
        assert_eq!(lost("tasks:set=block"), 1.0, "{file}");
        assert_eq!(lost("tasks:prices=[4,2,4]"), 0.5, "{file}");
        assert_eq!(lost("tasks:sets=[1,1,2],prices=[2,1,4]"), 0.625, "{file}");
        let done = lab.json(&format!("learn {file} {BOTH} -o m"));
        // With the constant.
        assert_eq!(done["features"], json!(3), "{done}");
        assert!(lab.json("inspect m")["spec"]["problem"]["set"] == "block");
    }
}

#[test]
fn resumed_runs_caches_and_hashes_keep_them() {
    let lab = lab();
    for file in ["t.csv", "t.jsonl"] {
        let ending = &file[2..];
        lab.ok(&format!("learn {file} {BOTH} -o m"));
        lab.ok(&format!("learn {file} {BOTH} --limit 3 -o n"));
        let rest = match file {
            "t.csv" => "label,qid,block,cost,a,b\n1,2,1,1,0,0.5\n",
            _ => "{\"label\":1,\"qid\":2,\"block\":1,\"cost\":1,\"b\":0.5}\n",
        };
        lab.write(&format!("rest.{ending}"), rest);
        lab.ok(&format!("learn rest.{ending} --resume n -o n"));
        assert!(lab.read("m") == lab.read("n"), "{file} resumed");
        lab.ok(&format!("convert {file} t.nrc"));
        lab.ok(&format!("learn t.nrc {BOTH} -o k"));
        let (cached, read) = (lab.json("inspect k"), lab.json("inspect m"));
        assert_eq!(cached["heaviest"], read["heaviest"], "{file}");
        assert_eq!(cached["certificate"], read["certificate"], "{file}");
        lab.ok(&format!("learn {file} {BOTH} --hash 8 -o h"));
        assert_eq!(lab.json("inspect h")["certificate"], read["certificate"], "{file}");
    }
}

/// The constant, the products and the counts know as little of them as the weights.
#[test]
fn they_take_no_part_in_anything_else() {
    let lab = Lab::new();
    lab.write("with.csv", priced(",1000", ",price"));
    lab.write("without.csv", priced("", ""));
    let learned = |words: &str| {
        let done = lab.json(&format!("learn {words} -a pa1"));
        let keys =
            ["bias", "features", "mistakes", "cumulative_loss", "wrong_tasks", "certificate"];
        keys.map(|key| done.get(key).cloned().unwrap_or(Value::Null))
    };
    let listed = "--problem tasks:prices=[1000,1000,1000]";
    let named = "--problem tasks:price=price";
    let expected = learned(&format!("without.csv {listed}"));
    assert!(expected[0].is_f64() && expected[1] == 3, "{expected:?}");
    assert_eq!(learned(&format!("with.csv {named}")), expected);
    let products = learned(&format!("without.csv {listed} --interact :,:"));
    assert_eq!(products[1], json!(6));
    assert_eq!(learned(&format!("with.csv {named} --interact :,:")), products);
    lab.ok(&format!("learn with.csv {named} -a pa1 --interact :,: --cache -q -o a"));
    assert_eq!(learned(&format!("with.csv {named} --interact :,: --cache")), products);
    // Without prices, products are others.
    let all = lab.json("learn with.csv --problem tasks -a pa1 --interact :,: --cache");
    assert_eq!(all["features"], json!(10), "{all}");
    lab.misused(
        &format!("learn with.csv {named} -a pa1 --interact a,price"),
        &["'price' says the set or the price of a row, and is no feature"],
    );
}

#[test]
fn answers_do_without_them() {
    let lab = lab();
    lab.ok(&format!("learn t.csv {BOTH} -o m"));
    let answers = lab.ok("predict m t.csv --scores");
    lab.write("bare.csv", "qid,a,b\n1,1,0\n1,0,1\n1,1,1\n2,0,0.5\n");
    assert_eq!(lab.ok("predict m bare.csv --scores"), answers);
    lab.write("odd.csv", "label,qid,block,cost,a,b\n1,1,,-1,1,0\n");
    assert_eq!(
        lab.ok("predict m odd.csv --scores"),
        format!("{}\n", answers.lines().next().unwrap())
    );
    let ran = lab.run("test m odd.csv");
    assert!(ran.err.contains("odd.csv:2: the set of a task is"), "{}", ran.err);
}

#[test]
fn what_is_no_set_or_price_is_named() {
    let lab = lab();
    lab.write("bad.csv", "label,qid,block,a\n1,1,1,1\n-1,1,0,1\n1,1,1,2\n");
    lab.write("half.csv", "label,qid,block,a\n1,1,1.5,1\n");
    lab.write("text.csv", "label,qid,block,a\n1,1,left,1\n");
    lab.write("debt.csv", "label,qid,cost,a\n1,1,-1,1\n");
    let set = "the set of a task is a whole number from 1, in the feature";
    let price = "the price of a task is a number above 0, in the feature";
    for (data, problem, line, reason) in [
        ("bad.csv", "set=block", 3, format!("{set} 'block'; this row has none, or 0")),
        ("t.csv", "set=blok", 2, format!("{set} 'blok'; this row has none, or 0")),
        ("half.csv", "set=block", 2, format!("{set} 'block'; this row has 1.5")),
        ("text.csv", "set=block", 2, format!("{set} 'block'; this row has 'left'")),
        ("t.csv", "price=label2", 2, format!("{price} 'label2'; this row has none, or 0")),
        ("debt.csv", "price=cost", 2, format!("{price} 'cost'; this row has -1")),
    ] {
        let words = format!("learn {data} -a pa1 --problem tasks:{problem}");
        lab.fails(&words, 1, &format!("noregret: {data}:{line}: {reason}\n"));
    }
    // As any row that is broken.
    let ran = lab.run("learn bad.csv -a pa1 --problem tasks:set=block --on-error skip -o m");
    assert!(ran.code == Some(0) && ran.err.contains("skipped bad.csv:3: the set"), "{}", ran.err);
    lab.misused(
        "learn t.csv -a pa2 --problem tasks:price=cost",
        &["prices of tasks need the hinge"],
    );
    for both in ["sets=[1,2],set=block", "prices=[1,2],price=cost"] {
        lab.misused(&format!("learn t.csv -a pa1 --problem tasks:{both}"), &["leave out one"]);
    }
    lab.misused("learn t.csv -a pa1 --problem tasks:prices=[1,0]", &["a number above 0"]);
}
