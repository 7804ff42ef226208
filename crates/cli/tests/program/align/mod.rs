//! `noregret align`: times that were built into made-up sounds are found again, from folder to
//! TextGrid; broken input is told with file and place; a model says what it is for.
//!
//! | file | what it holds |
//! |---|---|
//! | `speech` | made-up utterances: learned from, aligned, written |
//! | `speech_refused` | utterances, labels and folders that are refused |
//! | `music` | made-up performances, whole and broken |
//! | `model` | what a model says of itself |

mod model;
mod music;
mod speech;
mod speech_refused;

const RATE: u32 = 16_000;

/// Numbers in [-1, 1] from a linear congruence.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / f64::from(1u32 << 30) - 1.0
    }
}

/// A mono WAV file of 16 bits.
fn wav(samples: &[f64], rate: u32) -> Vec<u8> {
    let data: Vec<u8> =
        samples.iter().flat_map(|x| ((x * 32_000.0) as i16).to_le_bytes()).collect();
    [header(1, rate, data.len() as u32), data].concat()
}

fn header(channels: u16, rate: u32, length: u32) -> Vec<u8> {
    let block = channels * 2;
    let mut bytes = b"RIFF".to_vec();
    bytes.extend((36 + length).to_le_bytes());
    bytes.extend(b"WAVEfmt ");
    bytes.extend(16u32.to_le_bytes());
    bytes.extend(1u16.to_le_bytes());
    bytes.extend(channels.to_le_bytes());
    bytes.extend(rate.to_le_bytes());
    bytes.extend((rate * u32::from(block)).to_le_bytes());
    bytes.extend(block.to_le_bytes());
    bytes.extend(16u16.to_le_bytes());
    bytes.extend(b"data");
    bytes.extend(length.to_le_bytes());
    bytes
}
