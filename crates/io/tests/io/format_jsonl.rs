//! Every rule of JSON lines.

use crate::common::{errors, format, shown};
use noregret_io::{LabelChoice, ReadOptions};

#[test]
fn the_whole_grammar() {
    let text = r#"{"label": 1, "a": 2.5, "b": "red", "c": true, "d": false, "e": null}

{"target": "spam", "weight": 2, "id": 7, "nested": {"x": 1, "deep": {"y": 2}}, "list": [3, "w"]}
{"y": -0.5, "importance": 0, "tag": "t", "qid": 9, "17": 1}
{"label": "x", "target": 4, "features": {"f": 1, "label": 2}, "other": 5}
{"a": 1, "a": 2, "b": 1, "b": -1}
{"label": true, "class": 3}
{"label": null, "ünï": 1}
{}"#;
    assert_eq!(
        shown(text, &format("jsonl")),
        [
            "1 1 [] -: a:2.5 b=red:1 c:1",
            "spam 2 [7] -: list.0:3 list.1=w:1 nested.deep.y:2 nested.x:1",
            "-0.5 0 [t] 9: 17:1",
            "x 1 [] -: f:1 label:2",
            "- 1 [] -: a:3",
            "true 1 [] -: class:3",
            "- 1 [] -: ünï:1",
            "- 1 [] -:",
        ]
    );
}

#[test]
fn the_usual_labels_in_any_case() {
    let text = r#"{"Label": 1, "a": 2}
{"CLASS": "x", "Y": 3}
{"label": 1, "Label": 2}"#;
    let expected = ["1 1 [] -: a:2", "x 1 [] -: Y:3", "1 1 [] -: Label:2"];
    assert_eq!(shown(text, &format("jsonl")), expected);
    let twice = "data:1: the key 'label' occurs twice";
    assert_eq!(errors(br#"{"Label": 1, "LABEL": 2}"#, &format("jsonl")), [twice]);
}

#[test]
fn two_keys_that_would_be_one_feature() {
    for (text, name) in [
        (r#"{"a.b": 1, "a": {"b": 2}}"#, "a.b"),
        (r#"{"features": {"a.0": 1, "a": [2]}}"#, "a.0"),
        (r#"{"o": {"a.b": {"c": 1}, "a": {"b.c": 2}}}"#, "o.a.b.c"),
        (r#"{"a.b=x": 1, "a": {"b": "x"}}"#, "a.b=x"),
    ] {
        let expected = std::format!(
            "data:1: the feature '{name}' is there twice, once as a key that holds a point and once \
             as nested keys"
        );
        assert_eq!(errors(text.as_bytes(), &format("jsonl")), [expected], "{text}");
    }
    // A key that is repeated is summed, and other keys with points are as good as any.
    let text = r#"{"a": {"b": 1, "b": 2}, "a.c": 4, "d.e": 5}"#;
    assert_eq!(shown(text, &format("jsonl")), ["- 1 [] -: a.b:3 a.c:4 d.e:5"]);
    assert_eq!(shown(r#"{"a.b": 1, "a": {"b": null}}"#, &format("jsonl")), ["- 1 [] -: a.b:1"]);
}

#[test]
fn labels_of_several_classes_are_joined() {
    let text = r#"{"label": [3, "x"], "a": 1}
{"label": []}
{"label": [7]}"#;
    assert_eq!(shown(text, &format("jsonl")), ["3,x 1 [] -: a:1", "- 1 [] -:", "7 1 [] -:"]);
}

#[test]
fn the_label_key_can_be_chosen() {
    let text = r#"{"label": 1, "price": 9}"#;
    let with = |label| ReadOptions { label, ..format("jsonl") };
    assert_eq!(shown(text, &with(LabelChoice::Key("price".into()))), ["9 1 [] -: label:1"]);
    assert_eq!(shown(text, &with(LabelChoice::None)), ["- 1 [] -: label:1 price:9"]);
    assert_eq!(LabelChoice::from_text("None"), LabelChoice::None);
}

#[test]
fn big_integers_are_exact_in_labels_and_tags() {
    let text = r#"{"label": 18446744073709551615, "id": -9223372036854775808}"#;
    assert_eq!(shown(text, &format("jsonl")), ["18446744073709551615 1 [-9223372036854775808] -:"]);
}

#[test]
fn every_error() {
    for (text, expected) in [
        (
            "{}\n[1, 2]",
            "data:2: expected one JSON object a line; if the file is in another format, say so \
             with --format",
        ),
        (r#"{"a": 1e999}"#, "data:1:11: broken JSON: number out of range"),
        (
            r#"{"a": NaN}"#,
            "data:1:7: NaN is no JSON; sed 's/NaN/null/g' FILE writes null, which is no value",
        ),
        (r#"{"a": nul}"#, "data:1:10: broken JSON: expected ident"),
        (
            r#"{"a": 1"#,
            "data:1: the JSON object does not end on its line; jq -c . FILE writes each on one",
        ),
        (r#"{"a": 1} x"#, "data:1:10: broken JSON: trailing characters"),
        (r#"{"label": {}}"#, "data:1: the label 'label' is neither a number nor a text"),
        (r#"{"label": [1, [2]]}"#, "data:1: the label 'label' is neither a number nor a text"),
        (
            r#"{"label": ["a, \"b\""]}"#,
            "data:1: 'a, \"b\"' in 'label' holds a quote and a blank, ',' or '>': \
             a label of several cannot",
        ),
        (r#"{"label": "nan"}"#, "data:1: label 'nan' is not a finite number"),
        (r#"{"label": 1, "label": 2}"#, "data:1: the key 'label' occurs twice"),
        (r#"{"weight": -1}"#, "data:1: 'weight' is not a number of 0 or more"),
        (r#"{"qid": 1.5}"#, "data:1: 'qid' is not a whole number of 0 or more"),
        (r#"{"id": []}"#, "data:1: 'id' is neither a number nor a text"),
    ] {
        assert_eq!(crate::common::errors(text.as_bytes(), &format("jsonl")), [expected], "{text}");
    }
}

#[test]
fn deep_nesting_is_an_error_not_a_crash() {
    let text = std::format!("{}1{}", "{\"a\":".repeat(5000), "}".repeat(5000));
    let found = errors(text.as_bytes(), &format("jsonl"));
    assert!(found[0].contains("recursion limit exceeded"), "{found:?}");
}

#[test]
fn the_weight_may_have_another_key() {
    let options = ReadOptions { weight: Some("w".into()), ..format("jsonl") };
    let text = "{\"y\":1,\"w\":2,\"weight\":3}\n{\"y\":1,\"a\":4}\n";
    assert_eq!(shown(text, &options), ["1 2 [] -: weight:3", "1 1 [] -: a:4"]);
    let refused = errors(b"{\"y\":1,\"w\":-1}\n", &options);
    assert_eq!(refused, ["data:1: 'w' is not a number of 0 or more"]);
}
