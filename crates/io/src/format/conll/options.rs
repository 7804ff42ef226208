//! What only concerns columns of tokens: the templates, and how many columns there are.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::expansion::Expansion;
use super::templates::{TemplateError, Templates};

/// How columns of tokens are read, to be kept with a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConllSchema {
    /// How many columns there are, the tag among them.
    pub columns: usize,
    /// Whether the last column of the data is the tag.
    pub tagged: bool,
    /// The templates, without sets.
    pub templates: Templates,
}

impl ConllSchema {
    /// The schema for data of so many columns; the templates are those of the usual set if they are
    /// left open.
    pub(super) fn new(
        templates: Option<&Templates>,
        columns: usize,
        tagged: bool,
    ) -> Result<Self, TemplateError> {
        let before = columns.saturating_sub(usize::from(tagged));
        let usual = || Templates::usual(before);
        let chosen = templates.map_or_else(usual, Templates::clone);
        Ok(Self { columns, tagged, templates: chosen.for_columns(before)? })
    }

    /// Whether these templates, for its columns, are its own.
    pub fn is_of(&self, templates: &Templates) -> bool {
        templates.for_columns(self.before_tag()).as_ref() == Ok(&self.templates)
    }

    /// How many columns there are before the tag.
    pub(super) fn before_tag(&self) -> usize {
        self.columns.saturating_sub(usize::from(self.tagged))
    }
}

/// Options for columns of tokens. Defaults: templates by the number of columns, and no lines kept.
#[derive(Debug, Clone, Default)]
pub struct ConllOptions {
    /// The templates; those of a built-in set, chosen by the number of columns, if left open.
    pub templates: Option<Templates>,
    /// How the data of a model was read; it then decides the templates and the columns. Data may
    /// lack the tags.
    pub schema: Option<ConllSchema>,
    /// Whether each row has its line as its tag (`Row::tag`), to be written again.
    pub echo: bool,
    /// What was found out about the cells and features of the data that was read before, so that
    /// another pass need not.
    pub memory: TokenMemory,
}

/// What was found out about tokens and their features, kept between two passes; clones share it.
///
/// Nothing that is read depends on it.
#[derive(Clone, Default)]
pub struct TokenMemory(Arc<Mutex<Option<Kept>>>);

/// An expansion, and what it is one of.
struct Kept {
    schema: ConllSchema,
    expansion: Box<Expansion>,
}

impl TokenMemory {
    /// The expansion that was kept for this schema, or a new one.
    pub(super) fn take(&self, schema: &ConllSchema) -> Box<Expansion> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let same = kept.filter(|kept| kept.schema == *schema).map(|kept| kept.expansion);
        same.unwrap_or_else(|| Box::new(Expansion::new(&schema.templates, schema.before_tag())))
    }

    /// Keeps an expansion for the next reader.
    pub(super) fn keep(&self, schema: &ConllSchema, expansion: Box<Expansion>) {
        let kept = Kept { schema: schema.clone(), expansion };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(kept);
    }
}

impl fmt::Debug for TokenMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenMemory")
    }
}
