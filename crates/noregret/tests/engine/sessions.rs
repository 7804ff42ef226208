//! Sessions: what a copy does, and what a session that ends now would leave.

use noregret::{Choice, Model, Opening, Record, Session};

fn row(t: u32) -> Record {
    let x = [f64::from(t % 7) - 3.0, f64::from(t % 3), f64::from(t % 5) * 0.5];
    Record::dense(&x).label(if t % 7 + t % 3 > 4 { "high" } else { "low" })
}

fn session(rows: u32) -> Session {
    let mut session = Session::new(Opening::new(&Choice::default()).unwrap());
    for t in 0..rows {
        session.learn(&row(t)).unwrap();
    }
    session
}

fn bytes(model: &Model) -> Vec<u8> {
    model.to_bytes().unwrap()
}

#[test]
fn a_copy_goes_on_as_its_original() {
    for begun in [0, 5, 700, 1500] {
        let mut original = session(begun);
        let mut copy = original.clone();
        for t in begun..3000 {
            original.learn(&row(t)).unwrap();
        }
        assert_eq!(copy.is_empty(), begun == 0);
        for t in begun..3000 {
            copy.learn(&row(t)).unwrap();
        }
        let both = [original, copy].map(|session| bytes(&session.finished().unwrap()));
        assert_eq!(both[0], both[1], "copied after {begun} rows");
    }
}

#[test]
fn what_a_session_would_leave_does_not_end_it() {
    for rows in [5, 700, 1500] {
        let mut asked = session(rows);
        let left = bytes(&asked.finished().unwrap());
        assert_eq!(asked.opened().is_some(), rows > 1000);
        assert_eq!(left, bytes(asked.finish().unwrap()));
    }
    assert!(session(0).finished().is_err());
}
