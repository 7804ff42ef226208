//! The examples of `examples/rust` run, and what they assert holds.

macro_rules! examples {
    ($($name:ident at $path:literal),+ $(,)?) => {$(
        #[path = $path]
        mod $name;

        #[test]
        fn $name() {
            $name::main().unwrap();
        }
    )+

        /// Every program of the folder is among them.
        #[test]
        fn all_are_run() {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rust");
            let mut files: Vec<String> = std::fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .filter(|name| name.ends_with(".rs"))
                .collect();
            files.sort();
            assert_eq!(files, [$(concat!(stringify!($name), ".rs")),+]);
        }
    };
}

examples! {
    certified_band at "../../../../examples/rust/certified_band.rs",
    embed at "../../../../examples/rust/embed.rs",
    late_labels at "../../../../examples/rust/late_labels.rs",
    own_loss at "../../../../examples/rust/own_loss.rs",
    own_problem at "../../../../examples/rust/own_problem.rs",
    own_structure at "../../../../examples/rust/own_structure.rs",
    save_and_resume at "../../../../examples/rust/save_and_resume.rs",
}
