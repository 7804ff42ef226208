//! A part of the data: of N shards the Kth has the examples i, counted from 0, with
//! `i mod N = K - 1`, so that N shards are disjoint and have every example. A group of rows that is
//! one example counts as one.

use crate::Error;
use std::fmt;
use std::str::FromStr;

/// Which shard of how many, as `K/N`.
///
/// ```
/// use noregret::train::ShardNumber;
///
/// let second: ShardNumber = "2/3".parse()?;
/// assert!(second.has(1) && second.has(4) && !second.has(2));
/// assert!("4/3".parse::<ShardNumber>().is_err());
/// # Ok::<(), noregret::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardNumber {
    number: u64,
    of: u64,
}

impl ShardNumber {
    /// Whether it has the example of this number, from 0.
    #[inline]
    pub fn has(&self, example: u64) -> bool {
        example % self.of == self.number - 1
    }
}

impl FromStr for ShardNumber {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let odd = || Error::Usage(format!("'{text}' is not K/N, shard K of N, K from 1 to N"));
        let (number, of) = text.split_once('/').ok_or_else(odd)?;
        let whole = |text: &str| text.trim().parse::<u64>().map_err(|_| odd());
        let shard = ShardNumber { number: whole(number)?, of: whole(of)? };
        match (1..=shard.of).contains(&shard.number) {
            true => Ok(shard),
            false => Err(odd()),
        }
    }
}

impl fmt::Display for ShardNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}
