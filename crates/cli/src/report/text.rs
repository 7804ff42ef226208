//! The report in words.

use super::{Finished, committee, count, optimum, short, subject};
use crate::run::contest::Verdict;
use crate::run::meter::Meter;
use crate::run::session::Session;
use noregret_core::geometry::Class;
use noregret_core::problem::AnyProblem;

/// The counters of data that was only looked at.
pub(crate) fn tested(session: &Session, meter: &Meter) -> String {
    format!("{}: {}", count(meter.examples, "example"), errors(session, meter))
}

/// The end of a learning run.
pub(crate) fn finished(run: &Finished<'_>) -> String {
    let session = run.session;
    let meter = &session.meter;
    let mut lines = vec![
        format!("{} ({}): {}", session.algorithm(), what(session), totals(run).join(", ")),
        format!(
            "{}: {}",
            match session.is_in_hindsight() {
                true => "on the data it was found for",
                false if run.converted => "after conversion",
                false => "progressive",
            },
            errors(session, meter)
        ),
    ];
    if let Some(Verdict { rivals, rows }) = session.verdict {
        let (rivals, rows) = (count(rivals as u64, "learner"), count(rows, "row"));
        let aggressiveness = short(1.0 / session.learner.tradeoff(), 4);
        lines.insert(
            1,
            format!(
                "chosen among {rivals} on the first {rows}: C = {aggressiveness} (-a NAME chooses otherwise)"
            ),
        );
    }
    if let Some(holdout) = run.holdout {
        let none = holdout.examples == 0;
        let what = if none { "no rows".into() } else { tested(session, holdout) };
        lines.push(format!("holdout: {what}"));
    }
    if let Some(test) = run.test {
        lines.push(format!("test: {}", tested(session, test)));
    }
    lines.extend(run.fresh.map(|fresh| fresh.lines()).unwrap_or_default());
    lines.extend(session.committee.as_ref().map(committee::lines).unwrap_or_default());
    lines.extend(run.found.map(optimum::line));
    lines.extend(certificate(session, &subject::remark(run)));
    lines.join("\n")
}

/// The problem, and the kernel if there is one.
fn what(session: &Session) -> String {
    let problem = session.spec.problem.name();
    let kernel = session.spec.kernel.as_ref().map(|kernel| format!(", {} kernel", kernel.name()));
    let standard = session.spec.standard.map(|_| ", standardised columns".to_owned());
    format!("{problem}{}", kernel.or(standard).unwrap_or_default())
}

/// What there was of everything.
fn totals(run: &Finished<'_>) -> Vec<String> {
    let session = run.session;
    let classes = session.learner.problem().classes();
    let mut totals = vec![
        count(session.meter.examples, "example"),
        count(session.space.len() as u64, "feature"),
        count(session.learner.ledger().updates, "update"),
    ];
    totals.extend(session.expansion().map(|e| count(e.patterns() as u64, "pattern")));
    totals.extend(
        classes
            .map(|c| if c.len() == 1 { "1 class".into() } else { format!("{} classes", c.len()) }),
    );
    if run.skipped > 0 {
        totals.push(format!("{} skipped", count(run.skipped, "row")));
    }
    totals
}

fn errors(session: &Session, meter: &Meter) -> String {
    // After a contest the loss is that of one learner, the errors are those of several.
    let single = session.verdict.is_none() && session.committee.is_none();
    let own = single.then(|| meter.mean_loss()).flatten();
    let loss = own.map_or(String::new(), |l| format!(", mean loss {}", short(l, 4)));
    if session.is_regression() {
        let absolute = meter.mean_absolute_error().unwrap_or(0.0);
        let squared = meter.mean_squared_error().unwrap_or(0.0);
        return format!(
            "mean absolute error {}, mean squared error {}{loss}",
            short(absolute, 5),
            short(squared, 5)
        );
    }
    let rate = 100.0 * meter.error_rate().unwrap_or(0.0);
    let what = match session.spec.problem {
        AnyProblem::Uniclass(_) => "outside the ball",
        AnyProblem::LabelRanking(_) | AnyProblem::Queries(_) => "rankings imperfect",
        _ => "wrong",
    };
    let ties = if meter.violations == meter.mistakes {
        String::new()
    } else {
        format!(", {}", count(meter.violations, "violation"))
    };
    let mean = |(name, mean): (&str, f64)| format!(", {name} {}", short(mean, 4));
    let measures: String = meter.measures.means().into_iter().map(mean).collect();
    let (mistakes, examples) = (meter.mistakes, meter.examples);
    format!("{mistakes} of {examples} {what} ({} %){ties}{measures}{loss}", short(rate, 4))
}

/// The certificate in plain words, and what else it says.
fn certificate(session: &Session, of: &str) -> Vec<String> {
    let certificate = session.learner.certificate();
    let mut lines = vec![format!("certificate{of}: {certificate}")];
    if let Some(ceiling) = certificate.margin_ceiling {
        lines.push(format!(
            "             no {} has a margin above {} on every example",
            certificate.class.phrase(certificate.class.whole()),
            short(ceiling, 4)
        ));
    }
    if let Some(regularised) = &certificate.regularised {
        let whom = match *certificate.class {
            Class::Bounded { .. } => certificate.class.phrase(certificate.class.whole()),
            Class::Norm(_) | Class::Distance => "predictor, of any size".into(),
        };
        lines.push(format!(
            "             with sigma f(w) added to every loss, sigma = {}: whatever fixed {whom}, lost at least {:.1}; \
             this learner lost {:.1}, so its regret is at most {:.1}",
            short(regularised.sigma, 6),
            regularised.lower_bound,
            regularised.loss,
            regularised.regret
        ));
    }
    if let AnyProblem::Uniclass(ball) = session.learner.problem() {
        let excluded = certificate.zero_loss_complexity.is_some_and(|least| least > ball.radius);
        if excluded {
            lines.push(format!(
                "             no ball of radius {} covers all the instances",
                short(ball.radius, 6)
            ));
        }
        if ball.learn_radius {
            lines.push(format!("radius found: {}", short(ball.ball_radius(), 6)));
        }
    }
    lines
}
