//! Labels that the problem does not have.

use crate::common::Lab;

fn lab(text: &str) -> Lab {
    let lab = Lab::new();
    lab.write("d.svm", text);
    lab
}

#[test]
fn a_third_label_names_the_known_ones() {
    let lab = lab("spam 1:1\nham 2:1\nspam 1:1\neggs 3:1\n");
    let message = "noregret: d.svm:4: label eggs is not among the known ones, ham and spam\n";
    lab.fails("learn d.svm --problem binary", 1, message);
    lab.fails("learn d.svm --problem binary --tolerance 0.1", 1, message);
}

#[test]
fn a_third_number_after_the_look_ahead_is_told_about_regression() {
    let two: String = (0..1001).map(|i| format!("{} 1:{i}\n", i % 2)).collect();
    let lab = lab(&format!("{two}7 1:1\n"));
    let reason = "label 7 is not among the known ones, 0 and 1";
    let advice = "for more than two classes use --problem multiclass, for numbers to predict --problem regression";
    lab.fails("learn d.svm", 1, &format!("noregret: d.svm:1002: {reason}; {advice}\n"));
    lab.ok("learn d.svm --problem regression");
    assert_eq!(lab.json("learn d.svm --problem multiclass")["classes"], 3);
}

#[test]
fn a_third_name_after_the_look_ahead_is_told_about_classes() {
    let two: String = (0..1001).map(|i| format!("{} 1:{i}\n", ["ham", "spam"][i % 2])).collect();
    let lab = lab(&format!("{two}eggs 1:1\n"));
    let reason = "label eggs is not among the known ones, ham and spam";
    let advice = "for more than two classes use --problem multiclass";
    lab.fails("learn d.svm", 1, &format!("noregret: d.svm:1002: {reason}; {advice}\n"));
    assert_eq!(lab.json("learn d.svm --problem multiclass")["classes"], 3);
}

#[test]
fn two_of_many_names_on_request() {
    let lab = lab("a 1:1\nb 2:1\nc 3:1\nd 1:1\ne 1:2\nb 3:1\n");
    assert_eq!(lab.json("learn d.svm -a pa1")["spec"]["problem"]["kind"], "multiclass");
    let ran = lab.run("learn d.svm --json --problem binary:negative=a,positive=b --on-error skip");
    assert_eq!(ran.code, Some(0));
    assert!(
        ran.out.contains("\"examples\":3,") && ran.out.contains("\"skipped\":3,"),
        "{}",
        ran.out
    );
}

#[test]
fn names_that_are_all_different_are_no_classes() {
    let text: String = (0..150).map(|i| format!("message{i} 1:1\n")).collect();
    let lab = lab(&text);
    lab.misused(
        "learn d.svm",
        &["d.svm: ", "150 different labels", "--label", "--problem multiclass"],
    );
    assert_eq!(lab.json("learn d.svm --problem multiclass")["classes"], 150);
}

#[test]
fn whole_numbers_that_are_no_classes_come_with_a_note() {
    let lab = lab("1 1:1\n5 2:1\n3 2:1\n");
    let note = "noregret: the labels are whole numbers, more than two: learning to predict them as numbers; if they \
                are classes, use --problem multiclass\n";
    let ran = lab.run("learn d.svm");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), note));
    lab.ok("learn d.svm --quiet");
    assert_eq!(lab.json("learn d.svm --problem multiclass")["classes"], 3);
}

#[test]
fn labels_outside_of_a_declared_pair() {
    let lab = lab("ham 1:1\nspam 2:1\n1 3:1\n");
    let declared = "learn d.svm --problem binary:negative=ham,positive=spam";
    lab.fails(
        declared,
        1,
        "noregret: d.svm:3: label 1 is not among the known ones, ham and spam\n",
    );
    lab.write("d.svm", "1 1:1\n");
    lab.fails(
        declared,
        1,
        "noregret: d.svm:1: label 1 is not among the known ones, ham and spam\n",
    );
}

#[test]
fn a_declared_pair_does_not_depend_on_who_comes_first() {
    let lab = lab("ham 1:1\nspam 2:1\nham 1:2\n");
    lab.write("turned.svm", "spam 2:1\nham 1:1\nham 1:2\n");
    for file in ["d.svm", "turned.svm"] {
        lab.ok(&format!("learn {file} --problem binary:negative=ham,positive=spam -q -o m"));
        let row = lab.ok(&format!("predict m {file} --scores"));
        let ham: f64 = row.lines().last().unwrap().strip_prefix("ham ").unwrap().parse().unwrap();
        assert!(ham < 0.0, "{row}");
    }
}

#[test]
fn a_name_among_numbers_in_regression() {
    let lab = lab("1.5 1:1\n2 2:1\n3 2:1\n");
    lab.write("late.svm", "1 1:1\ntall 2:1\n");
    lab.ok("learn d.svm -q -o m");
    let ran = lab.run("learn late.svm --resume m");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.starts_with("noregret: late.svm:2: "), "{}", ran.err);
    assert!(ran.err.contains("tall"), "{}", ran.err);
}

#[test]
fn zero_and_one_as_text_are_the_numbers() {
    let lab = Lab::new();
    lab.write("text.jsonl", "{\"label\":\"0\",\"x\":1}\n{\"label\":\"1\",\"z\":2}\n");
    lab.write("numbers.jsonl", "{\"label\":0,\"x\":1}\n{\"label\":1,\"z\":2}\n");
    assert!(lab.model("text.jsonl") == lab.model("numbers.jsonl"));
    lab.ok("learn text.jsonl -q -o m --passes 20");
    assert_eq!(lab.ok("predict m numbers.jsonl"), "0\n1\n");
}

#[test]
fn testing_on_unknown_labels_fails() {
    let lab = lab("1 1:1\n-1 2:1\n");
    lab.ok("learn d.svm -q -o m");
    lab.write("other.svm", "-1 1:1\n3 1:1\n");
    let message = "noregret: other.svm:2: label 3 is not among the known ones, -1 and 1\n";
    lab.fails("test m other.svm", 1, message);
    lab.write("bare.svm", "1:1\n");
    lab.fails("test m bare.svm", 1, "noregret: bare.svm:1: a binary problem needs a label\n");
    assert_eq!(lab.ok("predict m bare.svm"), "1\n");
}
