//! Source texts for the tests that hold rules about the code: comments and tests aside.

use std::fs;
use std::path::Path;

/// Calls `f` with the path below a folder, without `.rs`, and the text of every source file.
pub fn each_file(folder: &Path, f: &mut impl FnMut(&str, &str)) {
    each_below(folder, "", f);
}

fn each_below(folder: &Path, below: &str, f: &mut impl FnMut(&str, &str)) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        let path = if below.is_empty() { name } else { format!("{below}/{name}") };
        if entry.file_type().unwrap().is_dir() {
            each_below(&entry.path(), &path, f);
        } else if let Some(module) = path.strip_suffix(".rs") {
            f(module, &fs::read_to_string(entry.path()).unwrap());
        }
    }
}

/// The code without comments and without the tests at its end.
pub fn code(source: &str) -> String {
    let source = source.split("#[cfg(test)]").next().unwrap_or("");
    let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| line.split(" // ").next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

/// What stands between the double quotes of code.
pub fn strings(code: &str) -> Vec<String> {
    let (mut all, mut now): (Vec<String>, Option<String>) = (Vec::new(), None);
    let mut characters = code.chars();
    let mut before = ' ';
    while let Some(c) = characters.next() {
        match (&mut now, c) {
            // A quote that stands alone as a character.
            (None, '"') if before == '\'' => {}
            (None, '"') => now = Some(String::new()),
            (Some(text), '\\') => text.extend(characters.next().map(|c| format!("\\{c}"))),
            (Some(_), '"') => all.extend(now.take()),
            (Some(text), c) => text.push(c),
            (None, _) => {}
        }
        before = c;
    }
    all
}

#[test]
fn strings_are_found_and_comments_are_not() {
    let source =
        "let a = \"x \\\" y\"; // \"no\"\n/// \"nor this\"\nf('\"', \"z\");\n#[cfg(test)]\n\"t\"";
    assert_eq!(strings(&code(source)), ["x \\\" y", "z"]);
}
