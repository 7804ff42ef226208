//! Model files that cannot be read, places where none can be written.

use crate::common::Lab;
use crate::common::data::{examples, svmlight};

fn lab() -> Lab {
    let lab = Lab::new();
    lab.write("d.svm", svmlight(&examples(300, 30, 2), "binary"));
    lab.ok("learn d.svm -q -o good");
    lab
}

/// Every command that reads the model `m` refuses it with this reason and writes nothing.
fn refused(lab: &Lab, reason: &str) {
    let message = format!("noregret: m: {reason}\n");
    for words in ["predict m d.svm", "test m d.svm", "inspect m", "learn d.svm --resume m -o out"] {
        lab.fails(words, 1, &message);
    }
    assert!(!lab.has("out"));
}

#[test]
fn missing_empty_and_foreign_files() {
    let lab = lab();
    refused(&lab, "there is no such file");
    lab.write("m", "");
    refused(&lab, "the file is empty");
    lab.write("m", lab.read("d.svm"));
    refused(&lab, "this is not a noregret model");
    let header = br#"{"w":{"dtype":"F64","shape":[1],"data_offsets":[0,8]}}"#;
    let foreign = [&(header.len() as u64).to_le_bytes()[..], header, &[0; 8]].concat();
    lab.write("m", foreign);
    refused(&lab, "this is a safetensors file, but not a noregret model");
    std::fs::remove_file(lab.path("m")).unwrap();
    std::fs::create_dir(lab.path("m")).unwrap();
    refused(&lab, "this is a folder, not a file");
}

#[test]
fn cut_short_anywhere() {
    let lab = lab();
    let whole = lab.read("good");
    for cut in [1, 7, 8, 9, 100, whole.len() / 2, whole.len() - 9, whole.len() - 1] {
        lab.write("m", &whole[..cut]);
        refused(&lab, "the file is cut short");
    }
}

#[test]
fn a_newer_version() {
    let lab = lab();
    let mut newer = lab.read("good");
    let version = br#"\"version\":"#;
    let place = newer.windows(version.len()).position(|window| window == version).unwrap();
    newer[place + version.len()] = b'9';
    lab.write("m", newer);
    refused(&lab, "written by a newer noregret: format 9, this one reads up to 2");
}

#[test]
fn a_flipped_bit_is_noticed_wherever_it_is() {
    let lab = lab();
    let whole = lab.read("good");
    let header = 8 + u64::from_le_bytes(whole[..8].try_into().unwrap()) as usize;
    // In an array the checksum tells; in the header the structure may break first.
    for at in (header..whole.len()).step_by(whole.len() / 12) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        lab.write("m", damaged);
        refused(&lab, "the file is damaged: its checksum does not match");
    }
    let mut noticed = 0;
    for at in (8..header).step_by(41) {
        let mut damaged = whole.clone();
        damaged[at] ^= 4;
        lab.write("m", damaged);
        let ran = lab.run("predict m d.svm");
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "byte {at}");
        assert!(
            ran.err.starts_with("noregret: m: ") && ran.err.lines().count() == 1,
            "{}",
            ran.err
        );
        noticed += 1;
    }
    assert!(noticed > 20, "{noticed}");
}

#[test]
fn an_unwritable_place_is_refused_before_anything_is_learned() {
    let lab = lab();
    lab.write("broken.svm", "1 1:x\n");
    // The data is broken too: the place comes first.
    let none = "noregret: no/m: there is no folder no to write it into\n";
    lab.fails("learn broken.svm -o no/m", 1, none);
    lab.fails(
        "learn broken.svm -o d.svm/m",
        1,
        "noregret: d.svm/m: there is no folder d.svm to write it into\n",
    );
    std::fs::create_dir(lab.path("folder")).unwrap();
    lab.fails("learn broken.svm -o folder", 1, "noregret: folder: this is a folder, not a file\n");
    lab.fails(
        "convert d.svm no/o.vw",
        1,
        "noregret: no/o.vw: No such file or directory (os error 2)\n",
    );
    let names = std::fs::read_dir(lab.path("")).unwrap().count();
    assert_eq!(names, 4, "something was left behind");
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_pipes_are_written_to() {
    let lab = lab();
    lab.write("target", "old");
    std::os::unix::fs::symlink(lab.path("target"), lab.path("link")).unwrap();
    lab.ok("learn d.svm -q -o link");
    assert!(lab.path("link").is_symlink());
    assert!(lab.read("target") == lab.read("good"));
    let line = "mkfifo pipe && timeout 10 cat pipe > copy & sleep 0.1; \"$NOREGRET\" learn d.svm -q -o pipe; wait; test -p pipe";
    let ran = lab.shell(line);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(lab.read("copy") == lab.read("good"));
}

#[test]
fn a_model_may_replace_itself() {
    let lab = lab();
    lab.write("m", lab.read("good"));
    lab.ok("learn d.svm --resume m -q -o m");
    assert!(lab.read("m") == lab.model("d.svm d.svm"));
    assert!(!lab.has("m.partial"));
}

/// Whoever reads the events may go; the model is written all the same.
#[test]
fn a_closed_pipe_does_not_cost_the_model() {
    let lab = lab();
    lab.ok("learn d.svm -q -o good");
    let ran = lab.shell("\"$NOREGRET\" learn d.svm --json -o m | head -n 1 > /dev/null");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(lab.read("m") == lab.read("good"));
}

/// Numbers whose squares or sums overflow are refused, so that no model holds what it cannot read
/// back.
#[test]
fn totals_that_overflow_are_refused() {
    let lab = lab();
    lab.write("r.svm", "1e200 1:1\n2 1:1 2:1\n");
    lab.write("tiny.vw", "1 1e-310 |a x\n-1 1e-310 |a y\n");
    for words in ["r.svm --problem regression", "tiny.vw -a pa"] {
        let ran = lab.run(&format!("learn {words} -o broken"));
        assert_eq!(ran.code, Some(1), "{words}: {}", ran.err);
        assert!(ran.err.contains(":1: the numbers of this round are too large"), "{}", ran.err);
    }
    assert!(!lab.path("broken").exists());
}
