//! A block is closed in slices, while the next one fills: whoever asks, saves or resumes in between
//! finds what closing at once would have left, to the last bit, and no row has to do much of it.

use super::data::{ALL, Asks, N, Round, drifting, fresh, see, small};
use super::resumed::parts;
use crate::support::Rng;
use noregret_core::problem::{AnyProblem, Problem};
use noregret_core::replay::witness::{Effort, Witness};
use noregret_core::stage::{Bias, Columns};
use noregret_core::{Instance, Label};

/// Blocks of some 40 rows.
const EFFORT: Effort = Effort { block_cells: 260, allowance: 3e3, ..Effort::LIVE };

fn begun(asks: Asks, columns: Option<Columns>) -> Witness {
    let mut witness = fresh(asks, EFFORT);
    witness.standardise(columns);
    witness
}

#[test]
fn slices_are_as_closing_at_once() {
    for asks in ALL {
        for columns in [None, Some(Columns { first: 0, end: N })] {
            let rounds = drifting(asks, &mut Rng::new(101), 200);
            let (mut sliced, mut at_once) = (begun(asks, columns), begun(asks, columns));
            let mut resumed = begun(asks, columns);
            let mut put_off = 0;
            for (t, round) in rounds.iter().enumerate() {
                for witness in [&mut sliced, &mut at_once, &mut resumed] {
                    see(witness, asks, std::slice::from_ref(round));
                }
                let before = at_once.worked();
                at_once.catch_up();
                put_off += usize::from(at_once.worked() > before);
                assert_eq!(parts(&sliced), parts(&at_once), "{asks:?} {columns:?} {t}");
                assert_eq!(sliced.findings(), at_once.findings(), "{asks:?} {columns:?} {t}");
                assert_eq!(sliced.norm(), at_once.norm());
                let (scalars, arrays) = parts(&resumed);
                resumed = Witness::restore(scalars, arrays).unwrap();
            }
            assert_eq!(parts(&resumed), parts(&at_once), "{asks:?} {columns:?}");
            assert!(put_off >= 4, "{asks:?} {columns:?}: only {put_off} blocks");
        }
    }
}

/// Classes that come while a block with fewer of them is being closed.
#[test]
fn classes_may_come_while_a_block_is_closed() {
    let mut problem = AnyProblem::parse("multiclass").unwrap();
    for r in 0..2 {
        problem.admit(Label::Number(f64::from(r))).unwrap();
    }
    let bias = Some(Bias::new(N as u32, 0.5));
    let mut sliced = Witness::new(&problem, bias, EFFORT).unwrap();
    let mut at_once = sliced.clone();
    let mut rng = Rng::new(102);
    for t in 0..200 {
        let y = Label::Number((t % (2 + t / 15)) as f64);
        problem.admit(y).unwrap();
        let x = rng.vector(N);
        sliced.see(&problem, Instance::Dense(&x), y, 1.0).unwrap();
        at_once.see(&problem, Instance::Dense(&x), y, 1.0).unwrap();
        at_once.catch_up();
        assert_eq!(parts(&sliced), parts(&at_once), "{t}");
    }
}

/// Shards that end while a block is being closed add up to what they would have.
#[test]
fn shards_may_end_while_a_block_is_closed() {
    for asks in ALL {
        let rounds = asks.rounds(&mut Rng::new(103), 150);
        let shard = |rounds: &[Round], at_once: bool| {
            let mut witness = begun(asks, None);
            for round in rounds {
                see(&mut witness, asks, std::slice::from_ref(round));
                if at_once {
                    witness.catch_up();
                }
            }
            witness
        };
        for cut in [45, 50, 70] {
            let sum = |at_once: bool| {
                let mut base = shard(&rounds[..cut], at_once);
                base.absorb(&shard(&rounds[cut..], at_once)).unwrap();
                base
            };
            assert_eq!(parts(&sum(false)), parts(&sum(true)), "{asks:?} {cut}");
        }
    }
}

/// What came since a block was full, and none of it had been closed.
#[test]
fn shards_may_begin_when_a_block_is_full() {
    for asks in ALL {
        let rounds = asks.rounds(&mut Rng::new(105), 150);
        let (mut whole, mut cut) = (begun(asks, None), 0);
        while cut == 0 || whole.kept() > 0 {
            see(&mut whole, asks, &rounds[cut..=cut]);
            cut += 1;
        }
        let (began, mut closed) = (whole.clone(), whole.clone());
        closed.catch_up();
        assert!(closed.worked() > began.worked());
        see(&mut whole, asks, &rounds[cut..]);
        let (one, other) = (whole.since(&began).unwrap(), whole.since(&closed).unwrap());
        assert_eq!(parts(&one), parts(&other), "{asks:?}");
    }
}

/// What a row looks at is a small share of what closing a block does, and a block is closed before
/// the next is full.
#[test]
fn no_row_does_much_of_it() {
    for asks in ALL {
        for columns in [None, Some(Columns { first: 0, end: N })] {
            let mut witness = fresh(asks, small(2100));
            witness.standardise(columns);
            let rounds = drifting(asks, &mut Rng::new(104), 1500);
            let (mut most, mut before) = (0, 0);
            for round in &rounds {
                see(&mut witness, asks, std::slice::from_ref(round));
                most = most.max(witness.worked() - before);
                before = witness.worked();
            }
            witness.catch_up();
            // Blocks of 300 rows and more; one is still open.
            let each = witness.worked() / 4;
            assert!(before > 0 && 25 * most < each, "{asks:?} {columns:?}: {most} of {each}");
        }
    }
}
