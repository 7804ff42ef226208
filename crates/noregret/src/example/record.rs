//! An example as a caller has it: features by name or number, a label, a weight; text is split
//! into words where it is asked for.

use crate::{Error, Result};
use noregret_io::{
    ClassValue, FeatureSpace, Lookup, MemoryRows, PendingRow, Row, RowBuilder, RowError,
};

/// A label as a caller has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum RecordLabel {
    /// There is no label.
    #[default]
    Missing,
    /// A number: a class called by a number, or a number to predict.
    Number(f64),
    /// A class called by a name.
    Name(String),
    /// The classes that hold.
    Classes(Vec<ClassValue>),
    /// Pairs of classes, the better one first.
    Pairs(Vec<(ClassValue, ClassValue)>),
}

impl From<f64> for RecordLabel {
    fn from(number: f64) -> Self {
        RecordLabel::Number(number)
    }
}

impl From<&str> for RecordLabel {
    fn from(name: &str) -> Self {
        RecordLabel::Name(name.into())
    }
}

impl From<String> for RecordLabel {
    fn from(name: String) -> Self {
        RecordLabel::Name(name)
    }
}

impl From<bool> for RecordLabel {
    /// 1 for true, -1 for false.
    fn from(holds: bool) -> Self {
        RecordLabel::Number(if holds { 1.0 } else { -1.0 })
    }
}

/// A feature as a caller has it, or the features that a text has.
#[derive(Clone, Debug, PartialEq)]
enum Feature {
    Index(u32, f64),
    Name(String, f64),
    /// A column, and the text whose words are features.
    Text(String, String),
}

/// An example as a caller has it, whatever model it is for.
///
/// Features are names or integer keys; a feature that is given twice counts as their sum. An
/// example of several parts (documents of a query, candidates, tasks) is several records with one
/// group.
///
/// ```
/// use noregret::Record;
///
/// let mail = Record::new().label("spam").name("offer", 1.0).name("length", 0.3).weight(2.0);
/// let row = Record::sparse(&[3, 17], &[1.0, 0.5])?.label(1.0);
/// assert_ne!(mail, row);
/// # Ok::<(), noregret::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    features: Vec<Feature>,
    label: RecordLabel,
    weight: f64,
    group: Option<u64>,
}

impl Default for Record {
    fn default() -> Self {
        Record { features: Vec::new(), label: RecordLabel::Missing, weight: 1.0, group: None }
    }
}

impl Record {
    /// A record without features and label that counts once.
    pub fn new() -> Self {
        Record::default()
    }

    /// A record of these values, their positions being the keys.
    pub fn dense(values: &[f64]) -> Self {
        let key = |(at, &x): (usize, &f64)| Feature::Index(at as u32, x);
        Record { features: values.iter().enumerate().map(key).collect(), ..Record::default() }
    }

    /// A record of these keys, a value for each.
    ///
    /// # Errors
    /// [`Error::Usage`] if there are not as many values as keys.
    pub fn sparse(keys: &[u32], values: &[f64]) -> Result<Self> {
        if keys.len() != values.len() {
            let (keys, values) = (keys.len(), values.len());
            return Err(Error::Usage(format!("{keys} keys but {values} values")));
        }
        let pairs = keys.iter().zip(values).map(|(&key, &x)| Feature::Index(key, x));
        Ok(Record { features: pairs.collect(), ..Record::default() })
    }

    /// A record of these names and their values.
    pub fn named<N: Into<String>>(features: impl IntoIterator<Item = (N, f64)>) -> Self {
        let pairs = features.into_iter().map(|(name, x)| Feature::Name(name.into(), x));
        Record { features: pairs.collect(), ..Record::default() }
    }

    /// Adds a feature by its name.
    #[must_use]
    pub fn name(mut self, name: &str, value: f64) -> Self {
        self.features.push(Feature::Name(name.into(), value));
        self
    }

    /// Adds a feature by its integer key.
    #[must_use]
    pub fn index(mut self, key: u32, value: f64) -> Self {
        self.features.push(Feature::Index(key, value));
        self
    }

    /// Adds the feature `column^word` of value 1 for each different word of a text.
    ///
    /// ```
    /// use noregret::Record;
    ///
    /// let mail = Record::new().text("subject", "Cheap offer");
    /// let same = Record::new().name("subject^cheap", 1.0).name("subject^offer", 1.0);
    /// # use noregret::{Choice, Model};
    /// # let mut model = Model::new(&Choice::parse("pa1")?.problem("binary"))?;
    /// # model.learn(&mail.clone().label("spam"))?;
    /// assert_eq!(model.predict(&mail)?.score, model.predict(&same)?.score);
    /// # Ok::<(), noregret::Error>(())
    /// ```
    #[must_use]
    pub fn text(mut self, column: &str, text: &str) -> Self {
        self.features.push(Feature::Text(column.into(), text.into()));
        self
    }

    /// Sets the label.
    #[must_use]
    pub fn label(mut self, label: impl Into<RecordLabel>) -> Self {
        self.label = label.into();
        self
    }

    /// Sets how often the record counts.
    #[must_use]
    pub fn weight(mut self, weight: f64) -> Self {
        self.weight = weight;
        self
    }

    /// Sets the group that the record is a part of.
    #[must_use]
    pub fn group(mut self, group: u64) -> Self {
        self.group = Some(group);
        self
    }

    /// Puts the record into a row of the features of a model.
    pub(crate) fn resolve(
        &self,
        builder: &mut RowBuilder,
        lookup: Lookup<'_>,
        row: &mut Row,
    ) -> Result<()> {
        builder.clear();
        Ok(self.fill(builder).and_then(|()| builder.finish(lookup, row))?)
    }

    /// The record without slots, for a space of this kind.
    pub(crate) fn pending(
        &self,
        builder: &mut RowBuilder,
        space: &FeatureSpace,
    ) -> Result<PendingRow> {
        builder.clear();
        Ok(self.fill(builder).and_then(|()| builder.finish_pending(space))?)
    }

    /// Puts the record into a row that is being built.
    ///
    /// # Errors
    /// If a value or the label is not finite, or the weight is none.
    pub fn fill(&self, builder: &mut RowBuilder) -> std::result::Result<(), RowError> {
        for feature in &self.features {
            match feature {
                Feature::Index(key, value) => builder.push_index(*key, *value)?,
                Feature::Name(name, value) => builder.push_name(name, *value)?,
                Feature::Text(column, text) => builder.push_words(column, text),
            }
        }
        let label = builder.label();
        match &self.label {
            RecordLabel::Missing => label.clear(),
            RecordLabel::Number(x) => label.set_number(*x)?,
            RecordLabel::Name(name) => label.set_name(name),
            RecordLabel::Classes(classes) => label.set_classes(classes.iter().cloned())?,
            RecordLabel::Pairs(pairs) => label.set_pairs(pairs.iter().cloned())?,
        }
        builder.set_weight(self.weight)?;
        self.group.into_iter().for_each(|group| builder.set_group(group));
        Ok(())
    }
}

/// Records as the rows of a reader.
#[derive(Debug)]
pub(crate) struct Records(pub(crate) Vec<Record>);

impl MemoryRows for Records {
    fn name(&self) -> &str {
        "records"
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn is_table(&self) -> bool {
        false
    }

    fn put(&self, row: usize, builder: &mut RowBuilder) -> std::result::Result<(), RowError> {
        self.0[row].fill(builder)
    }
}
