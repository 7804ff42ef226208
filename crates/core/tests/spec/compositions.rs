//! Every composition is a learner or is refused in words, and survives being written.

use crate::support::product::{name, product, valid};
use noregret_core::ascent::AnyAscent;
use noregret_core::geometry::AnyGeometry;
use noregret_core::loss::AnyLoss;
use noregret_core::replay::scope::AnyScope;
use noregret_core::schedule::AnySchedule;
use noregret_core::{Error, Spec};

/// Fewer valid compositions than this means that the walk lost some.
const AT_LEAST: usize = 23_500;

#[test]
fn every_composition_is_a_learner_or_is_refused_in_words() {
    for s in product() {
        match s.check() {
            Ok(()) => assert!(s.build().is_ok()),
            Err(Error::Spec(message)) => {
                assert!(message.split(' ').count() >= 4, "{}: '{message}'", name(&s));
                assert!(s.build().is_err());
            }
            Err(other) => panic!("{}: {other:?}", name(&s)),
        }
    }
    assert!(valid().len() >= AT_LEAST, "only {} compositions are valid", valid().len());
}

#[test]
fn specs_survive_json_and_their_own_text() {
    for s in valid() {
        let json = serde_json::to_string(s).unwrap();
        assert_eq!(&serde_json::from_str::<Spec>(&json).unwrap(), s);
        assert_eq!(AnySchedule::parse(&s.schedule.to_string()).unwrap(), s.schedule);
        assert_eq!(AnyLoss::parse(&s.loss.to_string()).unwrap(), s.loss);
        assert_eq!(AnyAscent::parse(&s.ascent.to_string()).unwrap(), s.ascent);
        assert_eq!(AnyGeometry::parse(&s.geometry.to_string()).unwrap(), s.geometry);
        assert_eq!(AnyScope::parse(&s.scope.to_string()).unwrap(), s.scope);
    }
}
