//! How the rows of a shard went, as bytes: a mark of the caller, a length, JSON of the counters,
//! then the potentials.

use crate::model::Meter;
use crate::{Error, Result};
use noregret_core::problem::AnyProblem;
use noregret_core::replay::hindsight::Played;
use serde::{Deserialize, Serialize};

/// How the rows of a shard went at the predictor that was found.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    pub(super) played: Played,
    pub(super) meter: Meter,
}

impl Report {
    /// The report as bytes, with a mark that means something to the caller.
    pub fn to_bytes(&self, mark: u8) -> Vec<u8> {
        let json = serde_json::to_vec(self).unwrap_or_default();
        let mut bytes = vec![mark];
        bytes.extend((json.len() as u64).to_le_bytes());
        bytes.extend(json);
        bytes.extend(self.played.potential.iter().flat_map(|v| v.to_le_bytes()));
        bytes
    }

    /// Reads a report and its mark.
    ///
    /// # Errors
    /// If these are other bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Self, u8)> {
        let wrong = || Error::Other("this is no report of a shard".into());
        let (mark, rest) = bytes.split_first().ok_or_else(wrong)?;
        let (length, rest) = rest.split_first_chunk::<8>().ok_or_else(wrong)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| wrong())?;
        let (json, potential) = rest.split_at_checked(length).ok_or_else(wrong)?;
        let mut report: Report = serde_json::from_slice(json).map_err(|_| wrong())?;
        let (numbers, []) = potential.as_chunks::<8>() else { return Err(wrong()) };
        report.played.potential = numbers.iter().map(|v| f64::from_le_bytes(*v)).collect();
        Ok((report, *mark))
    }
}

/// The counters of all shards together.
pub(super) fn added(problem: &AnyProblem, reports: &[Report]) -> Result<Meter> {
    let meters: Vec<&Meter> = reports.iter().map(|report| &report.meter).collect();
    let wrong = || Error::Usage("these reports are of different problems".into());
    Meter::new(problem).merged(&meters).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use noregret_core::Label;
    use noregret_core::Outcome;
    use noregret_core::metric::Judged;

    fn binary() -> AnyProblem {
        AnyProblem::parse("binary").unwrap()
    }

    fn report(outcomes: &[(bool, f64)]) -> Report {
        let meter = Meter::new(&binary());
        let mut report = Report { meter, ..Report::default() };
        for &(mistake, loss) in outcomes {
            let outcome = Outcome { mistake, violation: mistake, loss, ..Outcome::default() };
            report.meter.add(&Judged { outcome: &outcome, label: Label::None, weight: 1.0 });
        }
        report
    }

    #[test]
    fn counters_are_those_of_all_rows() {
        let (a, b) = ([(true, 1.5), (false, 0.25)], [(true, 2.0), (false, 0.0), (true, 1.0)]);
        let whole = report(&[&a[..], &b[..]].concat());
        let sum = added(&binary(), &[report(&a), report(&b)]).unwrap();
        assert_eq!(sum.json(), whole.meter.json());
        assert!(added(&AnyProblem::parse("regression").unwrap(), &[report(&a)]).is_err());
    }

    #[test]
    fn bytes_hold_all_of_it_and_others_are_refused() {
        let mut one = report(&[(true, 1.0)]);
        one.played.potential = vec![0.1, -2.0];
        let bytes = one.to_bytes(3);
        let (read, mark) = Report::from_bytes(&bytes).unwrap();
        assert_eq!((&read.played, &read.meter, mark), (&one.played, &one.meter, 3));
        for cut in [0, 7, 20, bytes.len() - 1] {
            assert!(Report::from_bytes(&bytes[..cut]).is_err(), "{cut}");
        }
    }
}
