//! `compare --plot`: a picture with a curve an algorithm in each of four panels.

use crate::common::Lab;

#[test]
fn four_panels_and_a_legend() {
    let lab = Lab::new();
    lab.ok("generate separable noise=0.1 --rows 2000 -o x.svm");
    let table = lab.ok("compare x.svm -a perceptron,pa1:C=0.1,winnow --plot y.svg");
    let svg = String::from_utf8(lab.read("y.svg")).unwrap();
    // Three curves in each panel and in the legend, and the proved floor below its band.
    assert_eq!(svg.matches("<polyline").count(), 3 * 4 + 3 + 1);
    assert_eq!(svg.matches("<polygon").count(), 1);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && !svg.contains("NaN"));
    for words in [
        "pa1:C=0.1",
        "progressive error %",
        "error % of the last 1000",
        "no linear model of norm",
        "certified regret a round",
        "x.svm",
    ] {
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
    lab.misused("compare x.svm -a pa --plot -", &["a picture goes into a file"]);
    lab.misused("compare x.svm -a pa --plot y.PNG", &["as SVG, not as png", ".svg"]);
    assert!(!lab.has("y.PNG"));
    assert!(!lab.has("-"));
    let ran = lab.run("compare x.svm -a pa --plot nowhere/y.svg");
    assert!(ran.code == Some(1) && ran.err.contains("nowhere"), "{}", ran.err);
}

/// The levels of a bounded class are values of f, and 1 is no norm among them.
#[test]
fn the_regret_of_a_bounded_class_is_about_all_of_it() {
    let lab = Lab::new();
    lab.ok("generate separable noise=0.1 --rows 500 -o x.svm");
    let words = "compare x.svm -a pa1:geometry=ball:radius=2";
    let levels = lab.json(words)["certificate"]["regret_at"].clone();
    let number = |at: usize, name: &str| levels[at][name].as_f64().unwrap();
    assert_eq!([number(1, "complexity"), number(2, "complexity")], [1.0, 2.0]);
    let table = lab.ok(words);
    let cells: Vec<&str> = table.lines().nth(2).unwrap().split_whitespace().collect();
    let shown: f64 = cells[cells.len() - 2].parse().unwrap();
    assert!((shown / number(2, "regret") - 1.0).abs() < 1e-4, "{table}");
    assert!((shown / number(1, "regret") - 1.0).abs() > 1e-3, "{table}");
}
