//! `noregret align`: times of phones and notes, and learning to find them.

use crate::args::{
    AlignArgs, AlignCommand, AlignInspectArgs, AlignMusicArgs, AlignSpeechArgs, FormArgs,
    LearnMusicArgs, LearnSpeechArgs, LearningArgs,
};
use crate::failure::{Failure, Result};
use crate::observer::Remarks;
use crate::place;
use crate::report::say;
use noregret::Observer;
use noregret_align::corpus::{Recording, read_phones};
use noregret_align::files::read_notes;
use noregret_align::model::{MusicModel, SpeechModel};
use noregret_align::output::Report;
use std::io::Write;
use std::path::Path;

/// Runs the command.
pub(crate) fn run(args: &AlignArgs) -> Result<()> {
    match &args.what {
        AlignCommand::Speech(args) => speech(args),
        AlignCommand::Music(args) => music(args),
        AlignCommand::LearnSpeech(args) => learn_speech(args),
        AlignCommand::LearnMusic(args) => learn_music(args),
        AlignCommand::Inspect(args) => inspect(args),
    }
}

fn speech(args: &AlignSpeechArgs) -> Result<()> {
    let model = SpeechModel::load(&args.model)?;
    let recording = open(&args.recording, &args.output, model.rate())?;
    let phones = phones(args, &recording)?;
    note_phones(&model, &phones);
    write(&args.output, &model.align(&recording, &phones)?.render(args.output.form()))
}

fn music(args: &AlignMusicArgs) -> Result<()> {
    let model = MusicModel::load(&args.model)?;
    let notes = read_notes(&args.score)?;
    let recording = open(&args.recording, &args.output, model.rate())?;
    let score = (&*args.score.to_string_lossy(), &notes[..]);
    write(&args.output, &model.align(&recording, score)?.render(args.output.form()))
}

fn learn_speech(args: &LearnSpeechArgs) -> Result<()> {
    noregret_io::model::check_writable(&args.learning.output)?;
    let (model, report) = args.speech().folder(&args.folder, &args.sound(), &args.corpus())?;
    model.save(&args.learning.output)?;
    tell(&args.learning, &report)
}

fn learn_music(args: &LearnMusicArgs) -> Result<()> {
    noregret_io::model::check_writable(&args.learning.output)?;
    let corpus = args.learning.corpus();
    let (model, report) = args.music().folder(&args.folder, &args.sound(), &corpus)?;
    model.save(&args.learning.output)?;
    tell(&args.learning, &report)
}

fn inspect(args: &AlignInspectArgs) -> Result<()> {
    let inspection = noregret_align::model::inspect(&args.model)?;
    match args.json {
        true => say(&inspection.json().to_string()),
        false => say(&inspection.to_string()),
    }
}

/// Says which phones the model cannot tell from others, each once.
fn note_phones(model: &SpeechModel, phones: &[String]) {
    let (rare, unknown) = (model.rare(phones), model.unknown(phones));
    if !rare.is_empty() {
        Remarks::all().note(&format!(
            "taken for any phone, with fewer than 10 examples when the model was learned: {}",
            rare.join(" ")
        ));
    }
    if !unknown.is_empty() {
        let all = model.aligner().phones();
        let mut known: Vec<&str> =
            all.names().iter().chain(all.rare()).map(String::as_str).collect();
        known.sort_unstable();
        Remarks::all().note(&format!(
            "unknown to the model, and taken for any phone: {} (it knows {})",
            unknown.join(" "),
            known.join(" ")
        ));
    }
}

/// The phones as typed, or those of a file.
fn phones(args: &AlignSpeechArgs, recording: &Recording) -> Result<Vec<String>> {
    let file = match &args.phones[..] {
        // "@ n d" begins with a phone.
        [words] if words.contains(char::is_whitespace) => None,
        [word] if word.len() > 1 && word.starts_with('@') => word.get(1..),
        [word] => is_label_file(word).then_some(word.as_str()),
        _ => None,
    };
    if let Some(file) = file {
        return Ok(read_phones(Path::new(file), args.tier.as_deref(), &recording.audio)?);
    }
    let words = args.phones.iter().flat_map(|words| words.split_whitespace());
    Ok(words.map(str::to_owned).collect())
}

/// Whether a word has the ending of a file with labels.
fn is_label_file(word: &str) -> bool {
    let lower = word.to_lowercase();
    [".textgrid", ".lab", ".phn"].iter().any(|ending| lower.ends_with(ending))
}

/// The recording; that it has another rate is told.
fn open(path: &Path, args: &FormArgs, rate: u32) -> Result<Recording> {
    let recording = Recording::open(path, args.channel())?;
    let (name, found) = (&recording.name, recording.audio.rate);
    if found != rate {
        Remarks::all().note(&format!("{name}: {found} Hz, brought to the {rate} Hz of the model"));
    }
    Ok(recording)
}

fn write(args: &FormArgs, text: &str) -> Result<()> {
    let Some(path) = &args.output else {
        return Ok(std::io::stdout().write_all(text.as_bytes())?);
    };
    let failed = |e: std::io::Error| Failure::other(format!("{}: {e}", path.display()));
    place::whole(path, |place| std::fs::write(place, text).map_err(failed))
}

/// What was learned, as asked for.
fn tell(args: &LearningArgs, report: &Report) -> Result<()> {
    match (args.json, args.quiet) {
        (true, _) => say(&report.json().to_string()),
        (_, true) => Ok(()),
        _ => say(&format!("{report}\nmodel: {}", args.output.display())),
    }
}
