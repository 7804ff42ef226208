//! The commands of examples/email on its mailbox, and the output that its README shows.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap()
}

/// Runs a line of shell in `folder` with `noregret` on the path.
fn shell(folder: &Path, line: &str) -> Output {
    let bin = Path::new(env!("CARGO_BIN_EXE_noregret")).parent().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let script = line.replace("examples/", &format!("{}/examples/", root().display()));
    let mut sh = Command::new("sh");
    sh.args(["-c", &script]).env("PATH", path).current_dir(folder).output().unwrap()
}

fn ok(folder: &Path, line: &str) -> String {
    let out = shell(folder, line);
    assert!(out.status.success(), "{line}: {}", String::from_utf8_lossy(&out.stderr));
    assert!(out.stderr.is_empty(), "{line}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).unwrap()
}

/// The blocks of a page that begin with this word after their fence.
fn blocks<'a>(page: &'a str, kind: &str) -> Vec<&'a str> {
    let all = page.split("```").skip(1).step_by(2);
    all.filter_map(|block| block.strip_prefix(kind)?.strip_prefix('\n')).collect()
}

/// Every command of the example's page, in order, says what stands below it.
#[test]
fn the_page_shows_what_its_commands_print() {
    let scratch = tempfile::tempdir().unwrap();
    let text = page("examples/email/README.md");
    let (commands, outputs) = (blocks(&text, "sh"), blocks(&text, "text"));
    assert!(commands.len() >= 4 && commands.len() == outputs.len(), "{}", commands.len());
    for (command, shown) in commands.iter().zip(outputs) {
        let joined = command.replace("\\\n", " ");
        let printed: String = joined.lines().map(|line| ok(scratch.path(), line)).collect();
        // `…` stands for lines left out.
        let mut rest = printed.as_str();
        for part in shown.split("…\n") {
            let at = rest.find(part);
            assert!(at.is_some(), "{command} does not print\n{part}\nbut\n{printed}");
            rest = &rest[at.unwrap() + part.len()..];
        }
        let whole = shown.ends_with("…\n") || rest.is_empty();
        assert!(whole, "{command} goes on:\n{rest}");
    }
}

/// A day's loop of predict and resume gives the answers, and the model, of one run over all
/// messages.
#[test]
fn the_daily_loop_is_the_run_over_all_messages() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let mail = "examples/email/mail.tsv.gz";
    let options = "--label folder --text from,subject,body --problem label-ranking -a sopopo -q";
    ok(dir, &format!("noregret learn {mail} {options} -o whole.nrm --predictions all"));
    ok(dir, &format!("noregret learn {mail} {options} --limit 600 -o mail.nrm"));
    ok(dir, &format!("gzip -cd {mail} | sed 2,601d > new.tsv"));
    let said = ok(dir, "examples/email/file-mail mail.nrm new.tsv");
    let lines = std::fs::read_to_string(dir.join("all")).unwrap();
    let (mut all, mut hits) = (0, 0);
    for (line, ranking) in said.lines().zip(lines.lines().skip(600)) {
        let (filed, suggested) = line.split_once(" (suggested: ").unwrap();
        let top: Vec<&str> = ranking.split(',').take(3).collect();
        assert_eq!(suggested, format!("{})", top.join(",")));
        let (mark, folder) = filed.split_once(' ').unwrap();
        assert_eq!(mark == "+", top.contains(&folder), "{line}");
        (all, hits) = (all + 1, hits + usize::from(mark == "+"));
    }
    let last = format!("{hits} of {all} were filed in one of the three folders suggested");
    assert_eq!((all, said.lines().last()), (20, Some(last.as_str())));
    let model = |name: &str| std::fs::read(dir.join(name)).unwrap();
    assert!(model("mail.nrm") == model("whole.nrm"));
}
