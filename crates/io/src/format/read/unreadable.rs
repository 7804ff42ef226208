//! Files that no format here reads, told by their first bytes: what they are, and the command that
//! makes them readable.
//!
//! | first bytes | what it is |
//! |---|---|
//! | a CR that no LF follows, in the first line | text of which CR alone ends the lines |

/// What a file called `name` with these first bytes is, if it cannot be read, and what to do.
pub(super) fn explain(name: &str, head: &[u8]) -> Option<String> {
    let file = if name == "-" { "FILE" } else { name };
    has_lone_return(head).then(|| {
        format!(
            "CR alone ends its lines, which are one line here; tr '\\r' '\\n' < {file} mends it"
        )
    })
}

/// Whether the first line holds a CR in mid-line, outside of double quotes.
pub(super) fn has_lone_return(head: &[u8]) -> bool {
    let line = memchr::memchr(b'\n', head).map_or(head, |end| &head[..end]);
    let ends_line = |&at: &usize| line.get(at + 1).is_some_and(|&next| next != b'\r');
    let quotes = |at: usize| memchr::memchr_iter(b'"', &line[..at]).count();
    memchr::memchr_iter(b'\r', line).filter(ends_line).any(|at| quotes(at).is_multiple_of(2))
}

#[cfg(test)]
mod tests {
    use super::explain;

    #[test]
    fn returns_that_end_lines() {
        for text in ["a,label\r1,0\r", "1 | a\r-1 | b", "\"a\",b\rc,d\r\n"] {
            let said = explain("d.csv", text.as_bytes()).unwrap_or_default();
            assert!(said.starts_with("CR alone ends its lines"), "{text:?}: {said}");
            assert!(said.ends_with("tr '\\r' '\\n' < d.csv mends it"), "{said}");
        }
        for text in ["a,b\r\n1,2\r\n", "a,b\r\r\n", "a,b\r", "\"x\ry\",b\n", "a\n1\r2\r"] {
            assert_eq!(explain("d.csv", text.as_bytes()), None, "{text:?}");
        }
    }
}
