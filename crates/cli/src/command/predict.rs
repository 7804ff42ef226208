//! `noregret predict`: one line a row.

use crate::args::PredictArgs;
use crate::failure::Outcome;
use crate::run::saved;
use crate::run::session::Session;
use crate::run::stream::Stream;
use noregret_core::{ClassName, Prediction};
use noregret_io::Row;
use serde_json::{Map, Value, json};
use std::io::{BufWriter, Write};

/// Runs the command.
pub(crate) fn run(args: &PredictArgs) -> Outcome<()> {
    let mut session = saved::load(&args.model)?;
    session.reading.check(&args.reading)?;
    session.learner.use_threads(args.reading.threads());
    let options = session.reading.apply(args.reading.options()?);
    let stream = Stream::new(vec![args.data.clone()], options, args.reading.on_error);
    let mut stream = stream.within(args.reading.window());
    let mut out = BufWriter::new(std::io::stdout().lock());
    if args.json {
        write_json(&session, &mut stream, &mut out)?;
    } else {
        let ask = |rows: &[Row]| session.predict(rows);
        session.each_answer(&mut stream, ask, |_, (prediction, score)| {
            match args.scores {
                true => writeln!(out, "{prediction} {score}")?,
                false => writeln!(out, "{prediction}")?,
            }
            Ok(())
        })?;
    }
    out.flush()?;
    stream.say_oddities();
    Ok(())
}

/// One object a row, with the score of each class by its name where every class has one.
fn write_json(session: &Session, stream: &mut Stream, out: &mut impl Write) -> Outcome<()> {
    let classes = session.learner.problem().classes();
    let ask = |rows: &[Row]| match classes {
        None => session.predict(rows).into_iter().map(|answer| Ok((answer?, Vec::new()))).collect(),
        Some(_) => {
            let answers = session.predict(rows).into_iter().zip(session.scores(rows));
            answers.map(|(answer, scores)| Ok((answer?, scores?))).collect()
        }
    };
    session.each_answer(stream, ask, |row, ((prediction, score), scores)| {
        let mut map = object(row, &prediction, score);
        if let Some(classes) = classes {
            let names = classes.names().iter().map(ToString::to_string);
            let named = names.zip(scores).map(|(class, score)| (class, json!(score)));
            map.insert("scores".into(), named.collect());
        }
        Ok(writeln!(out, "{}", Value::Object(map))?)
    })
}

fn object(row: &Row, prediction: &Prediction, score: f64) -> Map<String, Value> {
    let value = match prediction {
        Prediction::Class(Some(ClassName::Number(x))) if x.fract() == 0.0 && x.abs() < 1e15 => {
            json!(*x as i64)
        }
        Prediction::Class(class) => json!(class),
        Prediction::Value(x) => json!(x),
        Prediction::Inside(_) => json!(prediction.to_string()),
    };
    let mut map = Map::new();
    map.insert("prediction".into(), value);
    map.insert("score".into(), json!(score));
    if !row.tag.is_empty() {
        map.insert("tag".into(), json!(row.tag));
    }
    map
}
