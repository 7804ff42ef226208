//! Files that no format here reads, told by their first bytes: what they are, and the command that
//! makes them readable.
//!
//! | first bytes | what it is |
//! |---|---|
//! | `BZh1` to `BZh9` and the digits of pi | bzip2 |
//! | `FD 37 7A 58 5A 00` | xz |
//! | `PK 03 04` | zip, also of Excel |
//! | `PAR1` | Parquet |
//! | `93` and `NUMPY` | an array of NumPy |
//! | `FF FE`, `FE FF`, or every other of the first four bytes 0 | text in UTF-16 |
//! | `@relation`, after lines that start with `%` | ARFF |
//! | `[` and `{` or `[` | an array of JSON |
//! | a line that is an array of JSON | arrays of JSON, one a line |
//! | a CR that no LF follows, in the first line | text of which CR alone ends the lines |

use crate::format::guess::is_enough;
use crate::quote::in_shell;

/// Bytes that tell UTF-16 without a mark: of all patterns the only ones that may hold an LF or CR.
const UTF_16_PATTERN: usize = 4;

/// What a file called `name` with these first bytes is, if it cannot be read, and what to do.
pub(super) fn explain(name: &str, head: &[u8]) -> Option<String> {
    let file = in_shell(name);
    by_magic(name, &file, head).or_else(|| by_text(&file, head))
}

fn by_magic(name: &str, file: &str, head: &[u8]) -> Option<String> {
    let unpacked = |suffix: &str| {
        let plain = name.strip_suffix(suffix).filter(|plain| !plain.is_empty() && *plain != "-");
        plain.map_or_else(|| in_shell(&format!("{name}.txt")), in_shell)
    };
    let table = in_shell(&format!("{name}.csv"));
    let python = |import: &str, call: &str| {
        format!("python3 -c \"import sys, {import}; {call}\" {file} {table} makes a table of it")
    };
    Some(match head {
        [b'B', b'Z', b'h', b'1'..=b'9', b'1', b'A', b'Y', b'&', b'S', b'Y', ..] => {
            let plain = unpacked(".bz2");
            format!("this is bzip2 data; bzip2 -dc {file} > {plain} unpacks it")
        }
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => {
            let plain = unpacked(".xz");
            format!("this is xz data; xz -dc {file} > {plain} unpacks it")
        }
        [b'P', b'K', 3, 4, ..] => {
            format!("this is a zip archive; unzip {file} unpacks it (save a workbook as CSV)")
        }
        [b'P', b'A', b'R', b'1', ..] => {
            let call = "pandas.read_parquet(sys.argv[1]).to_csv(sys.argv[2], index=False)";
            format!("this is Parquet data; {}", python("pandas", call))
        }
        [0x93, b'N', b'U', b'M', b'P', b'Y', ..] => {
            let call = "numpy.savetxt(sys.argv[2], numpy.load(sys.argv[1]), delimiter=',')";
            format!("this is an array of NumPy; {}", python("numpy", call))
        }
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => utf_16("UTF-16", file),
        [1..=255, 0, 1..=255, 0, ..] => utf_16("UTF-16LE", file),
        [0, 1..=255, 0, 1..=255, ..] => utf_16("UTF-16BE", file),
        _ => return None,
    })
}

fn utf_16(encoding: &str, file: &str) -> String {
    format!("this is text in UTF-16; iconv -f {encoding} -t UTF-8 {file} converts it")
}

fn by_text(file: &str, head: &[u8]) -> Option<String> {
    match in_bracket(head) {
        Some([b'{', ..]) => {
            let reason = "this is an array of JSON, not one object a line";
            return Some(format!("{reason}; jq -c '.[]' {file} writes its items so"));
        }
        Some([b'[', ..]) => {
            let reason = "this is an array of arrays of JSON, not one object a line";
            return Some(format!("{reason}; jq -r '.[]|@csv' {file} writes a table"));
        }
        Some(_) if is_json_array(head.trim_ascii_start()) => {
            let reason = "these are arrays of JSON, not one object a line";
            return Some(format!("{reason}; jq -r '@csv' {file} writes a table"));
        }
        _ => {}
    }
    if has_lone_return(head) {
        return Some(format!(
            "CR alone ends its lines, which are one line here; tr '\\r' '\\n' < {file} mends it"
        ));
    }
    is_arff(head).then(|| {
        let reason = "this is ARFF, a table after a header of another kind";
        let command = format!("sed '1,/^@[Dd][Aa][Tt][Aa]/d' {file}");
        format!("{reason}; {command} leaves the table, to be read with --header no")
    })
}

/// What follows a `[` that everything begins with; nothing also while there are only blanks.
fn in_bracket(head: &[u8]) -> Option<&[u8]> {
    let text = head.trim_ascii_start();
    if text.is_empty() { Some(text) } else { text.strip_prefix(b"[").map(<[u8]>::trim_ascii_start) }
}

/// Whether the first line is an array of JSON.
fn is_json_array(text: &[u8]) -> bool {
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    serde_json::from_slice::<Vec<serde_json::Value>>(line).is_ok()
}

fn is_arff(head: &[u8]) -> bool {
    let relation =
        |line: &[u8]| line.get(..9).is_some_and(|l| l.eq_ignore_ascii_case(b"@relation"));
    let mut lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.find(|line| !line.is_empty() && !line.starts_with(b"%")).is_some_and(relation)
}

/// Whether enough was read to tell what it is: more would not change what [`explain`] says.
pub(super) fn is_told(head: &[u8]) -> bool {
    // A bracket may open an array, and comments may be those of ARFF.
    let is_open = head.len() < UTF_16_PATTERN || in_bracket(head).is_some_and(<[u8]>::is_empty);
    // To JSON a CR is a blank.
    let has_returns = has_lone_return(head) && in_bracket(head).is_none();
    !is_open && (has_returns || is_enough(head) && !has_only_comments(head))
}

fn has_only_comments(head: &[u8]) -> bool {
    let whole = memchr::memrchr(b'\n', head).map_or(&[][..], |end| &head[..end]);
    let mut lines = whole.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.all(|line| line.is_empty() || line.starts_with(b"%"))
}

/// Whether the first line holds a CR in mid-line, outside of double quotes.
fn has_lone_return(head: &[u8]) -> bool {
    let line = memchr::memchr(b'\n', head).map_or(head, |end| &head[..end]);
    let ends_line = |&at: &usize| line.get(at + 1).is_some_and(|&next| next != b'\r');
    let quotes = |at: usize| memchr::memchr_iter(b'"', &line[..at]).count();
    memchr::memchr_iter(b'\r', line).filter(ends_line).any(|at| quotes(at).is_multiple_of(2))
}

#[cfg(test)]
mod tests {
    use super::{explain, is_told};

    fn said(head: &[u8]) -> String {
        explain("d", head).unwrap_or_default()
    }

    #[test]
    fn what_it_is_and_what_to_do() {
        for (head, what, command) in [
            (&b"BZh91AY&SY\x01"[..], "bzip2 data", "bzip2 -dc d > d.txt unpacks"),
            (b"\xfd7zXZ\0\0", "xz data", "xz -dc d > d.txt unpacks"),
            (b"PK\x03\x04\x14", "a zip archive", "unzip d"),
            (b"PAR1\x15", "Parquet data", "to_csv(sys.argv[2], index=False)\" d d.csv makes"),
            (b"\x93NUMPY\x01", "an array of NumPy", "delimiter=',')\" d d.csv makes"),
            (b"\xff\xfea\0", "text in UTF-16", "iconv -f UTF-16 -t UTF-8 d"),
            (b"a\0,\0b\0", "text in UTF-16", "iconv -f UTF-16LE -t UTF-8 d"),
            (b"\0a\0,\0b", "text in UTF-16", "iconv -f UTF-16BE -t UTF-8 d"),
            (b"% note\n\n@RELATION r\n", "ARFF", "sed '1,/^@[Dd][Aa][Tt][Aa]/d' d leaves"),
            (b" [\n {\"a\":1},", "an array of JSON", "jq -c '.[]' d"),
            (b"[[1,2],[3,4]]", "an array of arrays of JSON", "jq -r '.[]|@csv' d"),
        ] {
            let said = said(head);
            assert!(said.starts_with(&format!("this is {what}")), "{head:?}: {said}");
            assert!(said.contains(command), "{said}");
        }
        for arrays in ["[1,2]\n[3,4]\n", " [\"a\", 1]\n", "[]"] {
            let said = said(arrays.as_bytes());
            assert!(said.contains("these are arrays of JSON") && said.contains("jq -r '@csv' d"));
        }
        for head in ["", "BZh9,label", "PK,label", "PARIS", "[a],b", "% note", "1 1:1\n", "@x,y"] {
            assert_eq!(said(head.as_bytes()), "", "{head}");
        }
    }

    /// Data comes in blocks of any size, from a pipe too.
    #[test]
    fn what_is_told_early_stays() {
        for text in [
            &b"[\n  {\"a\": 1},\n"[..],
            b"[\r\r\n\n{",
            b"\r\r[\r\r[\r\n",
            b" \r \n [\n{",
            b"% a\rb\n@relation r\n",
            b"% a\n\n% b\n@relation r\n",
            b"a\0\n\0b\0",
            b"\r\0a\0",
            b"a,b\r1,2\r",
            b"BZh91AY&SY\x01",
            b"[a],b\n{\n",
            b"[1,\r2]\n",
            b"[1,\r2\n",
        ] {
            for head in (0..=text.len()).map(|end| &text[..end]).filter(|head| is_told(head)) {
                assert_eq!(said(head), said(text), "{head:?} of {text:?}");
            }
        }
    }

    #[test]
    fn names_are_those_of_a_shell() {
        let xz = |name: &str| explain(name, b"\xfd7zXZ\0\0").unwrap_or_default();
        for (name, command) in [
            ("a/d.svm.xz", "xz -dc a/d.svm.xz > a/d.svm unpacks"),
            ("my data.xz", "xz -dc 'my data.xz' > 'my data' unpacks"),
            ("it's", "xz -dc 'it'\\''s' > 'it'\\''s.txt' unpacks"),
            ("-x.xz", "xz -dc ./-x.xz > ./-x unpacks"),
            ("-", "xz -dc FILE > FILE.txt unpacks"),
        ] {
            assert!(xz(name).contains(command), "{}", xz(name));
        }
    }

    #[test]
    fn returns_that_end_lines() {
        for text in ["a,label\r1,0\r", "1 | a\r-1 | b", "\"a\",b\rc,d\r\n"] {
            let said = said(text.as_bytes());
            assert!(said.starts_with("CR alone ends its lines"), "{text:?}: {said}");
            assert!(said.ends_with("tr '\\r' '\\n' < d mends it"), "{said}");
        }
        for text in ["a,b\r\n1,2\r\n", "a,b\r\r\n", "a,b\r", "\"x\ry\",b\n", "a\n1\r2\r"] {
            assert_eq!(said(text.as_bytes()), "", "{text:?}");
        }
    }
}
