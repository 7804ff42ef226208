//! What a run tells its observer, and what an observer's error does.

use crate::stream::{Labels, rows, svmlight};
use noregret::core::replay::hindsight::Goal;
use noregret::io::Row;
use noregret::model::Answer;
use noregret::source::OnError;
use noregret::{Choice, Error, Model, Observer, Progress, Result, Silent, Training};
use std::path::PathBuf;

/// Writes down all it is told.
#[derive(Default)]
struct Log {
    begun: u64,
    progress: Vec<u64>,
    answers: Vec<f64>,
    warnings: Vec<String>,
    notes: Vec<String>,
    /// Fails when it is told of so many examples, or answers.
    fails_at: Option<u64>,
}

impl Log {
    fn failing(&self, at: u64) -> Result<()> {
        match self.fails_at == Some(at) {
            true => Err(Error::Observer(std::io::Error::other("the paper is full"))),
            false => Ok(()),
        }
    }
}

impl Observer for Log {
    fn warning(&mut self, text: &str) {
        self.warnings.push(text.into());
    }
    fn note(&mut self, text: &str) {
        self.notes.push(text.into());
    }
    fn begins(&mut self, model: &Model) -> Result<()> {
        assert_eq!(model.meter().examples, 0);
        self.begun += 1;
        Ok(())
    }
    fn wants(&self) -> u64 {
        self.progress.last().map_or(100, |last| last + 100)
    }
    fn progress(&mut self, progress: &Progress<'_>) -> Result<()> {
        self.progress.push(progress.model.meter().examples);
        self.failing(progress.model.meter().examples)
    }
    fn wants_answers(&self) -> bool {
        true
    }
    fn answer(&mut self, model: &Model, rows: &[Row], answer: &Answer) -> Result<()> {
        assert!(rows.len() == 1 && model.meter().examples == self.answers.len() as u64 + 1);
        self.answers.push(answer.score);
        Ok(())
    }
}

fn training(folder: &std::path::Path, count: usize) -> Training {
    let file = svmlight(&rows(Labels::Signs, count), folder);
    Training::new([file]).choice(Choice::named("pa1"))
}

#[test]
fn it_is_told_of_the_beginning_the_progress_and_every_answer() {
    let folder = tempfile::tempdir().unwrap();
    let (training, mut log) = (training(folder.path(), 450), Log::default());
    let watched = training.run(&mut log).unwrap().model;
    assert_eq!((log.begun, log.progress), (1, vec![100, 200, 300, 400]));
    assert_eq!(log.answers.len(), 450);
    // The answers are those given before the row was learned from.
    assert_eq!(log.answers[0], 0.0);
    let silent = training.run(&mut Silent).unwrap().model;
    assert!(watched.to_bytes().unwrap() == silent.to_bytes().unwrap());
}

#[test]
fn it_is_warned_of_rows_that_are_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let mut training = training(folder.path(), 50);
    let mut text = std::fs::read_to_string(&training.data[0]).unwrap();
    text.push_str("1 3:abc\n1 2:1\n");
    std::fs::write(&training.data[0], text).unwrap();
    let error = training.run(&mut Silent).unwrap_err();
    assert!(error.is_row_error() && error.to_string().contains(":51"), "{error}");
    training.reading.on_error = OnError::Skip;
    let mut log = Log::default();
    let trained = training.run(&mut log).unwrap();
    assert_eq!((trained.skipped, trained.model.meter().examples), (1, 51));
    assert!(log.warnings.iter().any(|text| text.contains("51")), "{:?}", log.warnings);
}

#[test]
fn it_is_told_what_was_guessed() {
    let folder = tempfile::tempdir().unwrap();
    let mut rows = rows(Labels::Classes, 60);
    rows.iter_mut().enumerate().for_each(|(t, row)| row.label = [3, 4, 9][t % 3].to_string());
    let file = svmlight(&rows, folder.path());
    let mut log = Log::default();
    Training::new([file]).choice(Choice::named("pa1")).run(&mut log).unwrap();
    assert!(log.notes.iter().any(|text| text.contains("numbers")), "{:?}", log.notes);
}

#[test]
fn its_error_ends_the_run_and_what_was_learned_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("model.nrm");
    let training = training(folder.path(), 450).output(&output);
    let mut log = Log { fails_at: Some(200), ..Log::default() };
    let error = training.run(&mut log).unwrap_err();
    assert!(matches!(error, Error::Observer(_)), "{error:?}");
    assert!(!output.exists());
    let partial = PathBuf::from(format!("{}.partial", output.display()));
    assert_eq!(Model::load(&partial).unwrap().meter().examples, 200);
    let told = |text: &String| text.contains("200 examples") && text.contains(".partial");
    assert!(log.warnings.iter().any(told), "{:?}", log.warnings);
    // The rest of the data makes of it what a run without failure makes.
    let rest = folder.path().join("rest.svm");
    let text = std::fs::read_to_string(&training.data[0]).unwrap();
    std::fs::write(&rest, text.lines().skip(200).map(|l| format!("{l}\n")).collect::<String>())
        .unwrap();
    let resumed = Training::new([rest]).resume(&partial).run(&mut Silent).unwrap().model;
    let whole = training.run(&mut Silent).unwrap().model;
    assert!(resumed.to_bytes().unwrap() == whole.to_bytes().unwrap());
}

/// Writes down how many rows were worked on, and fails from so many on.
#[derive(Default)]
struct Visits {
    told: Vec<u64>,
    fails_from: Option<u64>,
}

impl Observer for Visits {
    fn visits(&mut self, rows: u64) -> Result<()> {
        self.told.push(rows);
        match self.fails_from.is_some_and(|from| rows >= from) {
            true => Err(Error::Observer(std::io::Error::other("the paper is full"))),
            false => Ok(()),
        }
    }
}

#[test]
fn a_search_tells_its_visits_and_ends_where_that_fails() {
    let folder = tempfile::tempdir().unwrap();
    // The first has compact rounds, the other a learner that visits its rounds again.
    for name in ["pa1", "eg"] {
        let choice = Choice::named(name);
        let training = Training { choice, ..training(folder.path(), 450) };
        let goal = Goal::default();
        let mut all = Visits::default();
        training.hindsight(&goal, &mut all).unwrap();
        assert!(all.told.is_sorted() && all.told[..450] == (1..=450).collect::<Vec<_>>()[..]);
        let most = all.told[all.told.len() - 1];
        assert!(most > 450, "{name}: {most}");
        for from in [1, 200, 451, most] {
            let mut broken = Visits { fails_from: Some(from), ..Visits::default() };
            let error = training.hindsight(&goal, &mut broken).unwrap_err();
            assert!(error.to_string().contains("the paper is full"), "{name}: {error}");
            // Nothing more was done.
            assert_eq!(broken.told.iter().filter(|rows| **rows >= from).count(), 1, "{name}");
        }
    }
}
