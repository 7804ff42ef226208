//! The model file: exact, deterministic, and clear about what is wrong.

use std::path::{Path, PathBuf};

use noregret_io::model::{ModelFile, Tensor, TensorData, load, save};
use proptest::prelude::*;
use serde_json::json;

fn sample() -> ModelFile {
    let odd = vec![-0.0, f64::MIN_POSITIVE / 8.0, f64::MAX, 0.1, -5e-324, f64::NAN];
    let tensors = [
        ("weights", Tensor::new(vec![2, 3], TensorData::F64(odd)).expect("fits")),
        ("keys", Tensor::vector(TensorData::U32(vec![1, u32::MAX]))),
        ("ends", Tensor::vector(TensorData::U64(vec![u64::MAX]))),
        ("names", Tensor::vector(TensorData::U8(b"abc\xff".to_vec()))),
        ("nothing", Tensor::vector(TensorData::F64(vec![]))),
    ];
    ModelFile {
        meta: json!({"b": 0.1, "a": [1, null, "é\""], "n": {"x": 1e300}}),
        tensors: tensors.map(|(name, tensor)| (name.to_owned(), tensor)).into(),
    }
}

struct Place {
    directory: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        Self { directory: tempfile::tempdir().expect("makes a directory") }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// What `load` says about a file with these bytes, without the path.
    fn complaint(&self, bytes: &[u8]) -> String {
        let path = self.file("x.model");
        std::fs::write(&path, bytes).expect("writes");
        let error = load(&path).expect_err("refused").to_string();
        error.strip_prefix(&std::format!("{}: ", path.display())).expect("named").to_owned()
    }
}

fn saved(place: &Place, model: &ModelFile) -> Vec<u8> {
    let path = place.file("good.model");
    save(&path, model).expect("saves");
    std::fs::read(&path).expect("reads")
}

fn bits(model: &ModelFile) -> String {
    std::format!("{:?}", model).replace("-NaN", "NaN")
}

#[test]
fn round_trip_is_exact_and_deterministic() {
    let place = Place::new();
    let model = sample();
    let bytes = saved(&place, &model);
    let back = load(&place.file("good.model")).expect("loads");
    assert_eq!(bits(&back), bits(&model));
    let TensorData::F64(values) = back.tensors["weights"].data() else { panic!("wrong type") };
    let TensorData::F64(original) = model.tensors["weights"].data() else { panic!("wrong type") };
    let as_bits = |values: &[f64]| values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
    assert_eq!(as_bits(values), as_bits(original));
    assert_eq!(saved(&place, &back), bytes);
}

#[test]
fn any_safetensors_reader_can_open_it() {
    let bytes = saved(&Place::new(), &sample());
    let file = safetensors::SafeTensors::deserialize(&bytes).expect("valid");
    assert_eq!(file.tensor("weights").expect("there").shape(), [2, 3]);
}

#[test]
fn saving_replaces_the_file_and_leaves_nothing_else() {
    let place = Place::new();
    let path = place.file("good.model");
    std::fs::write(&path, b"something older").expect("writes");
    save(&path, &sample()).expect("saves");
    assert!(load(&path).is_ok());
    let files = std::fs::read_dir(place.directory.path()).expect("lists").count();
    assert_eq!(files, 1);
    let error = save(&place.file("no/such/dir.model"), &sample()).expect_err("refused");
    assert!(error.to_string().contains("there is no folder"), "{error}");
}

#[test]
fn every_way_to_be_wrong_has_its_message() {
    let place = Place::new();
    let missing = load(Path::new("no/such.model")).expect_err("missing").to_string();
    assert_eq!(missing, "no/such.model: there is no such file");
    let good = saved(&place, &sample());
    assert_eq!(place.complaint(b""), "the file is empty");
    for len in [1, 7, 8, 9, 100, good.len() - 1] {
        assert_eq!(place.complaint(&good[..len]), "the file is cut short", "{len} bytes");
    }
    for junk in [&b"just some text, much longer than eight bytes"[..], &[0xff; 64]] {
        assert_eq!(place.complaint(junk), "this is not a noregret model");
    }
    let foreign = safetensors::serialize::<&str, safetensors::tensor::TensorView<'_>, _>([], None);
    assert_eq!(
        place.complaint(&foreign.expect("serialises")),
        "this is a safetensors file, but not a noregret model"
    );
    let text = String::from_utf8_lossy(&good).into_owned();
    assert!(text.contains("\\\"version\\\":2}"), "the version is where the test expects it");
    let place_of_version = memchr::memmem::find(&good, b"\\\"version\\\":2}").expect("there") + 12;
    let mut newer = good.clone();
    newer[place_of_version] = b'7';
    assert_eq!(
        place.complaint(&newer),
        "written by a newer noregret: format 7, this one reads up to 2"
    );
    newer[place_of_version] = b'1';
    assert_eq!(
        place.complaint(&newer),
        "written by a development build: format 1 is no longer read, learn it again"
    );
    let damaged = "the file is damaged: its checksum does not match";
    let mut flipped = good.clone();
    let last = flipped.len() - 1;
    flipped[last] ^= 1;
    assert_eq!(place.complaint(&flipped), damaged);
    assert_eq!(place.complaint(&[&good[..], b"more"].concat()), damaged);
    let renamed = memchr::memmem::find(&good, b"\"weights\"").expect("there") + 1;
    let mut other_name = good;
    other_name[renamed] = b'v';
    assert_eq!(place.complaint(&other_name), damaged);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn one_changed_byte_is_always_noticed(at in any::<prop::sample::Index>(), change in 1u8..) {
        let place = Place::new();
        let mut bytes = saved(&place, &sample());
        let at = at.index(bytes.len());
        // Blanks that pad the header carry nothing.
        prop_assume!(bytes[at] != b' ');
        bytes[at] ^= change;
        place.complaint(&bytes);
    }

    #[test]
    fn arbitrary_bytes_never_load(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        Place::new().complaint(&bytes);
    }
}
