//! Tagged sequences in memory: a sentence of tokens, or a word of letters.

use noregret::core::{Instance, Label};

/// The features of a token.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Token {
    pub(super) indices: Vec<u32>,
    pub(super) values: Vec<f64>,
    pub(super) tag: String,
}

/// Tokens in order.
pub(super) type Sentence = Vec<Token>;

/// A sentence as learners take it.
#[derive(Debug)]
pub(super) struct Asked<'a> {
    parts: Vec<Instance<'a>>,
    tags: Vec<Label<'a>>,
}

impl<'a> Asked<'a> {
    /// The sentences in this order.
    pub(super) fn all(sentences: &[&'a Sentence]) -> Vec<Self> {
        let instance =
            |token: &'a Token| Instance::Sparse { indices: &token.indices, values: &token.values };
        let asked = |sentence: &&'a Sentence| Asked {
            parts: sentence.iter().map(instance).collect(),
            tags: sentence.iter().map(|token| Label::Name(&token.tag)).collect(),
        };
        sentences.iter().map(asked).collect()
    }

    pub(super) fn parts(&self) -> &[Instance<'a>] {
        &self.parts
    }

    pub(super) fn label(&self) -> Label<'_> {
        Label::Sequence(&self.tags)
    }
}
