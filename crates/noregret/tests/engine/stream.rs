//! A seeded stream for the tests, as records and as the text of files.

use noregret::io::ClassValue;
use noregret::{Certify, Choice, Model, Opening, Record, RecordLabel, Silent, Training};
use std::path::{Path, PathBuf};

/// What the labels of a stream look like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Labels {
    None,
    Signs,
    Classes,
    Numbers,
    Lists,
}

/// A row as it would be typed.
#[derive(Clone, Debug)]
pub struct Typed {
    pub label: String,
    pub weight: f64,
    pub features: Vec<(u32, f64)>,
}

/// So many rows of some of 30 features, whose labels follow from hidden weights, with some noise.
pub fn rows(labels: Labels, count: usize) -> Vec<Typed> {
    let mut state = 7_u64;
    let mut draw = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut row = |_| {
        // A line without anything is no row.
        let mut features = vec![(1, draw())];
        for key in 2..=30 {
            if draw() < 0.2 {
                features.push((key, draw() * 2.0 - 0.5));
            }
        }
        let hidden = |salt: u32| -> f64 {
            features.iter().map(|(key, x)| (f64::from((key * 7 + salt * 5) % 13) - 6.0) * x).sum()
        };
        let scores = [hidden(0) + draw(), hidden(1), hidden(2)];
        let best = (0..3).fold(0, |best, i| if scores[i] > scores[best] { i } else { best });
        let label = match labels {
            Labels::None => String::new(),
            Labels::Signs => (if scores[0] > 0.0 { "1" } else { "-1" }).into(),
            Labels::Classes => format!("{best}"),
            Labels::Numbers => format!("{}", scores[0]),
            Labels::Lists => format!("{best},{}", (best + 1) % 3),
        };
        let weight = if draw() < 0.1 { 2.5 } else { 1.0 };
        Typed { label, weight, features }
    };
    (0..count).map(&mut row).collect()
}

impl Typed {
    /// The record, whose keys are numbers as in svmlight.
    pub fn record(&self) -> Record {
        let (keys, values): (Vec<u32>, Vec<f64>) = self.features.iter().copied().unzip();
        Record::sparse(&keys, &values).unwrap().label(self.record_label())
    }

    /// The record with its weight, whose keys are names as in VW text.
    pub fn named(&self) -> Record {
        let features = self.features.iter().map(|(key, x)| (format!("f{key}"), *x));
        Record::named(features).label(self.record_label()).weight(self.weight)
    }

    fn record_label(&self) -> RecordLabel {
        match (self.label.as_str(), self.label.parse::<f64>()) {
            ("", _) => RecordLabel::Missing,
            (_, Ok(number)) => RecordLabel::Number(number),
            (list, _) => {
                let class = |text: &str| ClassValue::Number(text.parse().unwrap());
                RecordLabel::Classes(list.split(',').map(class).collect())
            }
        }
    }

    fn svmlight(&self) -> String {
        let features: Vec<String> =
            self.features.iter().map(|(key, x)| format!(" {key}:{x}")).collect();
        format!("{}{}\n", self.label, features.concat())
    }

    fn vw(&self) -> String {
        let features: Vec<String> =
            self.features.iter().map(|(key, x)| format!(" f{key}:{x}")).collect();
        format!("{} {} |{}\n", self.label, self.weight, features.concat())
    }
}

/// The rows as svmlight text in a file.
pub fn svmlight(rows: &[Typed], folder: &Path) -> PathBuf {
    write(folder, "rows.svm", rows.iter().map(Typed::svmlight).collect())
}

/// The rows as VW text, with weights, in a file.
pub fn vw(rows: &[Typed], folder: &Path) -> PathBuf {
    write(folder, "rows.vw", rows.iter().map(Typed::vw).collect())
}

fn write(folder: &Path, name: &str, text: String) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// The model of a run over a file.
pub fn trained(file: &Path, choice: &Choice) -> Model {
    let training = Training::new([file]).choice(choice.clone());
    // Witnesses are asked for by whoever learns from records.
    let training = Training { certify: Certify::Off, ..training };
    training.run(&mut Silent).unwrap().model
}

/// The model of the same records in memory: an opening, then one after the other.
pub fn opened(records: &[Record], choice: &Choice) -> Model {
    let mut opening = Opening::new(choice).unwrap();
    let mut seen = 0;
    for record in records {
        seen += 1;
        if opening.push(record).unwrap() {
            break;
        }
    }
    let mut model = opening.finish().unwrap();
    for record in &records[seen..] {
        model.learn(record).unwrap();
    }
    model
}

/// A model of a known problem that has learned from these records.
pub fn learned(choice: &Choice, records: &[Record]) -> Model {
    let mut model = Model::new(choice).unwrap();
    for record in records {
        model.learn(record).unwrap();
    }
    model
}
