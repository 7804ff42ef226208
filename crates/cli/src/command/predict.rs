//! `noregret predict`: one line a row.

use crate::args::PredictArgs;
use crate::failure::{Failure, Outcome};
use crate::run::saved;
use crate::run::session::Session;
use crate::run::stream::Stream;
use noregret_core::{ClassName, Prediction};
use noregret_io::{Lookup, Row};
use serde_json::{Map, Value, json};
use std::io::{BufWriter, Write};

/// Runs the command.
pub(crate) fn run(args: &PredictArgs) -> Outcome<()> {
    let session = saved::load(&args.model)?;
    session.reading.check(&args.reading)?;
    let options = session.reading.apply(args.reading.options()?);
    let mut stream = Stream::new(vec![args.data.clone()], options, args.reading.on_error);
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut row = Row::default();
    while stream.next(Lookup::Frozen(&session.space), &mut row)? {
        match session.predict(&mut row) {
            Err(error) => {
                stream.forgive(Failure::row(&stream.file(), row.line, error.to_string()))?;
            }
            Ok((prediction, score)) if args.json => {
                let mut map = object(&row, &prediction, score);
                map.extend(scores(&session, &row)?.map(|s| ("scores".into(), s)));
                writeln!(out, "{}", Value::Object(map))?;
            }
            Ok((prediction, score)) if args.scores => writeln!(out, "{prediction} {score}")?,
            Ok((prediction, _)) => writeln!(out, "{prediction}")?,
        }
    }
    out.flush()?;
    stream.say_oddities();
    Ok(())
}

/// The score of each class by its name, where every class has one.
fn scores(session: &Session, row: &Row) -> Outcome<Option<Value>> {
    let scores = session.class_scores(row)?;
    Ok(scores.map(|s| s.into_iter().map(|(class, score)| (class, json!(score))).collect()))
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
