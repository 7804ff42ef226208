//! Every rule of svmlight text.

use crate::common::{errors, format, rows, shown};

#[test]
fn the_whole_grammar() {
    let text = "# leading comment\n\
                +1 3:0.5 7:-2e-1\n\
                \n   \t\n\
                -1\tqid:12  1:1 \t 2:+.5  # 9:9 | not data\n\
                spam 5:1#tight\n\
                4:1 2:3\n\
                qid:3 1:1\n\
                0\n\
                1,3 1:1";
    assert_eq!(
        shown(text, &format("svmlight")),
        [
            "+1 1 [] -: 3:0.5 7:-0.2",
            "-1 1 [] 12: 1:1 2:0.5",
            "spam 1 [] -: 5:1",
            "- 1 [] -: 2:3 4:1",
            "- 1 [] 3: 1:1",
            "0 1 [] -:",
            "1,3 1 [] -: 1:1",
        ]
    );
}

#[test]
fn slots_are_numbered_by_first_sight_in_sorted_order() {
    let (rows, space) = rows("1 9:1 2:1\n1 5:1 2:1\n", &format("svmlight"));
    assert_eq!(rows[0].indices, [0, 1]);
    assert_eq!(rows[1].indices, [0, 2]);
    let names: Vec<_> = (0..3).map(|slot| space.name(slot).expect("in use").to_string()).collect();
    assert_eq!(names, ["2", "9", "5"]);
    assert_eq!((rows[0].line, rows[1].line), (1, 2));
}

#[test]
fn repeats_and_zeros() {
    let text = "1 3:1 3:2 4:0 5:-0 6:1 6:-1\n";
    assert_eq!(shown(text, &format("svmlight")), ["1 1 [] -: 3:3"]);
}

#[test]
fn indices_up_to_the_limit() {
    let text = "1 0:1 4194303:2 4194304:3 4294967294:4\n";
    let shown = shown(text, &format("svmlight"));
    assert_eq!(shown, ["1 1 [] -: 0:1 4194303:2 4194304:3 4294967294:4"]);
}

#[test]
fn errors_name_the_column_and_the_token() {
    for (text, expected) in [
        ("1 1:abc", "data:1:5: value 'abc' is not a number"),
        ("1 1:nan", "data:1:5: value 'nan' is not a finite number"),
        ("1 1:-inf", "data:1:5: value '-inf' is not a finite number"),
        ("1 1:1e999", "data:1:5: value '1e999' is not a finite number"),
        ("1 1:", "data:1:3: feature '1:' has no value"),
        ("1 :1", "data:1:3: feature index '' is not a whole number of 0 or more"),
        ("1 2:1 1", "data:1:7: expected index:value, found '1'"),
        ("1 a:1", "data:1:3: feature index 'a' is not a whole number of 0 or more"),
        ("1 -3:1", "data:1:3: feature index '-3' is not a whole number of 0 or more"),
        ("1 1:0x10", "data:1:5: value '0x10' is not a number"),
        ("1 1:1:1", "data:1:5: value '1:1' is not a number"),
        ("nan 1:1", "data:1:1: label 'nan' is not a finite number"),
        ("1 qid:x 1:1", "data:1:3: 'qid:x': the group after 'qid:' is not a whole number"),
        ("1 4294967295:1", "data:1:3: feature index 4294967295 is too large (limit 4294967294)"),
        ("1 4294967296:1", "data:1:3: feature index 4294967296 is too large (limit 4294967294)"),
        (
            "1 99999999999999999999999:1",
            "data:1:3: feature index 99999999999999999999999 is too large (limit 4294967294)",
        ),
        (
            "1 1:1e308 1:1e308",
            "data:1: a repeated feature sums to a value that is not a finite number",
        ),
    ] {
        assert_eq!(errors(text.as_bytes(), &format("svmlight")), [expected], "{text}");
    }
}

#[test]
fn vw_text_is_recognised() {
    let expected =
        "data:1: this looks like Vowpal Wabbit text, not svmlight; read it with --format vw";
    for text in ["1 |f a:1 b", "1 'tag|f 3:1", "a|b 1:2", "|f x"] {
        assert_eq!(errors(text.as_bytes(), &format("svmlight")), [expected], "{text}");
    }
}
