//! Where bytes go: a file or standard output (`-`), compressed if the name ends in `.gz` or `.zst`.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use flate2::write::GzEncoder;

use crate::source::Compression;

type Output = BufWriter<Box<dyn Write + Send>>;

/// An open output file or stream.
pub(crate) enum Sink {
    Plain(Output),
    Gzip(GzEncoder<Output>),
    Zstd(zstd::stream::write::Encoder<'static, Output>),
}

impl Sink {
    /// Opens a path, or standard output for `-`.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let stream: Box<dyn Write + Send> = if path == Path::new("-") {
            Box::new(io::stdout())
        } else {
            Box::new(File::create(path)?)
        };
        let output = BufWriter::with_capacity(1 << 16, stream);
        Ok(match Compression::from_name(path) {
            Compression::None => Self::Plain(output),
            Compression::Gzip => Self::Gzip(GzEncoder::new(output, flate2::Compression::default())),
            Compression::Zstd => Self::Zstd(zstd::stream::write::Encoder::new(output, 0)?),
        })
    }

    pub(crate) fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Plain(output) => output.write_all(bytes),
            Self::Gzip(encoder) => encoder.write_all(bytes),
            Self::Zstd(encoder) => encoder.write_all(bytes),
        }
    }

    /// Ends the compressed stream and flushes everything.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(output) => output.flush(),
            Self::Gzip(encoder) => {
                encoder.try_finish()?;
                encoder.get_mut().flush()
            }
            Self::Zstd(encoder) => {
                encoder.do_finish()?;
                encoder.get_mut().flush()
            }
        }
    }
}
