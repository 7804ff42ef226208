//! Text of the user's inside a message: at most 40 characters, nothing unprintable; and names of
//! files inside a command.

const LONGEST: usize = 40;

/// `'text'` with unprintable characters escaped, cut with `…` after 40 characters.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    // Four bytes hold any character, so the cut below never needs more than this.
    let head = bytes.get(..4 * (LONGEST + 1)).unwrap_or(bytes);
    let text = String::from_utf8_lossy(head);
    let mut out = String::from("'");
    for (count, character) in text.chars().enumerate() {
        if count == LONGEST {
            out.push('…');
            break;
        }
        match character {
            ' ' => out.push(' '),
            c if c.is_control() || c.is_whitespace() => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}

/// A name as a shell takes it; that of standard input is to be filled in.
pub(crate) fn in_shell(name: &str) -> String {
    let name = name.strip_prefix('-').map_or(name.to_owned(), |rest| match rest {
        "" | ".txt" | ".csv" => format!("FILE{rest}"),
        _ => format!("./{name}"),
    });
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_./-+,:@%".contains(&byte);
    match name.bytes().all(plain) {
        true => name,
        false => format!("'{}'", name.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn short_text_is_kept_and_unprintables_are_escaped() {
        assert_eq!(quoted(b"a b\x07\t\xff"), "'a b\\u{7}\\t\u{fffd}'");
    }

    #[test]
    fn long_text_is_cut_by_characters() {
        let text = "é".repeat(90);
        assert_eq!(quoted(text.as_bytes()), format!("'{}…'", "é".repeat(40)));
        assert_eq!(quoted(&[b'x'; 40]), format!("'{}'", "x".repeat(40)));
    }
}
