//! The report in words.

use super::{Finished, committee, count, fresh, headroom, optimum, recent, short, subject};
use noregret::core::geometry::Class;
use noregret::core::problem::Problem;
use noregret::model::{Meter, Single, Verdict};
use noregret::{Headroom, Model};

/// The counters of data that was only looked at.
pub(crate) fn tested(model: &Model, meter: &Meter) -> String {
    format!("{}: {}", count(meter.examples, "example"), errors(model, meter))
}

/// The end of a learning run.
pub(crate) fn finished(run: &Finished<'_>) -> String {
    let model = run.model;
    let meter = model.meter();
    let mut lines = vec![
        format!("{} ({}): {}", model.algorithm(), what(model), totals(run).join(", ")),
        format!(
            "{}: {}",
            match model.is_in_hindsight() {
                true => "on the data it was found for",
                false if run.converted => "after conversion",
                false => "progressive",
            },
            errors(model, meter)
        ),
    ];
    lines.extend(run.recent.map(recent::lines).unwrap_or_default());
    if let Some(Verdict { rivals, rows }) = model.verdict() {
        let (rivals, rows) = (count(rivals as u64, "learner"), count(rows, "row"));
        let tradeoff = model.leader().map_or(1.0, |single| single.learner.tradeoff());
        let aggressiveness = short(1.0 / tradeoff, 4);
        let loss = model.leader().and_then(|single| single.spec.own_loss());
        let loss = loss.map_or(String::new(), |loss| format!(", {loss} loss"));
        lines.insert(
            1,
            format!(
                "chosen among {rivals} on the first {rows}: C = {aggressiveness}{loss} (-a NAME \
                 chooses otherwise)"
            ),
        );
    }
    if let Some(holdout) = run.holdout {
        let none = holdout.examples == 0;
        let what = if none { "no rows".into() } else { tested(model, holdout) };
        lines.push(format!("holdout: {what}"));
    }
    if let Some(test) = run.test {
        lines.push(format!("test: {}", tested(model, test)));
    }
    lines.extend(run.fresh.map(fresh::lines).unwrap_or_default());
    lines.extend(model.committee().map(committee::lines).unwrap_or_default());
    lines.extend(run.found.map(optimum::line));
    let room = model.headroom();
    lines.extend(headroom::lines(&whose(model, &room), &room));
    // Headroom is about the answers of the run, whoever gave them.
    let in_kernel = model.spec().is_some_and(|spec| spec.kernel.is_some());
    let is_all = room.is_empty() || in_kernel || subject::is_of_part(run);
    let own = |single| certificate(single, &subject::remark(run), is_all);
    lines.extend(model.leader().map(own).unwrap_or_default());
    lines.join("\n")
}

/// Whose answers the headroom is about: witnesses may have begun after the run did.
fn whose(model: &Model, room: &[Headroom]) -> String {
    let seen = room.first().filter(|room| room.weight < model.meter().weight.value() * 0.999_999);
    match seen {
        Some(room) => format!("on the last {} this run's", count(room.rows, "row")),
        None => "this run's".into(),
    }
}

/// The problem, and the kernel if there is one.
fn what(model: &Model) -> String {
    let (problem, spec) = (model.problem().name(), model.spec());
    let kernel = spec.and_then(|spec| spec.kernel.as_ref());
    let kernel = kernel.map(|kernel| format!(", {} kernel", kernel.name()));
    let standard = spec.and_then(|spec| spec.standard);
    let standard = standard.map(|_| ", standardised columns".to_owned());
    format!("{problem}{}", kernel.or(standard).unwrap_or_default())
}

/// What there was of everything.
fn totals(run: &Finished<'_>) -> Vec<String> {
    let model = run.model;
    let (classes, leader) = (model.problem().classes(), model.leader());
    let mut totals = vec![
        count(model.meter().examples, "example"),
        count(model.feature_count() as u64, "feature"),
        count(leader.map_or(0, |single| single.learner.ledger().updates), "update"),
    ];
    let expansion = leader.and_then(Single::expansion);
    totals.extend(expansion.map(|e| count(e.patterns() as u64, "pattern")));
    totals.extend(
        classes
            .map(|c| if c.len() == 1 { "1 class".into() } else { format!("{} classes", c.len()) }),
    );
    if run.skipped > 0 {
        totals.push(format!("{} skipped", count(run.skipped, "row")));
    }
    totals
}

fn errors(model: &Model, meter: &Meter) -> String {
    // After a contest the loss is that of one learner, the errors are those of several.
    let single = model.verdict().is_none() && model.committee().is_none();
    meter.text(model.problem(), single)
}

/// The certificate in plain words, and what else it says.
fn certificate(single: &Single, of: &str, is_all: bool) -> Vec<String> {
    let certificate = single.learner.certificate();
    let says = certificate.headline().is_some_and(|level| level.lower_bound > 0.0);
    let mut lines = Vec::new();
    if is_all && says {
        lines.push(certificate.to_string());
    }
    if let Some(ceiling) = certificate.margin_ceiling.filter(|_| is_all) {
        let class = certificate.class.phrase(certificate.class.whole());
        let ceiling = short(ceiling, 4);
        lines.push(format!("no {class} has a margin above {ceiling} on every example"));
    }
    if let Some(regularised) = &certificate.regularised {
        let whom = match *certificate.class {
            Class::Bounded { .. } => certificate.class.phrase(certificate.class.whole()),
            Class::Norm(_) | Class::Distance => "predictor, of any size".into(),
        };
        lines.push(format!(
            "with sigma f(w) added to every loss, sigma = {}: whatever fixed {whom}, \
             lost at least {:.1}; \
             this learner lost {:.1}, so its regret is at most {:.1}",
            short(regularised.sigma, 6),
            regularised.lower_bound,
            regularised.loss,
            regularised.regret
        ));
    }
    lines.extend(
        single
            .spec
            .against()
            .filter(|_| is_all)
            .map(|against| format!("losses are those against the output {}", against.words())),
    );
    let begin = |at: usize| if at == 0 { format!("certificate{of}: ") } else { " ".repeat(13) };
    let mut lines: Vec<String> =
        lines.iter().enumerate().map(|(at, line)| begin(at) + line).collect();
    lines.extend(single.learner.problem().remarks(certificate.zero_loss_complexity));
    lines
}
