//! Who competes when no learner was asked for: the candidates of [`noregret_core::defaults`], made for this data.
//!
//! Nothing may have been said about the learner (the problem, the constant and hashing may). Columns are standardised if
//! the head shows few features and they are not hashed; features first seen after the head pass as they are. The
//! constant is 1 but for candidates whose steps depend on it (neither standardised nor adaptive): theirs is `--bias auto`.

use crate::args::{Bias, LearnArgs};
use crate::failure::Outcome;
use crate::run::contest::{Contest, Rival};
use crate::run::head::Head;
use crate::run::session::Constant;
use noregret_core::Spec;
use noregret_core::defaults::{Candidate, FEW_COLUMNS, candidates};
use noregret_core::standard::Columns;

/// The contest for this data, if there is one.
pub(crate) fn contest(
    args: &LearnArgs,
    suggested: &str,
    head: &Head,
    constant: Option<Constant>,
) -> Outcome<Option<Contest>> {
    if !args.learner.leaves_the_learner_open() || args.tolerance.is_some() {
        return Ok(None);
    }
    let asked = args.learner.problem.as_deref().unwrap_or(suggested);
    let features = if args.learner.hash.is_some() { FEW_COLUMNS + 1 } else { head.features() };
    let first = usize::from(constant.is_some());
    let columns = Columns { first, end: first + features };
    let rival = |candidate: &Candidate| rival(args, head, candidate.spec(columns)?, constant);
    let rivals = candidates(asked, features).map(rival).collect::<Outcome<Vec<Rival>>>()?;
    Ok((rivals.len() > 1).then(|| Contest::new(rivals)))
}

fn rival(
    args: &LearnArgs,
    head: &Head,
    mut spec: Spec,
    constant: Option<Constant>,
) -> Outcome<Rival> {
    head.name_classes(&mut spec.problem);
    let learner = spec.build()?;
    let tempered = spec.standard.is_some() || spec.geometry.is_adaptive();
    let constant = constant.map(|auto| match args.learner.bias {
        Bias::Auto if tempered => Constant { value: 1.0, ..auto },
        _ => auto,
    });
    Ok(Rival { spec, learner, constant })
}
