//! A model that is saved goes on as if nothing had happened: from bytes and from a file.
//!
//! `cargo run -p noregret --example save_and_resume`

use noregret::{Choice, Model, Record, Result};

/// Runs the example.
pub(crate) fn main() -> Result<()> {
    let choice = Choice::parse("pa1:C=0.5,average=plain")?.problem("regression");
    let mut through = Model::new(&choice)?;
    learn(&mut through, 0..600)?;

    // As bytes, for a database or the network.
    let mut model = Model::new(&choice)?;
    learn(&mut model, 0..200)?;
    let bytes = model.to_bytes()?;
    let mut resumed = Model::from_bytes(&bytes)?;
    learn(&mut resumed, 200..400)?;

    // As a file, which `noregret inspect` and `noregret learn --resume` read too.
    let path = std::env::temp_dir().join(format!("noregret-{}.nrm", std::process::id()));
    resumed.save(&path)?;
    let mut resumed = Model::load(&path)?;
    std::fs::remove_file(&path)?;
    learn(&mut resumed, 400..600)?;

    let asked = Record::dense(&[0.5, 2.0]);
    println!("{} bytes; answer {}", bytes.len(), resumed.predict(&asked)?.score);
    assert_eq!(resumed.to_bytes()?, through.to_bytes()?, "weights, counters and certificate");
    assert_eq!(resumed.predict(&asked)?, through.predict(&asked)?);
    Ok(())
}

/// Learns from the rows with these numbers.
fn learn(model: &mut Model, rows: std::ops::Range<u32>) -> Result<()> {
    for t in rows {
        let x = [f64::from(t * 37 % 101) / 50.0 - 1.0, f64::from(t * 53 % 89) / 40.0];
        model.learn(&Record::dense(&x).label(2.0 * x[0] - x[1] + 0.5))?;
    }
    Ok(())
}
