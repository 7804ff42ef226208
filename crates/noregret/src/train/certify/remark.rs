//! What is told of the predictions: what they were taken for, and that they may be turned.

use super::Certification;
use super::form::Form;
use super::reader::Reader;
use super::rows::Kind;
use crate::model::Meter;
use crate::observer::Observer;

/// With more wrong than this, scores are most likely of the other class.
const TURNED: f64 = 0.5;

impl Certification {
    /// Tells what the lines were taken for.
    pub(super) fn remark(&self, reader: &Reader<'_>, meter: &Meter, observer: &mut dyn Observer) {
        let (file, names) = (self.predictions.display(), reader.names);
        let (kind, form) = (reader.kind, reader.layout.form);
        let positive = names.positive();
        let what = match (kind, form) {
            (Kind::Numbers, _) | (_, Form::Numbers) => return,
            // Twice the error rate is less than scores that decide alike would lose.
            (_, Form::Labels) => {
                "a right one has the margin 1, a wrong one -1; scores are judged more strictly"
                    .to_owned()
            }
            (Kind::Two, Form::Scores) => {
                format!("above 0 is {positive}; the scale that suits them best is found")
            }
            (Kind::Two, Form::Probabilities) => {
                format!("of {positive}; their log loss is judged as it is")
            }
            (Kind::Several, _) => format!("of the classes {}", names.shown()),
        };
        if self.form.is_none() {
            let form = form.name();
            observer.note(&format!("{file} holds {form}, {what} (--as chooses otherwise)"));
        }
        let wrong = meter.value("error_rate").unwrap_or(0.0);
        if kind == Kind::Two && form != Form::Labels && wrong > TURNED {
            observer.warning(&format!(
                "more than half of the rows are wrong: are the numbers of {file} about {positive}, \
                 or about the other class?"
            ));
        }
    }
}
