//! Note lists as text, whole and broken.

use noregret_align::files::notes_from_bytes;

fn error(text: &str) -> String {
    notes_from_bytes("a.tsv", text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn columns_are_found_by_name_and_notes_sorted() {
    let text = "score_onset_beats\tscore_offset_beats\tpitch\tonset_s\tstaff\tvelocity\tgrace\n\
                0.0000\t1.0000\t64\t0.75\tx\t44\t0\n\
                -0.5\t\t59\t0.1\ty\t20\t1\n\
                0\t1\t40\t-\tx\t30\t0\n";
    let notes = notes_from_bytes("a.tsv", text.as_bytes()).unwrap();
    let order: Vec<_> = notes.iter().map(|n| (n.onset_beats, n.pitch)).collect();
    assert_eq!(order, [(-0.5, 59), (0.0, 40), (0.0, 64)]);
    assert_eq!((notes[0].offset_beats, notes[0].onset_s, notes[0].grace), (None, Some(0.1), true));
    assert_eq!((notes[1].onset_s, notes[1].velocity, notes[1].grace), (None, Some(30), false));
}

#[test]
fn two_columns_need_no_header() {
    let notes = notes_from_bytes("a.txt", b"# a scale\n0 60\n\n0.5   62\n1\t64\n").unwrap();
    let order: Vec<_> = notes.iter().map(|n| (n.onset_beats, n.pitch)).collect();
    assert_eq!(order, [(0.0, 60), (0.5, 62), (1.0, 64)]);
    let named = notes_from_bytes("a.txt", b"pitch onset\n60 2\n").unwrap();
    assert_eq!((named[0].onset_beats, named[0].pitch), (2.0, 60));
}

#[test]
fn broken_lines_are_named() {
    assert_eq!(error("onset_beats pitch\n0 60\n1\n"), "a.tsv:3: 1 column, 2 expected");
    assert_eq!(error("0 60\nx 61\n"), "a.tsv:2: \"x\" is not a number");
    assert_eq!(error("0 60\ninf 61\n"), "a.tsv:2: \"inf\" is not a number");
    let pitch = "\"128\" is not a whole number from 0 to 127";
    assert_eq!(error("0 128\n"), format!("a.tsv:1: {pitch}"));
    assert_eq!(error("onset_beats\tstaff\n"), "a.tsv:1: the header has no column pitch");
    let twice = "a.tsv:1: the header has more than one column onset_beats";
    assert_eq!(error("onset\tonset_beats\tpitch\n"), twice);
    assert_eq!(error("pitch\tonset\n60\t-\n"), "a.tsv:2: the onset is missing");
    assert_eq!(error(""), "a.tsv: there is no note in it");
    let binary = notes_from_bytes("a.tsv", &[0xff, 0xd8]).unwrap_err().to_string();
    assert_eq!(binary, "a.tsv: neither MIDI nor UTF-8 text");
}
