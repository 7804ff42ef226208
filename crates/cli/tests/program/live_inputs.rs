//! Where live rows come from (files that grow, sockets), and what is said when the error changes.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use crate::common::data::{examples, svmlight};
use crate::common::live::Live;
use crate::common::{Lab, parse};
use std::fs::{OpenOptions, rename};
use std::io::Write;
use std::net::TcpListener;
use std::os::unix::net::UnixListener;
use std::thread::spawn;

fn rows(count: usize) -> Vec<String> {
    svmlight(&examples(count, 12, 5), "binary").lines().map(|row| format!("{row}\n")).collect()
}

fn append(lab: &Lab, name: &str, text: &str) {
    let mut file = OpenOptions::new().append(true).create(true).open(lab.path(name)).unwrap();
    file.write_all(text.as_bytes()).unwrap();
}

/// Until what was written last has been read: files are looked at ten times a second.
fn wait() {
    std::thread::sleep(std::time::Duration::from_millis(1000));
}

#[test]
fn a_followed_file_may_grow_be_replaced_and_be_cut() {
    let (lab, rows) = (Lab::new(), rows(400));
    lab.write("all.svm", rows.concat());
    lab.ok("learn all.svm -a pa1 -q -o m");
    lab.write("log.svm", rows[..100].concat());
    let live = Live::start(&lab, "predict m log.svm --follow");
    let mut answers = live.lines(100);
    // Half a row is none yet.
    let (half, rest) = rows[150].split_at(3);
    append(&lab, "log.svm", &format!("{}{half}", rows[100..150].concat()));
    answers.extend(live.lines(50));
    append(&lab, "log.svm", rest);
    answers.push(live.line());
    // Whoever wrote to the old file does so for a moment longer.
    rename(lab.path("log.svm"), lab.path("log.svm.1")).unwrap();
    append(&lab, "log.svm.1", &rows[151..200].concat());
    answers.extend(live.lines(49));
    append(&lab, "log.svm", &rows[200..380].concat());
    answers.extend(live.lines(180));
    lab.write("log.svm", rows[380..].concat());
    answers.extend(live.lines(20));
    live.signal("INT");
    let said = "noregret: log.svm was replaced by another file; reading it from its start\n\
                noregret: log.svm was cut: it is shorter than what was read of it; reading it \
                from its start\n";
    assert_eq!(live.end(), (Some(130), said.into()));
    assert_eq!(answers, lab.ok("predict m all.svm").lines().collect::<Vec<_>>());
}

/// A line without its end is no row when the file is replaced, is cut, or a signal comes.
#[test]
fn half_a_row_of_a_followed_file_is_left_out() {
    let (lab, rows) = (Lab::new(), rows(300));
    lab.write("all.svm", rows.concat());
    let flags = "--problem binary --bias 1 -a pa1";
    lab.ok(&format!("learn all.svm {flags} -q -o whole.m"));
    let half = "1 1:0.5 2:0.";
    lab.write("log.svm", rows[..100].concat());
    let words = format!("learn log.svm --follow {flags} --predictions - -o live.m");
    let live = Live::start(&lab, &words);
    live.lines(100);
    append(&lab, "log.svm", half);
    wait();
    lab.write("next.svm", format!("{}{half}", rows[100..220].concat()));
    rename(lab.path("next.svm"), lab.path("log.svm")).unwrap();
    live.lines(120);
    wait();
    lab.write("log.svm", rows[220..].concat());
    live.lines(80);
    append(&lab, "log.svm", half);
    wait();
    live.signal("INT");
    let (code, said) = live.end();
    let end = "; its last row was not whole and is left out; reading it from its start\n";
    let told = format!(
        "noregret: log.svm was replaced by another file{end}\
         noregret: log.svm was cut: it is shorter than what was read of it{end}\
         noregret: the last row of log.svm is not whole yet and is left out\n\
         noregret: stopped by SIGINT after 300 rows\n"
    );
    assert!(code == Some(130) && said.starts_with(&told), "{said}");
    assert!(lab.read("live.m") == lab.read("whole.m"));
    // A file that is not followed has an end.
    lab.write("short.svm", rows.concat().trim_end());
    assert!(lab.model(&format!("short.svm {flags}")) == lab.read("whole.m"));
}

/// A cell in quotes over several lines, and a sentence, are as little whole as half a line.
#[test]
fn half_a_record_of_a_followed_file_is_left_out() {
    let lab = Lab::new();
    let (row, flags) = ("1,\"two\nlines\"\n", "--label 1 --text 2 --header yes");
    lab.write("all.csv", format!("y,x\n{}0,one\n", row.repeat(40)));
    lab.ok(&format!("learn all.csv {flags} -a pa1 -q -o m"));
    lab.write("log.csv", format!("y,x\n{}1,\"two\n", row.repeat(9)));
    let live = Live::start(&lab, "predict m log.csv --follow");
    live.lines(9);
    wait();
    lab.write("log.csv", format!("y,x\n{}", row.repeat(4)));
    live.lines(4);
    live.signal("INT");
    let (code, said) = live.end();
    assert!(code == Some(130) && said.contains("its last row was not whole"), "{said}");
    let tokens = "the DT O\ncat NN O\n\n";
    lab.write("all.conll", tokens.repeat(9));
    lab.run("learn all.conll -q -o m");
    lab.write("log.conll", format!("{tokens}the DT O\nca"));
    let live = Live::start(&lab, "predict m log.conll --follow");
    live.lines(3);
    wait();
    lab.write("log.conll", "a DT O\n\n");
    assert!(live.line().starts_with("a DT O "));
    live.signal("INT");
    let (code, said) = live.end();
    assert!(code == Some(130) && said.contains("its last row was not whole"), "{said}");
}

/// Each file of a rotated table has its header.
#[test]
fn a_followed_table_is_read_with_its_columns() {
    let lab = Lab::new();
    let cells = |from: usize, to: usize| -> String {
        let row = |t: usize| format!("{},{}\n", t % 7, if t % 7 > 3 { "high" } else { "low" });
        (from..to).map(row).collect()
    };
    let head = "size,label\n";
    lab.write("all.csv", format!("{head}{}", cells(0, 90)));
    lab.write("log.csv", format!("{head}{}", cells(0, 50)));
    let flags = "--problem binary:negative=low,positive=high --bias 1 -a pa1 -q";
    let words = format!("learn log.csv --follow {flags} --predictions - -o live.m");
    let live = Live::start(&lab, &words);
    live.lines(50);
    rename(lab.path("log.csv"), lab.path("log.csv.1")).unwrap();
    lab.write("log.csv", format!("{head}{}", cells(50, 90)));
    live.lines(40);
    live.signal("TERM");
    assert_eq!(live.end().0, Some(143));
    lab.ok(&format!("learn all.csv {flags} -o whole.m"));
    assert!(lab.read("live.m") == lab.read("whole.m"));
}

#[test]
fn rows_come_from_sockets() {
    let (lab, rows) = (Lab::new(), rows(1500));
    lab.write("all.svm", rows.concat());
    let whole = lab.model("all.svm -a pa1");
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = tcp.local_addr().unwrap();
    let text = rows.concat();
    let sent = text.clone();
    let server = spawn(move || tcp.accept().unwrap().0.write_all(sent.as_bytes()).unwrap());
    assert_eq!(lab.model(&format!("tcp://{address} -a pa1")), whole);
    server.join().unwrap();
    let path = lab.path("rows.sock");
    let unix = UnixListener::bind(&path).unwrap();
    let server = spawn(move || unix.accept().unwrap().0.write_all(text.as_bytes()).unwrap());
    assert_eq!(lab.model(&format!("unix://{} -a pa1", path.display())), whole);
    server.join().unwrap();
    lab.misused("learn tcp://127.0.0.1:9 --passes 2", &["a socket can be read only once"]);
    let ran = lab.run("learn unix://no.sock");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.starts_with("noregret: unix://no.sock: No such file"), "{}", ran.err);
}

#[test]
fn an_address_that_lacks_something_is_told_what() {
    let lab = Lab::new();
    lab.write("a.svm", rows(20).concat());
    lab.ok("learn a.svm -a pa1 -q -o m");
    for (address, reason) in [
        (
            "tcp://127.0.0.1",
            "the port is missing: tcp://127.0.0.1:9000 would be one with port 9000",
        ),
        ("tcp://localhost:", "the port is missing: tcp://localhost:9000 would"),
        ("tcp://[::1]", "the port is missing: tcp://[::1]:9000 would"),
        ("tcp://:9000", "the host is missing: tcp://localhost:9000 would be this machine"),
        ("tcp://", "the host and the port are missing, as in tcp://localhost:9000"),
        ("tcp://:here", "the host and the port are missing"),
        ("tcp://::1", "an address with colons stands in brackets"),
        ("tcp://:", "the host and the port are missing, as in tcp://localhost:9000"),
        ("tcp://host:notaport", "'notaport' is no port: a number from 1 to 65535"),
        ("tcp://host:99999", "'99999' is no port: a number from 1 to 65535, as in tcp://host:9000"),
        ("tcp://host:0", "'0' is no port"),
        ("tcp://::1:9000", "an address with colons stands in brackets, as in tcp://[::1]:9000"),
        ("unix://", "the path is missing, as in unix:///run/rows.sock"),
    ] {
        let said = format!("noregret: {address}: {reason}");
        for command in ["learn", "predict m", "test m"] {
            lab.misused(&format!("{command} {address}"), &[&said]);
        }
    }
}

/// Every other label of the last third is the other way round.
#[test]
fn a_change_of_the_error_is_told() {
    let (lab, rows) = (Lab::new(), rows(9000));
    let turned = |row: &String| match row.strip_prefix('-') {
        Some(rest) => rest.to_owned(),
        None => format!("-{row}"),
    };
    let turned = |(at, row): (usize, &String)| if at % 2 == 0 { turned(row) } else { row.clone() };
    let turned: String = rows[6000..].iter().enumerate().map(turned).collect();
    lab.write("steady.svm", rows.concat());
    lab.write("turned.svm", rows[..6000].concat() + &turned);
    let flags = "-a pa1 --problem binary --bias 1";
    let said = lab.ok(&format!("learn steady.svm {flags}"));
    assert!(said.contains("\nthe last 1000: error ") && !said.contains("change"), "{said}");
    let said = lab.ok(&format!("learn turned.svm {flags}"));
    let change = said.lines().find(|line| line.starts_with("change: the error ")).unwrap();
    assert!(change.contains("more than chance"), "{said}");
    let events: Vec<_> =
        lab.ok(&format!("learn turned.svm {flags} --json")).lines().map(parse).collect();
    let first = &events.last().unwrap()["recent"]["changes"][0];
    assert_eq!(first["example"], 7000);
    let rate = |key: &str| first[key].as_f64().unwrap();
    assert!(rate("recent") > rate("before"), "{first}");
    assert!(events.iter().all(|event| event["recent"]["examples"].as_u64() <= Some(1000)));
    // A resumed run counts on.
    lab.ok(&format!("learn turned.svm {flags} --limit 3000 -q -o m"));
    let done = lab.json("learn turned.svm --resume m --skip 3000");
    assert_eq!(done["recent"]["changes"][0]["example"], 7000);
    let said = lab.ok("learn turned.svm --resume m --skip 3000");
    assert!(said.contains("in the 1000 examples up to 7000: more than chance"), "{said}");
    // Whoever waits for rows is told when it happens.
    let mut live = Live::start(&lab, &format!("learn - {flags} --predictions -"));
    live.send(&(rows[..6000].concat() + &turned));
    live.lines(9000);
    live.close();
    let said = live.end().1;
    assert!(said.starts_with("noregret: the error rose from "), "{said}");
}
