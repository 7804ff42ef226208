//! Every rule of Vowpal Wabbit text.

use crate::common::{drain, errors, format, open, shown};
use noregret_io::FeatureSpace;
use noregret_io::features::murmur3_32;

#[test]
fn the_whole_grammar() {
    let text = "1 | a b:2 17:0.5\n\
                \n\
                -1 0.5 |x p q:3 |y:2 p q:-1\n\
                spam 'id7 |f a\n\
                2 3 tag|f a\n\
                'only|f a\n\
                | a a:2 b:0\n\
                1 |\n\
                0 1 '|n:0.5 a |n a\n\
                1\t|f\ta\tb:1e1";
    assert_eq!(
        shown(text, &format("vw")),
        [
            "1 1 [] -: 17:0.5 a:1 b:2",
            "-1 0.5 [] -: x^p:1 x^q:3 y^p:2 y^q:-2",
            "spam 1 [id7] -: f^a:1",
            "2 3 [tag] -: f^a:1",
            "- 1 [only] -: f^a:1",
            "- 1 [] -: a:3",
            "1 1 [] -:",
            "0 1 [] -: n^a:1.5",
            "1 1 [] -: f^a:1 f^b:10",
        ]
    );
}

#[test]
fn errors_name_the_column_and_the_token() {
    for (text, expected) in [
        ("1 |f a:1x", "data:1:8: value '1x' is not a number"),
        ("1 |f a:1:2", "data:1:8: value '1:2' is not a number"),
        ("1 |f a:-", "data:1:8: value '-' is not a number"),
        ("1 |f a:e5", "data:1:8: value 'e5' is not a number"),
        ("1 |f a:nan", "data:1:8: value 'nan' is not a finite number"),
        ("1 |f a:nancy", "data:1:8: value 'nancy' is not a number"),
        ("1 |f a:", "data:1:6: feature 'a:' has no value"),
        ("1 |f :", "data:1:6: feature ':' has no name"),
        ("1 |f :1x", "data:1:7: value '1x' is not a number"),
        ("1 |f:x a", "data:1:6: value 'x' is not a number"),
        ("1 |:2 a", "data:1:4: namespace ':2' has no name"),
        ("1 -2 |f a", "data:1:3: importance '-2' is negative"),
        (
            "1 x |f a",
            "data:1:3: importance 'x' is not a number; if it is the tag, that must touch the '|'",
        ),
        ("1 2 tag |f a", "data:1:5: 'tag': a tag must touch the '|'"),
        ("1 inf |f a", "data:1:3: importance 'inf' is not a finite number"),
        ("1 2 0.5 |f a", "data:1:5: '0.5': an initial prediction is not supported"),
        (
            "1:2:0.4 |f a",
            "data:1:1: label '1:2:0.4' holds ':' (labels with costs are not supported)",
        ),
        ("nan |f a", "data:1:1: label 'nan' is not a finite number"),
        ("1 |f:1e200 a:1e200", "data:1:12: 'a:1e200': value times scale is not a finite number"),
        (
            "1 2:0.5 3:1",
            "data:1: there is no '|'; this looks like svmlight text, read it with --format \
             svmlight",
        ),
        ("some words", "data:1: there is no '|' before the features"),
        (
            "1 | a\n1 | b\r-1 | c",
            "data:2:6: there is a CR in mid-line; perhaps CR alone ends the lines",
        ),
    ] {
        assert_eq!(errors(text.as_bytes(), &format("vw")), [expected], "{text}");
    }
}

#[test]
fn hashed_slots_follow_the_namespace() {
    let mut space = FeatureSpace::hashed(24).expect("in range");
    let mut reader = open(b"1 |n word 5 | word 5\n", &format("vw"));
    let (rows, _) = drain(&mut reader, &mut space);
    let mask = (1 << 24) - 1;
    let seed = murmur3_32(b"n", 0);
    let mut expected = [
        murmur3_32(b"word", seed) & mask,
        seed.wrapping_add(5) & mask,
        murmur3_32(b"word", 0) & mask,
        5,
    ];
    expected.sort_unstable();
    assert_eq!(rows[0].indices, expected);
}

/// The slots of a line in a space of 2^18, in ascending order.
fn slots(line: &str) -> Vec<u32> {
    let mut space = FeatureSpace::hashed(18).expect("in range");
    let (rows, _) = drain(&mut open(line.as_bytes(), &format("vw")), &mut space);
    rows[0].indices.clone()
}

#[test]
fn a_name_with_a_caret_is_none_of_a_namespace() {
    let text = "1 | x^y |x y\n1 | ^x^y ^z x^ |x ^y\n";
    let expected = ["1 1 [] -: ^x^y:1 x^y:1", "1 1 [] -: ^^x^y:1 ^z:1 x^:1 x^^y:1"];
    assert_eq!(shown(text, &format("vw")), expected);
    // As Vowpal Wabbit 9.11 numbers them with -b 18.
    assert_eq!((slots("| x^y"), slots("|x y")), (vec![40540], vec![3317]));
    let namespace =
        "data:1:4: namespace 'x^y' holds '^', which ends a namespace in the names of features";
    assert_eq!(errors(b"1 |x^y z", &format("vw")), [namespace]);
}

/// Everything here as Vowpal Wabbit 9.11 reads it (-b 18 --noconstant).
#[test]
fn features_without_a_name_and_values_that_are_text() {
    let text = "1 |a :0.5 :2 x :3 |a :4\n\
                1 | :0.5 :0 :2\n\
                1 |a:2 b:text :text c :1\n\
                1 | b:text x^y:text\n\
                1 |a 17:text b:a:2 b::2 b:--x\n";
    assert_eq!(
        shown(text, &format("vw")),
        [
            "1 1 [] -: a^0:4.5 a^1:2 a^2:3 a^x:1",
            "1 1 [] -: 0:0.5 2:2",
            "1 1 [] -: a^0:2 a^b:text:1 a^c:2 a^text:1",
            "1 1 [] -: ^x^y:text:1 b:text:1",
            "1 1 [] -: a^17:text:1 a^b:--x:1 a^b::2:1 a^b:a:2:1",
        ]
    );
    for (line, slot) in [
        ("|a :1", 92594),
        ("|a 0", 92594),
        ("|a b:text", 55889),
        ("| b:text", 222_659),
        ("|a :text", 57503),
        ("|a 17:text", 68656),
        ("|a x^y:text", 170_454),
        ("| x^y:text", 206_916),
        ("|a b::2", 156_761),
        ("|a b:text:2", 122_382),
        ("|a b:eat", 250_916),
        ("|a b:e+5", 240_171),
        ("|a b:..", 170_838),
        ("|a b:-.x", 125_960),
    ] {
        assert_eq!(slots(line), [slot], "{line}");
    }
    assert_eq!(slots("|a :0 :3"), [92595]);
}
