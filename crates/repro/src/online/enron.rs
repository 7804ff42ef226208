//! Mail in the order of its dates, to be filed into folders.
//!
//! A message is a binary vector of words; a folder has features that follow from the messages
//! filed before ([`ClassMap`]): 2 and -1 for additive learners, 1 and 0 for multiplicative ones.
//! (Simultaneous projections, sec. 9.2.)

use super::headers;
use super::stream::{Input, Round};
use crate::failure::{Failure, Result};
use noregret::core::{Instance, Label};
use noregret::io::Source;
use noregret::source::ClassMap;
use std::collections::HashMap;
use std::path::Path;

/// The messages of a user.
#[derive(Debug)]
pub(crate) struct Mail {
    folders: usize,
    words: usize,
    /// The folder of each message, and its words in rising order.
    messages: Vec<(usize, Vec<u32>)>,
}

impl Mail {
    /// Reads `USER.svm.gz`: the number of the folder from 0, then `word:count` with words from 1.
    pub(crate) fn read(dir: &Path, user: &str, folders: usize, limit: usize) -> Result<Self> {
        let path = dir.join(format!("{user}.svm.gz"));
        let bytes = Source::open(&path)?.read_all()?;
        let broken = |line, reason: &str| Failure::data(&path.to_string_lossy(), line, reason);
        let text =
            std::str::from_utf8(&bytes).map_err(|_| broken(None, "the text is not UTF-8"))?;
        let mut mail = Mail { folders, words: 0, messages: Vec::new() };
        for (number, line) in (1..).zip(text.lines()).take(limit) {
            let message = message(line).filter(|(folder, _)| *folder < folders);
            let message = message.ok_or_else(|| {
                broken(Some(number), "this is not the number of a folder and word:count pairs")
            })?;
            let last = message.1.last().map_or(0, |&word| word as usize + 1);
            mail.words = mail.words.max(last);
            mail.messages.push(message);
        }
        Ok(mail)
    }

    /// Adds the words of From and To, as words of their own.
    pub(crate) fn add_headers(&mut self, dir: &Path, user: &str) -> Result<()> {
        let lists = headers::read(&dir.join(format!("{user}.tsv.gz")), self.messages.len())?;
        let mut numbers: HashMap<String, u32> = HashMap::new();
        for ((_, words), list) in self.messages.iter_mut().zip(lists) {
            let number = |word| {
                let next = (self.words + numbers.len()) as u32;
                *numbers.entry(word).or_insert(next)
            };
            words.extend(list.into_iter().map(number));
            words.sort_unstable();
            words.dedup();
        }
        self.words += numbers.len();
        Ok(())
    }

    /// How many messages there are.
    pub(crate) fn rounds(&self) -> usize {
        self.messages.len()
    }

    /// How many words and how many folders there are.
    pub(crate) fn shape(&self) -> (usize, usize) {
        (self.words, self.folders)
    }

    /// Shows the rounds one after the other.
    pub(crate) fn for_each(&self, visit: &mut dyn FnMut(&dyn Round) -> Result<()>) -> Result<()> {
        let mut past = ClassMap::default();
        for (folder, words) in &self.messages {
            let ones = vec![1.0; words.len()];
            let unit = vec![1.0 / (words.len().max(1) as f64).sqrt(); words.len()];
            let described = |values| -> Vec<(Vec<u32>, Vec<f64>)> {
                (0..self.folders).map(|r| past.describe(r, words, values)).collect()
            };
            let (additive, multiplicative) = (described((2.0, -1.0)), described((1.0, 0.0)));
            visit(&Message {
                folder: *folder,
                words: [Instance::sparse(words, &ones)?],
                unit: [Instance::sparse(words, &unit)?],
                additive: instances(&additive)?,
                multiplicative: instances(&multiplicative)?,
            })?;
            past.count(*folder, words);
        }
        Ok(())
    }
}

/// The folder and the words of a line.
fn message(line: &str) -> Option<(usize, Vec<u32>)> {
    let mut cells = line.split_ascii_whitespace();
    let folder = cells.next()?.parse().ok()?;
    let word = |cell: &str| cell.split_once(':')?.0.parse::<u32>().ok()?.checked_sub(1);
    let mut words = cells.map(word).collect::<Option<Vec<u32>>>()?;
    words.sort_unstable();
    words.dedup();
    Some((folder, words))
}

fn instances(lists: &[(Vec<u32>, Vec<f64>)]) -> Result<Vec<Instance<'_>>> {
    lists.iter().map(|(at, values)| Ok(Instance::sparse(at, values)?)).collect()
}

/// A message to be filed.
struct Message<'a> {
    folder: usize,
    words: [Instance<'a>; 1],
    unit: [Instance<'a>; 1],
    additive: Vec<Instance<'a>>,
    multiplicative: Vec<Instance<'a>>,
}

impl Round for Message<'_> {
    fn parts(&self, input: Input) -> &[Instance<'_>] {
        match input {
            Input::Words => &self.words,
            Input::UnitWords | Input::Block => &self.unit,
            Input::Additive => &self.additive,
            Input::Multiplicative => &self.multiplicative,
        }
    }

    fn label(&self, _input: Input) -> Label<'_> {
        Label::Number(self.folder as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_a_folder_and_words() {
        assert_eq!(message("3 7:1 2:5"), Some((3, vec![1, 6])));
        assert_eq!((message("3 0:1"), message("x 1:1"), message("3 7")), (None, None, None));
    }
}
