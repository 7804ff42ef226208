//! The rows of arrays give the weights of the same rows in a file, to the last bit.

use crate::stream::{Labels, Typed, rows, svmlight, trained};
use noregret::array::{
    ArrayBatch, ArrayLabels, ArrayRows, Column, ColumnMap, DenseRows, Index, Real, SparseRows,
    Values,
};
use noregret::choice::Bias;
use noregret::core::ClassName;
use noregret::{Certify, Choice, Model, Opening, Session};

/// Keys go from 1 to 30: that many columns.
const WIDTH: usize = 31;

/// The parts of a sparse matrix.
struct Csr<I, V> {
    ends: Vec<I>,
    indices: Vec<I>,
    values: Vec<V>,
}

fn csr<I: Index, V: Real>(
    rows: &[Typed],
    index: impl Fn(usize) -> I,
    real: impl Fn(f64) -> V,
) -> Csr<I, V> {
    let (mut ends, mut indices, mut values) = (vec![index(0)], Vec::new(), Vec::new());
    for row in rows {
        indices.extend(row.features.iter().map(|(key, _)| index(*key as usize)));
        values.extend(row.features.iter().map(|(_, x)| real(*x)));
        ends.push(index(indices.len()));
    }
    Csr { ends, indices, values }
}

fn dense(rows: &[Typed]) -> Vec<f64> {
    let mut all = vec![0.0; rows.len() * WIDTH];
    for (row, cells) in rows.iter().zip(all.chunks_mut(WIDTH)) {
        row.features.iter().for_each(|(key, x)| cells[*key as usize] = *x);
    }
    all
}

fn numbers(rows: &[Typed]) -> Vec<f64> {
    rows.iter().map(|row| row.label.parse().unwrap()).collect()
}

/// What a session makes of an array, in batches of this size.
fn session(opening: Opening, matrix: &dyn ArrayRows, labels: &[f64], step: usize) -> Model {
    let batch = ArrayBatch::new(matrix, ArrayLabels::Numbers(labels)).unwrap();
    let (mut session, mut map) = (Session::new(opening), ColumnMap::numbered(WIDTH));
    for start in (0..labels.len()).step_by(step) {
        let span = start..labels.len().min(start + step);
        session.learn_array(&batch, &mut map, span, |_, _| ()).map_err(|r| r.error).unwrap();
    }
    session.finish().unwrap().clone()
}

/// The weights by key, and the mistakes.
fn weights(model: &Model) -> (Vec<f64>, Option<f64>) {
    let single = model.leader().unwrap();
    let weight = |key: u32| match model.space().find_key(key) {
        Some(slot) => single.learner.answering_weight(slot as usize, 0),
        None => 0.0,
    };
    let mistakes = model.meter().value("mistakes");
    ((0..WIDTH as u32).map(weight).collect(), mistakes)
}

#[test]
fn every_layout_equals_the_file() {
    let folder = tempfile::tempdir().unwrap();
    for (labels, problem) in [(Labels::Signs, "binary"), (Labels::Numbers, "regression")] {
        let rows = rows(labels, 1500);
        let (file, y) = (svmlight(&rows, folder.path()), numbers(&rows));
        for typed in ["pa1:C=0.1", "pa1:average=plain", "arow", "perceptron"] {
            let choice = Choice::parse(typed).unwrap().problem(problem);
            if Model::new(&choice).is_err() {
                continue;
            }
            let expected = weights(&trained(&file, &choice));
            let (flat, short) = (dense(&rows), csr(&rows, |i| i as i32, |x| x));
            let long = csr(&rows, |i| i as i64, |x| x);
            let matrices: [&dyn ArrayRows; 3] = [
                &DenseRows::new(&flat, WIDTH).unwrap(),
                &SparseRows::new(&short.ends, &short.indices, &short.values, WIDTH).unwrap(),
                &SparseRows::new(&long.ends, &long.indices, &long.values, WIDTH).unwrap(),
            ];
            for (at, matrix) in matrices.into_iter().enumerate() {
                for step in [1, 700, 1500] {
                    let opening = Opening::new(&choice).unwrap();
                    let model = session(opening, matrix, &y, step);
                    assert_eq!(weights(&model), expected, "{typed} {problem} {at} {step}");
                }
            }
        }
    }
}

/// The default contest ends with the same winner and the same bytes.
#[test]
fn a_contest_on_an_array_is_the_one_on_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let rows = rows(Labels::Signs, 2000);
    let expected = trained(&svmlight(&rows, folder.path()), &Choice::default());
    let (matrix, y) = (csr(&rows, |i| i as i32, |x| x), numbers(&rows));
    let matrix = SparseRows::new(&matrix.ends, &matrix.indices, &matrix.values, WIDTH).unwrap();
    let opening = Opening::new(&Choice::default()).unwrap();
    let model = session(opening, &matrix, &y, 333);
    assert_eq!(model.algorithm(), expected.algorithm());
    assert_eq!(weights(&model), weights(&expected));
}

/// Witnesses see the same rows.
#[test]
fn proof_beside_an_array_is_that_beside_records() {
    let rows = rows(Labels::Signs, 600);
    let choice = Choice::parse("pa1").unwrap().problem("binary").bias(Bias::Value(0.5));
    let mut looped = Model::new(&choice).unwrap();
    looped.certify(Certify::Live);
    for row in &rows {
        looped.learn(&row.record()).unwrap();
    }
    let (flat, y) = (dense(&rows), numbers(&rows));
    let mut model = Model::new(&choice).unwrap();
    model.certify(Certify::Live);
    let matrix = DenseRows::new(&flat, WIDTH).unwrap();
    let batch = ArrayBatch::new(&matrix, ArrayLabels::Numbers(&y)).unwrap();
    let mut map = ColumnMap::numbered(WIDTH);
    model.learn_array(&batch, &mut map, 0..600, |_, _| ()).map_err(|r| r.error).unwrap();
    assert!(model.to_bytes().unwrap() == looped.to_bytes().unwrap());
    assert!(!model.headroom().is_empty());
}

#[test]
fn the_answers_are_those_of_the_records() {
    let rows = rows(Labels::Classes, 500);
    let (flat, y) = (dense(&rows), numbers(&rows));
    let matrix = DenseRows::new(&flat, WIDTH).unwrap();
    let choice = Choice::parse("pa1").unwrap().problem("multiclass");
    let model = session(Opening::new(&choice).unwrap(), &matrix, &y, 100);
    let mut seen = 0;
    let mut map = ColumnMap::numbered(WIDTH);
    model
        .answer_array(&matrix, &mut map, 0..500, true, |row, scores, decided| {
            let answer = model.predict(&rows[row].record()).unwrap();
            assert_eq!(
                (scores, decided),
                (&answer.scores[..], Some((answer.prediction, answer.score)))
            );
            seen += 1;
        })
        .unwrap();
    assert_eq!(seen, 500);
}

#[test]
fn names_of_columns_are_features_whatever_their_order() {
    let choice = Choice::parse("pa1").unwrap().problem("binary").bias(Bias::None);
    let learn = |names: [&str; 3], values: &[f64]| {
        let mut model = Model::new(&choice).unwrap();
        let matrix = DenseRows::new(values, 3).unwrap();
        let batch = ArrayBatch::new(&matrix, ArrayLabels::Numbers(&[1.0, -1.0])).unwrap();
        let mut map = ColumnMap::named(names.map(Column::from).to_vec());
        model.learn_array(&batch, &mut map, 0..2, |_, _| ()).map_err(|r| r.error).unwrap();
        let weight = |name: &str| {
            let slot = model.space().find(name).unwrap() as usize;
            model.leader().unwrap().learner.weight(slot, 0)
        };
        ["a", "b", "7"].map(weight)
    };
    let one = learn(["a", "b", "7"], &[1.0, 0.0, 0.5, 0.25, 2.0, -1.0]);
    assert_eq!(one, learn(["7", "b", "a"], &[0.5, 0.0, 1.0, -1.0, 2.0, 0.25]));
    assert!(one.iter().all(|weight| *weight != 0.0));
}

#[test]
fn an_order_and_weights_are_those_of_the_rows() {
    let rows = rows(Labels::Signs, 50);
    let choice = Choice::parse("pa1").unwrap().problem("binary").bias(Bias::Value(1.0));
    let order: Vec<i64> = (0..50).rev().step_by(3).collect();
    let mut looped = Model::new(&choice).unwrap();
    for &row in &order {
        let row = &rows[row as usize];
        looped.learn(&row.record().weight(row.weight)).unwrap();
    }
    let (flat, y) = (dense(&rows), numbers(&rows));
    let counts: Vec<f64> = rows.iter().map(|row| row.weight).collect();
    let matrix = DenseRows::new(&flat, WIDTH).unwrap();
    let batch = ArrayBatch::new(&matrix, ArrayLabels::Numbers(&y)).unwrap();
    let batch = batch.weighted(&counts).unwrap().ordered(&order).unwrap();
    let mut model = Model::new(&choice).unwrap();
    let mut map = ColumnMap::numbered(WIDTH);
    model.learn_array(&batch, &mut map, 0..order.len(), |_, _| ()).map_err(|r| r.error).unwrap();
    assert!(model.to_bytes().unwrap() == looped.to_bytes().unwrap());
    assert!(batch.ordered(&[50]).is_err() && batch.ordered(&[-1]).is_err());
    assert!(batch.weighted(&counts[1..]).is_err());
    assert!(ArrayBatch::new(&matrix, ArrayLabels::Numbers(&y[1..])).is_err());
}

/// The rows before one that is refused were learned from, it left no trace.
#[test]
fn a_batch_stops_where_a_row_is_refused() {
    let rows = rows(Labels::Signs, 600);
    let choice = Choice::parse("pa1").unwrap().problem("binary").bias(Bias::Value(1.0));
    let (mut flat, y) = (dense(&rows), numbers(&rows));
    flat[499 * WIDTH + 3] = f64::NAN;
    let matrix = DenseRows::new(&flat, WIDTH).unwrap();
    let batch = ArrayBatch::new(&matrix, ArrayLabels::Numbers(&y)).unwrap();
    let (mut model, mut looped) = (Model::new(&choice).unwrap(), Model::new(&choice).unwrap());
    let mut map = ColumnMap::numbered(WIDTH);
    let refused = model.learn_array(&batch, &mut map, 0..600, |_, _| ()).unwrap_err();
    assert_eq!(refused.position, 499);
    for row in &rows[..499] {
        looped.learn(&row.record()).unwrap();
    }
    assert!(model.to_bytes().unwrap() == looped.to_bytes().unwrap());
}

#[test]
fn broken_matrices_are_refused() {
    let values = [1.0, 2.0];
    for ends in [&[0, 2, 1][..], &[0, 3], &[-1, 2], &[]] {
        assert!(SparseRows::new(ends, &[0, 1], &values, 2).is_err(), "{ends:?}");
    }
    assert!(SparseRows::new(&[0, 1], &[0], &values, 2).is_err());
    let choice = Choice::parse("pa1").unwrap().problem("regression").bias(Bias::None);
    for column in [-1, 2, i32::MAX] {
        let indices = [0, column];
        let matrix = SparseRows::new(&[0, 2], &indices, &values, 2).unwrap();
        let batch = ArrayBatch::new(&matrix, ArrayLabels::Numbers(&[1.0])).unwrap();
        let (mut model, mut map) = (Model::new(&choice).unwrap(), ColumnMap::numbered(2));
        let refused = model.learn_array(&batch, &mut map, 0..1, |_, _| ()).unwrap_err();
        assert!(refused.error.to_string().contains("column"), "{}", refused.error);
    }
    // Repeated and unsorted columns are those of a row that a reader makes.
    let learn = |indices: &[i32], values: &[f64]| {
        let ends = [0, indices.len() as i32];
        let matrix = SparseRows::new(&ends, indices, values, 3).unwrap();
        let batch = ArrayBatch::new(&matrix, ArrayLabels::Numbers(&[1.0])).unwrap();
        let (mut model, mut map) = (Model::new(&choice).unwrap(), ColumnMap::numbered(3));
        model.learn_array(&batch, &mut map, 0..1, |_, _| ()).map_err(|r| r.error).unwrap();
        model.to_bytes().unwrap()
    };
    assert!(learn(&[2, 0, 2, 1], &[1.0, 3.0, 0.5, 0.0]) == learn(&[0, 2], &[3.0, 1.5]));
}

#[test]
fn declared_classes_come_first() {
    let choice = Choice::parse("pa1").unwrap().problem("multiclass").bias(Bias::None);
    let declared = ["c", "a"].map(|name| ClassName::Text(name.into()));
    let opening = Opening::new(&choice).unwrap().classes(declared.to_vec()).rows(1);
    let mut session = Session::new(opening);
    session.learn(&noregret::Record::dense(&[1.0]).label("b")).unwrap();
    session.learn(&noregret::Record::dense(&[1.0]).label("a")).unwrap();
    let names: Vec<String> =
        session.model().unwrap().class_names().unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(names, ["c", "a", "b"]);
    let binary = Choice::parse("pa1").unwrap().problem("binary").bias(Bias::None);
    let opening = Opening::new(&binary).unwrap().classes(declared.to_vec());
    let mut session = Session::new(opening);
    let refused = session.learn(&noregret::Record::dense(&[1.0]).label("z"));
    assert!(refused.unwrap_err().to_string().contains('z'));
    session.learn(&noregret::Record::dense(&[1.0]).label("c")).unwrap();
    assert!(session.opened().is_some(), "both classes are known: nothing is waited for");
}

/// While the rows decide, a model made of those so far answers.
#[test]
fn a_session_answers_from_its_first_rows_on() {
    let rows = rows(Labels::Classes, 1200);
    let mut session = Session::new(Opening::new(&Choice::default()).unwrap());
    let mut mistakes = 0;
    for (t, row) in rows.iter().enumerate() {
        let said = session.predict(&row.record()).unwrap();
        assert_eq!(said.is_none(), t == 0);
        let right = said.is_some_and(|said| said.prediction.to_string() == row.label);
        mistakes += usize::from(!right);
        session.learn(&row.record()).unwrap();
        assert_eq!(session.opened().is_some(), t + 1 >= 1000, "{t}");
    }
    assert!(mistakes < 400, "{mistakes}");
    let folder = tempfile::tempdir().unwrap();
    let expected = trained(&svmlight(&rows, folder.path()), &Choice::default());
    let model = session.finish().unwrap();
    assert_eq!(weights(model), weights(&expected));
}

/// A matrix of these rows, each a list of columns; all values are 1.
fn columns_of(rows: &[&[i32]]) -> Csr<i32, f64> {
    let indices: Vec<i32> = rows.concat();
    let ends = rows.iter().scan(0, |end, row| {
        *end += row.len() as i32;
        Some(*end)
    });
    Csr {
        ends: std::iter::once(0).chain(ends).collect(),
        values: vec![1.0; indices.len()],
        indices,
    }
}

/// To look at many rows together finds what a look at each finds, wherever rows begin and end.
#[test]
fn rows_rise_together_if_each_rises() {
    let parts: [&[i32]; 9] =
        [&[0, 1, 2], &[], &[5], &[3, 4, 9], &[2, 2], &[4, 3], &[1, 10], &[-1, 3], &[0, 8, 7]];
    let each_rises =
        |row: &&[i32]| row.is_sorted_by(|a, b| a < b) && row.iter().all(|j| (0..10).contains(j));
    let mut found = [0, 0];
    for code in 0..9usize.pow(4) {
        let rows: Vec<&[i32]> = (0..4).map(|k| parts[code / 9usize.pow(k) % 9]).collect();
        let csr = columns_of(&rows);
        let matrix = SparseRows::new(&csr.ends, &csr.indices, &csr.values, 10).unwrap();
        for (start, end) in [(0, 4), (1, 4), (0, 3), (2, 3), (2, 2)] {
            let expected = rows[start..end].iter().all(each_rises);
            assert_eq!(matrix.rise(start..end), expected, "{rows:?} from {start} to {end}");
            found[usize::from(expected)] += 1;
        }
    }
    assert!(found[0] > 1000 && found[1] > 1000);
    // What does not lie in memory as it is wanted is looked at row by row.
    let long = SparseRows::new(&[0i64, 1], &[0i64], &[1.0], 10).unwrap();
    let short = SparseRows::new(&[0i32, 1], &[0i32], &[1.0f32], 10).unwrap();
    assert!(!long.rise(0..1) && !short.rise(0..1));
}

#[test]
fn values_are_ordinary_finite_or_unknown() {
    let tiny = f64::MIN_POSITIVE / 4.0;
    for (x, expected) in [
        (1.5, Values::Ordinary),
        (-f64::MAX, Values::Ordinary),
        (tiny, Values::Ordinary),
        (0.0, Values::Finite),
        (-0.0, Values::Finite),
        (f64::INFINITY, Values::Unknown),
        (f64::NEG_INFINITY, Values::Unknown),
        (f64::NAN, Values::Unknown),
        (-f64::NAN, Values::Unknown),
    ] {
        for at in 0..19 {
            let mut values = vec![2.0; 19];
            values[at] = x;
            let dense = DenseRows::new(&values, 1).unwrap();
            assert_eq!(dense.values(0..19), expected, "{x} at {at}");
            assert_eq!(dense.values(at + 1..19), Values::Ordinary);
            let narrow: Vec<f32> = values.iter().map(|x| *x as f32).collect();
            let expected = if x == tiny { Values::Finite } else { expected };
            let expected = if x == -f64::MAX { Values::Unknown } else { expected };
            assert_eq!(DenseRows::new(&narrow, 1).unwrap().values(0..19), expected, "{x} at {at}");
        }
    }
}

/// Whether a batch is looked at as a whole, block by block or row by row makes no difference; and
/// one that holds what is not finite is refused before anything is learned.
#[test]
fn a_whole_batch_is_the_same_batch() {
    let rows = rows(Labels::Signs, 700);
    let (mut short, long) = (csr(&rows, |i| i as i32, |x| x), csr(&rows, |i| i as i64, |x| x));
    let y = numbers(&rows);
    let order: Vec<i64> = (0..700).collect();
    let learned = |matrix: &dyn ArrayRows, whole: bool, ordered: bool| {
        let batch = ArrayBatch::new(matrix, ArrayLabels::Numbers(&y)).unwrap();
        let batch = if whole { batch.whole().unwrap() } else { batch };
        let batch = if ordered { batch.ordered(&order).unwrap() } else { batch };
        let opening = Opening::new(&Choice::parse("pa1").unwrap().problem("binary")).unwrap();
        let (mut session, mut map) = (Session::new(opening.rows(1)), ColumnMap::numbered(WIDTH));
        session.learn_array(&batch, &mut map, 0..700, |_, _| ()).map_err(|r| r.error).unwrap();
        weights(session.finish().unwrap())
    };
    let narrow = SparseRows::new(&short.ends, &short.indices, &short.values, WIDTH).unwrap();
    let wide = SparseRows::new(&long.ends, &long.indices, &long.values, WIDTH).unwrap();
    let expected = learned(&wide, false, false);
    for (whole, ordered) in [(false, false), (true, false), (false, true), (true, true)] {
        assert_eq!(learned(&narrow, whole, ordered), expected, "{whole} {ordered}");
        assert_eq!(learned(&wide, whole, ordered), expected, "{whole} {ordered}");
    }
    let at = short.ends[321] as usize;
    short.values[at] = f64::NAN;
    let broken = SparseRows::new(&short.ends, &short.indices, &short.values, WIDTH).unwrap();
    let batch = ArrayBatch::new(&broken, ArrayLabels::Numbers(&y)).unwrap();
    let refused = batch.whole().err().unwrap();
    assert_eq!(refused.to_string(), "row 321: a value is not finite");
}
