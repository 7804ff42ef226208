//! How the data of a model was read, so that later data is read alike.

use super::Model;
use crate::source::{ReadingOptions, Stream};
use crate::{Error, Result};
use noregret_io::{ConllSchema, CsvSchema, Interaction, LabelChoice, ReadOptions};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// How the data was read, so that later data is read the same way.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// The label column or key as typed.
    pub label: Option<String>,
    /// The importance column or key as typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<String>,
    /// The column or key of the group as typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The columns or keys that are split into words, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub text: Vec<String>,
    /// Which features are multiplied with which, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub interact: Vec<Interaction>,
    /// The character between the cells of tables as typed.
    #[serde(default)]
    pub delimiter: Option<char>,
    /// How many ranks there are, as typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<usize>,
    /// The columns of tables.
    pub schema: Option<CsvSchema>,
    /// The columns and templates of tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<ConllSchema>,
}

impl Reading {
    /// Fills in what `options` leave open.
    pub fn apply(&self, mut options: ReadOptions) -> ReadOptions {
        if options.label == LabelChoice::Auto {
            options.label = self.label.as_deref().map(LabelChoice::from_text).unwrap_or_default();
        }
        options.weight = options.weight.or_else(|| self.weight.clone());
        options.group = options.group.or_else(|| self.group.clone());
        options.text = self.text.clone();
        options.interact = self.interact.clone();
        let delimiter = self.delimiter.and_then(|c| u8::try_from(c).ok());
        options.csv.delimiter = options.csv.delimiter.or(delimiter);
        options.csv.schema = self.schema.clone();
        options.conll.schema = self.tokens.clone();
        options
    }

    /// Keeps what a stream has found out about the columns of its data.
    pub(crate) fn keep_found(&mut self, stream: &Stream) {
        self.schema = stream.schema();
        self.tokens = stream.tokens();
    }

    /// Refuses options that the columns in the model have already decided.
    ///
    /// # Errors
    /// [`Error::Usage`] if the options say otherwise than the model.
    pub fn check(&self, reading: &ReadingOptions) -> Result<()> {
        let relabelled = reading.label.is_some() && reading.label != self.label;
        let reweighted = reading.weight.is_some() && reading.weight != self.weight;
        let regrouped = reading.group.is_some() && reading.group != self.group;
        let changed = relabelled || reweighted || regrouped || reading.describes_columns();
        if self.schema.is_some() && changed {
            return Err(Error::Usage(
                "the model knows the columns of its tables; leave out --label, --weight, --group, \
                 --header, --categorical, --missing and --decimal"
                    .into(),
            ));
        }
        let own = self.tokens.as_ref();
        let templates = reading.templates()?;
        if templates.is_some_and(|asked| !own.is_some_and(|own| own.is_of(&asked))) {
            let knows = "the model knows its templates";
            return Err(Error::Usage(format!("{knows}; leave out --templates")));
        }
        let text = reading.text();
        if !text.is_empty() && text != self.text {
            let own = if self.text.is_empty() { "none".into() } else { self.text.join(",") };
            return Err(Error::Usage(format!(
                "the model knows what is split into words ({own}); leave out --text"
            )));
        }
        Ok(())
    }
}

impl Stream {
    /// Files read as the data of a model was, to be answered only: rows need not say the sets and
    /// prices that learning asks for, and tokens have their lines as tags, to be written again.
    ///
    /// # Errors
    /// If the options contradict each other.
    pub fn to_answer(model: &Model, path: PathBuf, reading: &ReadingOptions) -> Result<Self> {
        let mut options = model.read_options(reading.options()?);
        options.parts.optional = true;
        options.conll.echo = true;
        Ok(Stream::new(vec![path], options, reading.on_error).within(reading.window()))
    }

    /// A file read as the data of a model was, within the window of the options.
    ///
    /// # Errors
    /// If the options contradict each other.
    pub fn for_model(model: &Model, files: Vec<PathBuf>, reading: &ReadingOptions) -> Result<Self> {
        let options = model.read_options(reading.options()?);
        Ok(Stream::new(files, options, reading.on_error).within(reading.window()))
    }
}
