//! The allowed directions of imports between the folders of the engine.

use crate::sources::{code, each_file};
use std::path::Path;

/// A folder imports only folders before it. Files named here stand alone.
const FOLDERS: &[&str] = &[
    "error",
    "words",
    "axes",
    "choice",
    "observer",
    "source",
    "example",
    "proof",
    "model",
    "array",
    "save",
    "trace",
    "verify",
    "train/auto",
    "train/risk",
    "train/saving",
    "train/shard",
    "train/training",
    "opening",
    "session",
    "train",
    "chart",
];

/// The exceptions: an observer is told of models, and is told while rows are read; witnesses stand
/// beside a learner of a model.
const EXCEPTIONS: &[(&str, &str)] = &[("observer", "model"), ("proof", "model")];

/// The folder that a path like `train/risk` lies in, the file alone if it stands alone.
fn folder(path: &str) -> Option<usize> {
    let within = |folder: &str| {
        path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let found = FOLDERS.iter().enumerate().filter(|(_, folder)| within(folder));
    found.max_by_key(|(_, folder)| folder.len()).map(|(at, _)| at)
}

/// The paths after `crate::` and `super::` in the code of a file, with `/` between the modules;
/// what the root passes on is that of its own folder.
fn imports(file: &str, code: &str) -> Vec<String> {
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let path = |after: &str| after.split(|c| !is_path(c)).next().unwrap_or("").replace("::", "/");
    let above = |file: &str| file.rsplit_once('/').map_or("", |(above, _)| above).to_owned();
    let above = above(file.trim_end_matches("/mod"));
    let own = code.split("super::").skip(1).map(|after| format!("{above}/{}", path(after)));
    let roots = code.split("crate::").skip(1).map(|after| match after.chars().next() {
        Some('{') => "error".to_owned(),
        Some(c) if c.is_uppercase() => "error".to_owned(),
        _ => path(after),
    });
    roots.chain(own.filter(|_| !above.is_empty())).collect()
}

#[test]
fn a_folder_imports_only_folders_before_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    let mut met = vec![false; FOLDERS.len()];
    each_file(&src, &mut |file, source| {
        if file == "lib" {
            return;
        }
        let Some(own) = folder(file.trim_end_matches("/mod")) else {
            wrong.push(format!("{file} is in no folder of the list"));
            return;
        };
        met[own] = true;
        for path in imports(file, &code(source)) {
            let Some(other) = folder(path.trim_end_matches('/')) else {
                wrong.push(format!("{file} imports {path}, which is in no folder of the list"));
                continue;
            };
            if other > own && !EXCEPTIONS.contains(&(FOLDERS[own], FOLDERS[other])) {
                wrong.push(format!("{file} imports {path}, which comes later"));
            }
        }
    });
    let empty = FOLDERS.iter().zip(&met).filter(|(_, met)| !**met);
    wrong.extend(empty.map(|(folder, _)| format!("{folder} is empty")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// At the root only errors and results are imported without their folder.
#[test]
fn what_is_imported_from_the_root_are_errors() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    each_file(&src, &mut |file, source| {
        let code = code(source);
        let lists = code.split("crate::{").skip(1).filter_map(|after| after.split('}').next());
        for list in lists {
            let names = list.split(',').map(str::trim);
            let mut others = names.filter(|name| !["Error", "Result", ""].contains(name));
            assert!(others.next().is_none(), "{file}: crate::{{{list}}}");
        }
    });
}

#[test]
fn imports_are_found_in_lists_in_paths_and_from_above() {
    let source =
        "use crate::model::{Kind, Model};\nuse crate::{Error, Result};\nuse super::risk::Risk;";
    assert_eq!(imports("train/training", source), ["model/", "error", "train/risk/Risk"]);
    assert_eq!(imports("train/mod", "use super::x;"), [""; 0]);
    assert!(folder("train/risk") < folder("opening") && folder("opening") < folder("train/boost"));
    assert_eq!(folder("trains"), None);
}
