//! WAV files: PCM of 8, 16, 24 and 32 bits and 32-bit float, plain or compressed by gzip or zstd.
//!
//! One channel is expected. Of several, one is chosen or all are averaged if the caller says so.

use std::fmt;
use std::io::Cursor;
use std::path::Path;
use std::str::FromStr;

use hound::{SampleFormat, WavReader, WavSpec};
use noregret_io::Source;

use super::resample::resample;
use crate::error::{Error, Place};

/// The lowest sample rate that is read, in Hz.
pub const MIN_RATE: u32 = 8_000;
/// The highest sample rate that is read, in Hz.
pub const MAX_RATE: u32 = 768_000;

/// Lengths from here on are what programs write to a pipe, as they do not know the length yet.
const STREAMED: u32 = 0x7fff_0000;

/// Which channel of a recording is used.
///
/// ```
/// use noregret_align::audio::Channel;
///
/// assert_eq!("2".parse(), Ok(Channel::Number(2)));
/// assert_eq!("mix".parse(), Ok(Channel::Mix));
/// assert!("0".parse::<Channel>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Channel {
    /// The only one; more than one is an error.
    #[default]
    Only,
    /// The one of this number, from 1.
    Number(u16),
    /// The average of all.
    Mix,
}

impl FromStr for Channel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("mix", _) => Ok(Self::Mix),
            (_, Ok(number)) if number > 0 => Ok(Self::Number(number)),
            _ => Err(format!("channel \"{text}\": a number from 1 or mix is expected")),
        }
    }
}

/// A recording of one channel.
#[derive(Debug, Clone, PartialEq)]
pub struct Audio {
    /// Samples a second.
    pub rate: u32,
    /// Samples in [-1, 1].
    pub samples: Vec<f32>,
}

impl Audio {
    /// Reads a WAV file, or standard input for `-`.
    ///
    /// # Errors
    /// If the file cannot be read, is not a WAV file, is cut short, is empty, has another number of
    /// channels than `channel` allows, a rate outside [`MIN_RATE`] to [`MAX_RATE`] or a sample that
    /// is not a number.
    pub fn open(path: &Path, channel: Channel) -> Result<Self, Error> {
        let bytes = Source::open(path)?.read_all()?;
        Self::from_bytes(&path.to_string_lossy(), &bytes, channel)
    }

    /// Reads the content of a WAV file called `name`.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn from_bytes(name: &str, bytes: &[u8], channel: Channel) -> Result<Self, Error> {
        let repaired = with_length(bytes);
        let bytes = repaired.as_deref().unwrap_or(bytes);
        let file = WavFile { name, bytes };
        let reader = WavReader::new(Cursor::new(bytes)).map_err(|e| file.no_wav(&e))?;
        let spec = reader.spec();
        file.check(spec, channel)?;
        let interleaved = file.samples(reader)?;
        let samples = pick(&interleaved, usize::from(spec.channels), channel);
        if samples.is_empty() {
            return Err(file.error(Place::Whole, "the recording is empty"));
        }
        Ok(Self { rate: spec.sample_rate, samples })
    }

    /// How long it is, in seconds.
    pub fn duration(&self) -> f64 {
        self.samples.len() as f64 / f64::from(self.rate)
    }

    /// The recording at another sample rate, see [`resample`].
    #[must_use]
    pub fn at_rate(&self, rate: u32) -> Self {
        Self { rate, samples: resample(&self.samples, self.rate, rate) }
    }
}

/// Refuses sample rates that no recording has.
pub(super) fn check_rate(rate: u32) -> Result<(), String> {
    if rate < MIN_RATE {
        Err(format!("sample rate {rate} Hz: at least {MIN_RATE} Hz are needed"))
    } else if rate > MAX_RATE {
        Err(format!("sample rate {rate} Hz: at most {MAX_RATE} Hz are read"))
    } else {
        Ok(())
    }
}

/// The content of a file and its name, for errors.
struct WavFile<'a> {
    name: &'a str,
    bytes: &'a [u8],
}

impl WavFile<'_> {
    fn error(&self, place: Place, reason: impl Into<String>) -> Error {
        Error::in_file(self.name, place, reason)
    }

    /// Why the header could not be read.
    fn no_wav(&self, error: &hound::Error) -> Error {
        let reason = match error {
            _ if self.bytes.is_empty() => "the file is empty".to_owned(),
            _ if self.bytes.starts_with(b"NIST_1A") => {
                "a NIST SPHERE file, not WAV: sox or sph2pipe converts it".to_owned()
            }
            _ if !self.bytes.starts_with(b"RIFF") => "not a WAV file".to_owned(),
            hound::Error::IoError(_) => "the header is cut short".to_owned(),
            hound::Error::Unsupported => {
                "an encoding that is not read: convert to 16-bit PCM".to_owned()
            }
            other => format!("not a WAV file that can be read: {other}"),
        };
        self.error(Place::Whole, reason)
    }

    /// Refuses what the caller did not ask for.
    fn check(&self, spec: WavSpec, channel: Channel) -> Result<(), Error> {
        let WavSpec { channels, sample_rate, .. } = spec;
        let reason = match channel {
            Channel::Only if channels != 1 => {
                let numbers =
                    if channels == 2 { "1|2".to_owned() } else { format!("1..{channels}") };
                format!("{channels} channels: convert to mono, or choose --channel {numbers}|mix")
            }
            Channel::Number(number) if number > channels => {
                format!("channel {number} is asked for, but the file has {channels}")
            }
            _ => match check_rate(sample_rate) {
                Err(reason) => reason,
                Ok(()) => return Ok(()),
            },
        };
        Err(self.error(Place::Whole, reason))
    }

    /// All samples, channel by channel within each time.
    fn samples(&self, reader: WavReader<Cursor<&[u8]>>) -> Result<Vec<f32>, Error> {
        let spec = reader.spec();
        match spec.sample_format {
            SampleFormat::Float => self.collect(reader.into_samples::<f32>(), spec),
            SampleFormat::Int => {
                let scale = 0.5f64.powi(i32::from(spec.bits_per_sample) - 1);
                let scaled = |sample: i32| (f64::from(sample) * scale) as f32;
                self.collect(reader.into_samples::<i32>().map(|s| s.map(scaled)), spec)
            }
        }
    }

    fn collect(
        &self,
        stream: impl ExactSizeIterator<Item = hound::Result<f32>>,
        spec: WavSpec,
    ) -> Result<Vec<f32>, Error> {
        let promised = stream.len();
        let mut samples = Vec::with_capacity(promised.min(self.bytes.len()));
        for sample in stream {
            let time = |index: usize| {
                (index / usize::from(spec.channels)) as f64 / f64::from(spec.sample_rate)
            };
            let place = Place::Time(time(samples.len()));
            match sample {
                Ok(value) if value.is_finite() => samples.push(value),
                Ok(value) => return Err(self.error(place, format!("a sample is {value}"))),
                Err(hound::Error::IoError(_)) => {
                    let whole = time(promised);
                    let reason = format!("the file is cut short: its header says {whole:.3} s");
                    return Err(self.error(place, reason));
                }
                Err(other) => return Err(self.error(place, other.to_string())),
            }
        }
        Ok(samples)
    }
}

/// The file with its true length in the header, if that has a length that stands for "unknown".
fn with_length(bytes: &[u8]) -> Option<Vec<u8>> {
    let head = &bytes[..bytes.len().min(4096)];
    let data = head.windows(4).position(|word| word == b"data")? + 8;
    let length = u32::from_le_bytes(*bytes.get(data - 4..data)?.first_chunk()?);
    let block = usize::from(u16::from_le_bytes(*bytes.get(32..34)?.first_chunk()?)).max(1);
    let there = bytes.len() - data;
    if length < STREAMED || there as u64 >= u64::from(length) {
        return None;
    }
    let whole = u32::try_from(there - there % block).ok()?;
    let mut repaired = bytes.to_vec();
    repaired[data - 4..data].copy_from_slice(&whole.to_le_bytes());
    Some(repaired)
}

/// The channel that was asked for, from interleaved samples.
fn pick(interleaved: &[f32], channels: usize, channel: Channel) -> Vec<f32> {
    let times = interleaved.chunks_exact(channels.max(1));
    match channel {
        Channel::Only => interleaved.to_vec(),
        Channel::Number(number) => times.map(|c| c[usize::from(number) - 1]).collect(),
        Channel::Mix => times.map(|c| c.iter().sum::<f32>() / c.len() as f32).collect(),
    }
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Only => write!(f, "only"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Mix => write!(f, "mix"),
        }
    }
}
