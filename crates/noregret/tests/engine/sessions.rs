//! Sessions: what a copy does, and what a session that ends now would leave.

use noregret::{Choice, Model, Opening, Record, RecordLabel, Session};

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

fn named(problem: &str) -> Session {
    let choice = Choice::parse("pa1").unwrap().problem(problem);
    Session::new(Opening::new(&choice).unwrap())
}

/// Where the problem was chosen, a row that fits none of its examples is refused when it comes, and
/// what is learned from the others is what it would have been without it.
#[test]
fn a_row_that_does_not_fit_is_refused_at_once() {
    let x = Record::dense(&[1.0, 0.5]);
    let classes = || RecordLabel::Classes(vec!["a".into(), "b".into()]);
    for (problem, right, wrong) in [
        ("regression", RecordLabel::Number(2.0), vec!["x".into(), RecordLabel::Missing]),
        ("binary", "a".into(), vec![RecordLabel::Missing, classes()]),
        ("multiclass", "a".into(), vec![RecordLabel::Missing, classes()]),
        ("ordinal", RecordLabel::Number(0.0), vec![RecordLabel::Number(0.5), "x".into()]),
    ] {
        let (mut session, mut without) = (named(problem), named(problem));
        for t in 0..5 {
            for label in &wrong {
                let refused = session.learn(&x.clone().label(label.clone()));
                assert!(refused.is_err(), "{problem} {t} {label:?}");
            }
            for session in [&mut session, &mut without] {
                session.learn(&x.clone().label(right.clone())).unwrap();
            }
        }
        assert!(session.opened().is_none(), "{problem}");
        let left = session.finish().unwrap();
        assert_eq!(left.meter().examples, 5, "{problem}");
        assert_eq!(bytes(left), bytes(without.finish().unwrap()), "{problem}");
        assert_eq!(session.take_left_out(), None);
    }
}

#[test]
fn a_sentence_that_was_refused_is_forgotten() {
    let mut session = named("sequence");
    let word = Record::new().name("a", 1.0);
    let tagged = |group| word.clone().label("x").group(group);
    assert!(session.learn(&word.clone().label("x")).is_err());
    assert!(session.learn_parts(&[tagged(0), word.clone().group(0)]).is_err());
    assert!(session.learn_parts(&[tagged(0), tagged(1)]).is_err());
    assert!(session.learn_parts(&[]).is_err());
    session.learn_parts(&[tagged(1), tagged(1)]).unwrap();
    assert_eq!(session.finish().unwrap().meter().examples, 1);
}

/// Where the labels decide, nobody knows before the end which rows will not fit: they are counted.
#[test]
fn what_is_left_out_at_the_end_is_counted() {
    let mut session = Session::new(Opening::new(&Choice::parse("pa1").unwrap()).unwrap());
    for label in ["a", "b", "", "a", ""] {
        let record = Record::dense(&[1.0]);
        let record = if label.is_empty() { record } else { record.label(label) };
        session.learn(&record).unwrap();
    }
    assert_eq!(session.finish().unwrap().meter().examples, 3);
    let left_out = session.take_left_out().unwrap();
    assert_eq!((left_out.rows, &*left_out.reason), (2, "a binary problem needs a label"));
    assert_eq!(session.take_left_out(), None);
}
