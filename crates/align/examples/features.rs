//! Prints the features of a WAV file, a frame a line, separated by tabs.
//!
//! `cargo run --release -p noregret-align --example features -- mfcc|bands FILE.wav [RATE]`
//!
//! RATE is the sample rate, in Hz, at which the features are computed.

use std::io::Write;
use std::path::Path;

use noregret_align::audio::{Audio, BandParams, Bands, Channel, FrameMatrix, Mfcc, MfccParams};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, file, rest @ ..] = &arguments[..] else {
        return Err("usage: features mfcc|bands FILE.wav [RATE]".into());
    };
    let rate = rest.first().map(|text| text.parse()).transpose()?;
    let audio = Audio::open(Path::new(file), Channel::Only)?;
    print(&match kind.as_str() {
        "mfcc" => {
            let defaults = MfccParams::default();
            let sample_rate = rate.unwrap_or(defaults.sample_rate);
            Mfcc::new(&MfccParams { sample_rate, ..defaults })?.features(&audio)
        }
        "bands" => {
            let defaults = BandParams::default();
            let sample_rate = rate.unwrap_or(defaults.sample_rate);
            Bands::new(&BandParams { sample_rate, ..defaults })?.energies(&audio)
        }
        other => return Err(format!("\"{other}\": mfcc or bands is expected").into()),
    })?;
    Ok(())
}

fn print(features: &FrameMatrix) -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for row in features.rows() {
        let words: Vec<String> = row.iter().map(|x| format!("{x:.9}")).collect();
        writeln!(out, "{}", words.join("\t"))?;
    }
    out.flush()
}
