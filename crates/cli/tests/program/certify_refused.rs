//! `certify` says what is wrong with predictions, and where.

#![allow(clippy::unwrap_used)]

use crate::common::Lab;

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let lab = Lab::new();
    lab.write("d.svm", "# a comment\n1 1:1\n-1 1:2\n1 2:1\n");
    lab.write("c.svm", "a 1:1\nb 1:2\nc 2:1\n");
    lab.write("n.svm", "1.5 1:1\n2.25 1:2\n-3 2:1\n");
    let refused = |data: &str, text: &str, flags: &str, message: &str| {
        lab.write("p.txt", text);
        let words = format!("certify {data} --predictions p.txt --json {flags}");
        lab.fails(&words, 1, &format!("noregret: {message}\n"));
    };
    let few = "p.txt: 2 predictions for 3 rows; the first row without one is d.svm:4";
    refused("d.svm", "1\n-1\n", "", few);
    let many = "p.txt:4: 5 predictions for 3 rows; this is the first that no row has";
    refused("d.svm", "1\n-1\n1\n1\n1\n", "", many);
    refused("d.svm", "\n\n", "", "p.txt: there is no prediction");
    refused("d.svm", "1\n\n1\n", "", "p.txt:2: the line is empty: every row has one");
    refused("d.svm", "0.5\nx\n1\n", "", "p.txt:2: 'x' is not a number");
    refused("d.svm", "0.5\nnan\n1\n", "", "p.txt:2: 'nan' is not a finite number");
    refused("n.svm", "0.5\n1\n-inf\n", "", "p.txt:3: '-inf' is not a finite number");
    refused("n.svm", "0.5\n1\n1,5\n", "", "p.txt:3: '1,5' is not a number");
    let unknown = "p.txt:2: 'spam' is none of the labels of the data, -1, 1";
    refused("d.svm", "1\nspam\n1\n", "--as labels", unknown);
    let unknown = "p.txt:3: 'd' is none of the labels of the data, a, b, c";
    refused("c.svm", "a\nb\nd\n", "", unknown);
    let scores = "p.txt:2: 2 scores, and the data has 3 classes (a, b, c)";
    refused("c.svm", "1 2 3\n1 2\n3 2 1\n", "", scores);
    refused("c.svm", "a:1 b:2 c:3\nc:1 b:2\na:1 b:2 c:3\n", "", scores);
    refused("c.svm", "1 2 3\n1 2 x\n3 2 1\n", "", "p.txt:2: 'x' is not a number");
    refused("d.svm", "0.5\n1.5\n1\n", "--as probabilities", "p.txt:2: '1.5' is no probability");
    lab.write("p.txt", b"1\n\xff\n1\n");
    let ran = lab.run("certify d.svm --predictions p.txt");
    assert!(ran.err.contains("p.txt:2: the text is not valid UTF-8"), "{}", ran.err);
    let ran = lab.run("certify d.svm --predictions none.txt");
    assert!(ran.err.contains("none.txt: No such file"), "{}", ran.err);
}

#[test]
fn what_makes_no_sense_is_wrong_usage() {
    let lab = Lab::new();
    lab.write("n.svm", "1.5 1:1\n2.25 1:2\n-3 2:1\n");
    lab.write("q.svm", "1 qid:1 1:1\n0 qid:1 2:1\n");
    lab.write("p.txt", "1\n2\n3\n");
    lab.misused("certify n.svm", &["--predictions"]);
    lab.misused("certify - --predictions -", &["both want standard input"]);
    lab.misused("certify n.svm --predictions p.txt --certificate off", &["an audit is a proof"]);
    lab.misused("certify n.svm --predictions p.txt --as labels", &["the labels are numbers"]);
    lab.misused("certify q.svm --predictions p.txt", &["not those of queries"]);
    let hashed = "certify n.svm --predictions p.txt --hash 8 --standardise yes";
    lab.misused(hashed, &["too many columns"]);
}
