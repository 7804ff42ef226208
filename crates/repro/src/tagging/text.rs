//! Sentences in columns: a fixed split, passes in the order of the file.

use super::columns::Columns;
use super::learners::{LEARNERS, TagLearner, reserved};
use super::line::Line;
use super::published::{self, Published};
use super::run::{Task, tested};
use super::sentence::Sentence;
use super::table::{Shown, plot, published as cited, readout, table};
use super::{PASSES, passes};
use crate::args::{Args, command_line, unless};
use crate::failure::Result;
use crate::output::{finish, print, print_progress};
use crate::threads;

/// An experiment.
#[derive(Debug)]
pub(crate) struct Text {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    columns: Columns,
    pub(super) learners: &'static [&'static TagLearner],
    shown: Shown,
    /// What the section says about the task.
    about: &'static str,
    /// What was published, and what the figure is.
    published: &'static [(&'static str, &'static [Published])],
}

/// Chunks of CoNLL-2000.
pub(super) static CHUNKING: Text = Text {
    name: "chunking",
    title: "Chunks of text, CoNLL-2000",
    columns: Columns { kept: 3, templates: "chunking" },
    learners: &[
        &LEARNERS[0],
        &LEARNERS[1],
        &LEARNERS[2],
        &LEARNERS[3],
        &LEARNERS[4],
        &LEARNERS[5],
        &LEARNERS[6],
    ],
    shown: Shown::F1,
    about: "Published in: Tjong Kim Sang and Buchholz, Introduction to the CoNLL-2000 shared \
            task: chunking (2000); the learners in Collins 2002, Crammer et al. 2006, McDonald, \
            Crammer and Pereira 2005, Shalev-Shwartz 2007",
    published: &[
        ("F1, chunks of all types", &published::CHUNKS),
        ("F1, another task: noun phrases alone", &published::NOUN_PHRASES),
    ],
};

/// Parts of speech of the same text.
pub(super) static PARTS_OF_SPEECH: Text = Text {
    name: "pos-tagging",
    title: "Parts of speech, untuned",
    columns: Columns { kept: 2, templates: "names" },
    // Those that compete where none is chosen.
    learners: &[&LEARNERS[1], &LEARNERS[5]],
    shown: Shown::Error,
    about: "Not a published experiment: another task with nothing tuned for it. The words and \
            parts of speech of CoNLL-2000, whose tags were made by the tagger of Brill, so that \
            the task is to repeat that tagger",
    published: &[("token error in %, on text tagged by hand", &published::PARTS_OF_SPEECH)],
};

const FILES: [&str; 2] = ["conll2000/train.txt.gz", "conll2000/test.txt.gz"];

/// How many sentences there are.
type Sizes = [usize; 2];

/// Runs the experiment and writes what came out.
pub(super) fn repeat(text: &'static Text, args: &Args) -> Result<()> {
    let tested = tested(passes(args));
    let dir = args.data_dir();
    let [train, test] = FILES.map(|file| dir.join(file));
    let mut data = text.columns.read([&train, &test], reserved()?)?;
    if let Some(limit) = args.limit() {
        data.iter_mut().for_each(|part| part.truncate(limit));
    }
    let lines = text.lines(&data, &tested, args)?;
    let sizes = [data[0].len(), data[1].len()];
    let section = |folder: Option<&str>| text.section(&lines, &tested, (sizes, args), folder);
    finish(args, text.name, section, || text.pictures(&lines, &tested))
}

impl Text {
    fn lines(&self, data: &[Vec<Sentence>; 2], tested: &[usize], args: &Args) -> Result<Vec<Line>> {
        let [train, test]: [Vec<&Sentence>; 2] = data.each_ref().map(|part| part.iter().collect());
        let one = |number: usize| {
            let (learner, averaged) = (self.learners[number / 2], number.is_multiple_of(2));
            let run = Task { learner, averaged, train: &train, test: &test, tested }.run()?;
            let line = Line::of((learner, "", averaged), &[run]);
            match args.json {
                true => print(&line.object(self.name, "", tested).to_string())?,
                false => print_progress(&format!("{}: {}", self.name, learner.name)),
            }
            Ok(line)
        };
        threads::share(2 * self.learners.len(), args.threads(), one)
    }

    fn section(
        &self,
        lines: &[Line],
        tested: &[usize],
        (sizes, args): (Sizes, &Args),
        folder: Option<&str>,
    ) -> String {
        let passes = passes(args);
        let flags =
            [("epochs", unless(PASSES, passes)), ("limit", args.limit().map(|limit| limit as u64))];
        let (command, templates) = (command_line(self.name, &flags), self.columns.templates);
        let mut text = format!(
            "## {}\n\n\
             - Command: `{command}`\n\
             - {}\n\
             - Sentences: {} to learn from, {} to test on; the templates are the set \
             `{templates}`\n\
             - Order: that of the file, {passes} passes\n\
             - What is not said of a learner is its default; the cost is the number of wrong tags; \
             where nothing else is said the worst output is compared with (for `perceptron` and \
             `self-tuned-structured` the predicted one)\n\
             - Answers: the average of the weights over all rounds, or the last weights\n\n\
             Percent on the test sentences; the errors are those after the last pass.\n\n",
            self.title, self.about, sizes[0], sizes[1]
        );
        text.push_str(&table(lines, tested, self.shown, ("token", "sentence")));
        for (figure, rows) in self.published {
            text.push('\n');
            text.push_str(&cited(rows, figure));
        }
        if let Some(folder) = folder {
            for averaged in [true, false] {
                let (name, readout) = (self.name, readout(averaged));
                text.push_str(&format!("\n![{readout}]({folder}/{name}-{readout}.svg)\n"));
            }
        }
        text
    }

    fn pictures(&self, lines: &[Line], tested: &[usize]) -> Vec<(String, String)> {
        let picture = |averaged| {
            let title = format!("{}: {}", self.title, readout(averaged));
            let svg = plot(&title, lines, averaged, tested, self.shown);
            (format!("{}-{}", self.name, readout(averaged)), svg)
        };
        [true, false].map(picture).into()
    }
}
