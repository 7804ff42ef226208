//! A stream whose labels come late: a record is answered when it arrives, by what is known so far,
//! and learned from when its label comes.
//!
//! The counters and the certificate of the model are about the answers of the moment of learning;
//! who wants to know the error of the answers that were given counts them, as here.
//!
//! `cargo run -p noregret --example late_labels`

use noregret::{Choice, Model, Record, Result};
use std::collections::VecDeque;

const MAILS: u64 = 2000;
/// How many mails arrive before somebody says what one was.
const DELAY: usize = 50;

/// Runs the example.
pub(crate) fn main() -> Result<()> {
    let mut model = Model::new(&Choice::parse("pa1:C=0.1")?.problem("binary"))?;
    let mut unlabelled = VecDeque::new();
    let mut wrong = 0;
    for number in 0..MAILS {
        let mail = arrived(number);
        let answer = model.predict(&mail)?.prediction.to_string();
        wrong += u64::from(answer != verdict(number));
        unlabelled.push_back((number, mail));
        if unlabelled.len() > DELAY {
            learn_oldest(&mut model, &mut unlabelled)?;
        }
    }
    while !unlabelled.is_empty() {
        learn_oldest(&mut model, &mut unlabelled)?;
    }
    println!("{wrong} of {MAILS} answers were wrong, each given {DELAY} mails before its label");
    assert_eq!(model.meter().examples, MAILS);
    assert!(wrong < MAILS / 10 && wrong >= DELAY as u64 / 2, "{wrong}");
    Ok(())
}

/// Learns from the mail that has waited longest for its label, which is now known.
fn learn_oldest(model: &mut Model, unlabelled: &mut VecDeque<(u64, Record)>) -> Result<()> {
    if let Some((number, mail)) = unlabelled.pop_front() {
        model.learn(&mail.label(verdict(number)))?;
    }
    Ok(())
}

/// The words of a mail; every third is spam and has words of its own.
fn arrived(number: u64) -> Record {
    let words = match verdict(number) {
        "spam" => ["offer", "winner", "free"],
        _ => ["meeting", "thanks", "report"],
    };
    let word = words[(number / 3 % 3) as usize];
    let common = ["today", "please", "hello", "you"][(number * 7 % 4) as usize];
    Record::named([(word, 1.0), (common, 1.0)])
}

fn verdict(number: u64) -> &'static str {
    if number.is_multiple_of(3) { "spam" } else { "mail" }
}
