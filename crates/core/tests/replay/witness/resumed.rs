//! Witnesses that were written and read back go on bit for bit, in the middle of a block too.

use super::data::{ALL, fresh, see, small, watched};
use crate::support::Rng;
use noregret_core::replay::witness::{Effort, Witness};
use noregret_core::snapshot::Array;
use serde_json::Value;

pub(super) fn parts(witness: &Witness) -> (Value, Vec<(String, Array)>) {
    let mut arrays = Vec::new();
    let scalars = witness.write(&mut arrays);
    (scalars, arrays)
}

#[test]
fn a_resumed_witness_goes_on_bit_for_bit() {
    for asks in ALL {
        let rounds = asks.rounds(&mut Rng::new(81), 300);
        for effort in [small(200), Effort::LIVE] {
            let whole = watched(asks, &rounds, effort);
            for cut in [1, 40, 127, 299] {
                let mut first = fresh(asks, effort);
                see(&mut first, asks, &rounds[..cut]);
                let (scalars, arrays) = parts(&first);
                // Through text, as in a model file.
                let scalars = serde_json::from_str(&scalars.to_string()).unwrap();
                let mut resumed = Witness::restore(scalars, arrays).unwrap();
                see(&mut resumed, asks, &rounds[cut..]);
                assert_eq!(parts(&resumed), parts(&whole), "{asks:?} {cut}");
                assert_eq!(resumed.findings(), whole.findings());
            }
        }
    }
}

#[test]
fn what_no_run_leaves_is_refused() {
    let asks = ALL[0];
    let witness = watched(asks, &asks.rounds(&mut Rng::new(82), 60), small(100));
    let (scalars, arrays) = parts(&witness);
    assert!(Witness::restore(scalars.clone(), arrays.clone()).is_ok());
    for name in arrays.iter().map(|(name, _)| name.clone()) {
        let without = arrays.iter().filter(|(other, _)| *other != name).cloned().collect();
        assert!(Witness::restore(scalars.clone(), without).is_err(), "{name}");
    }
    let mut forged = scalars.clone();
    forged["kind"]["tallies"][0]["drift"] = serde_json::json!(-1.0);
    assert!(Witness::restore(forged, arrays.clone()).is_err());
    let mut forged = arrays;
    for (name, array) in &mut forged {
        if name == "kept_ends" {
            *array = Array::U64(vec![u64::MAX; 3]);
        }
    }
    assert!(Witness::restore(scalars, forged).is_err());
}
