//! Lines of template files of CRF++: `U05:%x[-1,0]/%x[0,0]`.
//!
//! `%x[row,column]` is the cell at that distance from the token; all else is the name of the
//! feature, so that lines without a number (`U:%x[-1,0]`, `U:%x[1,0]`) share their features. `B`
//! asks for the weights of pairs of tags, which are always there. Pairs of tags that depend on
//! cells (`B01:%x[0,0]`) are refused.

use super::function::Function;
use super::template::{FARTHEST, Template, Term};
use super::templates::Misfit;

/// Whether a line is one of CRF++.
pub(super) fn is_line(line: &str) -> bool {
    line.starts_with(['U', 'B'])
}

/// The template of a line without blanks around it; `None` for `B`.
pub(super) fn parse(line: &str) -> Result<Option<Template>, Misfit> {
    let mut template = Template { terms: Vec::new(), texts: Vec::new(), is_crf: true };
    let mut at = 0;
    while let Some(macro_at) = line.get(at..).and_then(|rest| rest.find("%x")) {
        let start = at + macro_at;
        template.texts.push(line.get(at..start).unwrap_or_default().to_owned());
        let (term, end) = term(line, start)?;
        template.terms.push(term);
        at = end;
    }
    template.texts.push(line.get(at..).unwrap_or_default().to_owned());
    if line.starts_with('U') {
        return Ok(Some(template));
    }
    match template.terms.is_empty() {
        true => Ok(None),
        false => Err(Misfit {
            at: 0,
            reason: "weights of pairs of tags do not depend on cells; leave the line out".into(),
        }),
    }
}

/// The macro at `start`, and where it ends.
fn term(line: &str, start: usize) -> Result<(Term, usize), Misfit> {
    let misfit = |reason: &str| Misfit { at: start, reason: reason.into() };
    let inside = line.get(start + 2..).and_then(|rest| rest.strip_prefix('['));
    let inside = inside.and_then(|rest| rest.split_once(']')).map(|(inside, _)| inside);
    let numbers = inside.and_then(|inside| inside.split_once(','));
    let Some((inside, (row, column))) = inside.zip(numbers) else {
        return Err(misfit("a cell is %x[row,column]"));
    };
    let offset = row.trim().parse::<i32>().ok().filter(|offset| offset.abs() <= FARTHEST);
    let offset = offset.ok_or_else(|| misfit("the row is a number from -99 to 99"))?;
    let column =
        column.trim().parse::<u16>().map_err(|_| misfit("the column is a number from 0"))?;
    let term = Term { column: column.into(), function: Function::Cell, offset };
    Ok((term, start + "%x[]".len() + inside.len()))
}
