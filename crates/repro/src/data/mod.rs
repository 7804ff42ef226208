//! The data of the experiments of several epochs: four sets, read or drawn into memory.
//!
//! | file | what it holds |
//! |---|---|
//! | `set` | labelled rows, and orders of them |
//! | `idx`, `text` | readers of the published files |
//! | `chess` | the generator of the chess board |
//! | `prepare` | scaling of the rows |

mod chess;
mod idx;
mod prepare;
mod set;
mod text;

pub(crate) use prepare::Preparation;
pub(crate) use set::{Set, shuffled};

use crate::failure::{Failure, Result};
use noregret::core::random::Random;
use noregret::io::Source;
use std::path::Path;
use text::Layout;

/// Training and test rows.
#[derive(Debug)]
pub(crate) struct Data {
    pub(crate) train: Set,
    pub(crate) test: Set,
}

/// Where data comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Drawn: 10 000 training and 10 000 test points each time.
    Chess,
    /// `usps/zip.train.gz` and `usps/zip.test.gz`.
    Usps,
    /// `letter/letter-recognition.data.gz`: the first 16 000 rows train, the others test.
    Letter,
    /// The four IDX files in `mnist/`.
    Mnist,
}

const ZIP: Layout = Layout { features: 256, classes: 10, letters: false };
const LETTERS: Layout = Layout { features: 16, classes: 26, letters: true };
const LETTER_TRAIN: usize = 16_000;
const CHESS_ROWS: usize = 10_000;

impl Origin {
    /// How many classes there are, numbered from 0.
    pub(crate) fn classes(self) -> u32 {
        match self {
            Origin::Chess => 8,
            Origin::Usps | Origin::Mnist => 10,
            Origin::Letter => 26,
        }
    }

    /// Whether every repetition draws fresh data instead of another order.
    pub(crate) fn is_drawn(self) -> bool {
        self == Origin::Chess
    }

    /// Reads the files in `dir`, or draws fresh rows; at most `limit` rows of each part.
    pub(crate) fn load(
        self,
        dir: &Path,
        prepare: Preparation,
        limit: Option<usize>,
        random: &mut Random,
    ) -> Result<Data> {
        let mut data = match self {
            Origin::Chess => {
                let count = limit.map_or(CHESS_ROWS, |limit| limit.min(CHESS_ROWS));
                let train = chess::draw(count, random);
                Data { train, test: chess::draw(count, random) }
            }
            Origin::Usps => Data {
                train: table(&dir.join("usps/zip.train.gz"), ZIP, prepare)?,
                test: table(&dir.join("usps/zip.test.gz"), ZIP, prepare)?,
            },
            Origin::Letter => {
                let path = dir.join("letter/letter-recognition.data.gz");
                let mut train = table(&path, LETTERS, prepare)?;
                let test = train.split_off(LETTER_TRAIN);
                if test.len() == 0 {
                    let reason = format!("no row follows the {LETTER_TRAIN} to train on");
                    return Err(Failure::data(&path.to_string_lossy(), None, reason));
                }
                Data { train, test }
            }
            Origin::Mnist => {
                let dir = dir.join("mnist");
                let part = |name: &str| images(&dir, name, self.classes(), prepare);
                Data { train: part("train")?, test: part("t10k")? }
            }
        };
        if let Some(limit) = limit {
            data.train.split_off(limit);
            data.test.split_off(limit);
        }
        Ok(data)
    }
}

fn table(path: &Path, layout: Layout, prepare: Preparation) -> Result<Set> {
    let bytes = Source::open(path)?.read_all()?;
    text::parse(&path.to_string_lossy(), &bytes, layout, prepare)
}

fn images(dir: &Path, part: &str, classes: u32, prepare: Preparation) -> Result<Set> {
    let images = dir.join(format!("{part}-images-idx3-ubyte.gz"));
    let labels = dir.join(format!("{part}-labels-idx1-ubyte.gz"));
    let (pixels, names) = (Source::open(&images)?.read_all()?, Source::open(&labels)?.read_all()?);
    let (images, labels) = (images.to_string_lossy(), labels.to_string_lossy());
    idx::parse((&images, &pixels), (&labels, &names), classes, prepare)
}
