//! For machines without the vectors that reading plain lines needs: no line is plain.

use crate::features::Draft;

/// A reader of plain lines that finds none plain.
#[derive(Debug, Default)]
pub(super) struct PlainLines;

impl PlainLines {
    /// Always false: the line is to be read token by token.
    pub(super) fn read(&mut self, _text: &[u8], _draft: &mut Draft) -> bool {
        false
    }
}
