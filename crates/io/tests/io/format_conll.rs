//! Tokens in columns: the features of templates against the definition, written down as text, and
//! every rule of the lines.

use crate::common::{drain, errors, format, open, rows, shown};
use noregret_io::{
    CacheUse, ConllOptions, DataReader, FeatureSpace, LabelChoice, LabelValue, Lookup, PendingRow,
    ReadOptions, Resolver, Row,
};
use proptest::prelude::*;

fn with(templates: &str) -> ReadOptions {
    let templates = Some(templates.parse().expect("templates"));
    let conll = ConllOptions { templates, ..ConllOptions::default() };
    ReadOptions { conll, ..format("conll") }
}

/// The features of a row, sorted.
fn names(row: &Row, space: &FeatureSpace) -> Vec<String> {
    let name = |(slot, value): (u32, f64)| {
        let name = space.name(slot).expect("slot in use").to_string();
        if value == 1.0 { name } else { format!("{name} x{value}") }
    };
    let mut names: Vec<_> = row.features().map(name).collect();
    names.sort();
    names
}

#[test]
fn a_row_a_token() {
    let text = "-DOCSTART- -X- O O\n\n\nThe\tDT   O\r\ndog NN 1\n \nBarks VB I-x\n\n\n";
    assert_eq!(
        shown(text, &with("w[-1]/w[0] suffix3[0] p[1]")),
        [
            "O 1 [] 1: p[1]=NN:1 suffix3[0]=The:1 w[-1]/w[0]=_B-1/The:1",
            "1 1 [] 1: p[1]=_B+1:1 suffix3[0]=dog:1 w[-1]/w[0]=The/dog:1",
            "I-x 1 [] 2: p[1]=_B+1:1 suffix3[0]=rks:1 w[-1]/w[0]=_B-1/Barks:1",
        ]
    );
    let (rows, _) = rows(text, &with("w[0]"));
    assert_eq!(rows[1].label.value(), LabelValue::Name("1"));
    assert_eq!(rows.iter().map(|row| row.line).collect::<Vec<_>>(), [4, 5, 7]);
}

#[test]
fn lines_of_other_programs_keep_their_names() {
    let text = "a/b N x\n\nc V y";
    let templates = "# comment\nU00:%x[-1,0]/%x[0,0]\nU:%x[-1,1]\nU:%x[1,1]\nU\nB\n";
    assert_eq!(
        shown(text, &with(templates)),
        [
            "x 1 [] 1: U:1 U00:_B-1/a/b:1 U:_B+1:1 U:_B-1:1",
            "y 1 [] 2: U:1 U:_B+1:1 U:_B-1:1 U00:_B-1/c:1",
        ]
    );
    // One feature twice has twice the value, as any feature that is repeated.
    assert_eq!(shown("a x\na y\na z", &with("U:%x[-1,0]\nU:%x[1,0]"))[1], "y 1 [] 1: U:a:2");
}

#[test]
fn no_two_features_have_one_name() {
    let text = "a/b c O\na b/c O\n\n_B-1 _B-1 O\n\\_B-1 \\/ O\n";
    let (rows, space) = rows(text, &with("w[-1] w[0]/p[0]"));
    let all: Vec<_> = rows.iter().map(|row| names(row, &space)).collect();
    assert_eq!(
        all,
        [
            ["w[-1]=_B-1", "w[0]/p[0]=a\\/b/c"],
            ["w[-1]=a/b", "w[0]/p[0]=a/b\\/c"],
            ["w[-1]=_B-1", "w[0]/p[0]=\\_B-1/\\_B-1"],
            ["w[-1]=\\_B-1", "w[0]/p[0]=\\\\\\_B-1/\\\\\\/"],
        ]
    );
}

#[test]
fn data_may_lack_the_tags() {
    let trained = open(b"a N x\nb V y\n", &with("w[0] p[0]"));
    let schema = trained.tokens().cloned();
    let conll = ConllOptions { schema, echo: true, ..ConllOptions::default() };
    // A name that tells nothing is no matter: the model knows what it reads.
    let options = ReadOptions { conll, ..ReadOptions::default() };
    assert_eq!(
        shown("b\tV\n a   N \n\nc N\n", &options),
        [
            "- 1 [b\tV] 1: p[0]=V:1 w[0]=b:1",
            "- 1 [a   N] 1: p[0]=N:1 w[0]=a:1",
            "- 1 [c N] 2: p[0]=N:1 w[0]=c:1",
        ]
    );
    assert_eq!(shown("b V z", &options), ["z 1 [b V z] 1: p[0]=V:1 w[0]=b:1"]);
    // Lines without a token come with the one after them, but for the end of a sentence.
    assert_eq!(
        shown("-DOCSTART- x\n\nb V\n\n\na N\n", &options),
        ["- 1 [-DOCSTART- x\n\nb V] 1: p[0]=V:1 w[0]=b:1", "- 1 [\na N] 2: p[0]=N:1 w[0]=a:1"]
    );
    assert_eq!(
        errors(b"b\n\nb V x w\n\nb V\nb V x\n", &options),
        [
            "data:1: the line has 1 column, and the model's data 3 (2 without tags)",
            "data:3: the line has 4 columns, and the model's data 3 (2 without tags)",
            "data:6: the line has 3 columns, and line 5 has 2 columns",
        ]
    );
    let none = ReadOptions { label: LabelChoice::None, ..with("w[0] p[0]") };
    assert_eq!(shown("b V", &none), ["- 1 [] 1: p[0]=V:1 w[0]=b:1"]);
}

#[test]
fn a_broken_line_loses_its_sentence() {
    let text = b"a N x\nb N\nc N x\n\nd N x\n\nbad \xff x\ne N x\n\nf\0 N x\n\ng N\r h\n\ni N x";
    let (mut space, options) = (FeatureSpace::dictionary(), with("w[0]"));
    let (rows, errors) = drain(&mut open(text, &options), &mut space);
    let left: Vec<_> = rows.iter().map(|row| (row.qid, names(row, &space))).collect();
    assert_eq!(left, [(Some(2), vec!["w[0]=d".into()]), (Some(6), vec!["w[0]=i".to_owned()])]);
    assert_eq!(errors.len(), 4);
    assert_eq!(errors[0], "data:2: the line has 2 columns, and line 1 has 3 columns");
    assert!(errors[1].starts_with("data:7:5: the text is not valid UTF-8"));
    assert_eq!(errors[2], "data:10: this looks like binary data, not text");
    assert!(errors[3].starts_with("data:12:4: there is a CR in mid-line"), "{}", errors[3]);
}

#[test]
fn what_does_not_fit_the_first_line_is_refused_at_once() {
    let opened = |text: &'static str, options: &ReadOptions| {
        let opened = DataReader::from_read("data", text.as_bytes(), options);
        opened.err().map_or_else(String::new, |error| error.to_string())
    };
    assert_eq!(
        opened("\nword\n", &format("conll")),
        "data:2: the line has 1 column; the last of several is the tag (--label none: no tags)"
    );
    assert_eq!(
        opened("a N x\n", &with("w[0] 3[0]")),
        "data:1: template '3[0]': it asks for column 3, and there are columns 0 to 1 before the tag"
    );
    assert_eq!(
        opened("a x\n", &with("chunking")).split(',').next(),
        Some("data:1: template 'p[-1]': it asks for column 1")
    );
    for empty in ["", "\n\n", "-DOCSTART- O\n\n"] {
        assert_eq!(shown(empty, &format("conll")), [""; 0], "{empty:?}");
    }
}

#[test]
fn without_a_choice_the_columns_choose() {
    let own = |text: &str| {
        open(text.as_bytes(), &format("conll")).tokens().map(|t| t.templates.to_string())
    };
    let of = |text: &str, set: &str| {
        open(text.as_bytes(), &with(set)).tokens().map(|t| t.templates.to_string())
    };
    assert_eq!(own("a N x"), of("a N x", "chunking"));
    assert_eq!(own("a x"), of("a x", "names"));
    assert_eq!(own("a N C x"), of("a N C x", "names"));
    assert_ne!(own("a N x"), of("a N x", "names"));
}

/// What a cell is for a function, by definition.
fn apply(function: &str, cell: &str) -> Option<String> {
    let chars: Vec<char> = cell.chars().collect();
    let text = match function {
        "" => cell.to_owned(),
        "lower" => cell.to_lowercase(),
        "prefix2" => chars.get(..2)?.iter().collect(),
        "suffix3" => chars.get(chars.len().checked_sub(3)?..)?.iter().collect(),
        "shape" => {
            let class = |c: &char| match c {
                'A'..='Z' => 'X',
                'a'..='z' => 'x',
                '0'..='9' => 'd',
                other => *other,
            };
            let mut classes: Vec<char> = chars.iter().map(class).collect();
            classes.dedup();
            classes.into_iter().collect()
        }
        other => panic!("{other}"),
    };
    Some(text)
}

/// The features of a token, by definition: each template written out as text.
fn oracle(
    templates: &[Vec<(usize, &str, i64)>],
    sentence: &[[String; 2]],
    at: usize,
) -> Vec<String> {
    let value = |&(column, function, offset): &(usize, &str, i64)| {
        let place = at as i64 + offset;
        match usize::try_from(place) {
            Err(_) => Some(format!("_B{place}")),
            Ok(place) if place >= sentence.len() => {
                Some(format!("_B+{}", place - sentence.len() + 1))
            }
            Ok(place) => apply(function, &sentence[place][column]),
        }
    };
    let feature = |terms: &Vec<(usize, &str, i64)>| {
        let values: Option<Vec<String>> = terms.iter().map(value).collect();
        let names: Vec<String> = terms.iter().map(term_name).collect();
        Some(format!("{}={}", names.join("/"), values?.join("/")))
    };
    let mut features: Vec<String> = templates.iter().filter_map(feature).collect();
    features.sort();
    features.dedup();
    features
}

fn term_name(&(column, function, offset): &(usize, &str, i64)) -> String {
    match (column, function) {
        (0, "") => format!("w[{offset}]"),
        (1, "") => format!("p[{offset}]"),
        (0, function) => format!("{function}[{offset}]"),
        (_, function) => format!("p.{function}[{offset}]"),
    }
}

fn terms() -> impl Strategy<Value = (usize, &'static str, i64)> {
    let function = prop::sample::select(vec!["", "lower", "prefix2", "suffix3", "shape"]);
    (0..2usize, function, -3..=3i64)
}

fn sentences() -> impl Strategy<Value = Vec<Vec<[String; 2]>>> {
    let cell =
        || prop::sample::select(vec!["a", "Ab", "ab", "A-1", "abcd", "12"]).prop_map(String::from);
    let token = (cell(), cell()).prop_map(|(word, tag)| [word, tag]);
    prop::collection::vec(prop::collection::vec(token, 1..6), 1..6)
}

fn text_of(sentences: &[Vec<[String; 2]>]) -> String {
    let line = |token: &[String; 2]| format!("{} {} T-{}\n", token[0], token[1], token[0]);
    let sentence = |tokens: &Vec<[String; 2]>| tokens.iter().map(line).collect::<String>();
    sentences.iter().map(sentence).collect::<Vec<_>>().join("\n")
}

/// All rows as their names, in a space.
fn read_names(
    reader: &mut DataReader,
    space: &mut FeatureSpace,
) -> Vec<(Option<u64>, Vec<String>)> {
    let (rows, errors) = drain(reader, space);
    assert_eq!(errors, [""; 0]);
    rows.iter().map(|row| (row.qid, names(row, space))).collect()
}

proptest! {
    #[test]
    fn features_are_those_of_the_definition(
        templates in prop::collection::vec(prop::collection::vec(terms(), 1..4), 1..8),
        sentences in sentences(),
        block in 1..40usize,
    ) {
        let typed: Vec<String> = templates
            .iter()
            .map(|terms| terms.iter().map(term_name).collect::<Vec<_>>().join("/"))
            .collect();
        let expected: Vec<(Option<u64>, Vec<String>)> = (1..)
            .zip(&sentences)
            .flat_map(|(number, sentence)| {
                let of = move |at| (Some(number), oracle(&[], sentence, at));
                (0..sentence.len()).map(of)
            })
            .collect();
        let expected: Vec<_> = expected
            .into_iter()
            .zip(sentences.iter().flat_map(|s| (0..s.len()).map(move |at| (s, at))))
            .map(|((number, _), (sentence, at))| (number, oracle(&templates, sentence, at)))
            .collect();
        let (text, options) = (text_of(&sentences), with(&typed.join(" ")));
        let options = ReadOptions { block, ..options };
        let mut space = FeatureSpace::dictionary();
        // The second pass finds all features in the tables of the first.
        for _ in 0..2 {
            let mut reader = open(text.as_bytes(), &options);
            prop_assert_eq!(&read_names(&mut reader, &mut space), &expected);
        }
        // A space of its own, and names that must come from the tables.
        let mut reader = open(text.as_bytes(), &options);
        let mut other = FeatureSpace::dictionary();
        prop_assert_eq!(&read_names(&mut reader, &mut other), &expected);
    }

    /// What an example of several rows does: the row after it is taken out of the space again.
    #[test]
    fn a_space_that_is_cut_back_gives_the_same_rows(sentences in sentences(), cuts in any::<u64>()) {
        let (text, options) = (text_of(&sentences), with("w[-1..1] w[0]/p[0] p[-1]/p[0]/p[1]"));
        let expected = {
            let mut space = FeatureSpace::dictionary();
            read_names(&mut open(text.as_bytes(), &options), &mut space)
        };
        for _ in 0..2 {
            let (mut space, mut row, mut at) = (FeatureSpace::dictionary(), Row::default(), 0);
            let mut reader = open(text.as_bytes(), &options);
            loop {
                let known = space.len();
                if !reader.read(Lookup::Learn(&mut space), &mut row).expect("sound") {
                    break;
                }
                if cuts >> (at % 64) & 1 == 1 {
                    let pending = PendingRow::of(&row, &space);
                    space.truncate(known.saturating_sub(at % 3));
                    let again = pending.resolve(&mut Resolver::default(), Lookup::Learn(&mut space), &mut row);
                    prop_assert!(again.is_ok());
                }
                prop_assert_eq!(names(&row, &space), &expected[at].1[..]);
                at += 1;
            }
            prop_assert_eq!(at, expected.len());
        }
    }

    #[test]
    fn a_cache_has_the_same_rows(sentences in sentences()) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("data.conll");
        let text = text_of(&sentences).replace("T-12", "12").replace("T-Ab", "nan");
        std::fs::write(&path, &text).expect("written");
        let beside = |templates: &str| ReadOptions { cache: CacheUse::Beside, ..with(templates) };
        let read = |options: &ReadOptions| {
            let mut reader = DataReader::open(&path, options).expect("opens");
            let mut space = FeatureSpace::dictionary();
            let (rows, errors) = drain(&mut reader, &mut space);
            assert_eq!((errors, reader.cache_fault()), (vec![], None));
            let tokens = reader.tokens().cloned();
            let show = |row: &Row| (row.qid, row.line, row.label.clone(), names(row, &space));
            (rows.iter().map(show).collect::<Vec<_>>(), tokens, reader.source_choices().is_some())
        };
        for templates in ["w[-1..1] w[0]/p[1]", "p[0]", "U1:%x[0,0]"] {
            let (plain, tokens, _) = read(&with(templates));
            let (first, _, was_cached) = read(&beside(templates));
            prop_assert!(!was_cached, "a cache of other templates is none");
            let (cached, of_cache, is_cached) = read(&beside(templates));
            prop_assert!(is_cached && tokens == of_cache);
            prop_assert!(plain == first && plain == cached);
            // A model asks by what it knows.
            let conll = ConllOptions { schema: tokens, ..ConllOptions::default() };
            let (again, _, by_model) = read(&ReadOptions { conll, ..beside("w[0]") });
            prop_assert!(by_model && again == plain);
        }
        let cache = noregret_io::cache::beside(&path);
        let other = DataReader::open(&cache, &ReadOptions { format: None, ..with("w[0]") });
        prop_assert!(other.err().is_some_and(|error| error.to_string().contains("--templates")));
        prop_assert!(DataReader::open(&cache, &ReadOptions::default()).is_ok());
    }
}

#[test]
fn hashed_slots_and_products_go_by_the_names() {
    let (text, templates) = ("a N x\nb V y\n", "w[0] p[0]");
    let mut hashed = FeatureSpace::hashed(20).expect("in range");
    for _ in 0..2 {
        let (rows, _) = drain(&mut open(text.as_bytes(), &with(templates)), &mut hashed);
        let mut slots = [hashed.find("p[0]=N"), hashed.find("w[0]=a")];
        slots.sort();
        assert_eq!(rows[0].indices.iter().map(|&slot| Some(slot)).collect::<Vec<_>>(), slots);
    }
    let options = ReadOptions { interact: vec!["w,p".parse().expect("a pair")], ..with(templates) };
    let (rows, space) = rows(text, &options);
    assert_eq!(names(&rows[1], &space).len(), 3);
    assert!(
        names(&rows[1], &space)
            .iter()
            .any(|name| name.contains("w[0]=b") && name.contains("p[0]=V"))
    );
}

#[test]
fn memory_is_shared_by_one_schema_alone() {
    let options = with("w[0]");
    let mut space = FeatureSpace::dictionary();
    let first = read_names(&mut open(b"a x\n", &options), &mut space);
    // The same options on data of other columns: other templates would have other tables.
    let second = read_names(&mut open(b"a N x\n", &options), &mut space);
    // Two readers at once.
    let (mut one, mut two) = (open(b"a x\nb x\n", &options), open(b"b x\na x\n", &options));
    let mut row = Row::default();
    assert!(one.read(Lookup::Learn(&mut space), &mut row).expect("sound"));
    let both = (read_names(&mut two, &mut space), read_names(&mut one, &mut space));
    assert_eq!((first, both.0.len()), (second, 2));
    assert_eq!(both.1, [(Some(1), vec!["w[0]=b".to_owned()])]);
}
