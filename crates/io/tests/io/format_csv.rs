//! Every rule of CSV and TSV.

use crate::common::{drain, errors, format, open, shown};
use noregret_io::{CsvOptions, CsvSchema, FeatureSpace, HeaderChoice, LabelChoice, ReadOptions};

fn csv(change: impl FnOnce(&mut CsvOptions)) -> ReadOptions {
    let mut options = format("csv");
    change(&mut options.csv);
    options
}

fn schema_of(text: &str) -> CsvSchema {
    let mut reader = open(text.as_bytes(), &format("csv"));
    drain(&mut reader, &mut FeatureSpace::dictionary());
    reader.schema().expect("has columns").clone()
}

#[test]
fn numbers_categories_and_missing_cells() {
    let text = "age,city,label,size\n\
                41,Oslo,yes,1.5\n\
                NA,,no,?\n\
                0,\"New York, NY\",,-2\n\
                7,5,yes,\"1\"\n";
    assert_eq!(
        shown(text, &format("csv")),
        [
            "yes 1 [] -: age:41 city=Oslo:1 size:1.5",
            "no 1 [] -:",
            "- 1 [] -: size:-2 city=New York, NY:1",
            "yes 1 [] -: age:7 size:1 city=5:1",
        ]
    );
}

#[test]
fn headers_are_told_from_data() {
    let no = ["3 1 [] -: c1:1 c2:2"];
    assert_eq!(shown("1,2,3\n", &format("csv")), no);
    assert_eq!(shown("a,b,c\n1,2,3\n", &format("csv")), ["3 1 [] -: a:1 b:2"]);
    assert_eq!(shown("1,2,label\n1,2,3\n", &format("csv")), ["3 1 [] -: 1:1 2:2"]);
    assert_eq!(
        shown("1,2,3\n4,5,6\n", &csv(|o| o.header = HeaderChoice::Yes)),
        ["6 1 [] -: 1:4 2:5"]
    );
    let as_data = shown("a,b,c\n", &csv(|o| o.header = HeaderChoice::No));
    assert_eq!(as_data, ["c 1 [] -: c1=a:1 c2=b:1"]);
    assert_eq!(shown("a,,c\n1,2,3\n", &format("csv")), ["3 1 [] -: a:1 c2:2"]);
}

#[test]
fn the_label_column() {
    assert_eq!(shown("T,2,8\n", &format("csv")), ["T 1 [] -: c2:2 c3:8"]);
    assert_eq!(shown("T,2,x\n1,2,3\n", &format("csv")).len(), 2);
    assert_eq!(shown("2,T,8\n", &format("csv")), ["8 1 [] -: c1:2 c2=T:1"]);
    let text = "a,Class,b\n1,2,3\n";
    let with = |label| ReadOptions { label, ..format("csv") };
    let key = |text: &str| LabelChoice::Key(text.into());
    assert_eq!(shown(text, &format("csv")), ["2 1 [] -: a:1 b:3"]);
    assert_eq!(shown("y,target\n1,2\n", &format("csv")), ["2 1 [] -: y:1"]);
    assert_eq!(shown(text, &with(key("b"))), ["3 1 [] -: Class:2 a:1"]);
    assert_eq!(shown(text, &with(key("1"))), ["1 1 [] -: Class:2 b:3"]);
    assert_eq!(shown(text, &with(LabelChoice::None)), ["- 1 [] -: Class:2 a:1 b:3"]);
    let expected = "data:1: there is no column 'z' for the label (columns: a, Class, b)";
    assert_eq!(errors(text.as_bytes(), &with(key("z"))), [expected]);
}

#[test]
fn tabs_other_delimiters_and_other_missing_words() {
    assert_eq!(shown("a\tb c\tlabel\n1\tx y\t2\n", &format("tsv")), ["2 1 [] -: a:1 b c=x y:1"]);
    assert_eq!(shown("a;label\n1;2\n", &csv(|o| o.delimiter = Some(b';'))), ["2 1 [] -: a:1"]);
    let options = csv(|o| o.missing = vec!["-9".into()]);
    assert_eq!(shown("a,b,label\n-9,NA,2\n", &options), ["2 1 [] -: b=NA:1"]);
}

#[test]
fn words_that_mean_no_value_among_numbers() {
    let words =
        ["NA", "N/A", "n/a", "NULL", "null", "None", "NaN", "nan", "#N/A", "-", ".", "?", ""];
    for word in words {
        let text = std::format!("age,city,label\n{word},x,0\n31,{word},1\n{word},x,0\n45,y,1\n");
        let everywhere = ["NA", "?", ""].contains(&word);
        let city = if everywhere { String::new() } else { std::format!(" city={word}:1") };
        let expected = [
            "0 1 [] -: city=x:1".to_owned(),
            std::format!("1 1 [] -: age:31{city}"),
            "0 1 [] -: city=x:1".to_owned(),
            "1 1 [] -: age:45 city=y:1".to_owned(),
        ];
        assert_eq!(shown(&text, &format("csv")), expected, "{word}");
        let quoted = text.replace(word, &std::format!("\"{word}\""));
        if !word.is_empty() && word != "." {
            assert_eq!(shown(&quoted, &format("csv")), expected, "{word}");
        }
    }
    let replaced = csv(|o| (o.missing, o.missing_numbers) = (vec!["x".into()], vec![]));
    assert_eq!(shown("a,label\nx,0\nnull,1\n", &replaced), ["0 1 [] -:", "1 1 [] -: a=null:1"]);
}

#[test]
fn decimal_commas() {
    let options = csv(|o| o.decimal_comma = true);
    let text = "a;b;label\n1,5;x;2,25\n-3;y;7\n0,125;1,5;\n";
    assert_eq!(
        shown(text, &options),
        ["2.25 1 [] -: a:1.5 b=x:1", "7 1 [] -: a:-3 b=y:1", "- 1 [] -: a:0.125 b=1,5:1"]
    );
    assert_eq!(shown("1,5;2\n", &options), ["2 1 [] -: c1:1.5"]);
    let point =
        "data:3: column 'a': '1.5' has a decimal point; leave out --decimal , if all numbers do";
    assert_eq!(errors(b"a;label\n1,5;1\n1.5;1\n", &options), [point]);
    let both = "data:1: --decimal , is for tables whose cells are separated by something else";
    assert_eq!(errors(b"a,label\n1,2\n", &options), [both]);
}

#[test]
fn semicolons_where_there_is_no_comma() {
    let expected = ["2 1 [] -: a:1.5"];
    for text in ["a;label\n1.5;2\n", "\na;label\r\n1.5;2\r\n", "a,label\n1.5,2\n"] {
        assert_eq!(shown(text, &format("csv")), expected, "{text:?}");
    }
    let schema = schema_of("a;label\n1.5;2\n");
    let options = csv(|o| o.schema = Some(schema));
    assert_eq!(shown("label,a\n2,1.5\n", &options), expected);
    assert_eq!(shown("label;a\n2;1.5\n", &options), expected);
}

#[test]
fn categorical_columns_can_be_declared() {
    let options = csv(|o| o.categorical = vec!["zip".into()]);
    assert_eq!(shown("zip,label\n90210,1\n", &options), ["1 1 [] -: zip=90210:1"]);
    let unknown = csv(|o| o.categorical = vec!["zap".into()]);
    let expected = "data:1: there is no categorical column 'zap' (columns: zip, label)";
    assert_eq!(errors(b"zip,label\n90210,1\n", &unknown), [expected]);
}

#[test]
fn errors_have_the_line_the_record_starts_on_and_reading_goes_on() {
    let text = "a,b,label\n1,\"two\nlines\",1\n\n1,2\nx,y,1\ninf,y,1\n2,y,nan\n3,\"y\"z,1\n4,w,2\n";
    assert_eq!(
        errors(text.as_bytes(), &format("csv")),
        [
            "data:5: expected 3 cells, found 2",
            "data:6: column 'a' holds numbers, but 'x' is not a number; if it means no value, \
             use --missing, and if it is a category --categorical a",
            "data:7: column 'a': 'inf' is not a finite number; leave the cell empty if the value \
             is missing",
            "data:8: label 'nan' is not a finite number",
            "data:9:6: there is text after the quote that closes a cell",
        ]
    );
    let mut reader = open(text.as_bytes(), &format("csv"));
    let (rows, _) = drain(&mut reader, &mut FeatureSpace::dictionary());
    assert_eq!(rows.iter().map(|row| row.line).collect::<Vec<_>>(), [2, 10]);
}

#[test]
fn a_bad_header_ends_the_file() {
    let twice = "data:1: the header has the column 'a' twice";
    assert_eq!(errors(b"a,a,label\n1,2,3\n", &format("csv")), [twice]);
    let open_quote = "data:1:4: there is text after the quote that closes a cell";
    assert_eq!(errors(b"\"a\"b,label\n1,2\n", &format("csv")), [open_quote]);
}

#[test]
fn a_schema_matches_columns_by_name() {
    let schema = schema_of("age,city,label\n41,Oslo,yes\n");
    let json = serde_json::to_string(&schema).expect("serialises");
    let schema: CsvSchema = serde_json::from_str(&json).expect("reads back");
    let options = csv(|o| o.schema = Some(schema));
    assert_eq!(shown("city,age\nBonn,3\n", &options), ["- 1 [] -: age:3 city=Bonn:1"]);
    assert_eq!(shown("label,city\nno,17\n", &options), ["no 1 [] -: city=17:1"]);
    let unknown = "data:1: the header has a column 'zip' that the model does not know (columns: \
                   age, city, label)";
    assert_eq!(errors(b"age,zip\n1,2\n", &options), [unknown]);
    let typed = "data:2: column 'age' holds numbers, but 'old' is not a number; if it means \
                 no value, use --missing, and if it is a category --categorical age";
    assert_eq!(errors(b"age,label\nold,yes\n", &options), [typed]);
}

#[test]
fn a_schema_without_header_goes_by_place() {
    let schema = schema_of("1,2,3\n");
    let options = csv(|o| o.schema = Some(schema));
    assert_eq!(shown("4,5,6\n", &options), ["6 1 [] -: c1:4 c2:5"]);
    assert_eq!(shown("4,5\n", &options), ["- 1 [] -: c1:4 c2:5"]);
    let wrong = "data:1: expected 3 columns as in the model, found 4";
    assert_eq!(errors(b"1,2,3,4\n", &options), [wrong]);
}

#[test]
fn a_column_called_qid_is_the_group() {
    let text = "a,qid,b\n1,7,3\n2,,4\n";
    assert_eq!(shown(text, &format("csv")), ["3 1 [] 7: a:1", "4 1 [] -: a:2"]);
    assert_eq!(shown("a,b,qid\n1,2,3\n", &format("csv")), ["2 1 [] 3: a:1"]);
    let broken = errors(b"a,qid,b\n1,x,3\n", &format("csv"));
    assert_eq!(broken, ["data:2: the group 'x' is not a whole number of 0 or more"]);
    let label = LabelChoice::Key("qid".into());
    let chosen = ReadOptions { label, ..format("csv") };
    assert_eq!(shown(text, &chosen), ["7 1 [] -: a:1 b:3", "- 1 [] -: a:2 b:4"]);
}

#[test]
fn a_weight_column_is_no_feature() {
    let with = |weight: &str| ReadOptions { weight: Some(weight.into()), ..format("csv") };
    let text = "a,label,w\n1,x,2\n3,y,\n5,x,0\n";
    assert_eq!(shown(text, &with("w")), ["x 2 [] -: a:1", "y 1 [] -: a:3", "x 0 [] -: a:5"]);
    // Without a usual name the last column but the weight is the label.
    assert_eq!(shown("a,b,w\n1,x,2\n", &with("3")), ["x 2 [] -: a:1"]);
    assert_eq!(
        errors(b"a,label,w\n1,x,-2\n1,x,nan\n1,x,much\n1,x,3\n", &with("w")),
        [
            "data:2: importance '-2' is negative",
            "data:3: importance 'nan' is not a finite number",
            "data:4: importance 'much' is not a number"
        ]
    );
    let missing = errors(b"a,b\n1,2\n", &with("w"));
    assert_eq!(missing, ["data:1: there is no column 'w' for the weight (columns: a, b)"]);
    let both = errors(b"a,label\n1,2\n", &with("label"));
    assert_eq!(both, [""; 0], "the label is then the other column");
    let choice = LabelChoice::from_text("a");
    let both = errors(b"a,b\n1,2\n", &ReadOptions { label: choice, ..with("a") });
    assert_eq!(both, ["data:1: the column 'a' cannot be label and weight"]);
}
