//! The allowed directions of imports between the folders of this crate.

use std::fs;
use std::path::Path;

/// A folder, or a file that stands alone, imports only those before it.
const FOLDERS: &[&str] = &[
    "error",
    "number",
    "random",
    "prefetch",
    "registry",
    "state",
    "vector",
    "solve",
    "kernel",
    "loss",
    "schedule",
    "geometry",
    "round",
    "problem",
    "hypothesis",
    "ascent",
    "readout",
    "stage",
    "certificate",
    "replay/stored",
    "replay/scope",
    "replay/past",
    "learner",
    "spec",
    "algorithms",
    "metric",
    "snapshot",
    "merge",
    "replay/convert",
    "replay/work",
    "replay/rows",
    "replay/hindsight",
    "replay/witness",
    "experts",
    "risk",
    "boost",
    "generate",
];

/// The place in the list of the folder that a path like `replay/scope/mini` lies in.
fn place(path: &str) -> Option<usize> {
    let within = |folder: &str| {
        path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    FOLDERS.iter().position(|folder| within(folder))
}

/// The paths after `crate::` in a source text, comments aside, with `/` between the modules.
fn imports(source: &str) -> Vec<String> {
    let code: Vec<&str> = source.lines().filter_map(|line| line.split("//").next()).collect();
    let code = code.join("\n");
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let path = |after: &str| after.split(|c| !is_path(c)).next().unwrap_or("").replace("::", "/");
    code.split("crate::").skip(1).map(path).collect()
}

/// Calls `f` with the path below `src` and the text of every source file.
fn each_file(folder: &Path, below: &str, f: &mut impl FnMut(&str, &str)) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        let path = if below.is_empty() { name.clone() } else { format!("{below}/{name}") };
        if entry.file_type().unwrap().is_dir() {
            each_file(&entry.path(), &path, f);
        } else if let Some(module) = path.strip_suffix(".rs") {
            f(module, &fs::read_to_string(entry.path()).unwrap());
        }
    }
}

#[test]
fn a_folder_imports_only_those_before_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    let mut met = vec![false; FOLDERS.len()];
    each_file(&src, "", &mut |file, source| {
        if ["lib", "folders", "prelude", "replay/mod"].contains(&file) {
            return;
        }
        let Some(own) = place(file) else {
            wrong.push(format!("{file} is in no folder of the list"));
            return;
        };
        met[own] = true;
        for path in imports(source) {
            match place(path.trim_end_matches('/')) {
                Some(other) if other <= own => {}
                Some(_) => wrong.push(format!("{file} imports {path}, which comes later")),
                None => {
                    wrong.push(format!("{file} imports {path}, which is in no folder of the list"));
                }
            }
        }
    });
    let empty = FOLDERS.iter().zip(&met).filter(|(_, met)| !**met);
    wrong.extend(empty.map(|(folder, _)| format!("{folder} has no source file")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn imports_are_found_in_lists_and_in_paths_but_not_in_comments() {
    let source =
        "use crate::loss::{Hinge, Loss}; // crate::boost\nfn f() { crate::vector::unit(0) }";
    assert_eq!(imports(source), ["loss/", "vector/unit"]);
    assert!(place("replay/scope/mini") < place("replay/hindsight/rows"));
    assert_eq!(place("registry2"), None);
}
