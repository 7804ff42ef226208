//! Made-up utterances: the times that were built into them are found again.

use super::{Noise, RATE, header, wav};
use crate::common::{Lab, parse};

/// Frequencies of a phone; "ss" is noise, "sil" almost nothing.
fn sound(phone: &str, time: f64, noise: f64) -> f64 {
    let wave = |hz: f64| (std::f64::consts::TAU * hz * time).sin();
    let hiss = 0.002 * noise;
    match phone {
        "aa" => 0.2 * wave(700.0) + 0.15 * wave(1100.0) + hiss,
        "ii" => 0.2 * wave(280.0) + 0.15 * wave(2300.0) + hiss,
        "mm" => 0.2 * wave(150.0) + hiss,
        "ss" => 0.15 * noise,
        _ => hiss,
    }
}

/// Phones with their ends in seconds: silence around eight phones.
pub(super) fn phones(seed: u64) -> Vec<(&'static str, f64)> {
    let mut noise = Noise(seed);
    let mut phones = vec![("sil", 0.15)];
    let all = ["aa", "ss", "ii", "mm"];
    for i in 0..8 {
        let phone = all[(i + seed as usize) % 4];
        let length = 0.11 + 0.03 * noise.next();
        phones.push((phone, phones[i].1 + length));
    }
    phones.push(("sil", phones[8].1 + 0.2));
    phones
}

fn speech(phones: &[(&str, f64)], rate: u32) -> Vec<f64> {
    let mut noise = Noise(7);
    let end = phones.last().unwrap().1;
    let sample = |n: usize| {
        let time = n as f64 / f64::from(rate);
        let phone = phones.iter().find(|(_, end)| time < *end).map_or("sil", |(phone, _)| phone);
        sound(phone, time, noise.next())
    };
    (0..(end * f64::from(rate)) as usize).map(sample).collect()
}

/// A TextGrid in short form.
pub(super) fn grid(phones: &[(&str, f64)]) -> String {
    let end = phones.last().unwrap().1;
    let mut text = format!(
        "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\n0\n{end}\n<exists>\n1\n\
         \"IntervalTier\"\n\"phones\"\n0\n{end}\n{}\n",
        phones.len()
    );
    let mut start = 0.0;
    for (phone, end) in phones {
        text += &format!("{start}\n{end}\n\"{phone}\"\n");
        start = *end;
    }
    text
}

/// The symbols as they are typed.
fn words(phones: &[(&str, f64)]) -> String {
    phones.iter().map(|(phone, _)| *phone).collect::<Vec<_>>().join(" ")
}

/// A folder `c` of eight utterances, and a ninth, `u.wav`.
pub(super) fn lab() -> Lab {
    let lab = Lab::new();
    std::fs::create_dir(lab.path("c")).unwrap();
    for seed in 1..9 {
        let phones = phones(seed);
        lab.write(&format!("c/{seed}.wav"), wav(&speech(&phones, RATE), RATE));
        lab.write(&format!("c/{seed}.TextGrid"), grid(&phones));
    }
    lab.write("u.wav", wav(&speech(&phones(20), RATE), RATE));
    lab
}

pub(super) fn learned() -> Lab {
    let lab = lab();
    lab.ok("align learn-speech c -q -o m.nrm");
    lab
}

/// Starts of the lines `start end phone`.
fn starts(text: &str) -> Vec<f64> {
    text.lines().map(|line| line.split('\t').next().unwrap().parse().unwrap()).collect()
}

/// Every boundary that was built in is found within this many seconds.
fn found(starts: &[f64], phones: &[(&str, f64)], tolerance: f64) {
    assert_eq!((starts.len(), starts[0]), (phones.len(), 0.0));
    for (start, (_, end)) in starts[1..].iter().zip(phones) {
        assert!((start - end).abs() <= tolerance, "{start} for {end}: {starts:?}");
    }
}

#[test]
fn speech_from_a_folder_to_every_output() {
    let lab = learned();
    let truth = phones(20);
    let text = lab.ok(&format!("align speech m.nrm u.wav {}", words(&truth)));
    found(&starts(&text), &truth, 0.021);
    assert!(text.lines().all(|line| line.split('\t').count() == 3), "{text}");
    let json = parse(&lab.ok(&format!("align speech m.nrm u.wav {} --json", words(&truth))));
    let segments = json["segments"].as_array().unwrap();
    let of_json: Vec<f64> = segments.iter().map(|s| s["start"].as_f64().unwrap()).collect();
    assert_eq!(of_json, starts(&text));
    assert_eq!(segments[1]["phone"], truth[1].0);
    let last = segments.last().unwrap()["end"].as_f64().unwrap();
    assert_eq!(Some(last), json["duration"].as_f64());
    assert_eq!(
        lab.ok(&format!("align speech m.nrm u.wav {} --textgrid -o u.TextGrid", words(&truth))),
        ""
    );
    // What was written are labels like any others, with the same phones.
    assert_eq!(lab.ok("align speech m.nrm u.wav u.TextGrid"), text);
    // Labels without the silence at both ends mean the same.
    let mut start = truth[0].1;
    let spoken = truth[1..9].iter().map(|(phone, end)| {
        let line = format!("{start:.4} {end:.4} {phone}\n");
        start = *end;
        line
    });
    lab.write("u.lab", spoken.collect::<String>());
    assert_eq!(lab.ok("align speech m.nrm u.wav u.lab"), text);
    lab.write("phones.txt", format!("# the ninth\n{}\n# its end\n", words(&truth)));
    assert_eq!(lab.ok("align speech m.nrm u.wav @phones.txt"), text);
}

#[test]
fn the_report_says_what_was_learned_and_left_out() {
    let lab = lab();
    lab.write("c/alone.wav", wav(&[0.0; 800], RATE));
    lab.write("c/lost.lab", "0 1 a\n");
    let out = lab.ok("align learn-speech c -o m.nrm --seed 3 --passes 2");
    for line in [
        "8 utterances, 72 boundaries, 5 phones with a model of their own",
        "training: ",
        "certificate (prediction-based loss: that of the alignments the run itself predicted): any \
         fixed weights of norm up to 1.414 would have lost at least ",
        "skipped: c/alone.wav: there is no TextGrid, lab or phn file beside it",
        "skipped: c/lost.lab: there is no wav file beside it",
        "model: m.nrm",
    ] {
        assert!(out.lines().any(|said| said.starts_with(line)), "{line}:\n{out}");
    }
    let json = parse(&lab.ok("align learn-speech c -o again.nrm --seed 3 --passes 2 --json"));
    assert_eq!(lab.read("m.nrm"), lab.read("again.nrm"));
    assert_eq!((&json["examples"], &json["rounds"]), (&8.into(), &16.into()));
    assert_eq!(json["training"]["boundaries"], 72);
    let certificate = |name: &str| json["certificate"][name].as_f64().unwrap();
    let regret = certificate("cumulative_loss") - certificate("lower_bound");
    assert!((certificate("regret") - regret).abs() < 1e-9 && regret >= 0.0, "{json}");
    lab.ok("align learn-speech c -o other.nrm --seed 4 --passes 2 --json");
    assert_ne!(lab.read("m.nrm"), lab.read("other.nrm"));
}

/// HTK units, seconds and samples say the same as a TextGrid.
#[test]
fn every_kind_of_labels() {
    let by_grid = learned();
    for (ending, unit) in [("lab", 1e7), ("phn", f64::from(RATE)), ("LAB", 1.0)] {
        let lab = lab();
        for seed in 1..9 {
            let mut start = 0.0;
            let line = |(phone, end): (&str, f64)| {
                let whole = |time: f64| if unit > 1.0 { (time * unit).round() } else { time };
                let line = format!("{:?} {:?} {phone}\n", whole(start), whole(end));
                start = end;
                if unit > 1.0 { line.replace(".0 ", " ") } else { line }
            };
            let text: String = phones(seed).into_iter().map(line).collect();
            lab.write(&format!("c/{seed}.{ending}"), text);
            std::fs::remove_file(lab.path(&format!("c/{seed}.TextGrid"))).unwrap();
        }
        lab.ok("align learn-speech c -q -o m.nrm");
        assert!(lab.read("m.nrm") == by_grid.read("m.nrm"), "{ending}");
    }
}

#[test]
fn another_rate_is_told_and_another_channel_asked_for() {
    let lab = learned();
    let truth = phones(20);
    let ask = format!("align speech m.nrm r.wav {}", words(&truth));
    lab.write("r.wav", wav(&speech(&truth, 22_050), 22_050));
    let ran = lab.run(&ask);
    assert_eq!(ran.err, "noregret: r.wav: 22050 Hz, brought to the 16000 Hz of the model\n");
    found(&starts(&ran.out), &truth, 0.021);
    let mono = speech(&truth, RATE);
    let pair = |x: &f64| [((x * 32_000.0) as i16).to_le_bytes(), [0, 0]].concat();
    let data: Vec<u8> = mono.iter().flat_map(pair).collect();
    lab.write("r.wav", [header(2, RATE, data.len() as u32), data].concat());
    let reason = "2 channels: convert to mono, or choose --channel 1|2|mix";
    lab.fails(&ask, 1, &format!("noregret: r.wav: {reason}\n"));
    assert_eq!(lab.ok(&format!("{ask} --channel 1")), lab.ok(&ask.replace("r.wav", "u.wav")));
    assert_eq!(lab.run(&format!("{ask} --channel 3")).code, Some(1));
}
