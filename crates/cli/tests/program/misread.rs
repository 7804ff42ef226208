//! Data that would be easily taken for something else: it is read as meant, or it is said.

#![allow(clippy::unwrap_used)]

use crate::common::Lab;
use serde_json::json;

/// What `learn` with these words says on standard error, of a run that succeeds.
fn said(lab: &Lab, words: &str) -> String {
    let ran = lab.run(&format!("learn {words} --json"));
    assert_eq!(ran.code, Some(0), "{words}: {}", ran.err);
    ran.err
}

#[test]
fn missing_numbers_are_no_categories() {
    let lab = Lab::new();
    lab.write("first.csv", "age,label\nnull,0\n31,1\n45,0\n");
    lab.write("later.csv", "age,label\n31,1\nNaN,0\n45,0\n");
    lab.write("empty.csv", "age,label\n31,1\n,0\n45,0\n");
    let features = |words: &str| lab.json(words)["features"].clone();
    // The column and the constant.
    assert_eq!(features("learn first.csv"), json!(2));
    assert_eq!(lab.model("later.csv"), lab.model("empty.csv"));
    lab.write("own.csv", "age,label\n31,1\n-999,0\nunknown,1\n45,0\n");
    lab.write("gaps.csv", "age,label\n31,1\n,0\n,1\n45,0\n");
    let words = "--missing -999,unknown";
    assert_eq!(lab.model(&format!("own.csv {words}")), lab.model(&format!("gaps.csv {words}")));
    let refused = "noregret: later.csv:3: column 'age': 'NaN' is not a finite number; leave the cell empty if \
                   the value is missing\n";
    lab.fails("learn later.csv --missing =none", 1, refused);
    // The model keeps the words.
    lab.ok("learn own.csv --missing -999,unknown -q -o m");
    lab.ok("test m own.csv");
    lab.misused("test m own.csv --missing x", &["leave out", "--missing and --decimal"]);
    lab.misused("learn own.csv --decimal ;", &["--decimal is . or ,"]);
    lab.misused("learn own.csv --decimal , --delimiter ,", &["the same character"]);
}

#[test]
fn decimal_commas_in_tables_with_semicolons() {
    let lab = Lab::new();
    lab.write("comma.csv", "a;b;label\n1,5;x;2,25\n2;y;3,5\n0,25;x;-1\n");
    lab.write("point.csv", "a;b;label\n1.5;x;2.25\n2;y;3.5\n0.25;x;-1\n");
    let (comma, point) = (lab.json("learn comma.csv --decimal ,"), lab.json("learn point.csv"));
    assert_eq!((&comma["spec"], &comma["mean_loss"]), (&point["spec"], &point["mean_loss"]));
    lab.ok("learn comma.csv --decimal , -q -o m");
    assert_eq!(lab.ok("predict m comma.csv"), {
        lab.ok("learn point.csv -q -o p");
        lab.ok("predict p point.csv")
    });
    let noted = said(&lab, "comma.csv");
    assert!(
        noted.contains("column 'a' is read as categories, one a value, but looks like"),
        "{noted}"
    );
}

#[test]
fn columns_that_look_like_something_else_are_named() {
    let lab = Lab::new();
    for (cells, what) in [
        (
            ["\"1,200\"", "\"3,450\"", "\"2,000\""],
            "numbers with thousands separators ('1,200'); remove",
        ),
        (
            ["\"1,2\"", "\"3,45\"", "\"2,0\""],
            "numbers with decimal commas ('1,2'); --decimal , reads",
        ),
        (["12%", "7 %", "1.5%"], "percents ('12%'); remove the signs"),
        (["$12", "$7.50", "\"$1,500\""], "amounts of money ('$12'); leave only the numbers"),
        (["2024-01-31", "2024-02-01", "2023-12-31"], "dates ('2024-01-31'); write year"),
        (["unknown", "31", "45"], "numbers ('31', but for 'unknown'); --missing WORDS"),
    ] {
        let [a, b, c] = cells;
        lab.write("d.csv", format!("x,label\n{a},1\n{b},0\n{c},1\n"));
        let noted = said(&lab, "d.csv");
        let expected = "noregret: column 'x' is read as categories, one a value, but looks like ";
        assert!(noted.starts_with(&format!("{expected}{what}")), "{noted}");
        assert_eq!(said(&lab, "d.csv --categorical x"), "");
    }
    let ids: String = (0..30).map(|i| format!("id{i},{}\n", i % 2)).collect();
    lab.write("ids.csv", format!("x,label\n{ids}"));
    let noted = said(&lab, "ids.csv");
    assert!(noted.contains("30 of its 30 cells are different; --text x splits"), "{noted}");
    lab.write("fine.csv", "x,label\nred,1\nblue,0\nred,1\n");
    assert_eq!(said(&lab, "fine.csv"), "");
}

#[test]
fn the_label_is_named_unless_its_name_is_usual() {
    let lab = Lab::new();
    let taken = |of: &str, why: &str| {
        format!("noregret: column {of} is taken for the label{why} (--label COL chooses)\n")
    };
    lab.write("quality.csv", "a,quality\n1,0\n2,1\n");
    assert_eq!(said(&lab, "quality.csv"), taken("2 of 2 ('quality')", ""));
    assert_eq!(said(&lab, "quality.csv --label quality"), "");
    lab.write("two.csv", "class,y,a\n1,2,3\n1,3,4\n");
    let why = ", as both 'class' and 'y' might be";
    assert_eq!(said(&lab, "two.csv"), taken("3 of 3 ('a')", why));
    lab.write("bare.csv", "1,2\n3,4\n");
    assert_eq!(said(&lab, "bare.csv"), taken("2 of 2", ""));
    lab.write("usual.csv", "a,Target\n1,0\n2,1\n");
    assert_eq!(said(&lab, "usual.csv"), "");
    let none = "noregret: no row has a label: learning one class\n";
    lab.write("comma.csv", "a,b,quality,\n1,2,3,\n1,3,4,\n");
    assert_eq!(said(&lab, "comma.csv"), taken("4 of 4 ('c4')", "") + none);
    lab.write("none.jsonl", "{\"a\":1}\n{\"a\":2}\n");
    assert_eq!(said(&lab, "none.jsonl"), none);
    assert_eq!(said(&lab, "none.jsonl --problem uniclass"), "");
    lab.write("label.jsonl", "{\"Label\":1,\"a\":2}\n{\"Label\":0,\"a\":3}\n");
    assert_eq!(lab.json("learn label.jsonl")["spec"]["problem"]["kind"], json!("binary"));
}

#[test]
fn carriage_returns_alone_end_no_lines() {
    let lab = Lab::new();
    for (name, text) in [("d.csv", "a,label\r1,0\r2,1\r"), ("d.vw", "1 | a\r-1 | b\r")] {
        lab.write(name, text);
        let reason = "CR alone ends its lines, which are one line here";
        let message = format!("noregret: {name}: {reason}; tr '\\r' '\\n' < {name} mends it\n");
        lab.fails(&format!("learn {name}"), 1, &message);
        let mended = lab.shell(&format!("tr '\\r' '\\n' < {name} | \"$NOREGRET\" learn - --json"));
        assert!(mended.out.contains("\"examples\":2,"), "{}", mended.err);
    }
}

#[test]
fn an_answer_is_one_line_whatever_its_label() {
    let lab = Lab::new();
    lab.write("d.csv", "a,label\n1,\"x\ny\"\n2,z\n1,\"x\ny\"\n1,\"x\ny\"\n");
    lab.ok("learn d.csv -a pa1 -q -o m --passes 5 --predictions lines");
    let lines = lab.ok("predict m d.csv");
    assert_eq!(lines.lines().count(), 4, "{lines}");
    assert!(lines.starts_with("x\\ny\n"), "{lines}");
    assert!(lab.ok("predict m d.csv --scores").starts_with("x\\ny "));
    assert_eq!(String::from_utf8(lab.read("lines")).unwrap().lines().count(), 20);
    assert!(lab.ok("predict m d.csv --json").contains("\"prediction\":\"x\\ny\""));
}

#[test]
fn reports_keep_a_line_for_each_label() {
    let lab = Lab::new();
    // A label with a line break, and one with a backslash where that has its line break.
    let rows = "1,\"x\ny\",\"p\nq\"\n2,x\\ny,r\n0,z,r\n";
    lab.write("d.csv", format!("a,label,b\n{}", rows.repeat(8)));
    lab.ok("learn d.csv -a pa1 --problem multiclass -q -o m --passes 5");
    let table = lab.ok("test m d.csv --confusion");
    let lines: Vec<&str> =
        table.lines().skip_while(|line| !line.starts_with("true \\ predicted")).collect();
    assert_eq!(lines.len(), 4, "{table}");
    assert!(lines[1].starts_with("x\\ny ") && lines[2].starts_with("x\\\\ny "), "{table}");
    let shown = lab.ok("inspect m");
    assert!(shown.contains("classes   3: x\\ny, x\\\\ny, z"), "{shown}");
    assert!(shown.contains("b=p\\nq"), "{shown}");
    let answers = lab.ok("predict m d.csv");
    assert!(answers.lines().all(|line| ["x\\ny", "x\\\\ny", "z"].contains(&line)), "{answers}");
}

#[test]
fn labels_and_features_that_are_two_stay_two() {
    let lab = Lab::new();
    lab.write("big.svm", "9007199254740992 1:1\n9007199254740993 2:1\n5 3:1\n");
    assert_eq!(lab.json("learn big.svm --problem multiclass")["classes"], json!(3));
    lab.write("c.vw", "1 | x^y\n-1 |x y\n");
    assert_eq!(lab.json("learn c.vw")["features"], json!(3));
    lab.ok("convert c.vw o.vw");
    assert_eq!(lab.read("o.vw"), b"1 | x^y\n-1 |x y\n");
    lab.ok("convert c.vw o.nrc");
    lab.ok("convert c.vw o.jsonl");
    for data in ["o.nrc", "o.jsonl"] {
        lab.ok(&format!("convert {data} back.vw"));
        assert_eq!(lab.read("back.vw"), lab.read("c.vw"), "{data}");
    }
    let hashed = lab.model("c.vw --hash 12");
    assert_eq!(lab.model("o.nrc --hash 12"), hashed);
}

#[test]
fn decimal_commas_are_told_from_thousands() {
    let lab = Lab::new();
    let says = |name: &str, text: &str, words: &str| {
        lab.write(name, text);
        lab.run(&format!("learn {name} {words}")).err
    };
    let three = says("a.csv", "x;label\n1,234;0\n0,567;1\n0,111;1\n2,345;0\n", "");
    assert!(three.contains("decimal commas ('1,234'); --decimal , reads them"), "{three}");
    let points = says("b.csv", "x;label\n1.234,5;0\n2.345,6;1\n", "");
    assert!(points.contains("remove the points, and --decimal , reads them"), "{points}");
    let refused = says("b.csv", "x;label\n1.234,5;0\n2,6;1\n", "--decimal ,");
    let reason = "b.csv:2: column 'x': '1.234,5' has points that separate thousands; remove them";
    assert!(refused.contains(reason), "{refused}");
    let point = says("c.csv", "x;label\n1.5;0\n2.5;1\n", "--decimal ,");
    assert!(point.contains("c.csv:2: column 'x': '1.5' has a decimal point; leave out"), "{point}");
    let labels = says("d.csv", "x;label\n1;0,5\n2;1,25\n3;0,75\n", "");
    assert!(
        labels.contains("the labels look like numbers with decimal commas ('0,5')"),
        "{labels}"
    );
    let read = lab.json("learn d.csv --decimal , -a pa1");
    assert_eq!(read["spec"]["problem"]["kind"], "regression");
}

#[test]
fn a_second_key_that_might_be_the_label_is_said() {
    let lab = Lab::new();
    for (text, rival) in [
        ("{\"label\":1,\"target\":2,\"x\":1}\n{\"label\":0,\"target\":3}\n", Some("target")),
        ("{\"Target\":1,\"y\":2}\n{\"Target\":2,\"y\":1}\n", Some("Target")),
        ("{\"label\":1,\"class\":\"a\"}\n{\"label\":0,\"class\":\"b\"}\n", Some("class")),
        ("{\"y\":1,\"x\":2}\n{\"y\":2,\"x\":1}\n", None),
    ] {
        lab.write("two.jsonl", text);
        let said = lab.run("learn two.jsonl -a pa1").err;
        let note = |key: &str| format!("the key '{key}' is read as a feature, though labels are");
        match rival {
            Some(key) => assert!(said.contains(&note(key)), "{said}"),
            None => assert!(!said.contains("read as a feature"), "{said}"),
        }
    }
    let said = lab.run("learn two.jsonl -a pa1 --label x").err;
    assert!(!said.contains("read as a feature"), "{said}");
}

#[test]
fn options_of_tables_are_for_tables() {
    let lab = Lab::new();
    lab.write("d.svm", "1 1:1\n-1 2:1\n");
    lab.write("d.jsonl", "{\"label\":1,\"a\":1}\n{\"label\":0,\"b\":1}\n");
    lab.write("d.csv", "a;label\n1,5;1\n-;0\n");
    for option in ["--decimal ,", "--missing x", "--delimiter ;", "--categorical a", "--header no"]
    {
        let name = option.split(' ').next().unwrap();
        for (data, format) in [("d.svm", "svmlight"), ("d.jsonl", "jsonl")] {
            let message = format!("{name} is about tables, and the data is {format}");
            lab.misused(&format!("learn {data} {option}"), &[&message]);
        }
    }
    lab.ok("learn d.csv --decimal , --missing x --delimiter ; --categorical a -q -o m");
}

#[test]
fn whole_numbers_of_any_size_are_targets() {
    let lab = Lab::new();
    let row = |i: u64| format!("{} 1:{}\n", 1_700_000_000_123_456_789 + 7_919 * i, i % 7);
    let times: String = (0..300).map(row).collect();
    lab.write("ns.svm", &times);
    lab.write("ns.csv", format!("label,x\n{}", times.replace(" 1:", ",")));
    lab.ok("convert ns.svm ns.nrc");
    let asked = lab.json("learn ns.svm -a pa1 --problem regression -o m");
    assert_eq!(asked["examples"], json!(300), "{asked}");
    for data in ["ns.svm", "ns.csv", "ns.nrc"] {
        let found = lab.json(&format!("learn {data} -a pa1"));
        assert_eq!(found["cumulative_loss"], asked["cumulative_loss"], "{data}");
    }
    assert_eq!(lab.json("test m ns.svm")["examples"], json!(300));
    lab.write("q.svm", "9007199254740993 qid:1 1:1\n1 qid:1 2:1\n");
    assert_eq!(lab.json("learn q.svm -a pa1 --problem queries")["examples"], json!(1));
}

#[test]
fn values_that_are_text_survive_conversion() {
    let lab = Lab::new();
    let text = "1 |a b:red x^y:blue | c:two\n-1 |a 0:0.5 1:2 red\n";
    lab.write("d.vw", "1 |a b:red x^y:blue | c:two\n-1 |a :0.5 :2 :red\n");
    lab.ok("convert d.vw o.vw");
    assert_eq!(String::from_utf8(lab.read("o.vw")).unwrap(), text);
    lab.ok("convert d.vw o.nrc");
    assert_eq!(lab.model("d.vw --hash 14"), lab.model("o.nrc --hash 14"));
    assert_eq!(lab.model("d.vw"), lab.model("o.vw"));
}

#[test]
fn what_cannot_be_read_is_named_with_the_command_that_helps() {
    let lab = Lab::new();
    let fails = |name: &str, bytes: &[u8], message: &str| {
        lab.write(name, bytes);
        lab.fails(&format!("learn {name}"), 1, &format!("noregret: {name}{message}\n"));
    };
    fails(
        "d.csv.bz2",
        b"BZh91AY&SY\x01\x02",
        ": this is bzip2 data; bzip2 -dc d.csv.bz2 > d.csv unpacks it",
    );
    let utf_16: Vec<u8> =
        "\u{feff}a,label\n1,0\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let converts = ": this is text in UTF-16; iconv -f UTF-16 -t UTF-8 u.csv converts it";
    fails("u.csv", &utf_16, converts);
    let latin =
        "the text is not valid UTF-8; if it is Latin-1, iconv -f LATIN1 -t UTF-8 FILE converts it";
    fails("l.csv", b"name,label\ncaf\xe9,1\n", &format!(":2: {latin}"));
    let array =
        "this is an array of JSON, not one object a line; jq -c '.[]' a.json writes its items so";
    fails("a.json", b"[{\"a\":1},{\"a\":2}]\n", &format!(": {array}"));
    let nan = "NaN is no JSON; sed 's/NaN/null/g' FILE writes null, which is no value";
    fails("n.jsonl", b"{\"a\":NaN,\"label\":0}\n", &format!(":1:6: {nan}"));
    fails("i.jsonl", b"{\"a\":-Infinity}\n", &format!(":1:7: {}", nan.replace("NaN", "-Infinity")));
    let open = "the JSON object does not end on its line; jq -c . FILE writes each on one";
    fails("o.json", b"{\n \"a\": 1\n}\n", &format!(":1: {open}"));
    let arff = "this is ARFF, a table after a header of another kind; sed '1,/^@[Dd][Aa][Tt][Aa]/d' t.arff \
                leaves the table, to be read with --header no";
    let table = b"% a\n@RELATION r\n@ATTRIBUTE a numeric\n@DATA\n1,0\n2,1\n";
    fails("t.arff", table, &format!(": {arff}"));
    let done = lab.shell(
        "sed '1,/^@[Dd][Aa][Tt][Aa]/d' t.arff > t.arff.csv && \"$NOREGRET\" learn t.arff.csv --header no --json",
    );
    assert!(done.out.contains("\"examples\":2,"), "{}", done.err);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut gzip, b"a,label\n1,0\n2,1\n").unwrap();
    let padded = [gzip.finish().unwrap(), vec![0; 512]].concat();
    let zeros = "zeros follow the gzip data, as padding does; gzip -dc z.csv.gz leaves them out";
    fails("z.csv.gz", &padded, &format!(":4: {zeros}"));
    lab.write("q.jsonl", "{\"qid\":1.0,\"a\":1,\"label\":0}\n{\"qid\":1.0,\"a\":2,\"label\":1}\n");
    assert_eq!(lab.json("learn q.jsonl --problem queries")["examples"], json!(1));
    let whole = "noregret: h.jsonl:1: 'qid' is not a whole number of 0 or more\n";
    lab.write("h.jsonl", "{\"qid\":1.5,\"a\":1}\n");
    lab.fails("learn h.jsonl --problem queries", 1, whole);
}
