//! `noregret align` as typed.

use super::data::OnError;
use clap::{Args, Subcommand};
use noregret_align::audio::{BandParams, Channel, MAX_RATE, MIN_RATE, MfccParams};
use noregret_align::corpus::CorpusOptions;
use noregret_align::model::{MusicLearning, SpeechLearning};
use noregret_align::output::Form;
use noregret_align::train::TrainingOptions;
use std::path::PathBuf;

/// `noregret align`.
#[derive(Debug, Args)]
pub(crate) struct AlignArgs {
    #[command(subcommand)]
    pub(crate) what: AlignCommand,
}

/// What is aligned, or learned for it.
#[derive(Debug, Subcommand)]
pub(crate) enum AlignCommand {
    /// When each phone of an utterance is spoken
    Speech(AlignSpeechArgs),
    /// When each note of a score is played
    Music(AlignMusicArgs),
    /// Learn to align speech, from a folder of recordings with labels
    LearnSpeech(LearnSpeechArgs),
    /// Learn to align music, from a folder of recordings with scores and performed onsets
    LearnMusic(LearnMusicArgs),
    /// What an alignment model holds: weights, phones, sample rate, certificate
    Inspect(AlignInspectArgs),
}

/// `noregret align speech`.
#[derive(Debug, Args)]
pub(crate) struct AlignSpeechArgs {
    /// Model file
    pub(crate) model: PathBuf,
    /// WAV file, or `-`
    pub(crate) recording: PathBuf,
    /// The phones in order: "h e l ou", @FILE with these words, or a TextGrid, lab or phn file
    #[arg(required = true, value_name = "PHONES")]
    pub(crate) phones: Vec<String>,
    /// Tier of a TextGrid that the phones come from [default: the one with a name like phones]
    #[arg(long, value_name = "NAME")]
    pub(crate) tier: Option<String>,
    #[command(flatten)]
    pub(crate) output: FormArgs,
}

/// `noregret align music`.
#[derive(Debug, Args)]
pub(crate) struct AlignMusicArgs {
    /// Model file
    pub(crate) model: PathBuf,
    /// WAV file, or `-`
    pub(crate) recording: PathBuf,
    /// MIDI file, or a list of notes: onset in beats and pitch a line
    pub(crate) score: PathBuf,
    #[command(flatten)]
    pub(crate) output: FormArgs,
}

/// `noregret align inspect`.
#[derive(Debug, Args)]
pub(crate) struct AlignInspectArgs {
    /// Model file
    pub(crate) model: PathBuf,
    /// JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
}

/// How a recording is read and its alignment written.
#[derive(Debug, Args)]
pub(crate) struct FormArgs {
    /// Channel of a recording that has several: its number, or mix
    #[arg(long, value_name = "1|2|mix")]
    channel: Option<Channel>,
    /// Write a Praat TextGrid
    #[arg(long, conflicts_with = "json")]
    textgrid: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

impl FormArgs {
    /// The channel to read.
    pub(crate) fn channel(&self) -> Channel {
        self.channel.unwrap_or_default()
    }

    /// How the alignment is written.
    pub(crate) fn form(&self) -> Form {
        match (self.textgrid, self.json) {
            (true, _) => Form::TextGrid,
            (_, true) => Form::Json,
            _ => Form::Text,
        }
    }
}

/// `noregret align learn-speech`.
#[derive(Debug, Args)]
pub(crate) struct LearnSpeechArgs {
    /// Folder of files x.wav with x.TextGrid, x.lab or x.phn
    pub(crate) folder: PathBuf,
    /// Tier of the TextGrids [default: the one with a name like phones]
    #[arg(long, value_name = "NAME")]
    tier: Option<String>,
    /// Sample rate, in Hz, that recordings are brought to
    #[arg(
        long,
        default_value_t = MfccParams::default().sample_rate,
        value_name = "HZ",
        value_parser = clap::value_parser!(u32).range(i64::from(MIN_RATE)..=i64::from(MAX_RATE))
    )]
    rate: u32,
    /// Parts of the utterances, each seen by a frame classifier that was trained on the others
    #[arg(
        long,
        default_value_t = SpeechLearning::default().folds as u64,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(2..)
    )]
    folds: u64,
    /// Seed of the frame classifier
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,
    #[command(flatten)]
    pub(crate) learning: LearningArgs,
}

impl LearnSpeechArgs {
    /// How the model is learned.
    pub(crate) fn speech(&self) -> SpeechLearning {
        let mut learning = SpeechLearning::default();
        self.learning.set(&mut learning.training);
        learning.folds = usize::try_from(self.folds).unwrap_or(usize::MAX);
        learning.classifier.seed = self.seed;
        learning
    }

    /// The cepstra.
    pub(crate) fn sound(&self) -> MfccParams {
        MfccParams { sample_rate: self.rate, ..MfccParams::default() }
    }

    /// How the folder is read.
    pub(crate) fn corpus(&self) -> CorpusOptions {
        CorpusOptions { tier: self.tier.clone(), ..self.learning.corpus() }
    }
}

/// `noregret align learn-music`.
#[derive(Debug, Args)]
pub(crate) struct LearnMusicArgs {
    /// Folder of files x.wav with x.tsv (column onset_s), or with x.mid and x.perf.mid
    pub(crate) folder: PathBuf,
    #[command(flatten)]
    pub(crate) learning: LearningArgs,
}

impl LearnMusicArgs {
    /// How the model is learned.
    pub(crate) fn music(&self) -> MusicLearning {
        let mut learning = MusicLearning::default();
        self.learning.set(&mut learning.training);
        learning
    }

    /// The bands.
    pub(crate) fn sound(&self) -> BandParams {
        BandParams::default()
    }
}

/// What learning speech and music have in common.
#[derive(Debug, Args)]
pub(crate) struct LearningArgs {
    /// Where to write the model
    #[arg(short, long, value_name = "MODEL")]
    pub(crate) output: PathBuf,
    /// U, what comparators are allowed; of several, held-out examples choose
    #[arg(
        long,
        default_value = "1",
        value_delimiter = ',',
        value_name = "U",
        value_parser = positive
    )]
    complexity: Vec<f64>,
    /// Passes over the examples
    #[arg(
        long,
        default_value_t = 3,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    passes: u64,
    /// Channel of recordings that have several: its number, or mix
    #[arg(long, value_name = "1|2|mix")]
    channel: Option<Channel>,
    /// What to do about a broken file
    #[arg(long, value_enum, default_value = "stop", value_name = "WHAT")]
    on_error: OnError,
    /// JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
    /// No report
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

impl LearningArgs {
    fn set(&self, training: &mut TrainingOptions) {
        training.complexities.clone_from(&self.complexity);
        training.passes = usize::try_from(self.passes).unwrap_or(usize::MAX);
    }

    /// How the folder is read.
    pub(crate) fn corpus(&self) -> CorpusOptions {
        let skip_broken = self.on_error == OnError::Skip;
        CorpusOptions { channel: self.channel.unwrap_or_default(), tier: None, skip_broken }
    }
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if number > 0.0 && f64::is_finite(number) => Ok(number),
        _ => Err("a positive number is expected".into()),
    }
}
