//! Live data: every row is answered when it comes, a signal ends a run as the end of the data does,
//! and a killed run goes on from its last checkpoint.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use crate::common::Lab;
use crate::common::data::{examples, grouped, svmlight};
use crate::common::live::Live;

/// A lab with the same examples for several problems.
fn lab(count: usize) -> Lab {
    let (lab, all) = (Lab::new(), examples(count, 12, 3));
    for problem in ["binary", "multiclass", "regression"] {
        lab.write(&format!("{problem}.svm"), svmlight(&all, problem));
    }
    lab.write("queries.svm", grouped(&all, "queries"));
    lab
}

fn text(lab: &Lab, name: &str) -> String {
    String::from_utf8(lab.read(name)).unwrap()
}

/// Sends row by row, each after the answer to the one before.
fn converse(live: &mut Live, rows: &str) -> Vec<String> {
    let mut answers = Vec::new();
    for row in rows.lines() {
        live.send(&format!("{row}\n"));
        answers.push(live.line());
    }
    answers
}

#[test]
fn predict_answers_each_row_before_the_next_is_sent() {
    let lab = lab(600);
    for (problem, flags) in
        [("binary", ""), ("multiclass", "-a pa1"), ("binary", "-a pa1 --kernel gaussian:sigma=2")]
    {
        lab.ok(&format!("learn {problem}.svm {flags} --limit 200 -q -o m"));
        let mut live = Live::start(&lab, "predict m -");
        let answers = converse(&mut live, &text(&lab, &format!("{problem}.svm")));
        live.close();
        assert_eq!(live.end(), (Some(0), String::new()), "{problem} {flags}");
        let whole = lab.ok(&format!("predict m {problem}.svm"));
        assert!(answers == whole.lines().collect::<Vec<_>>(), "{problem} {flags}");
    }
}

/// A class that was neither named nor met is `?`.
#[test]
fn learn_answers_from_the_first_row_on_where_nothing_is_left_open() {
    let lab = lab(1200);
    let named = "--problem binary:negative=-1,positive=1";
    for (problem, flags) in [
        ("binary", format!("{named} --bias 1 -a pa1")),
        ("binary", format!("{named} --bias 0.5 --hash 10")),
        ("binary", format!("{named} --bias 1 -a pa1 --kernel gaussian:sigma=2")),
        ("binary", "--problem binary --bias 1 -a pa1".into()),
        ("regression", "--problem regression --no-bias -a pa1".into()),
    ] {
        let rows = text(&lab, &format!("{problem}.svm"));
        let mut live = Live::start(&lab, &format!("learn - {flags} -q --predictions - -o live.m"));
        let answers = converse(&mut live, &rows);
        live.close();
        assert_eq!(live.end(), (Some(0), String::new()), "{flags}");
        lab.ok(&format!("learn {problem}.svm {flags} -q --predictions file -o file.m"));
        let file = text(&lab, "file");
        let mut both = answers.iter().zip(file.lines());
        assert!(both.all(|(live, file)| live == file || live == "?"), "{flags}");
        let unknown = answers.iter().filter(|answer| *answer == "?").count();
        assert_eq!(unknown > 0, flags.contains("--problem binary "), "{flags}");
        assert!(lab.read("live.m") == lab.read("file.m"), "{flags}");
    }
}

#[test]
fn learn_says_which_choices_answer_from_the_first_row() {
    let lab = lab(1100);
    let rows = text(&lab, "multiclass.svm");
    let mut live = Live::start(&lab, "learn - --predictions -");
    live.send(&rows);
    live.lines(1100);
    live.close();
    let said = live.end().1;
    let begin = "noregret: the first 1000 rows decide about the rest, and no answer comes before \
                 them; with --problem, --bias, -a answers begin with the first row\n";
    assert!(said.starts_with(begin), "{said}");
    let flags = "--problem multiclass --bias 1 -a pa1";
    let ran = lab.run_on(&format!("learn - {flags} --predictions -"), rows.as_bytes());
    assert!(ran.err.contains("before them; with --head 1 answers begin"), "{}", ran.err);
    let mut live = Live::start(&lab, &format!("learn - {flags} -q --head 1 --predictions -"));
    let answers = converse(&mut live, &rows);
    live.close();
    assert_eq!(live.end(), (Some(0), String::new()));
    lab.ok(&format!("learn multiclass.svm {flags} -q --head 1 --predictions file"));
    assert!(answers == text(&lab, "file").lines().collect::<Vec<_>>());
}

/// Also while nothing comes, and in the middle of a line, which is no row.
#[test]
fn a_signal_ends_a_run_as_a_limit_does() {
    let lab = lab(1500);
    for (signal, code, data, flags, sent) in [
        ("INT", 130, "binary", "", 1300),
        ("TERM", 143, "binary", "-a pa1 --problem binary --bias 1", 7),
        ("INT", 130, "multiclass", "-a pa1", 1001),
        ("TERM", 143, "binary", "-a pa1 --kernel gaussian:sigma=2", 1100),
    ] {
        let rows = text(&lab, &format!("{data}.svm"));
        let begin: String = rows.lines().take(sent).map(|row| format!("{row}\n")).collect();
        let words = format!("learn - {flags} --predictions - -o live.m");
        let mut live = Live::start(&lab, &words);
        live.send(&begin);
        live.lines(sent);
        live.send("1 1:0.5 2:0.");
        live.signal(signal);
        let (ended, said) = live.end();
        assert_eq!(ended, Some(code), "{words}: {said}");
        assert!(said.contains(&format!("stopped by SIG{signal} after {sent} rows")), "{said}");
        assert!(said.contains("model: live.m"), "{said}");
        lab.ok(&format!("learn {data}.svm {flags} -q --limit {sent} -o limit.m"));
        assert!(lab.read("live.m") == lab.read("limit.m"), "{words}");
    }
}

#[test]
fn a_signal_before_the_first_row_leaves_no_model() {
    let lab = lab(3);
    // The first rows are looked at only when there are all, so that nothing shows they are in.
    let live = Live::start(&lab, "learn - -o m --predictions -");
    std::thread::sleep(std::time::Duration::from_millis(500));
    live.signal("INT");
    let (code, said) = live.end();
    assert_eq!((code, lab.has("m")), (Some(130), false), "{said}");
    assert!(said.ends_with("stopped before the first row was read\n"), "{said}");
}

/// Broken rows and groups count as `--skip` counts them.
#[test]
fn a_killed_run_goes_on_from_its_checkpoint() {
    let lab = lab(2600);
    let broken: String = text(&lab, "binary.svm")
        .lines()
        .enumerate()
        .map(|(at, row)| if at % 97 == 50 { "no row\n".into() } else { format!("{row}\n") })
        .collect();
    lab.write("broken.svm", broken);
    let pa1 = "-a pa1 --average";
    for (data, flags, again, every, seen) in [
        ("binary", pa1, "", 1000, 2000),
        ("broken", "-a arow --on-error skip --problem binary", "--on-error skip", 500, 2000),
        ("queries", "-a pa1 --problem queries", "", 700, 2100),
        // With a kernel rows are learned in blocks, which end where a pipe was waited for.
        ("binary", "-a pa1 --kernel gaussian:sigma=2", "", 900, 0),
    ] {
        let rows = text(&lab, &format!("{data}.svm"));
        let begin: Vec<&str> = rows.lines().take(2304).collect();
        let words = format!("learn - {flags} --save-every {every} -q -o live.m --predictions -");
        let mut live = Live::start(&lab, &words);
        live.send(&format!("{}\n", begin.join("\n")));
        // All that can be answered is: only the last group may go on.
        let broken = begin.iter().filter(|row| **row == "no row").count();
        let answered = if data == "queries" { 2301 } else { 2304 - broken };
        live.lines(answered);
        live.signal("KILL");
        assert_eq!(live.end().0, None, "{words}");
        let inspected = lab.json("inspect live.m");
        let place = inspected["place"].as_u64().unwrap();
        assert!(if seen == 0 { place > 900 } else { place == seen }, "{words}: {place}");
        let resumed = format!("learn {data}.svm --resume live.m {again} -o live.m");
        let ran = lab.run(&resumed);
        let note = format!("the model has learned from the first {place} rows of this data");
        assert!(ran.code == Some(0) && ran.err.contains(&note), "{words}: {}", ran.err);
        let ran = lab.run(&format!("learn {data}.svm {flags} -q -o whole.m"));
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert!(lab.read("live.m") == lab.read("whole.m"), "{words}");
    }
}

/// As after a kill, but from the very row.
#[test]
fn a_stopped_run_with_checkpoints_keeps_its_place() {
    let lab = lab(1500);
    let rows = text(&lab, "binary.svm");
    let begin: String = rows.lines().take(1203).map(|row| format!("{row}\n")).collect();
    let words = "learn - -a pa1 --save-every 500 -q -o live.m --predictions -";
    let mut live = Live::start(&lab, words);
    live.send(&begin);
    live.lines(1203);
    live.signal("TERM");
    assert_eq!(live.end().0, Some(143));
    assert_eq!(lab.json("inspect live.m")["place"], 1203);
    lab.ok("learn binary.svm --resume live.m -q -o live.m");
    assert!(lab.read("live.m") == lab.model("binary.svm -a pa1"));
}

#[test]
fn checkpoints_change_nothing_and_know_their_window() {
    let lab = lab(900);
    let plain = lab.model("binary.svm -a pa1");
    assert_eq!(lab.model("binary.svm -a pa1 --save-every 250"), plain);
    assert_eq!(lab.model("binary.svm -a pa1 --save-seconds 1"), plain);
    // The last row is a checkpoint, and the run is killed right after it.
    let mut live = Live::start(
        &lab,
        "learn - -a pa1 --problem binary --bias 1 -q --save-every 300 -o m --predictions -",
    );
    live.send(&text(&lab, "binary.svm"));
    live.lines(900);
    live.signal("KILL");
    live.end();
    for (words, limit) in [("", 900), ("--limit 900", 900)] {
        lab.ok(&format!(
            "learn binary.svm -a pa1 --problem binary --bias 1 -q -o w --limit {limit}"
        ));
        let ran = lab.run(&format!("learn binary.svm --resume m -q -o again {words}"));
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{words}");
        assert!(lab.read("again") == lab.read("w"), "{words}");
    }
    // --skip 0 learns from all rows again.
    let done = lab.json("learn binary.svm --resume m --skip 0 -q");
    assert_eq!(done["examples"], 1800);
}

#[test]
fn checkpoints_that_no_run_could_go_on_from_are_refused() {
    let lab = lab(30);
    lab.misused("learn binary.svm --save-every 10", &["say where with -o"]);
    lab.misused("learn binary.svm --save-every 10 -o m --passes 2", &["leave out --passes"]);
    lab.misused("learn binary.svm --save-every 10 -o m --test-every 3", &["--test-every"]);
    lab.misused("learn binary.svm --save-seconds 1 -o m --risk 0.05", &["leave them out"]);
    lab.misused(
        "learn binary.svm -a auto --keep best --save-every 10 -o m",
        &["leave out --keep best"],
    );
    lab.misused("learn - --follow", &["--follow is about a file"]);
    lab.misused("learn binary.svm --follow --passes 2", &["leave out --passes"]);
    lab.misused("learn binary.svm --follow -a pa1 --until-gap 0.1", &["has no end", "--until-gap"]);
    lab.misused("learn binary.svm --follow -a pa --tolerance 0.1", &["has no end", "--tolerance"]);
    assert!(!lab.has("m"));
}
