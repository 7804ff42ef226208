//! Labels are numbers, names or lists of classes: what is written of one is read as the same one.

use noregret_io::{Interaction, LabelList, RowLabel};

/// The text of a label.
pub fn label(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(interaction) = text.parse::<Interaction>() {
        assert_eq!(interaction.to_string().parse(), Ok(interaction));
    }
    if let Ok(list) = LabelList::parse(text) {
        assert!(list.classes().len() <= text.len() + 1);
    }
    let mut label = RowLabel::default();
    if label.set(text).is_err() {
        return;
    }
    let mut again = RowLabel::default();
    match label.text() {
        None => assert!(label.is_missing()),
        Some(written) => {
            assert!(again.set(&written).is_ok(), "{written:?}");
            assert_eq!(again.value(), label.value(), "{written:?}");
        }
    }
    let _ = label.as_list();
}
