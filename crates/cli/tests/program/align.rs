//! `noregret align`: times that were built into made-up sounds are found again, from folder to
//! TextGrid; broken input is told with file and place; a model says what it is for.

use crate::common::{Lab, parse};

const RATE: u32 = 16_000;

/// Numbers in [-1, 1] from a linear congruence.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / f64::from(1u32 << 30) - 1.0
    }
}

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

/// A mono WAV file of 16 bits.
fn wav(samples: &[f64], rate: u32) -> Vec<u8> {
    let data: Vec<u8> =
        samples.iter().flat_map(|x| ((x * 32_000.0) as i16).to_le_bytes()).collect();
    [header(1, rate, data.len() as u32), data].concat()
}

fn header(channels: u16, rate: u32, length: u32) -> Vec<u8> {
    let block = channels * 2;
    let mut bytes = b"RIFF".to_vec();
    bytes.extend((36 + length).to_le_bytes());
    bytes.extend(b"WAVEfmt ");
    bytes.extend(16u32.to_le_bytes());
    bytes.extend(1u16.to_le_bytes());
    bytes.extend(channels.to_le_bytes());
    bytes.extend(rate.to_le_bytes());
    bytes.extend((rate * u32::from(block)).to_le_bytes());
    bytes.extend(block.to_le_bytes());
    bytes.extend(16u16.to_le_bytes());
    bytes.extend(b"data");
    bytes.extend(length.to_le_bytes());
    bytes
}

/// Phones with their ends in seconds: silence around eight phones.
fn phones(seed: u64) -> Vec<(&'static str, f64)> {
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
fn grid(phones: &[(&str, f64)]) -> String {
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
fn lab() -> Lab {
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

fn learned() -> Lab {
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
    lab.write("phones.txt", words(&truth));
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
        "skipped: c/alone.wav: there is no textgrid, lab, phn beside it",
        "skipped: c/lost.lab: there is no wav beside it",
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

#[test]
fn phones_that_do_not_fit() {
    let lab = learned();
    let ran = lab.run("align speech m.nrm u.wav sil aa ss zz mm aa ss ii mm sil");
    let note = "noregret: phone 4, zz: the model has none of its own for it (fewer than 10 examples \
                when it was learned) and takes it for any phone\n";
    assert_eq!((ran.code, ran.err.as_str(), ran.out.lines().count()), (Some(0), note, 10));
    lab.write("short.wav", wav(&[0.1; 800], RATE));
    lab.fails(
        "align speech m.nrm short.wav sil aa ss ii mm sil",
        1,
        "noregret: short.wav: the recording is too short for its phones: 0.050 s are 5 frames of \
         10 ms, there are 6 phones\n",
    );
    lab.write("none.txt", " \n");
    lab.fails(
        "align speech m.nrm u.wav @none.txt",
        1,
        "noregret: none.txt: there is no phone in it\n",
    );
}

#[test]
fn broken_recordings() {
    let lab = learned();
    let whole = lab.read("u.wav");
    for (bytes, reason) in [
        (&whole[..whole.len() / 2], "the file is cut short: its header says"),
        (&whole[..30], "the header is cut short"),
        (&header(1, RATE, 0)[..], "the recording is empty"),
        (b"", "the file is empty"),
        (b"hello, this is no sound", "not a WAV file"),
    ] {
        lab.write("b.wav", bytes);
        let ran = lab.run("align speech m.nrm b.wav sil aa");
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{reason}");
        assert!(
            ran.err.starts_with("noregret: b.wav: ") && ran.err.contains(reason),
            "{}",
            ran.err
        );
    }
}

#[test]
fn broken_files_of_a_folder() {
    let lab = lab();
    let whole = grid(&phones(3));
    let broken = whole.replacen("\"ss\"", "ss", 1);
    // Free words are comments: it is the number after it that is no label.
    let line = broken.lines().position(|line| line == "ss").unwrap() + 2;
    lab.write("c/3.TextGrid", &broken);
    let ran = lab.run("align learn-speech c -o m.nrm");
    assert_eq!((ran.code, lab.has("m.nrm")), (Some(1), false));
    assert!(ran.err.starts_with(&format!("noregret: c/3.TextGrid:{line}: ")), "{}", ran.err);
    let out = lab.ok("align learn-speech c -o m.nrm --on-error skip");
    assert!(out.starts_with("7 utterances"), "{out}");
    assert!(out.contains(&format!("\nskipped: c/3.TextGrid:{line}: ")), "{out}");
    lab.write("c/3.TextGrid", &whole);
    lab.write("c/4.wav", wav(&[0.1; 1600], RATE));
    let ran = lab.run("align learn-speech c -o m.nrm");
    let reason = "s: labels go on to here, but the recording ends at 0.100 s\n";
    assert!(ran.err.starts_with("noregret: c/4.TextGrid: at 1.") && ran.err.ends_with(reason));
    lab.fails(
        "align learn-speech c -o m.nrm --tier words",
        1,
        "noregret: c/1.TextGrid: no interval tier \"words\": choose one of \"phones\"\n",
    );
}

#[test]
fn folders_without_enough() {
    let lab = lab();
    std::fs::create_dir(lab.path("e")).unwrap();
    lab.fails(
        "align learn-speech e -o m.nrm",
        1,
        "noregret: e: no file x.wav with an x.textgrid, lab, phn beside it is in this folder\n",
    );
    lab.fails("align learn-speech no -o m.nrm", 1, "noregret: no: there is no such folder\n");
    lab.fails(
        "align learn-speech u.wav -o m.nrm",
        1,
        "noregret: u.wav: this is a file: a folder is expected\n",
    );
    for ending in ["wav", "TextGrid"] {
        let name = format!("1.{ending}");
        std::fs::copy(lab.path("c").join(&name), lab.path("e").join(&name)).unwrap();
    }
    lab.fails(
        "align learn-speech e -o m.nrm",
        1,
        "noregret: 1 utterances: at least 2 are needed to learn\n",
    );
    lab.fails(
        "align learn-speech c -o no/m.nrm",
        1,
        "noregret: no/m.nrm: there is no folder no to write it into\n",
    );
}

/// A model of one kind is refused by the commands of the others, which say what it is for.
#[test]
fn a_model_says_what_it_is() {
    let lab = learned();
    lab.write("d.csv", "a,b,label\n1,2,1\n2,1,-1\n3,1,-1\n");
    lab.ok("learn d.csv -q -o rows.nrm");
    let speech = "noregret: m.nrm: this is a speech alignment model: use noregret align speech\n";
    for words in [
        "predict m.nrm d.csv",
        "test m.nrm d.csv",
        "inspect m.nrm",
        "learn d.csv --resume m.nrm -o out",
        "align music m.nrm u.wav d.csv",
    ] {
        lab.fails(words, 1, speech);
    }
    let rows = "this is not a speech alignment model: noregret inspect says what it is";
    lab.fails("align speech rows.nrm u.wav aa", 1, &format!("noregret: rows.nrm: {rows}\n"));
    lab.fails("align speech no.nrm u.wav aa", 1, "noregret: no.nrm: there is no such file\n");
    lab.fails("align speech u.wav u.wav aa", 1, "noregret: u.wav: this is not a noregret model\n");
}

/// A decaying tone at each onset.
fn music(notes: &[(f64, u8)], duration: f64) -> Vec<f64> {
    let mut noise = Noise(3);
    let tone = |time: f64, (onset, pitch): (f64, u8)| {
        let hz = 440.0 * ((f64::from(pitch) - 69.0) / 12.0).exp2();
        let since = time - onset;
        if since < 0.0 {
            0.0
        } else {
            (-3.0 * since).exp() * (std::f64::consts::TAU * hz * since).sin()
        }
    };
    let sample = |n: usize| {
        let time = n as f64 / 11_025.0;
        let sum: f64 = notes.iter().map(|&note| tone(time, note)).sum();
        0.2 * sum + 0.0005 * noise.next()
    };
    (0..(duration * 11_025.0) as usize).map(sample).collect()
}

/// A melody with chords: (beats, pitch, seconds), played freely.
fn piece(seed: u64) -> Vec<(f64, u8, f64)> {
    let mut noise = Noise(seed * 77);
    let scale = [60, 62, 64, 65, 67, 69, 71, 72];
    let (mut time, mut notes) = (0.3, Vec::new());
    for i in 0..16 {
        let pitch = scale[(i * 3 + seed as usize) % 8];
        notes.push((i as f64, pitch, time));
        if i % 4 == 0 {
            notes.push((i as f64, pitch - 12, time));
        }
        time += 0.4 + 0.08 * noise.next();
    }
    notes.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    notes
}

fn played(notes: &[(f64, u8, f64)]) -> Vec<u8> {
    let played: Vec<(f64, u8)> = notes.iter().map(|&(_, pitch, time)| (time, pitch)).collect();
    wav(&music(&played, played.last().unwrap().0 + 1.0), 11_025)
}

fn note_list(notes: &[(f64, u8, f64)]) -> String {
    let line = |(beats, pitch, time): &(f64, u8, f64)| format!("{beats}\t{pitch}\t{time}\n");
    "onset_beats\tpitch\tonset_s\n".to_owned() + &notes.iter().map(line).collect::<String>()
}

fn music_lab() -> Lab {
    let lab = Lab::new();
    std::fs::create_dir(lab.path("c")).unwrap();
    for seed in 1..5 {
        lab.write(&format!("c/{seed}.wav"), played(&piece(seed)));
        lab.write(&format!("c/{seed}.tsv"), note_list(&piece(seed)));
    }
    let notes = piece(9);
    lab.write("p.wav", played(&notes));
    let line = |(beats, pitch, _): &(f64, u8, f64)| format!("{beats} {pitch}\n");
    lab.write("score.txt", notes.iter().map(line).collect::<String>());
    lab
}

#[test]
fn music_from_a_folder_to_every_output() {
    let lab = music_lab();
    let report = lab.run("align learn-music c -o m.nrm");
    assert!(report.out.starts_with("4 performances, 80 boundaries\ntraining: "), "{report:?}");
    let text = lab.ok("align music m.nrm p.wav score.txt");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("onset_s\tonset_beats\tpitch"));
    let truth = piece(9);
    let mut distance = 0.0;
    for (line, (beats, pitch, time)) in lines.zip(&truth) {
        let cells: Vec<f64> = line.split('\t').map(|cell| cell.parse().unwrap()).collect();
        assert_eq!((cells[1], cells[2]), (*beats, f64::from(*pitch)));
        distance += (cells[0] - time).abs() / truth.len() as f64;
    }
    assert!(distance < 0.03, "{distance} s on average:\n{text}");
    let json = parse(&lab.ok("align music m.nrm p.wav score.txt --json"));
    assert_eq!(json["notes"].as_array().unwrap().len(), truth.len());
    let grid = lab.ok("align music m.nrm p.wav score.txt --textgrid");
    assert!(grid.contains("points: size = 16") && grid.contains("mark = \"50 62\""), "{grid}");
}

#[test]
fn scores_that_cannot_be_used() {
    let lab = music_lab();
    lab.ok("align learn-music c -q -o m.nrm");
    lab.write("none.txt", "# no note\n");
    lab.fails(
        "align music m.nrm p.wav none.txt",
        1,
        "noregret: none.txt: there is no note in it\n",
    );
    lab.write("bad.txt", "0 60\n1 sixty\n");
    let ran = lab.run("align music m.nrm p.wav bad.txt");
    assert!(ran.code == Some(1) && ran.err.starts_with("noregret: bad.txt:2: "), "{}", ran.err);
    lab.write("c/2.tsv", "onset_beats\tpitch\n0\t60\n");
    let ran = lab.run("align learn-music c -q -o m.nrm");
    assert_eq!(
        ran.err,
        "noregret: c/2.tsv: note 1 (at beat 0) has no onset_s, the performed onset\n"
    );
    lab.write("c/2.tsv", "onset_beats\tpitch\tonset_s\n0\t60\t100\n");
    let ran = lab.run("align learn-music c -q -o m.nrm");
    assert!(
        ran.err.starts_with("noregret: c/2.tsv: at 100.000 s: a note begins here"),
        "{}",
        ran.err
    );
    let music = "noregret: m.nrm: this is a music alignment model: use noregret align music\n";
    lab.fails("align speech m.nrm p.wav aa", 1, music);
    lab.fails("inspect m.nrm", 1, music);
}
