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

        /// Every file of the folder is among them.
        #[test]
        fn all_are_run() {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rust");
            let mut files: Vec<String> = std::fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .filter(|name| name.ends_with(".rs"))
                .collect();
            files.sort();
            assert_eq!(files, ["certified_band.rs", $(concat!(stringify!($name), ".rs")),+]);
        }
    };
}

examples! {
    embed at "../../../../examples/rust/embed.rs",
    late_labels at "../../../../examples/rust/late_labels.rs",
    own_loss at "../../../../examples/rust/own_loss.rs",
    own_problem at "../../../../examples/rust/own_problem.rs",
    save_and_resume at "../../../../examples/rust/save_and_resume.rs",
}

#[path = "../../../../examples/rust/certified_band.rs"]
mod certified_band;

/// What the program draws is the picture of the main page.
#[test]
fn certified_band_draws_the_picture_of_the_main_page() {
    const _: fn() -> noregret::Result<()> = certified_band::main;
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let data = format!("{root}/examples/spam/train.vw.gz");
    let (_, picture) = certified_band::picture(&data, "pa1:C=0.03").unwrap();
    assert!(picture == std::fs::read_to_string(format!("{root}/docs/run.svg")).unwrap());
}
