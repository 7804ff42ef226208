//! Mistake bounds of the ultraconservative family on separable and on any data.
//!
//! The chain of inequalities they come from is checked on every round: the bounds alone are loose,
//! the chain is not.
//!
//! Reference: Crammer & Singer 2003, Thm. 3 and 4, sec. 4.2 and 8.

use crate::support::matrix::{Matrix, inner, random_unit, size, unit};
use crate::support::multiclass::{
    BUILDS, Member, Rule, Run, Stream, all, conservative, each_build, margin, mixes, spec,
};
use crate::support::{Rng, at_most, near};
/// Separable streams of few and many classes, instances of two sizes; of the first two the bounds
/// are below the number of rounds.
fn separable(rng: &mut Rng) -> Vec<Stream> {
    let mut streams = Vec::new();
    for (k, n, least) in [(2, 2, 0.4), (3, 3, 0.3), (3, 5, 0.1), (5, 8, 0.02), (9, 12, 0.02)] {
        let mut stream = Stream::separable(rng, k, n, if least > 0.2 { 250 } else { 60 }, least);
        stream.examples.iter_mut().step_by(3).for_each(|e| e.x.iter_mut().for_each(|x| *x *= 1.5));
        streams.push(stream);
    }
    streams
}

fn noisy(rng: &mut Rng) -> Vec<Stream> {
    [(2, 3), (3, 4), (6, 5)].map(|(k, n)| Stream::noisy(rng, k, n, 80, 0.2)).into()
}

/// Unit comparators: the planted one, strangers, and what a longer run has found.
fn comparators(rng: &mut Rng, stream: &Stream) -> Vec<Matrix> {
    let mut all = vec![stream.planted.clone()];
    all.extend((0..6).map(|_| random_unit(rng, stream.k, stream.n)));
    let mut trained =
        Run::new(BUILDS[0], &spec("hinge", "mira", "euclid", "fixed:C=0.1"), stream.k, stream.n);
    (0..5).for_each(|_| trained.play_all(stream));
    all.push(unit(&trained.matrix()));
    all
}

#[test]
fn unit_steps_on_separable_streams_keep_theorem_3_and_its_aggressive_form() {
    let (mut rng, mut meant) = (Rng::new(11), 0);
    for stream in separable(&mut rng) {
        let (gamma, reach) = (stream.margin(&stream.planted), stream.radius().powi(2));
        for beta in [0.0, 0.01, 0.5, 3.0] {
            for (member, build) in each_build(mixes(&mut rng, beta)) {
                let mut run = Run::new(build, &member.spec, stream.k, stream.n);
                run.play_all(&stream);
                let bound = 2.0 * (reach + beta) / (gamma * gamma);
                meant += i32::from(bound < 0.5 * stream.examples.len() as f64);
                at_most(run.violations(), bound, &member.name);
                at_most(run.updates(), bound, &member.name);
            }
        }
    }
    assert!(meant > 20, "only {meant} bounds say anything");
}

/// `sum margin_U <= <U,M> <= |U||M|` over the updates, `|M|^2` by its recursion and at most
/// `sum |x|^2 sum tau^2 + 2 beta sum tau_y`, at most `2(R^2 + beta) m`.
#[test]
fn the_chain_behind_the_bounds_holds_on_every_round() {
    let mut rng = Rng::new(12);
    for stream in separable(&mut rng).into_iter().chain(noisy(&mut rng)) {
        let (us, reach) = (comparators(&mut rng, &stream), stream.radius().powi(2));
        for (member, build) in each_build(all(&mut rng)) {
            if let Rule::Romma(_) = member.rule {
                continue;
            }
            let mut run = Run::new(build, &member.spec, stream.k, stream.n);
            let (mut margins, mut ceiling, mut norm) = (vec![0.0; us.len()], 0.0, 0.0);
            for e in &stream.examples {
                let round = run.play(e);
                let tau = round.coefficients(1.0);
                let squares = round.a * tau.iter().map(|t| t * t).sum::<f64>();
                let along: f64 = tau.iter().zip(&round.scores).map(|(t, b)| t * b).sum();
                norm += 2.0 * along + squares;
                ceiling += squares + 2.0 * member.beta * tau[e.y];
                let now = size(&round.after);
                near(now * now, norm, 1e-9, "recursion of the norm");
                if member.rule != Rule::Kesler {
                    at_most(now * now, ceiling, &member.name);
                }
                for (u, sum) in us.iter().zip(&mut margins) {
                    *sum += tau[e.y] * margin(u, e);
                    at_most(*sum, inner(u, &round.after), &member.name);
                    at_most(inner(u, &round.after), now, "Cauchy-Schwarz");
                }
            }
            if let Rule::Unit(_) = member.rule {
                at_most(norm, 2.0 * (reach + member.beta) * run.updates(), &member.name);
            }
        }
    }
}

/// With the slack spread as (k-1)/k on the right row and -1/k on the others; the printed form is
/// weaker.
#[test]
fn unit_steps_on_any_stream_keep_theorem_4_and_its_sharper_form() {
    let (mut rng, mut tightest) = (Rng::new(13), 0.0f64);
    for stream in noisy(&mut rng) {
        let (us, radius) = (comparators(&mut rng, &stream), stream.radius());
        let spread = ((stream.k - 1) as f64 / stream.k as f64).sqrt();
        for beta in [0.0, 0.01, 0.5] {
            for (member, build) in each_build(mixes(&mut rng, beta)) {
                let mut run = Run::new(build, &member.spec, stream.k, stream.n);
                let mut updates = Vec::new();
                for e in &stream.examples {
                    if run.play(e).outcome.step > 0.0 {
                        updates.push(e);
                    }
                }
                for u in &us {
                    for gamma in [0.01, 0.1, 0.5, 1.0, 3.0] {
                        let slack = |e: &&_| (gamma - margin(u, e)).max(0.0).powi(2);
                        let d = updates.iter().map(slack).sum::<f64>().sqrt();
                        let reach = (radius * radius + beta).sqrt();
                        let sharper = 2.0 * ((reach + d * spread) / gamma).powi(2);
                        at_most(updates.len() as f64, sharper, &member.name);
                        at_most(sharper, 2.0 * ((reach + d) / gamma).powi(2), "as printed");
                        tightest = tightest.max(updates.len() as f64 / sharper);
                    }
                }
            }
        }
    }
    assert!(tightest > 0.5, "never nearer than {tightest}");
}

/// Kesler's sub-updates are Perceptron steps; MIRA's mistakes for every margin; ROMMA on separable
/// data.
#[test]
fn the_other_members_keep_their_bounds_on_separable_streams() {
    let mut rng = Rng::new(14);
    for stream in separable(&mut rng) {
        let (gamma, reach) = (stream.margin(&stream.planted), stream.radius().powi(2));
        for (member, build) in each_build(all(&mut rng)) {
            let mut run = Run::new(build, &member.spec, stream.k, stream.n);
            run.play_all(&stream);
            let (classic, mass) = (2.0 * reach / gamma.powi(2), run.learner.ledger().mass.value());
            match member.rule {
                Rule::Kesler => {
                    at_most(mass, 2.0 * (reach + member.beta) / gamma.powi(2), &member.name);
                    at_most(run.updates(), mass, "a round has at least one sub-update");
                }
                Rule::Mira if member.rate == 1.0 => {
                    let beta = member.beta;
                    at_most(mass, 2.0 * beta / gamma.powi(2), "sum of tau_y");
                    let beyond = beta.powi(2) / (gamma.powi(2) * (2.0 * beta - 2.0 * reach));
                    let bound = if beta <= 2.0 * reach { classic } else { beyond };
                    at_most(run.violations(), bound, &member.name);
                }
                Rule::Romma(_) => {
                    at_most(run.violations(), classic, &member.name);
                    at_most(size(&run.matrix()), 1.0 / gamma, "|M| <= |M*|");
                }
                _ => {}
            }
        }
    }
}

/// The certificate knows neither stream nor comparator: no unit matrix has a larger margin than its
/// ceiling, which is `|M| / m` for unit steps; and what is proved about losses holds for every
/// comparator.
#[test]
fn certificates_hold_for_every_comparator() {
    let mut rng = Rng::new(15);
    for stream in separable(&mut rng).into_iter().chain(noisy(&mut rng)) {
        let us = comparators(&mut rng, &stream);
        for (member, &build) in
            all(&mut rng).iter().flat_map(|m| BUILDS.iter().map(move |b| (m, b)))
        {
            let mut run = Run::new(build, &member.spec, stream.k, stream.n);
            for part in stream.examples.chunks(40) {
                part.iter().for_each(|e| drop(run.play(e)));
                certificate_holds(member, &run, &us, &stream);
            }
        }
    }
}

fn certificate_holds(member: &Member, run: &Run, us: &[Matrix], stream: &Stream) {
    let (certificate, seen) = (run.certificate(), run.learner.ledger().rounds as usize);
    let seen = &stream.examples[..seen];
    let ceiling = certificate.margin_ceiling.unwrap();
    if let Rule::Unit(_) = member.rule {
        near(ceiling, size(&run.matrix()) / run.updates(), 1e-9, &member.name);
    }
    let squared = member.spec.loss.name() == "squared-hinge";
    for u in us {
        let least = seen.iter().map(|e| margin(u, e)).fold(f64::INFINITY, f64::min);
        at_most(least, ceiling, &member.name);
        for level in [0.1, 1.0, 10.0] {
            let required = member.spec.loss.margin().unwrap();
            let miss = |e| (required - level * margin(u, e)).max(0.0);
            let loss: f64 = seen.iter().map(miss).map(|m| if squared { m * m } else { m }).sum();
            at_most(run.learner.lower_bound(level), loss, &member.name);
        }
    }
}

/// The ceiling is worth something: aggressive ROMMA brings it down to the best margin there is, and
/// reaches it.
#[test]
fn the_ceiling_comes_down_to_the_best_margin() {
    let mut rng = Rng::new(16);
    let stream = Stream::separable(&mut rng, 3, 4, 40, 0.15);
    let mut run =
        Run::new(BUILDS[0], &spec("hinge", "romma:aggressive=true", "euclid", "fixed"), 3, 4);
    (0..400).for_each(|_| run.play_all(&stream));
    let (reached, ceiling) =
        (stream.margin(&unit(&run.matrix())), run.certificate().margin_ceiling.unwrap());
    assert!(reached > 0.97 * ceiling, "{reached} of at most {ceiling}");
    at_most(reached, ceiling, "ceiling");
}

/// The theorem's generator has work to do: members really differ, and really err.
#[test]
fn members_differ_on_the_same_stream() {
    let mut rng = Rng::new(17);
    let stream = Stream::noisy(&mut rng, 5, 6, 100, 0.1);
    let mut ends: Vec<Matrix> = Vec::new();
    for member in conservative(&mut rng) {
        let mut run = Run::new(BUILDS[0], &member.spec, 5, 6);
        run.play_all(&stream);
        assert!(run.violations() > 20.0, "{}", member.name);
        assert!(!ends.contains(&run.matrix()), "{}", member.name);
        ends.push(run.matrix());
    }
}
