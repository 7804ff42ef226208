//! What the better updates cost: microseconds a round on drawn mail (100 folders, 14,000 words with
//! Zipf's frequencies, about 120 words a message, each folder with words of its own) and on drawn
//! blocks of tasks (20 instances of 50 entries).
//!
//! `ranking [ROUNDS] [REPETITIONS] [NAME]` prints the least CPU time of each algorithm and its
//! ratio to the step on the worst constraint (update II, MaxPA) in the same geometry. With a name
//! only the algorithms whose line contains it run, the first of them being the measure: for
//! counting instructions. Defaults: 2000 rounds, 5 repetitions, all.

mod clock;

use clock::seconds;
use noregret_core::ascent::AnyAscent;
use noregret_core::{AnyLearner, Error, Instance, Label, Spec};
use std::error::Error as StdError;
use std::num::ParseIntError;

/// Random numbers (xorshift), the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, count: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % count
    }
}

/// An example: its parts, and a folder or a side for each part.
struct Example {
    parts: Vec<(Vec<u32>, Vec<f64>)>,
    folder: f64,
    sides: Vec<f64>,
}

const FOLDERS: u64 = 100;
const WORDS: u64 = 14_000;
const LENGTH: usize = 120;

/// Word number `u^2/WORDS` for uniform u: the first words are by far the commonest.
fn mail(rounds: usize) -> Vec<Example> {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let mut message = || {
        let folder = random.below(FOLDERS);
        let mut words: Vec<u32> = (0..LENGTH)
            .map(|place| {
                let u = random.below(WORDS);
                let common = u * u / WORDS;
                let own = (folder * 131 + common % 97) % WORDS;
                if place % 6 == 0 { own as u32 } else { common as u32 }
            })
            .collect();
        words.sort_unstable();
        words.dedup();
        let values = vec![1.0; words.len()];
        Example { parts: vec![(words, values)], folder: folder as f64, sides: vec![] }
    };
    (0..rounds).map(|_| message()).collect()
}

/// Sides by the sum of the first entries, so that they can be learned.
fn blocks(rounds: usize) -> Vec<Example> {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut block = || {
        let mut example = Example { parts: vec![], folder: 0.0, sides: vec![] };
        while example.parts.len() < 20 {
            let mut at: Vec<u32> = (0..50).map(|_| random.below(500) as u32).collect();
            at.sort_unstable();
            at.dedup();
            let values: Vec<f64> =
                at.iter().map(|_| if random.below(2) == 0 { 1.0 } else { -1.0 }).collect();
            let score: f64 =
                at.iter().zip(&values).filter(|(at, _)| **at < 100).map(|(_, x)| x).sum();
            if score.abs() >= 3.0 {
                example.sides.push(score.signum());
                example.parts.push((at, values));
            }
        }
        example
    };
    (0..rounds).map(|_| block()).collect()
}

fn pass(learner: &mut AnyLearner, examples: &[Example]) -> Result<(), Error> {
    for example in examples {
        let parts: Vec<Instance<'_>> = example
            .parts
            .iter()
            .map(|(indices, values)| Instance::Sparse { indices, values })
            .collect();
        let label = match example.sides.as_slice() {
            [] => Label::Number(example.folder),
            sides => Label::Each(sides),
        };
        learner.learn_parts(&parts, label, 1.0)?;
    }
    Ok(())
}

/// How much is run, and what.
struct Plan {
    rounds: usize,
    repetitions: usize,
    name: String,
}

impl Plan {
    fn read(mut args: impl Iterator<Item = String>) -> Result<Self, ParseIntError> {
        let mut number = |default: usize| args.next().map_or(Ok(default), |text| text.parse());
        let (rounds, repetitions) = (number(2000)?, number(5)?);
        Ok(Plan { rounds, repetitions, name: args.next().unwrap_or_default() })
    }
}

/// The seconds of a pass.
fn time(spec: &Spec, examples: &[Example]) -> Result<f64, Error> {
    let mut learner = spec.build()?;
    if spec.problem.name() == "label-ranking" {
        (0..FOLDERS).try_for_each(|f| learner.admit_label(Label::Number(f as f64)))?;
        learner.reserve(WORDS as usize);
    }
    let start = seconds();
    pass(&mut learner, examples)?;
    Ok(seconds() - start)
}

/// Algorithms take turns, so that a busy machine slows them all alike.
fn table(
    title: &str,
    examples: &[Example],
    specs: &[(&str, Spec)],
    plan: &Plan,
) -> Result<(), Error> {
    let specs: Vec<_> = specs.iter().filter(|(name, _)| name.contains(&plan.name)).collect();
    let mut least = vec![f64::INFINITY; specs.len()];
    for _ in 0..plan.repetitions {
        for (least, (_, spec)) in least.iter_mut().zip(&specs) {
            *least = least.min(time(spec, examples)?);
        }
    }
    println!("{title}\n\n| algorithm | µs a round | ratio |\n|---|---|---|");
    for ((name, _), seconds) in specs.iter().zip(&least) {
        let micros = 1e6 * seconds / examples.len() as f64;
        println!("| {name} | {micros:.1} | {:.2} |", seconds / least[0]);
    }
    println!();
    Ok(())
}

fn named(name: &str, problem: &str) -> Result<Spec, Error> {
    let mut spec = Spec::named(name, problem)?;
    if name.ends_with("multiplicative") {
        spec.loss.set_margin(0.01);
    }
    Ok(spec)
}

fn by_interior_point(name: &str) -> Result<Spec, Error> {
    let ascent = AnyAscent::parse("joint:solver=interior")?;
    Ok(Spec { ascent, ..named(name, "label-ranking")? })
}

fn main() -> Result<(), Box<dyn StdError>> {
    let plan = Plan::read(std::env::args().skip(1))?;
    let mail = mail(plan.rounds);
    let additive = [
        ("pa1 (update II)", named("pa1", "label-ranking")?),
        ("sopopo (update III, water)", named("sopopo", "label-ranking")?),
        ("update III, interior point", by_interior_point("sopopo")?),
        ("perceptron (update I)", named("perceptron", "label-ranking")?),
    ];
    table("Mail, 100 folders, Euclidean geometry", &mail, &additive, &plan)?;
    let simplex = [
        ("maxpa-multiplicative (update II)", named("maxpa-multiplicative", "label-ranking")?),
        (
            "sopopo-multiplicative (update III, water)",
            named("sopopo-multiplicative", "label-ranking")?,
        ),
        ("update III, interior point", by_interior_point("sopopo-multiplicative")?),
        ("eg-ranking (update I)", named("eg-ranking", "label-ranking")?),
    ];
    table("Mail, 100 folders, simplex", &mail, &simplex, &plan)?;
    let tasks = ["pa1", "simproj", "conproj", "simperc", "simopt", "simopt-guarded", "optsolv"];
    let tasks = tasks.iter().map(|name| Ok((*name, named(name, "tasks")?)));
    let tasks = tasks.collect::<Result<Vec<_>, Error>>()?;
    table("Blocks of 20 tasks (pa1 is MaxPA)", &blocks(plan.rounds), &tasks, &plan)?;
    Ok(())
}
