//! `noregret generate`: formats, seeds, adversaries whose files do what they promise.

use crate::common::Lab;

#[test]
fn the_same_rows_in_every_format() {
    let lab = Lab::new();
    let text = lab.ok("generate separable features=3 margin=0.2 --rows 30 --seed 4");
    assert_eq!(text.lines().count(), 30);
    assert_eq!(text, lab.ok("generate separable:features=3,margin=0.2 --rows 30 --seed 4"));
    assert_ne!(text, lab.ok("generate separable features=3 margin=0.2 --rows 30 --seed 5"));
    for name in ["a.svm", "a.csv", "a.jsonl", "a.vw"] {
        let said = lab
            .ok(&format!("generate separable features=3 margin=0.2 --rows 30 --seed 4 -o {name}"));
        assert!(said.contains(&format!("30 rows in {name}")), "{said}");
        lab.ok(&format!("convert {name} back-{name}.svm"));
    }
    assert_eq!(lab.read("a.svm"), text.as_bytes());
    assert_eq!(lab.read("back-a.vw.svm"), text.as_bytes());
    assert_eq!(lab.read("back-a.csv.svm"), text.as_bytes());
}

/// Learning from the file makes the mistakes that were forced.
#[test]
fn adversaries_by_their_files() {
    let lab = Lab::new();
    for (name, rows) in [("coin", 50), ("basis", 50), ("thresholds", 10)] {
        for algorithm in ["perceptron", "pa1"] {
            let said = lab.ok(&format!("generate {name} --rows 50 --against {algorithm} -o x.svm"));
            assert!(said.contains(&format!("{rows} mistakes of {algorithm}")), "{said}");
            let done = lab.json(&format!("learn x.svm -a {algorithm} --no-bias"));
            assert_eq!(done["mistakes"], rows, "{name} {algorithm}");
        }
    }
}

#[test]
fn blocks_are_groups() {
    let lab = Lab::new();
    lab.ok("generate blocks size=4 features=40 relevant=10 --rows 200 -o x.svm");
    let done = lab.json("learn x.svm --problem tasks -a simproj --no-bias");
    assert_eq!(done["examples"], 50);
    lab.ok("generate blocks size=4 features=40 relevant=10 --rows 8 -o x.csv");
    let table = String::from_utf8(lab.read("x.csv")).unwrap();
    let header = table.lines().next().unwrap();
    assert!(header.split(',').any(|column| column == "qid"), "{header}");
}

#[test]
fn a_ball_has_no_labels() {
    let lab = Lab::new();
    lab.ok("generate ball --rows 500 -o x.svm");
    let done = lab.json("learn x.svm --problem uniclass:radius=1.1 -a pa");
    assert_eq!(done["examples"], 499, "the first instance is the centre to begin with");
    assert!(done["mistakes"].as_u64().unwrap() < 60, "{done}");
}

#[test]
fn all_are_listed_and_odd_ones_refused() {
    let lab = Lab::new();
    let listed = lab.ok("list generators");
    for name in [
        "separable",
        "classes",
        "linear",
        "ball",
        "r-of-k",
        "chess",
        "text",
        "signs",
        "coin",
        "basis",
        "thresholds",
    ] {
        assert!(listed.lines().any(|line| line.starts_with(name)), "{name}");
        let small = if name == "text" { "text features=200" } else { name };
        assert!(!lab.ok(&format!("generate {small} --rows 3")).is_empty());
    }
    lab.misused("generate nothing", &["there is no 'nothing'", "separable"]);
    lab.misused("generate separable margin=2", &["margin must be between 0 and 1"]);
    lab.misused("generate separable width=2", &["width"]);
    lab.misused("generate separable --against pa", &["no adversary"]);
    lab.misused("generate coin --against nobody", &["nobody"]);
    lab.misused("generate coin -o x.nrc", &["convert"]);
    let ran = lab.run("generate coin -o x.unknown");
    assert!(
        ran.code != Some(0) && ran.err.contains("the name does not tell the format"),
        "{}",
        ran.err
    );
}

#[test]
fn a_refusal_leaves_an_older_file_alone() {
    let lab = Lab::new();
    lab.write("x.vw", "old\n");
    lab.fails("generate blocks -o x.vw", 1, "noregret: x.vw: vw has no place for groups\n");
    assert_eq!(lab.read("x.vw"), b"old\n");
    lab.fails("generate blocks --to vw", 1, "noregret: -: vw has no place for groups\n");
    lab.write("r.svm", "old\n");
    lab.ok("generate coin --rows 3 -o r.svm");
    assert_eq!(lab.read("r.svm").iter().filter(|&&byte| byte == b'\n').count(), 3);
    let left = std::fs::read_dir(lab.path(".")).unwrap().count();
    assert_eq!(left, 2, "nothing is left over");
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_permissions_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let lab = Lab::new();
    lab.write("there.svm", "old\n");
    let about = std::fs::Permissions::from_mode(0o600);
    std::fs::set_permissions(lab.path("there.svm"), about).unwrap();
    symlink("there.svm", lab.path("link.svm")).unwrap();
    lab.ok("generate coin --rows 3 -o link.svm");
    assert!(std::fs::symlink_metadata(lab.path("link.svm")).unwrap().is_symlink());
    assert_ne!(lab.read("there.svm"), b"old\n");
    let mode = std::fs::metadata(lab.path("there.svm")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

/// Features get their names as they come: the first row of very many is there at once.
#[test]
fn the_first_rows_of_very_many() {
    let lab = Lab::new();
    let ran = lab.shell("\"$NOREGRET\" generate basis --rows 4000000000 | head -n 2");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let features: Vec<&str> = ran.out.lines().filter_map(|line| line.split(' ').nth(1)).collect();
    assert_eq!(features, ["1:1", "2:1"]);
}
