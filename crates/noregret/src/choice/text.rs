//! Choices as text: `name`, or `name:key=value,…` where one differs from what is common to all.
//!
//! Entries of a list are separated by commas, as are the values of one: what has no name before it
//! belongs to the entry before. Keys: `C`, `eta` (another name of `C`), `margin`, `epsilon`, `p`,
//! `loss`, `ascent`, `geometry`, `schedule`, `scope`, `average`.

use super::{Averaging, Choice};
use crate::{Error, Result};

impl Choice {
    /// Reads a list of choices, each with its text; what an entry does not say is as in `common`.
    ///
    /// # Errors
    /// [`Error::Usage`] if an entry has no name, a key is unknown or a value is none.
    pub fn parse_list(typed: &str, common: &Choice) -> Result<Vec<(String, Choice)>> {
        let mut entries: Vec<(String, Choice)> = Vec::new();
        for piece in typed.split(',').map(str::trim) {
            let (name, setting) = match (piece.find(':'), piece.find('=')) {
                (Some(colon), equals) if equals.is_none_or(|at| colon < at) => {
                    (&piece[..colon], Some(&piece[colon + 1..]))
                }
                (_, Some(_)) => ("", Some(piece)),
                _ => (piece, None),
            };
            match entries.last_mut() {
                Some((text, choice)) if name.is_empty() && setting.is_some() => {
                    *text = format!("{text},{piece}");
                    choice.set(piece)?;
                }
                _ if name.is_empty() => return Err(Error::Usage(no_entry(piece))),
                _ => {
                    let mut choice = Choice { algorithm: Some(name.into()), ..common.clone() };
                    setting.map_or(Ok(()), |setting| choice.set(setting))?;
                    entries.push((piece.into(), choice));
                }
            }
        }
        Ok(entries)
    }

    /// Takes over a setting `key=value`.
    ///
    /// # Errors
    /// [`Error::Usage`] if the key is unknown or the value is none.
    pub fn set(&mut self, setting: &str) -> Result<()> {
        let (key, value) =
            setting.split_once('=').ok_or_else(|| Error::Usage(no_entry(setting)))?;
        let number = || {
            let reason = || Error::Usage(format!("'{value}' in '{setting}' is not a number"));
            value.trim().parse::<f64>().map(Some).map_err(|_| reason())
        };
        let text = || Some(value.trim().to_owned());
        match key.trim() {
            "C" | "eta" => self.aggressiveness = number()?,
            "margin" => self.margin = number()?,
            "epsilon" => self.epsilon = number()?,
            "p" => self.p = number()?,
            "loss" => self.loss = text(),
            "ascent" => self.ascent = text(),
            "geometry" => self.geometry = text(),
            "schedule" => self.schedule = text(),
            "scope" => self.scope = text(),
            "average" if value.trim() == "plain" => self.average = Some(Averaging::Plain),
            "average" if value.trim() == "linear" => self.average = Some(Averaging::Linear),
            "average" if value.trim() == "none" => self.average = Some(Averaging::None),
            other => {
                return Err(Error::Usage(format!(
                    "'{other}' in '{setting}' cannot be set for one entry of -a (C, eta, margin, \
                     epsilon, p, loss, ascent, geometry, schedule, scope, \
                     average=plain|linear|none can)"
                )));
            }
        }
        Ok(())
    }
}

fn no_entry(piece: &str) -> String {
    format!("'{piece}' in the list of -a is neither a name nor name:key=value")
}
