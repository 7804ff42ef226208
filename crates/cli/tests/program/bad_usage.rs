//! Wrong usage: exit code 2, and a message that says what would be right.

use crate::common::Lab;

fn lab() -> Lab {
    let lab = Lab::new();
    lab.write("d.svm", "1 1:1\n-1 2:1\n");
    lab.write("numbers.svm", "1.5 1:1\n-1 2:1\n3 1:2\n");
    lab
}

#[test]
fn unknown_names_come_with_the_known_ones() {
    let lab = lab();
    lab.misused("learn d.svm --frobnicate", &["unexpected argument '--frobnicate'"]);
    lab.misused("frobnicate", &["unrecognized subcommand 'frobnicate'"]);
    lab.misused("learn", &["<DATA>"]);
    lab.misused("list frobs", &["algorithms", "problems", "losses", "formats"]);
    lab.misused("learn d.svm --algorithm pa3", &["'pa3'", "perceptron, pa, pa1, pa2", "romma"]);
    for (flag, known) in [
        ("--problem", "binary, regression, uniclass, multiclass, one-vs-rest"),
        ("--loss", "hinge, squared-hinge"),
        (
            "--ascent",
            "fixed, exact, bounded, spread, simultaneous, separable, joint, mira, kesler, romma, \
             alma",
        ),
        ("--geometry", "euclid, entropy, balanced, p-norm"),
        ("--schedule", "fixed, relaxed"),
        ("--kernel", "linear, polynomial, gaussian"),
    ] {
        lab.misused(&format!("learn d.svm {flag} nope"), &["nope", known]);
    }
    for words in
        ["learn d.svm --format xml", "convert d.svm o.vw --format xml", "convert d.svm o --to xml"]
    {
        lab.misused(
            words,
            &["unknown format 'xml' (known: jsonl, vw, svmlight, tsv, csv, conll, nrc)"],
        );
    }
    let name = "o.xyz: the name does not tell the format; let it end in .svm, .vw, .csv, .tsv, .jsonl or .nrc, or use --to";
    lab.misused("convert d.svm o.xyz", &[name]);
}

#[test]
fn a_mistyped_parameter_names_the_expected_one() {
    let lab = lab();
    lab.misused(
        "learn d.svm --loss hinge:marign=0",
        &["hinge:marign=0", "`marign`", "expected `margin`"],
    );
    lab.misused(
        "learn d.svm --loss hinge:margin",
        &["'margin' in 'hinge:margin' is not of the form key=value"],
    );
    lab.misused(
        "learn d.svm --loss hinge:margin=wide",
        &["hinge:margin=wide", "wide", "expected f64"],
    );
    lab.misused(
        "learn d.svm --kernel gaussian:sgima=2",
        &["gaussian:sgima=2", "`sgima`", "expected `sigma`"],
    );
    lab.misused("learn d.svm --kernel gaussian --budget sze=2", &["`sze`", "`size`", "`project`"]);
    lab.misused(
        "learn d.svm --kernel gaussian --budget size=9,rule=newest",
        &["newest", "`oldest`, `random`, `smallest`"],
    );
    lab.misused("learn d.svm --kernel gaussian --budget many", &["budget 'many'", "number"]);
    lab.misused("learn d.svm --loss hinge:margin=-1", &["margin must be a number >= 0, not -1"]);
}

#[test]
fn numbers_out_of_range() {
    let lab = lab();
    lab.misused("learn d.svm -C 0", &["C must be positive, not 0"]);
    lab.misused("learn d.svm -C -1", &["C must be positive, not -1"]);
    lab.misused("learn d.svm -C nan", &["C must be positive, not NaN"]);
    lab.misused("learn d.svm --margin -0.5", &["margin must be a number >= 0, not -0.5"]);
    lab.misused("learn numbers.svm --epsilon -1", &["epsilon must be a number >= 0, not -1"]);
    lab.misused("learn d.svm --algorithm p-norm --p 1.5", &["p must be a number >= 2, not 1.5"]);
    lab.misused("learn d.svm --bias 0", &["'0'", "a number other than 0 (see --no-bias)"]);
    lab.misused("learn d.svm --hash 31", &["31 is not in 1..=30"]);
    lab.misused("learn d.svm --passes 0", &["'--passes <N>'"]);
    lab.misused("learn d.svm --threads 0", &["'--threads <N>'"]);
    lab.misused("learn d.svm --tolerance 0", &["--tolerance must be a positive number"]);
    lab.misused("learn d.svm --delimiter €", &["the delimiter '€' is not a single byte"]);
}

#[test]
fn numbers_that_have_no_place() {
    let lab = lab();
    lab.misused("learn d.svm --epsilon 0.1", &["--epsilon has no place in the loss hinge"]);
    lab.misused(
        "learn numbers.svm --margin 1",
        &["--margin has no place in the loss eps-insensitive"],
    );
    lab.misused("learn d.svm --p 3", &["--p has no place in the geometry euclid"]);
    lab.misused("learn d.svm --algorithm self-tuned -C 2", &["C has no place in the schedule"]);
    lab.misused("learn d.svm --order random", &["--tolerance"]);
    lab.misused("learn d.svm --max-updates 5", &["--tolerance"]);
    lab.misused("learn d.svm --tolerance 1 --passes 2", &["--passes"]);
}

#[test]
fn choices_that_are_no_learner_name_the_rule() {
    let lab = lab();
    for (flags, rule) in [
        ("--geometry entropy --vote", "voting needs the Euclidean geometry"),
        (
            "--problem regression --vote",
            "voting is for binary, multiclass and one-vs-rest problems",
        ),
        ("--average --vote", "cannot be used with"),
        ("--average=cubic", "invalid value 'cubic'"),
        ("--algorithm adagrad --schedule sqrt", "adagrad and confidence need a fixed, finite C"),
        ("--algorithm arow -C inf", "C = inf needs the hinge"),
        ("--no-bias --bias 1", "cannot be used with"),
        ("-C 1 --eta 1", "cannot be used with"),
        ("--problem binary --loss squared", "this loss is for regression"),
        ("--problem regression --loss hinge", "regression takes eps-insensitive"),
        ("--algorithm pa2 -C inf", "C = inf needs the hinge or the epsilon-insensitive loss"),
        (
            "--algorithm romma --geometry entropy",
            "ROMMA is for binary, multiclass and one-vs-rest problems in the Euclidean geometry",
        ),
        ("--problem regression --algorithm perceptron", "perceptron"),
        ("--problem uniclass --average", "uniclass answers with its last centre"),
        (
            "--problem uniclass --kernel gaussian --budget size=5,project=true",
            "a budget of uniclass does not project",
        ),
        ("--kernel gaussian --budget 5 --scope leader", "revisited with a budget"),
        ("--kernel gaussian --geometry entropy", "a kernel needs the Euclidean geometry"),
        ("--budget 5", "a budget is for the patterns of a kernel"),
        ("--kernel gaussian --budget 5 --vote", "a budget keeps no past hypothesis"),
        ("--kernel gaussian --budget 0", "--budget 0 has no size"),
        ("--kernel gaussian --budget rule=random", "--budget rule=random has no size"),
    ] {
        lab.misused(&format!("learn d.svm {flags}"), &[rule]);
    }
}

#[test]
fn a_bad_choice_is_refused_before_the_data_is_read() {
    let lab = lab();
    lab.write("broken.svm", "1 1:x\n");
    lab.misused("learn broken.svm --algorithm pa3", &["'pa3'"]);
    lab.misused("learn broken.svm --loss hinge:marign=0", &["`marign`"]);
    lab.misused(
        "learn broken.svm --problem binary --geometry entropy --vote",
        &["voting needs the Euclidean geometry"],
    );
}

#[test]
fn standard_input_is_read_once_and_models_are_files() {
    let lab = lab();
    for words in ["learn - -", "learn - --passes 2", "learn - --test -"] {
        lab.misused(words, &["standard input can be read only once"]);
    }
    lab.misused("learn d.svm -o -", &["a model goes into a file, not to standard output"]);
    for words in ["predict - d.svm", "inspect -", "learn d.svm --resume -"] {
        lab.misused(words, &["a model is read from a file, not from standard input"]);
    }
    let columns =
        "csv needs all columns before its first row, and standard input can be read only once";
    lab.misused("convert - o.csv", &[columns]);
}

#[test]
fn a_model_never_replaces_the_data() {
    let lab = lab();
    let before = lab.read("d.svm");
    for words in ["learn d.svm -o ./d.svm", "learn d.svm --test e.svm -o e.svm"] {
        lab.write("e.svm", "1 1:1\n-1 1:-1\n");
        lab.misused(words, &["the model would replace the data"]);
    }
    assert!(lab.read("d.svm") == before);
}

#[test]
fn only_learners_that_reach_a_tolerance_convert() {
    let lab = lab();
    for words in ["-a perceptron", "-a winnow", "-a logistic"] {
        lab.misused(&format!("learn d.svm --tolerance 0.5 {words}"), &["batch conversion needs"]);
    }
}

#[test]
fn state_is_no_parameter() {
    lab().misused("learn d.svm --problem uniclass:lift=5", &["found, not chosen"]);
}
