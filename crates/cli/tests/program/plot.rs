//! `compare --plot`: a picture with a curve an algorithm in each of three panels.

use crate::common::Lab;

#[test]
fn three_panels_and_a_legend() {
    let lab = Lab::new();
    lab.ok("generate separable noise=0.1 --rows 2000 -o x.svm");
    let table = lab.ok("compare x.svm -a perceptron,pa1:C=0.1,winnow --plot y.svg");
    let svg = String::from_utf8(lab.read("y.svg")).unwrap();
    assert_eq!(svg.matches("<polyline").count(), 3 * 3 + 3);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && !svg.contains("NaN"));
    for words in ["pa1:C=0.1", "progressive error %", "certified regret a round", "x.svm"] {
        assert!(svg.contains(words), "{words}");
    }
    // The picture changes nothing else, but for the times.
    let names = |table: &str| -> Vec<String> {
        let line = |line: &str| line.rsplit_once("  ").map_or(line, |(rest, _)| rest).to_owned();
        table.lines().map(line).collect()
    };
    assert_eq!(names(&table), names(&lab.ok("compare x.svm -a perceptron,pa1:C=0.1,winnow")));
    lab.ok("generate linear noise=0.1 --rows 300 -o n.svm");
    lab.ok("compare n.svm -a pa,pa1 --plot n.svg");
    assert!(String::from_utf8(lab.read("n.svg")).unwrap().contains("mean squared error"));
}

#[test]
fn a_picture_replaces_no_data() {
    let lab = Lab::new();
    lab.write("x.svm", "1 1:1\n-1 2:1\n");
    lab.misused("compare x.svm -a pa --plot x.svm", &["would replace the data"]);
    let ran = lab.run("compare x.svm -a pa --plot nowhere/y.svg");
    assert!(ran.code == Some(1) && ran.err.contains("nowhere"), "{}", ran.err);
}
