//! Model files of format 2, written once and kept: they load, answer as they did, and are written
//! again byte for byte. A change of the format keeps this test green, or adds files of its own. One
//! that was tampered with and sealed again is refused if it holds what no run can have written.

use noregret::io::model::{self, ModelFile, Tensor, TensorData};
use noregret::{Model, Record};
use serde_json::{Value, json};

/// Each file, and what it answers to a record with the feature `a` of value 1.
const FILES: [(&str, &str, f64); 5] = [
    ("one", "1", 0.8457591790925124),
    ("diagonal", "1", 0.49068759879570695),
    ("kernel", "1", 0.9110066223445628),
    ("committee", "1", 1.0),
    ("boosted", "1", 18.021826694558577),
];

#[test]
fn files_of_format_2_load_and_answer_as_they_did() {
    for (name, class, score) in FILES {
        let path = format!("{}/tests/models/{name}.nrm", env!("CARGO_MANIFEST_DIR"));
        let model = Model::load(&path).unwrap();
        let answer = model.predict(&Record::new().name("a", 1.0)).unwrap();
        assert_eq!(
            (answer.prediction.to_string().as_str(), answer.score),
            (class, score),
            "{name}"
        );
        assert!(model.to_bytes().unwrap() == std::fs::read(&path).unwrap(), "{name}");
    }
}

fn file(name: &str) -> ModelFile {
    let path = format!("{}/tests/models/{name}.nrm", env!("CARGO_MANIFEST_DIR"));
    model::load(path.as_ref()).unwrap()
}

/// Loads a file that was sealed again.
fn load(file: &ModelFile) -> Result<Model, String> {
    Model::from_bytes(&model::to_bytes(file).unwrap()).map_err(|error| error.to_string())
}

#[test]
fn numbers_that_are_not_finite_are_refused_by_name() {
    for (name, _, _) in FILES {
        let whole = file(name);
        assert!(load(&whole).is_ok());
        for (vector, tensor) in &whole.tensors {
            let TensorData::F64(numbers) = tensor.data() else { continue };
            for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                let mut numbers = numbers.clone();
                let Some(last) = numbers.last_mut() else { continue };
                *last = wrong;
                let mut forged = whole.clone();
                forged.tensors.insert(vector.clone(), Tensor::vector(TensorData::F64(numbers)));
                let expected = format!("the model has a number in '{vector}' that is not finite");
                assert_eq!(load(&forged).unwrap_err(), expected, "{name}");
            }
        }
    }
}

/// Calls `each` with every number of a value, to be changed.
fn for_each_number(value: &mut Value, path: &str, each: &mut dyn FnMut(&str, &mut Value)) {
    match value {
        Value::Number(_) => each(path, value),
        Value::Array(items) => items.iter_mut().for_each(|item| for_each_number(item, path, each)),
        Value::Object(map) => {
            map.iter_mut().for_each(|(key, v)| for_each_number(v, &format!("{path}/{key}"), each));
        }
        _ => {}
    }
}

/// Loads every file with every number of its metadata, one after the other, replaced by a wrong
/// one; `each` is told what was changed.
fn for_each_forgery(mut each: impl FnMut(String, Result<Model, String>)) {
    let wrong_ones =
        [json!(f64::MAX), json!(-f64::MAX), json!(1e200), json!(-1), json!(0), json!(u64::MAX)];
    for (name, _, _) in FILES {
        let whole = file(name);
        let mut count = 0;
        for_each_number(&mut whole.meta.clone(), "", &mut |_, _| count += 1);
        for wrong in &wrong_ones {
            for place in 0..count {
                let (mut forged, mut at, mut changed) = (whole.clone(), 0, String::new());
                for_each_number(&mut forged.meta, "", &mut |path, number| {
                    if at == place {
                        (*number, changed) = (wrong.clone(), path.to_owned());
                    }
                    at += 1;
                });
                each(format!("{name}{changed} = {wrong}"), load(&forged));
            }
        }
    }
}

/// The file is refused, or nothing that is printed from it is NaN.
#[test]
fn no_forged_number_becomes_nan() {
    let (mut refused, mut ledgers, mut wrong_ones) = (0, 0, Vec::new());
    for_each_forgery(|changed, loaded| match loaded {
        Err(reason) => {
            refused += 1;
            ledgers += usize::from(reason.contains("ledger"));
        }
        Ok(model) => {
            let shown = format!("{:?} {:?}", model.certificate(), model.meter().json());
            if shown.contains("NaN") {
                wrong_ones.push(changed);
            }
        }
    });
    assert_eq!(wrong_ones, [""; 0]);
    assert!(refused > 100 && ledgers > 10, "{refused} {ledgers}");
}

/// The file is refused, or it learns, and what it has learned can be saved and loaded.
#[test]
fn no_forged_number_spoils_what_is_learned() {
    let record = Record::new().name("a", 0.5).name("z", -1.0).label(1.0);
    let (mut learned, mut wrong_ones) = (0, Vec::new());
    for_each_forgery(|changed, loaded| {
        let Ok(mut model) = loaded else { return };
        let tried = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            if model.learn(&record).is_err() {
                return true;
            }
            learned += 1;
            model.to_bytes().is_ok_and(|bytes| Model::from_bytes(&bytes).is_ok())
        }));
        if !tried.unwrap_or(false) {
            wrong_ones.push(changed);
        }
    });
    assert_eq!(wrong_ones, [""; 0]);
    assert!(learned > 100, "{learned}");
}

/// Steps are divided by the scale: with 0 the weights would be infinite, and the next file useless.
#[test]
fn a_scale_that_no_run_has_is_refused_by_name() {
    for (name, what) in [("one", "squares"), ("kernel", "norm")] {
        for wrong in [0.0, 1e-10, -1e-300, 1e200] {
            let mut forged = file(name);
            forged.meta["model"]["one"]["state"]["hypothesis"]["scale"] = json!(wrong);
            let expected = format!(
                "the saved state has a wrong scale or {what} of the hypothesis: \
                 no run arrives at it"
            );
            let said = load(&forged).unwrap_err();
            assert!(said.ends_with(&expected), "{name} {wrong}: {said}");
        }
    }
}
