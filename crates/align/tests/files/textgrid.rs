//! TextGrid files in both forms and encodings, and broken ones. The layout of the samples is that
//! of the Praat manual, "TextGrid file formats".

use noregret_align::files::{Interval, Point, TextGrid, Tier, TierContent};

const LONG: &str = r#"File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0 
xmax = 2.3 
tiers? <exists> 
size = 2 
item []: 
    item [1]:
        class = "IntervalTier" 
        name = "phones" 
        xmin = 0 
        xmax = 2.3 
        intervals: size = 3 
        intervals [1]:
            xmin = 0 
            xmax = 0.7 
            text = "" 
        intervals [2]:
            xmin = 0.7 
            xmax = 1.6 
            text = "a ""b"" ! c" 
        intervals [3]:
            xmin = 1.6 
            xmax = 2.3 
            text = "ɐ" 
    item [2]:
        class = "TextTier" 
        name = "bell" 
        xmin = 0 
        xmax = 2.3 
        points: size = 1 
        points [1]:
            number = 1 
            mark = "ding" 
"#;

const SHORT: &str = r#"File type = "ooTextFile"
"TextGrid"
0 ! the begin 9 "x"
2.3
<exists>
2
"IntervalTier" "phones" 0 2.3 3
0 0.7 ""
0.7 1.6 "a ""b"" ! c"
1.6 2.3 "ɐ"
"TextTier"
"bell" 0 2.3
1
1 "ding"
"#;

fn interval(start: f64, end: f64, text: &str) -> Interval {
    Interval { start, end, text: text.into() }
}

fn sample() -> TextGrid {
    let phones =
        vec![interval(0.0, 0.7, ""), interval(0.7, 1.6, "a \"b\" ! c"), interval(1.6, 2.3, "ɐ")];
    let bell = vec![Point { time: 1.0, text: "ding".into() }];
    let tiers = vec![
        Tier { name: "phones".into(), content: TierContent::Intervals(phones) },
        Tier { name: "bell".into(), content: TierContent::Points(bell) },
    ];
    TextGrid { start: 0.0, end: 2.3, tiers }
}

fn read(text: &str) -> TextGrid {
    TextGrid::from_bytes("a.TextGrid", text.as_bytes()).unwrap()
}

fn error(text: &str) -> String {
    TextGrid::from_bytes("a.TextGrid", text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn both_forms_are_read_and_written() {
    assert_eq!(read(LONG), sample());
    assert_eq!(read(SHORT), sample());
    assert_eq!(read(&LONG.replace('\n', "\r\n")), sample());
    assert_eq!(read(&sample().to_string()), sample());
    assert_eq!(read(&sample().to_short()), sample());
    let trimmed: Vec<_> = LONG.lines().map(str::trim_end).collect();
    assert_eq!(sample().to_string().lines().collect::<Vec<_>>(), trimmed);
}

#[test]
fn utf_16_is_read() {
    let wide = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(LONG.encode_utf16()).flat_map(bytes).collect()
    };
    for bytes in [wide(u16::to_le_bytes), wide(u16::to_be_bytes)] {
        assert_eq!(TextGrid::from_bytes("a.TextGrid", &bytes).unwrap(), sample());
        let cut = TextGrid::from_bytes("a.TextGrid", &bytes[..bytes.len() - 1]).unwrap_err();
        assert_eq!(cut.to_string(), "a.TextGrid: the UTF-16 text is cut short");
    }
    assert_eq!(read(&format!("\u{feff}{LONG}")), sample());
}

#[test]
fn a_tier_is_chosen() {
    let tier = |name: &str, text: &str| {
        TextGrid::of_intervals(name, vec![interval(0.0, 1.0, text)]).tiers.remove(0)
    };
    let grid = |tiers| TextGrid { start: 0.0, end: 1.0, tiers };
    let several = grid(vec![tier("words", "w"), tier("Phones", "p"), tier("mau", "m")]);
    let text = |grid: &TextGrid, name| grid.intervals(name).map(|tier| tier[0].text.clone());
    assert_eq!(text(&several, None), Ok("p".into()));
    assert_eq!(text(&several, Some("mau")), Ok("m".into()));
    let missing = "no interval tier \"x\": choose one of \"words\", \"Phones\", \"mau\"";
    assert_eq!(text(&several, Some("x")), Err(missing.into()));
    assert_eq!(text(&grid(vec![tier("any", "a")]), None), Ok("a".into()));
    let vague = grid(vec![tier("a", ""), tier("b", "")]);
    let reason = "no interval tier with a name like \"phones\": choose one of \"a\", \"b\"";
    assert_eq!(text(&vague, None), Err(reason.into()));
    assert!(text(&grid(vec![]), None).unwrap_err().ends_with("the file has no interval tier"));
}

#[test]
fn a_tier_of_a_file_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.TextGrid");
    std::fs::write(&path, LONG).unwrap();
    assert_eq!(TextGrid::read_intervals(&path, None).unwrap().len(), 3);
    let missing = TextGrid::read_intervals(&path, Some("words")).unwrap_err().to_string();
    assert!(missing.ends_with("a.TextGrid: no interval tier \"words\": choose one of \"phones\""));
}

#[test]
fn times_that_do_not_follow_each_other_are_refused() {
    let overlap = LONG.replacen("xmin = 0.7", "xmin = 0.6", 1);
    let reason = "interval 2 begins at 0.6 s: an overlap, as 0.7 s was reached";
    assert_eq!(error(&overlap), format!("a.TextGrid:21: tier \"phones\": {reason}"));
    let gap = LONG.replacen("xmin = 1.6", "xmin = 1.65", 1);
    let reason = "interval 3 begins at 1.65 s: a gap, as 1.6 s was reached";
    assert_eq!(error(&gap), format!("a.TextGrid:25: tier \"phones\": {reason}"));
    let reversed = LONG.replacen("xmax = 0.7", "xmax = -1", 1);
    let reason = "interval 1 ends at -1 s, before it begins at 0 s";
    assert_eq!(error(&reversed), format!("a.TextGrid:17: tier \"phones\": {reason}"));
    let short = SHORT.replace("1.6 2.3 \"", "1.6 2.2 \"");
    let reason = "a.TextGrid:10: tier \"phones\" ends at 2.3 s, its last interval at 2.2 s";
    assert_eq!(error(&short), reason);
    let rounded = SHORT.replace("0.7 1.6", "0.7004 1.6");
    assert!(TextGrid::from_bytes("a.TextGrid", rounded.as_bytes()).is_ok());
}

#[test]
fn what_is_no_grid_is_refused() {
    assert_eq!(error(""), "a.TextGrid: not a TextGrid in text form");
    assert_eq!(error("hello \"you\" \"there\""), "a.TextGrid: not a TextGrid in text form");
    assert!(error("ooBinaryFile\x08TextGrid").contains("save it as a text file"));
    let nan = LONG.replacen("xmax = 0.7", "xmax = nan", 1);
    assert_eq!(error(&nan), "a.TextGrid:17: an end time is nan");
    let word = LONG.replacen("xmax = 0.7 ", "xmax = much", 1);
    assert_eq!(error(&word), "a.TextGrid:18: an end time is expected, not \"\"");
    let open = LONG.replacen("\"ding\"", "\"ding", 1);
    assert_eq!(error(&open), "a.TextGrid:35: a string has no closing quote");
    let many = SHORT.replacen("\n2\n", "\n-2\n", 1);
    assert_eq!(error(&many), "a.TextGrid:6: the number of tiers is -2: a count is expected");
    let latin = TextGrid::from_bytes("a.TextGrid", b"File \xe9").unwrap_err().to_string();
    assert!(latin.contains("neither UTF-8 nor UTF-16"));
}

/// Wherever a file is cut, the error names its last line or the file.
#[test]
fn files_that_are_cut_short_are_refused() {
    let whole = SHORT.trim_end();
    for length in (0..whole.len()).filter(|&length| whole.is_char_boundary(length)) {
        assert!(error(&whole[..length]).starts_with("a.TextGrid:"), "{length}");
    }
    let cut = &LONG[..LONG.find("text = \"ɐ\"").unwrap()];
    assert_eq!(
        error(cut),
        "a.TextGrid:26: the file ends where the text of an interval is expected"
    );
}
