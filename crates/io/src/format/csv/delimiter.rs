//! Which byte separates the cells of a table that does not say.
//!
//! A semicolon if the first line has one and no comma, outside of quotes; a comma between two
//! digits is then no comma either but a decimal mark, as in `1,5;2,25`. Otherwise a comma.

const COMMA: u8 = b',';
const SEMICOLON: u8 = b';';

/// Whether a line looks like a record of cells.
pub(super) fn separates(line: &[u8]) -> bool {
    memchr::memchr2(COMMA, SEMICOLON, line).is_some()
}

/// The delimiter of a table whose first line is this.
pub(super) fn of(line: &[u8]) -> u8 {
    let digit = |at: usize| line.get(at).is_some_and(u8::is_ascii_digit);
    let (mut open, mut semicolon) = (false, false);
    for (at, &byte) in line.iter().enumerate() {
        let decimal = at > 0 && digit(at - 1) && digit(at + 1);
        match byte {
            b'"' => open = !open,
            COMMA if !open && !decimal => return COMMA,
            SEMICOLON if !open => semicolon = true,
            _ => {}
        }
    }
    if semicolon { SEMICOLON } else { COMMA }
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn semicolons_count_where_no_comma_separates() {
        for line in ["a;b", "1,5;2,25;0", "\"x,y\";z", "a b;c"] {
            assert_eq!(of(line.as_bytes()), b';', "{line}");
        }
        for line in ["a,b", "a;b,c", "1,5", "x", "\"a;b\",c", "1,5;a,b", ""] {
            assert_eq!(of(line.as_bytes()), b',', "{line}");
        }
    }
}
