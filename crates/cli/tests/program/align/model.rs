//! What a model says of itself, to every command.

use super::speech::learned;

/// A model of one kind is refused by the commands of the others, which say what it is for.
#[test]
fn a_model_says_what_it_is() {
    let lab = learned();
    lab.write("d.csv", "a,b,label\n1,2,1\n2,1,-1\n3,1,-1\n");
    lab.ok("learn d.csv -q -o rows.nrm");
    let speech = "noregret: m.nrm: this is a speech alignment model: use noregret align speech\n";
    for words in [
        "predict m.nrm d.csv",
        "test m.nrm d.csv",
        "inspect m.nrm",
        "learn d.csv --resume m.nrm -o out",
        "align music m.nrm u.wav d.csv",
    ] {
        lab.fails(words, 1, speech);
    }
    let rows = "this is not a speech alignment model: noregret inspect says what it is";
    lab.fails("align speech rows.nrm u.wav aa", 1, &format!("noregret: rows.nrm: {rows}\n"));
    lab.fails("align speech no.nrm u.wav aa", 1, "noregret: no.nrm: there is no such file\n");
    lab.fails("align speech u.wav u.wav aa", 1, "noregret: u.wav: this is not a noregret model\n");
}
