//! Lists of feature templates as they are typed.
//!
//! ```text
//! w[-2..2]  p[0]  w[-1]/w[0]  prefix3[0]  p.lower[1]  chunking  # a comment
//! U05:%x[-1,0]/%x[0,0]
//! ```
//!
//! Templates stand between blanks or on lines of their own. A term is `column[place]`,
//! `function[place]` (of column 0) or `column.function[place]`; columns are numbered from 0, and
//! `w`, `p` and `c` are 0, 1 and 2. A place is relative to the token, and `[-2..2]` stands for five
//! templates. Terms joined by `/` make one feature of several values. The name of a
//! [built-in set](super::sets) stands for its templates. Lines that start with `U` or `B` are those
//! of [CRF++](super::crf). A template that is repeated counts once.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::function::{self, Function};
use super::template::{COLUMNS, FARTHEST, Template, Term};
use super::{crf, sets};
use crate::quote::quoted;

/// What is wrong at a byte of a template.
#[derive(Debug)]
pub(super) struct Misfit {
    pub(super) at: usize,
    pub(super) reason: String,
}

/// What is wrong with a list of templates, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("template {}: {reason}", quoted(.template.as_bytes()))]
pub struct TemplateError {
    /// The template as typed.
    pub template: String,
    /// The line of the text, from 1.
    pub line: usize,
    /// The byte of the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub reason: String,
}

/// Feature templates for data of tokens in columns.
///
/// ```
/// use noregret_io::Templates;
///
/// let templates: Templates = "w[-1..0] suffix2[0]\nU1:%x[0,1]".parse()?;
/// assert_eq!(templates.to_string(), "w[-1] w[0] suffix2[0]\nU1:%x[0,1]");
/// let error = "w[0] w[1".parse::<Templates>().unwrap_err();
/// assert_eq!((error.line, error.column), (1, 6));
/// assert_eq!(error.to_string(), "template 'w[1': there is no ']'");
/// # Ok::<(), noregret_io::TemplateError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Templates {
    list: Vec<Item>,
}

/// An entry of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Item {
    One(Template),
    /// A built-in set, which depends on the columns there are.
    Set(&'static sets::Set),
}

impl Templates {
    /// The built-in set for data of so many columns before the tag.
    pub(super) fn usual(columns: usize) -> Self {
        Self { list: vec![Item::Set(sets::usual(columns))] }
    }

    /// The templates for data of so many columns before the tag, without sets.
    pub(super) fn for_columns(&self, columns: usize) -> Result<Self, TemplateError> {
        let mut list: Vec<Item> = Vec::new();
        let mut add = |template: Template| {
            let item = Item::One(template);
            if !list.contains(&item) {
                list.push(item);
            }
        };
        for item in &self.list {
            match item {
                Item::One(template) => add(template.clone()),
                Item::Set(set) => {
                    let text = set.text(columns);
                    text.parse::<Self>()?.into_templates().for_each(&mut add);
                }
            }
        }
        let all = Self { list };
        let beyond = |template: &&Template| template.terms.iter().any(|t| t.column >= columns);
        let fault = all.iter().find(beyond).map(|template| beyond_columns(template, columns));
        fault.map_or(Ok(all), Err)
    }

    /// The templates that are no sets.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Template> {
        self.list.iter().filter_map(|item| match item {
            Item::One(template) => Some(template),
            Item::Set(_) => None,
        })
    }

    fn into_templates(self) -> impl Iterator<Item = Template> {
        self.list.into_iter().filter_map(|item| match item {
            Item::One(template) => Some(template),
            Item::Set(_) => None,
        })
    }

    fn line(&mut self, number: usize, line: &str) -> Result<(), TemplateError> {
        let indent = line.len() - line.trim_ascii_start().len();
        let trimmed = line.trim_ascii();
        let located = |template: &str, start: usize, misfit: Misfit| TemplateError {
            template: template.to_owned(),
            line: number,
            column: start + misfit.at + 1,
            reason: misfit.reason,
        };
        if crf::is_line(trimmed) {
            let template =
                crf::parse(trimmed).map_err(|misfit| located(trimmed, indent, misfit))?;
            self.list.extend(template.map(Item::One));
            return Ok(());
        }
        let mut at = 0;
        for word in line.split([' ', '\t']) {
            if word.starts_with('#') {
                break;
            }
            if !word.trim_ascii().is_empty() {
                let word = word.trim_ascii();
                self.word(word).map_err(|misfit| located(word, at, misfit))?;
            }
            at += word.len() + 1;
        }
        Ok(())
    }

    /// Takes a template or the name of a set.
    fn word(&mut self, word: &str) -> Result<(), Misfit> {
        if let Some(set) = sets::by_name(word) {
            self.list.push(Item::Set(set));
            return Ok(());
        }
        let mut terms = Vec::new();
        let mut at = 0;
        for part in word.split('/') {
            let (term, last) = term(part).map_err(|m| Misfit { at: at + m.at, ..m })?;
            if last != term.offset && part.len() < word.len() {
                let reason = "a range stands alone, not in a conjunction".into();
                return Err(Misfit { at, reason });
            }
            terms.push((term, last));
            at += part.len() + 1;
        }
        match terms.as_slice() {
            &[(term, last)] => {
                let places = term.offset..=last;
                let one = |offset| Item::One(Template::joined(vec![Term { offset, ..term }]));
                self.list.extend(places.map(one));
            }
            _ => {
                let terms = terms.into_iter().map(|(term, _)| term).collect();
                self.list.push(Item::One(Template::joined(terms)));
            }
        }
        Ok(())
    }
}

fn beyond_columns(template: &Template, columns: usize) -> TemplateError {
    let asked = template.terms.iter().map(|term| term.column).max().unwrap_or(0);
    let there = match columns {
        1 => "there is only column 0 before the tag".to_owned(),
        _ => format!("there are columns 0 to {} before the tag", columns.saturating_sub(1)),
    };
    TemplateError {
        template: template.to_string(),
        line: 0,
        column: 0,
        reason: format!("it asks for column {asked}, and {there}"),
    }
}

/// A term, and the last place if it is a range.
fn term(text: &str) -> Result<(Term, i32), Misfit> {
    let misfit = |at: usize, reason: String| Err(Misfit { at, reason });
    let Some((view, rest)) = text.split_once('[') else {
        let sets = sets::names();
        return misfit(0, format!("a template is like w[0], or one of {sets}"));
    };
    let (column, function) = self::view(view)?;
    let Some((places, after)) = rest.split_once(']') else {
        return misfit(0, "there is no ']'".into());
    };
    if !after.is_empty() {
        return misfit(view.len() + places.len() + 2, "there is more after the ']'".into());
    }
    let place = |text: &str| text.parse::<i32>().ok().filter(|place| place.abs() <= FARTHEST);
    let (from, to) = places.split_once("..").unwrap_or((places, places));
    let Some((offset, last)) = place(from).zip(place(to)) else {
        return misfit(view.len() + 1, "a place is a number from -99 to 99, or two with ..".into());
    };
    if last < offset {
        return misfit(view.len() + 1, "the range ends before it begins".into());
    }
    Ok((Term { column, function, offset }, last))
}

/// The column and function before a `[`.
fn view(text: &str) -> Result<(usize, Function), Misfit> {
    let known = |text: &str| {
        let letter = COLUMNS.iter().position(|name| *name == text);
        letter.or_else(|| text.parse::<u16>().ok().map(usize::from))
    };
    let unknown = |what: &str, at: usize, name: &str| Misfit {
        at,
        reason: format!(
            "there is no {what} {} (columns: w, p, c or a number from 0; functions: {})",
            quoted(name.as_bytes()),
            function::NAMES
        ),
    };
    if let Some((column, name)) = text.split_once('.') {
        let at = column.len() + 1;
        let column = known(column).ok_or_else(|| unknown("column", 0, column))?;
        let function = Function::parse(name).ok_or_else(|| unknown("function", at, name))?;
        return Ok((column, function));
    }
    match (known(text), Function::parse(text)) {
        (Some(column), _) => Ok((column, Function::Cell)),
        (None, Some(function)) => Ok((0, function)),
        (None, None) => Err(unknown("column or function", 0, text)),
    }
}

impl std::str::FromStr for Templates {
    type Err = TemplateError;

    fn from_str(text: &str) -> Result<Self, TemplateError> {
        let mut templates = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            templates.line(number, line)?;
        }
        if templates.list.is_empty() {
            return Err(TemplateError {
                template: text.lines().next().unwrap_or_default().to_owned(),
                line: 1,
                column: 1,
                reason: "there is no template in it".into(),
            });
        }
        Ok(templates)
    }
}

impl TryFrom<String> for Templates {
    type Error = TemplateError;

    fn try_from(text: String) -> Result<Self, TemplateError> {
        text.parse()
    }
}

impl From<Templates> for String {
    fn from(templates: Templates) -> Self {
        templates.to_string()
    }
}

/// The list as it would be typed; lines of CRF++ stand alone.
impl fmt::Display for Templates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut alone = None;
        for item in &self.list {
            let is_crf = matches!(item, Item::One(template) if template.is_crf);
            match alone {
                None => {}
                Some(false) if !is_crf => f.write_str(" ")?,
                Some(_) => f.write_str("\n")?,
            }
            match item {
                Item::One(template) => write!(f, "{template}")?,
                Item::Set(set) => f.write_str(set.name)?,
            }
            alone = Some(is_crf);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Templates;

    fn error(text: &str) -> String {
        let error = text.parse::<Templates>().expect_err("broken");
        format!("{}:{}: {error}", error.line, error.column)
    }

    #[test]
    fn what_is_printed_reads_the_same() {
        for (text, printed) in [
            ("w[-1..1]", "w[-1] w[0] w[1]"),
            ("0[0]\t1[1] 2[0] 3[0] # x y", "w[0] p[1] c[0] 3[0]"),
            ("w.prefix3[0] p.lower[-1]/5.shape[0]", "prefix3[0] p.lower[-1]/5.shape[0]"),
            ("# U00\nU00:%x[-1,0]/%x[ 0,1 ]x\nB\nw[0]", "U00:%x[-1,0]/%x[0,1]x\nw[0]"),
            ("U\n\nchunking w[+3]", "U\nchunking w[3]"),
        ] {
            let templates: Templates = text.parse().expect(text);
            assert_eq!(templates.to_string(), printed);
            assert_eq!(printed.parse(), Ok(templates), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (text, expected) in [
            ("", "1:1: template '': there is no template in it"),
            ("w[0] w0", "1:6: template 'w0': a template is like w[0], or one of chunking, names"),
            (
                "\n w[0]/p[x]",
                "2:9: template 'w[0]/p[x]': a place is a number from -99 to 99, or two with ..",
            ),
            ("w[2..1]", "1:3: template 'w[2..1]': the range ends before it begins"),
            (
                "w[0..1]/p[0]",
                "1:1: template 'w[0..1]/p[0]': a range stands alone, not in a conjunction",
            ),
            ("w[0]x", "1:5: template 'w[0]x': there is more after the ']'"),
            (
                "w[100]",
                "1:3: template 'w[100]': a place is a number from -99 to 99, or two with ..",
            ),
            (" U1:%x[0]", "1:5: template 'U1:%x[0]': a cell is %x[row,column]"),
            ("U1:%x[0,-1]", "1:4: template 'U1:%x[0,-1]': the column is a number from 0"),
            (
                "B1:%x[0,0]",
                "1:1: template 'B1:%x[0,0]': weights of pairs of tags do not depend on cells; leave the line out",
            ),
        ] {
            assert_eq!(error(text), expected);
        }
        assert!(error("v[0]").contains("there is no column or function 'v'"));
        assert!(
            error("w.upper[0]").starts_with("1:3: template 'w.upper[0]': there is no function")
        );
    }

    #[test]
    fn sets_follow_the_columns_and_templates_must() {
        let names: Templates = "names w[0] w[0]".parse().expect("known");
        let (one, three) =
            (names.for_columns(1).expect("fits"), names.for_columns(3).expect("fits"));
        assert!(one.list.len() < three.list.len() && three.to_string().contains("c[0]"));
        let twice = one.iter().filter(|template| template.to_string() == "w[0]").count();
        assert_eq!(twice, 1);
        let error = "w[0] p[0]/3[0]".parse::<Templates>().expect("sound").for_columns(2);
        assert_eq!(
            error.expect_err("too few").to_string(),
            "template 'p[0]/3[0]': it asks for column 3, and there are columns 0 to 1 before the tag"
        );
    }
}
