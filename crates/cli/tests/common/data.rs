//! Made-up examples, and the same examples in every format.

use std::fmt::Write;

/// An example whose features are called by whole numbers.
pub struct Example {
    pub target: f64,
    pub features: Vec<(u32, f64)>,
    pub weight: f64,
}

/// splitmix64, mapped to [0, 1).
fn random(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

/// `count` examples with up to six of the features 1 to `range`, values and weights in multiples of
/// 1/64 (so that halves of them are exact), and a noisy linear target.
pub fn examples(count: usize, range: u32, seed: u64) -> Vec<Example> {
    let mut state = seed;
    let mut dyadic = |size: f64| (random(&mut state) * 2.0 * size - size).round() / 64.0;
    let mut make = || {
        let mut features: Vec<(u32, f64)> = (0..6)
            .map(|_| {
                ((dyadic(f64::from(range) * 32.0).abs() * 2.0) as u32 % range + 1, dyadic(40.0))
            })
            .filter(|(_, value)| *value != 0.0)
            .collect();
        features.sort_by_key(|(key, _)| *key);
        features.dedup_by_key(|(key, _)| *key);
        let signal = |(key, value): &(u32, f64)| if key % 3 == 0 { -value } else { *value };
        let target = features.iter().map(signal).sum::<f64>() + dyadic(8.0);
        Example { target, features, weight: 1.0 + dyadic(32.0) }
    };
    (0..count).map(|_| make()).collect()
}

impl Example {
    /// The label for a problem: a sign, the target, or one of several classes (`a,b,c`, or four of
    /// our own).
    pub fn label(&self, problem: &str) -> String {
        match problem {
            "regression" => self.target.to_string(),
            "multiclass" | "one-vs-rest" | "sequence" => self.label("low,down,up,high"),
            "label-ranking" => format!("{},{}", self.label("multiclass"), self.label("binary")),
            "ordinal" => self.label("1,2,3,4"),
            "queries" => self.label("0,1,2"),
            classes if classes.contains(',') => {
                let names: Vec<&str> = classes.split(',').collect();
                let last = names.len() as f64 - 1.0;
                let at = ((last + 1.0) / 2.0 + self.target * 2.0).clamp(0.0, last);
                names[at as usize].into()
            }
            _ if self.target > 0.0 => "1".into(),
            _ => "-1".into(),
        }
    }
}

/// svmlight text.
pub fn svmlight(examples: &[Example], problem: &str) -> String {
    lines(examples, |text, e| {
        write!(text, "{}", e.label(problem))?;
        e.features.iter().try_for_each(|(key, value)| write!(text, " {key}:{value}"))
    })
}

/// svmlight text with groups of three rows; the candidate with the largest target is the right one.
pub fn grouped(examples: &[Example], problem: &str) -> String {
    let mut text = String::new();
    for (group, rows) in examples.chunks(3).enumerate() {
        let best =
            (0..rows.len()).reduce(|a, b| if rows[b].target > rows[a].target { b } else { a });
        for (at, row) in rows.iter().enumerate() {
            let right = if Some(at) == best { "1" } else { "0" };
            let plain = svmlight(std::slice::from_ref(row), problem);
            let (label, features) = plain.split_once(' ').unwrap_or((plain.trim_end(), "\n"));
            let label = if problem == "candidates" { right } else { label };
            text.push_str(&format!("{label} qid:{group} {features}"));
        }
    }
    text
}

/// Vowpal Wabbit text, with importance if asked.
pub fn vw(examples: &[Example], problem: &str, weighted: bool) -> String {
    lines(examples, |text, e| {
        write!(text, "{}", e.label(problem))?;
        if weighted {
            write!(text, " {}", e.weight)?;
        }
        text.push_str(" |");
        e.features.iter().try_for_each(|(key, value)| write!(text, " {key}:{value}"))
    })
}

/// JSON lines, with importance if asked.
pub fn jsonl(examples: &[Example], problem: &str, weighted: bool) -> String {
    lines(examples, |text, e| {
        let label = e.label(problem);
        match label.parse::<f64>() {
            Ok(_) => write!(text, "{{\"label\":{label}")?,
            Err(_) => write!(text, "{{\"label\":{label:?}")?,
        }
        if weighted {
            write!(text, ",\"weight\":{}", e.weight)?;
        }
        e.features.iter().try_for_each(|(key, value)| write!(text, ",\"{key}\":{value}"))?;
        text.write_char('}')
    })
}

/// A table with one column a feature (1 to `range`) and the label last.
pub fn csv(examples: &[Example], problem: &str, range: u32) -> String {
    let header: String = (1..=range).map(|key| format!("{key},")).collect();
    let rows = lines(examples, |text, e| {
        for key in 1..=range {
            let value = e.features.iter().find(|(k, _)| *k == key).map_or(0.0, |(_, v)| *v);
            write!(text, "{value},")?;
        }
        write!(text, "{}", e.label(problem))
    });
    format!("{header}label\n{rows}")
}

/// A table with numbers, categories and a column whose cells are missing in the first `late` rows.
pub fn mixed_csv(examples: &[Example], late: usize) -> String {
    let mut number = 0;
    let rows = lines(examples, |text, e| {
        number += 1;
        let (key, value) = e.features.first().copied().unwrap_or((1, 0.0));
        let colour = ["red", "green", "dark blue"][key as usize % 3];
        let late = if number <= late { "NA".into() } else { format!("shelf {}", key % 7) };
        let side = if e.target > 0.0 { "buy" } else { "sell" };
        write!(text, "{value},{},{colour},{late},{side}", e.features.len())
    });
    format!("price,count,colour,place,label\n{rows}")
}

fn lines(
    examples: &[Example],
    mut each: impl FnMut(&mut String, &Example) -> std::fmt::Result,
) -> String {
    let mut text = String::new();
    for example in examples {
        assert!(each(&mut text, example).is_ok());
        text.push('\n');
    }
    text
}
