//! Handwritten words in ten folds: learned from one fold and tested on the others, and the reverse.

use super::learners::{LEARNERS, TagLearner, reserved};
use super::letters::{Pixels, Word, parse};
use super::line::Line;
use super::published::LETTERS;
use super::run::{Rates, Task, tested};
use super::sentence::Sentence;
use super::table::{Shown, plot, published, readout, table};
use super::{PASSES, passes};
use crate::args::{Args, command_line, unless, unless_zero};
use crate::data::shuffled;
use crate::failure::Result;
use crate::output::{finish, print, print_progress};
use crate::threads;
use noregret::core::random::Random;
use noregret::io::Source;

/// What the experiment is called.
pub(super) const NAME: &str = "ocr-words";
/// Its title.
pub(super) const TITLE: &str = "Handwritten words, letter by letter";
/// How many learners of the list take part.
pub(super) static LEARNED: &[TagLearner] = LEARNERS.split_at(5).0;
/// The learner that sees pairs of pixels too.
static PAIRED: &TagLearner = &LEARNERS[1];
const PAIRS: &str = "pairs of pixels";
const FILE: &str = "ocr_words/ocr_words.tsv.gz";
const FOLDS: usize = 10;

/// Which of the folds are learned from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Protocol {
    /// One.
    One,
    /// All but one.
    Nine,
}

const PROTOCOLS: [(Protocol, &str); 2] =
    [(Protocol::One, "from one fold"), (Protocol::Nine, "from nine folds")];

/// The words with pixels alone, and with pairs.
type Data = [Vec<Word>; 2];

/// Runs the experiment and writes what came out.
pub(super) fn repeat(args: &Args) -> Result<()> {
    let tested = tested(passes(args));
    let data = read(args)?;
    let parts = PROTOCOLS.map(|(protocol, words)| (words, lines(&data, protocol, &tested, args)));
    let [one, nine] = parts.map(|(words, lines)| lines.map(|lines| (words, lines)));
    let parts = [one?, nine?];
    let section = |folder: Option<&str>| section(&parts, &tested, (data[0].len(), args), folder);
    finish(args, NAME, section, || pictures(&parts, &tested))
}

/// The words in an order drawn from the seed: in the file a word comes in a run of many hands.
fn read(args: &Args) -> Result<Data> {
    let path = args.data_dir().join(FILE);
    let (bytes, first) = (Source::open(&path)?.read_all()?, reserved()?);
    let read = |pairs| {
        let mut words: Vec<Option<Word>> =
            parse(&path.to_string_lossy(), &bytes, Pixels { first, pairs })?
                .into_iter()
                .map(Some)
                .collect();
        let order = shuffled(words.len(), &mut Random::new(args.seed, 0));
        Ok(order.into_iter().filter_map(|place| words[place].take()).collect())
    };
    let data: Result<Vec<Vec<Word>>> = [false, true].into_iter().map(read).collect();
    let mut data = data?.into_iter();
    Ok([data.next().unwrap_or_default(), data.next().unwrap_or_default()])
}

/// The lines of a protocol; with pairs only the average answers.
fn lines(data: &Data, protocol: Protocol, tested: &[usize], args: &Args) -> Result<Vec<Line>> {
    let both = LEARNED.iter().flat_map(|learner| [(learner, "", true), (learner, "", false)]);
    let all: Vec<_> = both.chain([(PAIRED, PAIRS, true)]).collect();
    let run = |number: usize| {
        let (learner, remark, averaged) = all[number / FOLDS];
        let words = &data[usize::from(!remark.is_empty())];
        let (train, test) = split(words, protocol, number % FOLDS, args.limit());
        let task = Task { learner, averaged, train: &train, test: &test, tested };
        print_progress(&format!("{NAME}: {} {remark}, fold {}", learner.name, number % FOLDS));
        task.run()
    };
    let runs: Vec<Vec<Rates>> = threads::share(all.len() * FOLDS, args.threads(), run)?;
    let lines: Vec<Line> =
        all.iter().zip(runs.chunks(FOLDS)).map(|(&said, runs)| Line::of(said, runs)).collect();
    let part = if protocol == Protocol::One { "one" } else { "nine" };
    if args.json {
        lines.iter().try_for_each(|line| print(&line.object(NAME, part, tested).to_string()))?;
    }
    Ok(lines)
}

/// What is learned from and what is tested on.
fn split(
    words: &[Word],
    protocol: Protocol,
    fold: usize,
    limit: Option<usize>,
) -> (Vec<&Sentence>, Vec<&Sentence>) {
    let limit = limit.unwrap_or(words.len());
    let some = |inside: bool| {
        let chosen = words.iter().filter(|word| (word.fold == fold) == inside);
        chosen.map(|word| &word.letters).take(limit).collect()
    };
    (some(protocol == Protocol::One), some(protocol == Protocol::Nine))
}

fn section(
    parts: &[(&str, Vec<Line>)],
    tested: &[usize],
    (words, args): (usize, &Args),
    folder: Option<&str>,
) -> String {
    let passes = passes(args);
    let flags = [
        ("epochs", unless(PASSES, passes)),
        ("seed", unless_zero(args.seed)),
        ("limit", args.limit().map(|limit| limit as u64)),
    ];
    let command = command_line(NAME, &flags);
    let mut text = format!(
        "## {TITLE}\n\n\
         - Command: `{command}`\n\
         - Published in: Taskar, Guestrin and Koller, Max-margin Markov networks, NIPS 2003; data \
         by Kassel\n\
         - {words} words in {FOLDS} folds; the features of a letter are its 128 pixels (16 x 8), \
         no kernel; with pairs also two neighbouring pixels that are both set\n\
         - Order: one shuffle of the words, seed {}, then {passes} passes in this order\n\
         - What is not said of a learner is its default; the cost is the number of wrong letters\n\
         - Answers: the average of the weights over all rounds, or the last weights\n\n\
         Percent of letters wrong after the passes, and of words after the last; means over ten \
         runs, a fold each, ± the standard deviation of a run.\n",
        args.seed
    );
    for (part, lines) in parts {
        text.push_str(&format!("\nLearned {part}, tested on the rest:\n\n"));
        text.push_str(&table(lines, tested, Shown::Error, ("letter", "word")));
    }
    text.push('\n');
    text.push_str(&published(&LETTERS, "letter error in %"));
    if let Some(folder) = folder {
        for name in picture_names() {
            text.push_str(&format!("\n![{name}]({folder}/{name}.svg)\n"));
        }
    }
    text
}

/// A picture a protocol and readout, in this order.
fn picture_names() -> Vec<String> {
    let names = ["one", "nine"]
        .map(|part| [true, false].map(|averaged| format!("{NAME}-{part}-{}", readout(averaged))));
    names.concat()
}

fn pictures(parts: &[(&str, Vec<Line>)], tested: &[usize]) -> Vec<(String, String)> {
    let svg = |(part, lines): &(&str, Vec<Line>)| {
        [true, false].map(|averaged| {
            let title = format!("Letter error, learned {part}: {}", readout(averaged));
            plot(&title, lines, averaged, tested, Shown::Error)
        })
    };
    picture_names().into_iter().zip(parts.iter().flat_map(svg)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_on_one_side() {
        let table = "word\tfold\tpos\tletter\tpixels_hex\n";
        let lines = (0..20).map(|n| format!("{n}\t{}\t0\ta\t{n:032x}\n", n % 10));
        let text = table.to_owned() + &lines.collect::<String>();
        let words = parse("o.tsv", text.as_bytes(), Pixels { first: 0, pairs: false }).unwrap();
        let (train, test) = split(&words, Protocol::One, 3, None);
        assert_eq!(train, [&words[3].letters, &words[13].letters]);
        assert_eq!(test.len(), 18);
        assert_eq!(split(&words, Protocol::Nine, 3, None), (test, train));
        let (train, test) = split(&words, Protocol::Nine, 3, Some(1));
        assert_eq!((train, test), (vec![&words[0].letters], vec![&words[3].letters]));
    }
}
