//! The engine in 30 lines: learn from a file while somebody watches, then test on another.
//!
//! `cargo run -p noregret --example embed`

use noregret::{Choice, Observer, Progress, Result, Training};

const TRAIN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/spam/train.vw.gz");
const TEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/spam/test.vw.gz");

/// Prints the progressive error each time the number of examples has doubled.
struct Printer {
    next: u64,
}

impl Observer for Printer {
    fn wants(&self) -> u64 {
        self.next
    }
    fn progress(&mut self, progress: &Progress<'_>) -> Result<()> {
        let meter = progress.model.meter();
        println!("{:>6} examples  error {:.3?}", meter.examples, meter.value("error_rate"));
        self.next *= 2;
        Ok(())
    }
}

/// Runs the example.
pub(crate) fn main() -> Result<()> {
    let training = Training::new([TRAIN]).choice(Choice::parse("pa1:C=0.1,average=plain")?);
    let mut printer = Printer { next: 100 };
    let model = training.run(&mut printer)?.model;
    let test = training.test(&model, TEST.as_ref(), &mut printer)?;
    println!("on new mail: error {:.3?}", test.value("error_rate"));
    assert!(printer.next == 6400 && test.value("error_rate").is_some_and(|error| error < 0.1));
    Ok(())
}
