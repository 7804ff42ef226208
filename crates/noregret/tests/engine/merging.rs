//! Models of shards become one: features, counters, committees, witnesses, files.

use noregret::model::{Kind, Shard};
use noregret::train::{Auto, Keep};
use noregret::{Certify, Choice, Model, Record, Silent, Training};

/// Records of words; which words come depends on where one begins.
fn record(t: usize) -> Record {
    let word = format!("w{}", (t * 7 + t / 5) % 23);
    let y = if (t * t) % 11 < 5 { "spam" } else { "ham" };
    Record::new().label(y).name("all", 1.0).name(&word, 1.0)
}

fn base(text: &str) -> Model {
    let mut base = Model::new(&Choice::parse(text).unwrap().problem("binary")).unwrap();
    base.certify(Certify::Live);
    base.learn(&Record::new().label("spam").name("all", 1.0)).unwrap();
    base
}

fn learned(base: &Model, rows: impl IntoIterator<Item = usize>) -> Model {
    let mut shard = Model::from_bytes(&base.to_bytes().unwrap()).unwrap();
    for t in rows {
        shard.learn(&record(t)).unwrap();
    }
    shard
}

fn weight(model: &Model, word: &str) -> f64 {
    let slot = model.space().find(word);
    slot.map_or(0.0, |slot| model.leader().unwrap().learner.weight(slot as usize, 0))
}

#[test]
fn features_are_united_by_name_and_weights_mixed() {
    let base = base("pa1:C=0.1");
    let (a, b) = (learned(&base, 0..40), learned(&base, (40..70).rev()));
    let merged = base.merge(&[Shard::new(&a), Shard::new(&b)]).unwrap().model;
    assert_eq!(merged.meter().examples, 71);
    let mut apart = 0;
    for word in (0..23).map(|k| format!("w{k}")) {
        let mean = (40.0 * weight(&a, &word) + 30.0 * weight(&b, &word)) / 70.0;
        assert!((weight(&merged, &word) - mean).abs() < 1e-12, "{word}");
        apart += usize::from(a.space().find(&word) != b.space().find(&word));
    }
    assert!(apart > 10, "the shards met their words in one order");
    // Byte for byte the same again, and after it was saved.
    let again = base.merge(&[Shard::new(&a), Shard::new(&b)]).unwrap().model;
    let bytes = merged.to_bytes().unwrap();
    assert!(again.to_bytes().unwrap() == bytes);
    let loaded = Model::from_bytes(&bytes).unwrap();
    assert!(loaded.to_bytes().unwrap() == bytes);
    assert_eq!(loaded.merging(), merged.merging());
    let (mut one, mut two) = (merged, loaded);
    for t in 70..90 {
        one.learn(&record(t)).unwrap();
        two.learn(&record(t)).unwrap();
    }
    assert!(one.to_bytes().unwrap() == two.to_bytes().unwrap());
}

/// `A - <v,u> <= loss of u` for predictors of all rows, by the public face of a model.
#[test]
fn no_predictor_beats_the_merged_certificate() {
    for (text, hash) in
        [("pa1:C=0.1", None), ("pa1:C=1", Some(6)), ("logistic", None), ("arow", None)]
    {
        let choice = Choice { hash, ..Choice::parse(text).unwrap() };
        let fresh = Model::new(&choice.problem("binary")).unwrap();
        let base = learned(&fresh, 0..10);
        let all = [learned(&base, 10..50), learned(&base, 50..80), learned(&base, 80..120)];
        let shards: Vec<Shard<'_>> = all.iter().map(Shard::new).collect();
        let merged = base.merge(&shards).unwrap().model;
        let single = merged.leader().unwrap();
        // Whoever has trained on everything.
        let mut strong = learned(&fresh, 0..120);
        for _ in 0..20 {
            for t in 0..120 {
                strong.learn(&record(t)).unwrap();
            }
        }
        let loss: f64 = (0..120).map(|t| strong.evaluate(&record(t)).unwrap().loss).sum();
        let (mut square, mut product) = (0.0, 0.0);
        for slot in 0..strong.space().len() as u32 {
            let u = strong.leader().unwrap().learner.weight(slot as usize, 0);
            let own = match merged.space().bits() {
                Some(_) => Some(slot),
                None => strong.space().name(slot).and_then(|n| merged.space().find(&n.to_string())),
            };
            square += u * u;
            product += u * own.map_or(0.0, |own| single.learner.evidence_at(own as usize, 0));
        }
        let bound = single.learner.lower_bound_of(f64::sqrt(square), product);
        assert!(bound <= loss + 1e-9 && bound >= 0.0, "{text}: {bound} {loss}");
        assert!(single.learner.lower_bound(1.0) > 0.0, "{text}: nothing is proved");
    }
}

#[test]
fn witnesses_add_up_and_say_what_the_model_lost() {
    let mut base = Model::new(&Choice::parse("pa1:C=0.1").unwrap().problem("binary")).unwrap();
    base.certify(Certify::Live);
    let shards: Vec<Model> = (0..3).map(|k| learned(&base, (0..600).skip(k).step_by(3))).collect();
    let merged = base.merge(&shards.iter().map(Shard::new).collect::<Vec<_>>()).unwrap();
    assert!(merged.notes.is_empty(), "{:?}", merged.notes);
    let whole = learned(&base, 0..600);
    let [merged, whole] = [&merged.model, &whole].map(|model| model.findings().unwrap());
    assert_eq!(merged.rounds, 600);
    for norm in [0.5, 1.0, 3.0] {
        let floor = |found: &noregret::core::replay::witness::Findings| {
            found.measure("hinge").unwrap().lower_bound(norm)
        };
        assert!(floor(&merged) <= whole.measure("hinge").unwrap().found[0].loss.max(600.0));
        assert!(
            floor(&merged) > 0.5 * floor(&whole),
            "{norm}: {} {}",
            floor(&merged),
            floor(&whole)
        );
    }
    // Where rows of the base are open, every shard has taken them up: nothing is said then.
    let begun = learned(&base, 0..20);
    let shards: Vec<Model> = (1..3).map(|k| learned(&begun, 20 * k..20 * k + 20)).collect();
    let merged = begun.merge(&shards.iter().map(Shard::new).collect::<Vec<_>>()).unwrap();
    assert!(merged.notes.len() == 1 && merged.model.findings().is_none());
}

#[test]
fn committees_are_merged_learner_by_learner() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, rows: std::ops::Range<usize>| {
        let path = folder.path().join(name);
        let row = |t: usize| {
            let y = if (t * t) % 11 < 5 { 1 } else { -1 };
            format!("{y} 1:1 {}:1\n", 2 + (t * 7 + t / 5) % 23)
        };
        std::fs::write(&path, rows.map(row).collect::<String>()).unwrap();
        path
    };
    let run = |file: &std::path::Path, resume: Option<&std::path::Path>, limit, output: &str| {
        let output = folder.path().join(output);
        let mut training = Training::new([file]).output(&output);
        training.reading.limit = limit;
        match resume {
            Some(base) => training.resume = Some(base.to_owned()),
            None => {
                let among = Some("perceptron,pa1:C=0.1,arow".into());
                training.auto = Some(Auto { among, keep: Keep::All, ..Auto::default() });
            }
        }
        training.run(&mut Silent).unwrap();
        output
    };
    let all = write("all.svm", 0..200);
    let base = run(&all, None, Some(0), "base.nrm");
    let [a, b] = [("a", 0..90), ("b", 90..200)].map(|(name, rows)| {
        Model::load(run(&write(name, rows), Some(&base), None, &format!("{name}.nrm"))).unwrap()
    });
    let base = Model::load(base).unwrap();
    assert_eq!(base.meter().examples, 0);
    let merged = base.merge(&[Shard::new(&a), Shard::new(&b)]).unwrap().model;
    let Kind::Committee(committee) = merged.kind() else { panic!("no committee") };
    let (experts, hedge, _) = committee.parts();
    assert_eq!((experts.len(), hedge.rounds(), merged.meter().examples), (3, 200, 200));
    let totals = |model: &Model| model.committee().unwrap().parts().1.totals();
    for (sum, (a, b)) in hedge.totals().iter().zip(totals(&a).iter().zip(totals(&b))) {
        assert!((sum - (a + b)).abs() < 1e-9);
    }
    let advised = committee.certificate();
    assert!(advised.regret <= advised.proved + 1e-9 && advised.proved <= advised.promised + 1e-9);
}

#[test]
fn a_copy_of_a_shard_is_told() {
    let base = base("pa1:C=0.1");
    let (one, two) = (learned(&base, 0..40), learned(&base, 40..80));
    let told = |shards: &[&Model]| {
        let shards: Vec<Shard<'_>> = shards.iter().map(|model| Shard::new(model)).collect();
        base.merge(&shards).unwrap().notes.join("\n").contains("exactly what shard 1 has")
    };
    assert!(told(&[&one, &two, &one.clone()]));
    assert!(!told(&[&one, &two]) && !told(&[&base, &one, &base]));
}

#[test]
fn what_is_no_shard_of_the_base_is_refused() {
    let base = base("pa1:C=0.1");
    let refused = |other: &Model, reason: &str| {
        let error = base.merge(&[Shard::new(other).named("b.nrm")]).unwrap_err().to_string();
        assert!(error.contains("b.nrm: ") && error.contains(reason), "{error}");
    };
    let fresh = |text: &str| Model::new(&Choice::parse(text).unwrap().problem("binary")).unwrap();
    refused(&fresh("pa1:C=0.2"), "did not go on from this base");
    refused(&fresh("pa1:C=0.1"), "did not go on from this base");
    let hashed = Choice { hash: Some(5), ..Choice::parse("pa1:C=0.1").unwrap() };
    refused(&Model::new(&hashed.problem("binary")).unwrap(), "hashed");
    refused(&fresh("arow"), "its algorithm is arow");
    let several = Model::new(&Choice::parse("pa1:C=0.1").unwrap().problem("multiclass")).unwrap();
    refused(&several, "its problem is multiclass");
    // Shards of the round before, against the base of this one: however much they have learned.
    let once = base.merge(&[Shard::new(&learned(&base, 0..9))]).unwrap().model;
    let late = learned(&base, 0..40);
    let error = once.merge(&[Shard::new(&late).named("b.nrm")]).unwrap_err().to_string();
    assert!(error.contains("b.nrm: it did not go on from this base"), "{error}");
}
