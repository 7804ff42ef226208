//! Phones, recordings and folders that are refused, or taken with a note.

use super::speech::{grid, lab, learned, phones};
use super::{RATE, header, wav};

#[test]
fn phones_that_do_not_fit() {
    let lab = learned();
    lab.write("short.wav", wav(&[0.1; 800], RATE));
    lab.fails(
        "align speech m.nrm short.wav sil aa ss ii mm sil",
        1,
        "noregret: short.wav: the recording is too short for its phones: 0.050 s make 5 frames \
         of 10 ms, for 6 phones\n",
    );
    lab.write("none.txt", " \n");
    lab.fails(
        "align speech m.nrm u.wav @none.txt",
        1,
        "noregret: none.txt: there is no phone in it\n",
    );
}

/// One line for the phones that are rare, one for those that were never seen.
#[test]
fn phones_without_a_model_are_named_once() {
    let lab = lab();
    let rare = |text: String| text.replacen("\"mm\"", "\"rr\"", 1);
    for seed in 1..4 {
        lab.write(&format!("c/{seed}.TextGrid"), rare(grid(&phones(seed))));
    }
    lab.ok("align learn-speech c -q -o m.nrm");
    let note = "noregret: taken for any phone, with fewer than 10 examples when the model was \
                learned: rr\n";
    let ran = lab.run("align speech m.nrm u.wav sil aa rr ii mm aa rr ii mm sil");
    assert_eq!((ran.code, ran.err.as_str(), ran.out.lines().count()), (Some(0), note, 10));
    let unknown = "noregret: unknown to the model, and taken for any phone: zz q (it knows aa ii \
                   mm rr sil ss)\n";
    let ran = lab.run("align speech m.nrm u.wav sil aa rr zz mm aa q zz rr sil");
    assert_eq!((ran.code, ran.err), (Some(0), [note, unknown].concat()));
}

#[test]
fn broken_recordings() {
    let lab = learned();
    let whole = lab.read("u.wav");
    for (bytes, reason) in [
        (&whole[..whole.len() / 2], "the file is cut short: its header says"),
        (&whole[..30], "the header is cut short"),
        (&header(1, RATE, 0)[..], "the recording is empty"),
        (b"", "the file is empty"),
        (b"hello, this is no sound", "not a WAV file"),
    ] {
        lab.write("b.wav", bytes);
        let ran = lab.run("align speech m.nrm b.wav sil aa");
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{reason}");
        assert!(
            ran.err.starts_with("noregret: b.wav: ") && ran.err.contains(reason),
            "{}",
            ran.err
        );
    }
}

#[test]
fn broken_files_of_a_folder() {
    let lab = lab();
    let whole = grid(&phones(3));
    let broken = whole.replacen("\"ss\"", "ss", 1);
    // Free words are comments: it is the number after it that is no label.
    let line = broken.lines().position(|line| line == "ss").unwrap() + 2;
    lab.write("c/3.TextGrid", &broken);
    let ran = lab.run("align learn-speech c -o m.nrm");
    assert_eq!((ran.code, lab.has("m.nrm")), (Some(1), false));
    assert!(ran.err.starts_with(&format!("noregret: c/3.TextGrid:{line}: ")), "{}", ran.err);
    let out = lab.ok("align learn-speech c -o m.nrm --on-error skip");
    assert!(out.starts_with("7 utterances"), "{out}");
    assert!(out.contains(&format!("\nskipped: c/3.TextGrid:{line}: ")), "{out}");
    lab.write("c/3.TextGrid", &whole);
    lab.write("c/4.wav", wav(&[0.1; 1600], RATE));
    let ran = lab.run("align learn-speech c -o m.nrm");
    let reason = "s: labels go on to here, but the recording ends at 0.100 s\n";
    assert!(ran.err.starts_with("noregret: c/4.TextGrid: at 1.") && ran.err.ends_with(reason));
    lab.fails(
        "align learn-speech c -o m.nrm --tier words",
        1,
        "noregret: c/1.TextGrid: no interval tier \"words\": choose one of \"phones\"\n",
    );
}

#[test]
fn folders_without_enough() {
    let lab = lab();
    std::fs::create_dir(lab.path("e")).unwrap();
    lab.fails(
        "align learn-speech e -o m.nrm",
        1,
        "noregret: e: no file x.wav with x.TextGrid, x.lab or x.phn beside it is in this folder\n",
    );
    lab.fails("align learn-speech no -o m.nrm", 1, "noregret: no: there is no such folder\n");
    lab.fails(
        "align learn-speech u.wav -o m.nrm",
        1,
        "noregret: u.wav: this is a file: a folder is expected\n",
    );
    for ending in ["wav", "TextGrid"] {
        let name = format!("1.{ending}");
        std::fs::copy(lab.path("c").join(&name), lab.path("e").join(&name)).unwrap();
    }
    lab.fails(
        "align learn-speech e -o m.nrm",
        1,
        "noregret: 1 utterance: at least 2 are needed to learn\n",
    );
    lab.misused("align learn-speech c -o m.nrm --rate 0", &["--rate <HZ>", "0 is not in "]);
    lab.fails(
        "align learn-speech c -o no/m.nrm",
        1,
        "noregret: no/m.nrm: there is no folder no to write it into\n",
    );
}
