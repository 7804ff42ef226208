//! Messages of the engine in the words of Python: the program's flags are arguments here.

/// The flags that are arguments of the same name.
const ARGUMENTS: [&str; 16] = [
    "budget",
    "categorical",
    "costs",
    "delimiter",
    "epsilon",
    "format",
    "group",
    "hash",
    "label",
    "margin",
    "missing",
    "p",
    "problem",
    "templates",
    "text",
    "weight",
];
/// Those whose value follows them in messages.
const WITH_VALUE: [&str; 2] = ["format", "problem"];

/// What the program calls by its flag, and Python otherwise.
const PHRASES: [(&str, &str); 2] =
    [("one entry of -a", "a choice"), ("the list of -a", "the choice")];

/// The message with arguments in place of flags.
///
/// `--format vw` is `format='vw'`, `--hash` is `hash`, and `-a` is `choice`.
pub(crate) fn in_python(message: &str) -> String {
    let message = PHRASES.iter().fold(message.to_owned(), |all, (from, to)| all.replace(from, to));
    let mut said: Vec<String> = Vec::new();
    let mut words = message.split(' ').peekable();
    while let Some(word) = words.next() {
        let Some((before, name, after)) = argument(word) else {
            said.push(word.into());
            continue;
        };
        let value = match words.peek() {
            Some(next) if after.is_empty() && WITH_VALUE.contains(&name) => value(next),
            _ => None,
        };
        said.push(match value {
            Some((value, rest)) => {
                words.next();
                format!("{before}{name}='{value}'{rest}")
            }
            None => format!("{before}{name}{after}"),
        });
    }
    said.join(" ")
}

/// What stands before a flag in a word, the argument that it is, and what comes after it.
fn argument(word: &str) -> Option<(&str, &str, &str)> {
    let at = word.find(|c| !"('".contains(c))?;
    let (before, flag) = word.split_at(at);
    let end = flag.find(|c: char| !(c == '-' || c.is_ascii_lowercase())).unwrap_or(flag.len());
    let (flag, after) = flag.split_at(end);
    if flag == "-a" {
        return Some((before, "choice", after));
    }
    let name = flag.strip_prefix("--").filter(|name| ARGUMENTS.contains(name))?;
    Some((before, name, after))
}

/// A word as the value of a flag, and what comes after it.
fn value(word: &str) -> Option<(&str, &str)> {
    let end = word.find(|c: char| !(c == '-' || c.is_ascii_lowercase())).unwrap_or(word.len());
    (end > 0).then(|| word.split_at(end))
}
