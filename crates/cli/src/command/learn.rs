//! `noregret learn`: one pass or several, progressive error and certificate.

use crate::args::{Averaging, Bias, DataArgs, LearnArgs, StopRule};
use crate::command::test::evaluate;
use crate::failure::{Failure, Outcome};
use crate::report::{self, Finished};
use crate::run::head::{Head, ROWS};
use crate::run::session::{Constant, Reading, Session};
use crate::run::stream::{Stream, is_stdin};
use crate::run::{costs, entrants, meter::Meter, plan, saved};
use noregret_core::Spec;
use noregret_core::problem::{AnyProblem, Problem};
use noregret_io::{FeatureSpace, LabelChoice, ReadOptions};
use std::path::{Path, PathBuf};
use std::time::Instant;

use auto::Auto;

mod ahead;
mod auto;
mod batch;
pub(super) mod check;
mod holdout;
mod interact;
pub(super) mod passes;
mod predictions;
pub(super) mod rival;
pub(super) mod source;
mod stopping;
mod text;
mod trial;
mod until_gap;
pub(super) mod whole;

/// Runs the command.
pub(crate) fn run(args: &LearnArgs) -> Outcome<()> {
    let mut args = args.clone();
    if args.risk.stop == Some(StopRule::Average) {
        args.learner.average = args.learner.average.or(Some(Averaging::Plain));
    }
    let auto = Auto::asked(&args)?;
    match &auto {
        Some(auto) => learn(&auto.shared, Some(auto)),
        None => learn(&args, None),
    }
}

fn learn(args: &LearnArgs, auto: Option<&Auto>) -> Outcome<()> {
    check::until_gap(args)?;
    check::check(args)?;
    let start = Instant::now();
    let (mut session, head, mut stream) = begin(args)?;
    auto.map_or(Ok(()), |auto| auto.enter(&mut session, &head))?;
    session.learner.use_threads(args.reading.threads());
    let (mut skipped, mut found) = (0, None);
    let learned = if args.until_gap.is_some() {
        let best = until_gap::run(args, &mut session, head, &mut stream);
        best.map(|optimum| found = Some(optimum)).map(|()| (None, None))
    } else if args.tolerance.is_some() {
        batch::run(args, &mut session, head, &mut stream).map(|()| (None, None))
    } else {
        passes::run(args, &mut session, head, &mut stream, &mut skipped)
    };
    session.settle();
    if let Some(auto) = auto {
        auto.leave(&mut session);
    }
    session.reading.schema = stream.schema();
    let (holdout, fresh) = learned.map_err(|failure| keep_partial(args, &session, failure))?;
    if let Some(path) = &args.output {
        saved::save(&session, path)?;
    }
    let test = args.test.as_ref().map(|path| test(args, &session, path)).transpose()?;
    if args.quiet && !args.json {
        return Ok(());
    }
    let finished = Finished {
        session: &session,
        seconds: start.elapsed().as_secs_f64(),
        passes: args.passes,
        skipped: skipped + stream.skipped(),
        converted: args.tolerance.is_some(),
        holdout: holdout.as_ref(),
        test: test.as_ref(),
        fresh: fresh.as_ref(),
        found: found.as_ref(),
    };
    if args.json {
        return report::say(&report::line(&report::done(&finished)));
    }
    tell(args, &report::finished(&finished))?;
    match &args.output {
        Some(path) => tell(args, &format!("model: {}", path.display())),
        None => Ok(()),
    }
}

/// Says something on standard output or, if the predictions go there, on standard error.
fn tell(args: &LearnArgs, text: &str) -> Outcome<()> {
    if args.predictions.as_deref().is_some_and(is_stdin) {
        eprintln!("{text}");
        return Ok(());
    }
    report::say(text)
}

/// The session to go on with, the rows already read, and the rest of the data.
pub(super) fn begin(args: &LearnArgs) -> Outcome<(Session, Head, Stream)> {
    let options = args.options()?;
    let Some(path) = &args.resume else { return fresh(args, options) };
    let mut session = saved::load(path)?;
    if session.boosted.is_some() {
        let file = path.display();
        return Err(Failure::Usage(format!("{file}: boosted stumps do not learn on; boost again")));
    }
    if args.until_gap.is_none() && session.is_in_hindsight() {
        // From here on it predicts before it learns, as any learner does.
        session.spec.algorithm = "custom".into();
        session.meter = Meter::default();
    }
    session.reading.check(&args.reading)?;
    interact::check_same(args, &session.reading)?;
    let stream = open(args, session.reading.apply(options));
    Ok((session, Head::default(), stream))
}

/// The data from its start.
fn open(args: &LearnArgs, options: ReadOptions) -> Stream {
    let stream = Stream::new(args.data.clone(), options, args.reading.on_error);
    stream.within(args.reading.window())
}

/// The counters on the data of `--test`, all of it.
pub(super) fn test(args: &LearnArgs, session: &Session, path: &Path) -> Outcome<Meter> {
    let options = session.reading.apply(args.reading.options()?);
    let stream = Stream::new(vec![path.to_owned()], options, args.reading.on_error);
    evaluate(session, stream, None)
}

fn fresh(args: &LearnArgs, mut options: ReadOptions) -> Outcome<(Session, Head, Stream)> {
    let uniclass = args.learner.problem.as_deref().is_some_and(|p| p.starts_with("uniclass"));
    if uniclass && options.label == LabelChoice::Auto {
        // Uniclass learns from instances alone: the last column of a table is data like the others.
        options.label = LabelChoice::Usual;
    }
    let mut space = match args.learner.hash {
        Some(bits) => FeatureSpace::hashed(bits)
            .ok_or_else(|| Failure::Usage(format!("--hash {bits} is out of range")))?,
        None => FeatureSpace::dictionary(),
    };
    let costs = args.learner.costs.as_deref().map(costs::read).transpose()?.unwrap_or_default();
    plan::check(&args.learner, &costs)?;
    options.interact = interact::sorted(args);
    let mut stream = open(args, options.clone());
    let rows = args.test_every.map_or(ROWS, holdout::rows_with);
    let head = Head::read(&mut stream, space.clone(), rows)?;
    interact::check(args, &head, &stream, options)?;
    check_columns(&args.reading, &stream)?;
    text::check(args, &head, &stream)?;
    let problem = args.learner.problem.as_deref().map(AnyProblem::parse).transpose()?;
    let groups = problem.is_some_and(|problem| problem.takes_parts());
    let learned = args.test_every.map(|every| holdout::without(&head, every, groups));
    let deciding = learned.as_ref().unwrap_or(&head);
    let suggested = match args.learner.problem {
        Some(_) => "",
        None => suggest(args, deciding, &stream)?,
    };
    if !args.quiet {
        say_label_column(&stream, &args.reading);
    }
    let mut spec = plan::spec(&args.learner, &costs, suggested)?;
    let guessed = args.learner.problem.is_none() && !args.quiet;
    if guessed && spec.problem.two_sided() && deciding.labels().might_be_classes() {
        eprintln!(
            "noregret: the labels are whole numbers, more than two: learning to predict them as numbers; if they \
             are classes, use --problem multiclass"
        );
    }
    complete(args, &mut spec, deciding);
    let mut learner = spec.build()?;
    if space.bits().is_some() {
        learner.reserve(space.len());
    }
    let full = |_| Failure::Other("there are too many features".into());
    let constant = match bias(args, &spec, deciding)? {
        Some(value) => Some(Constant { slot: space.constant().map_err(full)?, value }),
        None => None,
    };
    let cached = stream.source_choices();
    let reading = Reading {
        label: args.reading.label.clone().or_else(|| cached.label.to_text()),
        weight: args.reading.weight.clone().or(cached.weight),
        group: args.reading.group.clone().or(cached.group),
        text: if args.reading.text().is_empty() { cached.text } else { args.reading.text() },
        interact: interact::sorted(args),
        delimiter: args.reading.delimiter.or(cached.csv.delimiter.map(char::from)),
        ranks: plan::typed_ranks(&args.learner, &spec),
        schema: None,
    };
    let contest = entrants::contest(args, suggested, deciding, constant)?;
    let session = Session {
        spec,
        learner,
        space,
        constant,
        meter: Meter::default(),
        reading,
        contest,
        committee: None,
        stopped: false,
        verdict: None,
        boosted: None,
    };
    Ok((session, head, stream))
}

/// Puts into a composition what the first rows and the seed decide.
pub(super) fn complete(args: &LearnArgs, spec: &mut Spec, head: &Head) {
    plan::seed(&args.learner, spec, args.seed);
    plan::begin_ranks(&args.learner, spec, &head.labels());
    head.name_classes(&mut spec.problem);
}

/// Refuses a weight or group column where rows have no columns.
fn check_columns(reading: &DataArgs, stream: &Stream) -> Outcome<()> {
    let refusals = stream.format().and_then(|format| format.columns.refusals());
    match (refusals, &reading.weight, &reading.group) {
        (Some(refusals), Some(_), _) => Err(Failure::Usage(refusals.weight.into())),
        (Some(refusals), _, Some(_)) => Err(Failure::Usage(refusals.group.into())),
        _ => Ok(()),
    }
}

/// Says which column was taken for the label of a table that does not name it.
fn say_label_column(stream: &Stream, reading: &DataArgs) {
    let Some(schema) = stream.schema().filter(|s| !s.header && reading.label.is_none()) else {
        return;
    };
    if let Some(label) = schema.label {
        let (at, all) = (label + 1, schema.columns.len());
        eprintln!("noregret: column {at} of {all} is taken for the label (--label COL chooses)");
    }
}

/// The problem that the first rows suggest.
fn suggest(args: &LearnArgs, head: &Head, stream: &Stream) -> Outcome<&'static str> {
    if head.is_grouped() && plan::fits(&args.learner, "queries") {
        if !args.quiet {
            eprintln!(
                "noregret: the rows have groups (qid): learning to rank the rows of each; --problem chooses otherwise"
            );
        }
        return Ok("queries");
    }
    let labels = head.labels();
    match labels.problem().map_err(|odd| Failure::Usage(format!("{}: {odd}", stream.file())))? {
        // Whole numbers are classes to a learner that only knows classes.
        "regression" if labels.might_be_classes() && plan::needs_classes(&args.learner) => {
            Ok("multiclass")
        }
        problem => Ok(problem),
    }
}

/// The value of the constant feature, if there is one.
pub(super) fn bias(args: &LearnArgs, spec: &Spec, head: &Head) -> Outcome<Option<f64>> {
    Ok(match args.learner.bias {
        _ if args.learner.no_bias || !plan::takes_bias(spec) => None,
        Bias::Value(value) => Some(value),
        Bias::Auto if !plan::wants_bias(spec) => None,
        Bias::Auto => Some(head.bias(spec.geometry.is_one_sided(), entrants::judge(spec)?)),
    })
}

/// What was learned before a failure is not lost: it goes beside the model, under another name.
fn keep_partial(args: &LearnArgs, session: &Session, failure: Failure) -> Failure {
    let regular = |path: &&PathBuf| !path.exists() || path.is_file();
    let wanted = args.output.as_ref().filter(regular).filter(|_| session.meter.examples > 0);
    let Some(output) = wanted else { return failure };
    let mut name = output.as_os_str().to_owned();
    name.push(".partial");
    let partial = PathBuf::from(name);
    if saved::save(session, &partial).is_ok() {
        eprintln!(
            "noregret: what was learned from {} before the failure is in {}",
            report::count(session.meter.examples, "example"),
            partial.display()
        );
    }
    failure
}
