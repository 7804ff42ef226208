//! The list of all experiments, in the order of the page.

use crate::args::Args;
use crate::failure::{Failure, Result};
use crate::output::print;
use crate::{alignment, epochs, online, splits, tagging};
use serde_json::json;

/// An experiment of any kind.
#[derive(Clone, Copy)]
pub(crate) enum Experiment {
    /// Several epochs, with a test after each.
    Epochs(&'static epochs::Experiment),
    /// One pass over streams.
    Online(&'static online::Experiment),
    /// Risk bounds on random splits.
    Splits,
    /// Alignment of signals with events.
    Alignment(&'static alignment::Experiment),
    /// Sequences.
    Tagging(&'static tagging::Experiment),
}

impl Experiment {
    /// All experiments.
    pub(crate) fn all() -> impl Iterator<Item = Experiment> {
        let epochs = epochs::EXPERIMENTS.iter().map(Experiment::Epochs);
        let alignment = alignment::EXPERIMENTS.iter().map(Experiment::Alignment);
        epochs
            .chain(online::EXPERIMENTS.iter().map(Experiment::Online))
            .chain([Experiment::Splits])
            .chain(alignment)
            .chain(tagging::EXPERIMENTS.iter().map(Experiment::Tagging))
    }

    /// The experiment of this name.
    pub(crate) fn find(name: &str) -> Result<Self> {
        Self::all().find(|experiment| experiment.name() == name).ok_or_else(|| {
            let known: Vec<&str> = Self::all().map(Experiment::name).collect();
            let known = known.join(", ");
            Failure::usage(format!("there is no experiment '{name}' (known: {known})"))
        })
    }

    /// Its name on the command line and in the markers of the page.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Experiment::Epochs(experiment) => experiment.name,
            Experiment::Online(experiment) => experiment.name,
            Experiment::Splits => splits::NAME,
            Experiment::Alignment(experiment) => experiment.name,
            Experiment::Tagging(experiment) => experiment.name(),
        }
    }

    fn title(self) -> &'static str {
        match self {
            Experiment::Epochs(experiment) => experiment.title,
            Experiment::Online(experiment) => experiment.title,
            Experiment::Splits => splits::TITLE,
            Experiment::Alignment(experiment) => experiment.title,
            Experiment::Tagging(experiment) => experiment.title(),
        }
    }

    /// What is done, in a few words.
    fn about(self) -> String {
        match self {
            Experiment::Epochs(e) => format!("{}, {} epochs", e.kernel, e.epochs),
            Experiment::Online(e) => format!("{} algorithms, one pass", e.algorithms.len()),
            Experiment::Splits => format!("{} splits of each set", splits::SPLITS),
            Experiment::Alignment(experiment) => experiment.about.to_owned(),
            Experiment::Tagging(experiment) => experiment.about(),
        }
    }

    /// Prints its line of the list.
    pub(crate) fn print(self, as_json: bool) -> Result<()> {
        let (name, title, about) = (self.name(), self.title(), self.about());
        if as_json {
            let line =
                json!({ "event": "experiment", "name": name, "title": title, "about": about });
            return print(&line.to_string());
        }
        print(&format!("{name:<26} {title}; {about}"))
    }

    /// Runs it and writes what came out.
    pub(crate) fn repeat(self, args: &Args) -> Result<()> {
        match self {
            Experiment::Epochs(experiment) => epochs::repeat(experiment, args),
            Experiment::Online(experiment) => online::repeat(experiment, args),
            Experiment::Splits => splits::repeat(args),
            Experiment::Alignment(experiment) => alignment::repeat(experiment, args),
            Experiment::Tagging(experiment) => tagging::repeat(experiment, args),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_name_comes_with_the_known_ones() {
        let failure = Experiment::find("nope").err().unwrap();
        assert_eq!(failure.exit_code(), 2);
        let known = "known: ultraconservative-chess, ";
        assert!(failure.to_string().contains(known), "{failure}");
        assert!(failure.to_string().contains("simproj-enron"), "{failure}");
    }

    #[test]
    fn every_name_finds_its_experiment() {
        let names: Vec<&str> = Experiment::all().map(Experiment::name).collect();
        for name in &names {
            assert_eq!(Experiment::find(name).unwrap().name(), *name);
        }
        assert_eq!(names.len(), 13);
    }
}
