//! WAV files of every encoding, and broken ones.

use std::io::{Cursor, Write};

use hound::{SampleFormat, WavSpec, WavWriter};
use noregret_align::audio::{Audio, Channel};

use crate::sine;

fn spec(channels: u16, bits_per_sample: u16, sample_format: SampleFormat) -> WavSpec {
    WavSpec { channels, sample_rate: 16_000, bits_per_sample, sample_format }
}

fn integers(spec: WavSpec, samples: &[i32]) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let mut writer = WavWriter::new(&mut bytes, spec).unwrap();
    samples.iter().for_each(|&sample| writer.write_sample(sample).unwrap());
    writer.finalize().unwrap();
    bytes.into_inner()
}

fn floats(samples: &[f32]) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let mut writer = WavWriter::new(&mut bytes, spec(1, 32, SampleFormat::Float)).unwrap();
    samples.iter().for_each(|&sample| writer.write_sample(sample).unwrap());
    writer.finalize().unwrap();
    bytes.into_inner()
}

fn pcm16(samples: &[i32]) -> Vec<u8> {
    integers(spec(1, 16, SampleFormat::Int), samples)
}

fn error(bytes: &[u8], channel: Channel) -> String {
    Audio::from_bytes("a.wav", bytes, channel).unwrap_err().to_string()
}

#[test]
fn every_width_gives_the_same_sound() {
    let wave = sine(440.0, 16_000, 2000, 0.9);
    for bits in [8, 16, 24, 32] {
        let scale = 2f64.powi(i32::from(bits) - 1);
        let steps: Vec<i32> = wave.iter().map(|&x| (f64::from(x) * scale).round() as i32).collect();
        let bytes = integers(spec(1, bits, SampleFormat::Int), &steps);
        let audio = Audio::from_bytes("a.wav", &bytes, Channel::Only).unwrap();
        assert_eq!((audio.rate, audio.samples.len()), (16_000, 2000));
        for (x, y) in audio.samples.iter().zip(&wave) {
            assert!(f64::from((x - y).abs()) <= 0.5 / scale + 1e-7, "{bits} bits: {x} {y}");
        }
    }
    let audio = Audio::from_bytes("a.wav", &floats(&wave), Channel::Only).unwrap();
    assert_eq!(audio.samples, wave);
    assert!((audio.duration() - 0.125).abs() < 1e-12);
}

#[test]
fn stereo_is_read_only_if_asked_for() {
    let bytes = integers(spec(2, 16, SampleFormat::Int), &[16_384, 8192, -16_384, 8192]);
    let read = |channel| Audio::from_bytes("a.wav", &bytes, channel).unwrap().samples;
    assert_eq!(read(Channel::Number(1)), [0.5, -0.5]);
    assert_eq!(read(Channel::Number(2)), [0.25, 0.25]);
    assert_eq!(read(Channel::Mix), [0.375, -0.125]);
    assert_eq!(
        error(&bytes, Channel::Only),
        "a.wav: 2 channels: convert to mono, or choose --channel 1|2|mix"
    );
    let six = integers(spec(6, 16, SampleFormat::Int), &[0; 6]);
    assert!(error(&six, Channel::Only).ends_with("--channel 1..6|mix"));
    let missing = error(&bytes, Channel::Number(3));
    assert_eq!(missing, "a.wav: channel 3 is asked for, but the file has 2");
}

#[test]
fn a_file_that_is_cut_short_says_when() {
    let whole = pcm16(&[100; 16_000]);
    let cut = &whole[..whole.len() - 16_000];
    let expected = "a.wav: at 0.500 s: the file is cut short: its header says 1.000 s";
    assert_eq!(error(cut, Channel::Only), expected);
    assert_eq!(error(&whole[..30], Channel::Only), "a.wav: the header is cut short");
}

#[test]
fn what_is_no_recording_is_refused() {
    assert_eq!(error(b"", Channel::Only), "a.wav: the file is empty");
    assert_eq!(error(b"ID3 something else", Channel::Only), "a.wav: not a WAV file");
    let sphere = error(b"NIST_1A\n   1024\n", Channel::Only);
    assert_eq!(sphere, "a.wav: a NIST SPHERE file, not WAV: sox or sph2pipe converts it");
    assert_eq!(error(&pcm16(&[]), Channel::Only), "a.wav: the recording is empty");
    let slow = WavSpec { sample_rate: 4000, ..spec(1, 16, SampleFormat::Int) };
    let reason = "a.wav: sample rate 4000 Hz: at least 8000 Hz are needed";
    assert_eq!(error(&integers(slow, &[1, 2]), Channel::Only), reason);
    let fast = WavSpec { sample_rate: 768_001, ..spec(1, 16, SampleFormat::Int) };
    let reason = "a.wav: sample rate 768001 Hz: at most 768000 Hz are read";
    assert_eq!(error(&integers(fast, &[1, 2]), Channel::Only), reason);
    let mut nan = vec![0.0; 1600];
    nan[800] = f32::NAN;
    assert_eq!(error(&floats(&nan), Channel::Only), "a.wav: at 0.050 s: a sample is NaN");
}

/// Programs that write to a pipe do not know the length and write a large one.
#[test]
fn a_streamed_file_ends_where_its_bytes_end() {
    let mut bytes = pcm16(&[100; 1600]);
    let data = bytes.windows(4).position(|word| word == b"data").unwrap();
    bytes[4..8].copy_from_slice(&[0xff; 4]);
    bytes[data + 4..data + 8].copy_from_slice(&[0xff, 0xff, 0xff, 0xff]);
    let audio = Audio::from_bytes("-", &bytes, Channel::Only).unwrap();
    assert_eq!(audio.samples.len(), 1600);
}

#[test]
fn compressed_files_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.wav.gz");
    let file = std::fs::File::create(&path).unwrap();
    let mut gzip = flate2::write::GzEncoder::new(file, flate2::Compression::default());
    gzip.write_all(&pcm16(&[16_384; 800])).unwrap();
    gzip.finish().unwrap();
    assert_eq!(Audio::open(&path, Channel::Only).unwrap().samples, [0.5; 800]);
    let missing = Audio::open(&folder.path().join("b.wav"), Channel::Only).unwrap_err();
    assert!(missing.to_string().contains("b.wav"));
}

/// Whatever byte is wrong, the answer is a recording or an error.
#[test]
fn damaged_headers_do_not_panic() {
    let whole = pcm16(&[100; 50]);
    for place in 0..60 {
        for value in [0, 1, 2, 7, 0x7f, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[place] = value;
            for channel in [Channel::Only, Channel::Number(1), Channel::Mix] {
                let _ = Audio::from_bytes("a.wav", &bytes, channel);
            }
        }
    }
}
