//! Every printed theorem as pairs `left <= right` for one run and one predictor, by its own
//! formula. What the theorem asks of the predictor is checked first; if it does not hold there is
//! no pair.

use super::run::{Run, spread};
use crate::support::{dot, largest, norm, p_norm, square};
use noregret_core::ascent::AnyAscent;
use noregret_core::certificate::mistakes::structured_costs;
use noregret_core::certificate::regret::{Trail, adagrad};
use noregret_core::geometry::AnyGeometry;
use noregret_core::problem::Problem;
use noregret_core::schedule::AnySchedule;

type Pairs = Vec<(f64, f64)>;

/// A theorem with its text as printed.
type Theorem = (&'static str, fn(&Run, &[f64]) -> Pairs);

const OWN: &str = "sum loss(u) >= A - <v,u> for every u (the run's own certificate)";
const COR_4: &str = "M <= (|u|^2/2 + C H)/l, l = a - a^2 X^2/2, a = min(C, 1/X^2)";

const THEOREMS: &[Theorem] = &[
    (
        "M <= H + X|u| sqrt(H) + X^2|u|^2 (Cor. 5), or (|u|/(CX))^2 if that is more and \
      constraints are shifted",
        perceptron,
    ),
    ("sum loss^2/|a|^2 <= |u|^2 if u has no loss (Thm. 1)", pa),
    (
        "sum of costs <= H + X sqrt(8 U H) + 8 X^2 U, H the comparator's maximal loss, for \
         f(u) <= U (Thm. 7)",
        |run, u| match 0.5 * square(u) <= 50.0 {
            true => vec![(run.costs(), structured_costs(run.loss_of(u), run.longest, 50.0))],
            false => Vec::new(),
        },
    ),
    ("regret <= |u|^2/(2C) + (C/2) sum |a_t|^2; M <= max(X^2,1/C)(|u|^2 + 2C H)", pa1),
    (
        "regret <= |u|^2/(2C) + (C/2) sum |a_t|^2; M <= max(X^2,1/C)(|u|^2 + 2C H); c f(w) + \
      sum g_t(w) - D within the gap after every round",
        leader,
    ),
    ("sum loss^2 <= (X^2 + 1/(2C))(|u|^2 + 2C sum loss(u)^2)", pa2),
    ("M <= max(X^2,1/C)(|u|^2 + 2C H)", |run, u| mistakes(run, capped(run, u))),
    ("sum loss^2 <= (gamma + X^2)|u|^2 + (1 + X^2/gamma) sum loss(u)^2 (Thm. 3)", relaxed),
    ("M <= X^2|u|^2 if u has margin 1", |run, u| {
        if_margin_one(run, u, |square| (run.mistakes(), run.longest.powi(2) * square))
    }),
    ("|w| <= |u| if u has margin 1", |run, u| {
        if_margin_one(run, u, |s| (norm(&run.weights()), s.sqrt() * (1.0 + 1e-9)))
    }),
    (
        "updates <= (A+1)^2/(2 gamma^2) + 2(A+1), A = sqrt(2) b (1-alpha)/alpha + 1, if u of \
         norm 1 has <u,a_t> >= gamma |a_t| (Thm. 3)",
        alma,
    ),
    (
        "M <= H/gamma + r sqrt(U H)/gamma^1.5 + r^2 U/gamma^2, r = R + X^2/R, for f(u) <= U \
      (Thm. 6)",
        self_tuned,
    ),
    ("regret <= (R + X^2/R) sqrt(U T) for f(u) <= U", subgradient),
    ("regret <= c |u|^2/2 + (1/2c) sum residual^2 |x_t|^2 (Lemma 1)", residuals),
    ("regret <= c |u|^2/2 + (1/2c) sum |x_t|^2 (Cor. 1)", |run, u| {
        let squares: f64 = run.losing().map(|r| square(&r.parts[0])).sum();
        vec![(run.regret(u), 0.5 * run.c() * square(u) + 0.5 * squares / run.c())]
    }),
    (
        "M <= X^2/gamma^2 if u of norm 1 has margin gamma, for 0 < beta <= C X^2 (binary: beta/2)",
        |run, u| match run.margin() * run.c() <= run.longest.powi(2) {
            true => by_margin(run, u, run.mistakes(), run.longest.powi(2)),
            false => Vec::new(),
        },
    ),
    ("updates <= (X^2 + 2c beta)/gamma^2 if u of norm 1 has margin gamma", |run, u| {
        let updates = run.rounds.iter().filter(|r| r.outcome.step != 0.0).count() as f64;
        by_margin(run, u, updates, run.longest.powi(2) + 2.0 * run.c() * run.margin())
    }),
    ("steps <= X^2/gamma^2 if u of norm 1 has margin gamma", |run, u| {
        let steps = run.rounds.iter().map(|r| r.outcome.step).sum();
        by_margin(run, u, steps, run.longest.powi(2))
    }),
    ("regret <= c|U|^2/2 + (1/2c) sum_t |{r: loss_r > 0}| |x_t|^2", |run, u| {
        let each = run.rounds.iter().map(|r| r.paying as f64 * square(&r.parts[0]));
        vec![(run.regret(u), 0.5 * run.c() * square(u) + 0.5 * each.sum::<f64>() / run.c())]
    }),
    ("M <= k ln n/(C gamma - C^2) if u has margin gamma and R <= 1", |run, u| {
        let rows = run.shape.rows as f64 * (run.shape.wide as f64).ln();
        multiplicative(run, u, rows, |rate| rate * rate)
    }),
    ("M <= ln(nk)/(C gamma - ln cosh C) if u has margin gamma and R <= 1", |run, u| {
        multiplicative(run, u, (u.len() as f64).ln(), |rate| rate.cosh().ln())
    }),
    (
        "sum loss^2 <= 0.5 max width^2 KL(u|w_1) if u has no loss (Thm. 4), width^2 = sum over the \
      rows of (max a - min a)^2",
        bounded,
    ),
    ("M <= (c ln n + H)/(gamma - X^2/(2c)) (Eq. 5.7)", |run, u| {
        let each = [run.margin(), 0.3].into_iter().map(|gamma| {
            let room = gamma - run.longest.powi(2) / (2.0 * run.c());
            let most = run.c() * (run.shape.wide as f64).ln() + hinge(run, u, gamma);
            (run.mistakes(), if room > 0.0 { most / room } else { f64::INFINITY })
        });
        each.collect()
    }),
    (
        "M <= H/gamma + (2X/gamma^1.5) sqrt(H ln n) + 4X^2 ln n/gamma^2 (Cor. 6, lazy X)",
        |run, u| {
            let (ln, x) = ((run.shape.wide as f64).ln(), run.longest);
            let each = [run.margin(), 0.3].into_iter().map(|gamma| {
                let h = hinge(run, u, gamma);
                let root = 2.0 * x / gamma.powf(1.5) * (h * ln).sqrt();
                (run.mistakes(), h / gamma + root + 4.0 * x * x * ln / (gamma * gamma))
            });
            each.collect()
        },
    ),
    ("regret <= c ln n + (1/2c) sum |x_t|_*^2 (Cor. 1)", |run, u| {
        let squares: f64 = run.losing().map(|r| largest(&r.parts[0]).powi(2)).sum();
        let most = run.c() * (run.shape.wide as f64).ln();
        vec![(run.regret(u), most + 0.5 * squares / run.c())]
    }),
    ("regret <= c ln 2n + (1/2c) sum |lambda_t|_*^2 (Cor. 1)", |run, u| {
        let AnyGeometry::Balanced(g) = &run.spec.geometry else { return Vec::new() };
        let of = |r: &super::run::Round| match run.spec.problem.two_sided() {
            true => r.outcome.margin.powi(2),
            false => f64::from(r.outcome.loss > 0.0),
        };
        let sizes = run.rounds.iter().map(|r| of(r) * (g.radius * largest(&r.parts[0])).powi(2));
        let most = run.c() * (2.0 * run.shape.wide as f64).ln();
        vec![(run.regret(u), most + 0.5 * sizes.sum::<f64>() / run.c())]
    }),
    ("M <= H + X|u|_q sqrt((p-1)H) + (p-1)X^2|u|_q^2 (Cor. 7)", |run, u| {
        let AnyGeometry::PNorm(g) = &run.spec.geometry else { return Vec::new() };
        let (h, b) = (hinge(run, u, 1.0), run.longest * p_norm(u, g.p / (g.p - 1.0)));
        let root = b * ((g.p - 1.0) * h).sqrt();
        vec![(run.mistakes(), h + root + (g.p - 1.0) * b * b)]
    }),
    ("regret <= c f(u) + (1/2c) sum |x_t|_p^2 (Cor. 1)", |run, u| {
        let AnyGeometry::PNorm(g) = &run.spec.geometry else { return Vec::new() };
        let f = 0.5 * (g.p - 1.0) * p_norm(u, g.p / (g.p - 1.0)).powi(2);
        let squares: f64 = run.losing().map(|r| p_norm(&r.parts[0], g.p).powi(2)).sum();
        vec![(run.regret(u), run.c() * f + 0.5 * squares / run.c())]
    }),
    ("M <= (|u|^2/2 + C H)/(C - C^2 X^2/2) for C < 2/X^2 (Thm. 2)", |run, u| {
        competitive(run, u, 1.0 / run.c(), run.longest.powi(2), 1.0)
    }),
    (
        "M <= k (|u|^2/2 + C H)/l, l = a - a^2 X^2/2, a = min(C, 1/X^2), k the most violated in a \
      round",
        |run, u| {
            let most = run.rounds.iter().map(|r| r.violated).max().unwrap_or(0);
            cor_4(run, u, most as f64)
        },
    ),
    (
        "M <= (|u|^2/2 + C H)/l, l = a - a^2 X^2/2, a = min(C, 1/X^2) (Cor. 4, for every C)",
        |run, u| cor_4(run, u, 1.0),
    ),
    (COR_4, |run, u| cor_4(run, u, 1.0)),
    (
        "none: Cor. 4 does not hold for it; sum loss(u) >= A - <v,u> for every u (the run's own \
      certificate)",
        own,
    ),
    (OWN, own),
    (
        "every round raises the dual; sum loss(u) >= A - <v,u> for every u (the run's own \
      certificate)",
        |run, u| {
            let rise = |r: &super::run::Round| (-r.increase.unwrap_or(f64::NAN), 1e-9);
            own(run, u).into_iter().chain(run.rounds.iter().map(rise)).collect()
        },
    ),
    (
        "M <= (KL(u) + C H)/(gamma C - C^2 q/2), q = X^2, or (max x - min x)^2/2 for labels with a \
      row each (Thm. 6, corrected)",
        |run, u| on_simplex(run, u, 1.0 / run.c()),
    ),
    (
        "M <= (KL(u) + C H)/(gamma C - C^2 q/2), q = X^2, or (max x - min x)^2/2 for labels with a \
      row each",
        |run, u| on_simplex(run, u, 1.0 / run.c()),
    ),
    (
        "M <= (KL(u) + C H)/(gamma a - a^2 q/2), a = min(C, gamma/q), q = X^2, or (max x - min \
      x)^2/2 for labels with a row each (Cor. 8, corrected, for every C)",
        |run, u| on_simplex(run, u, (1.0 / run.c()).min(run.margin() / curvature(run))),
    ),
    (
        "M <= (KL(u) + C H)/(gamma a - a^2 q/2), a = min(C, gamma/q), q = X^2, or (max x - min \
      x)^2/2 for labels with a row each",
        |run, u| on_simplex(run, u, (1.0 / run.c()).min(run.margin() / curvature(run))),
    ),
    (
        "regret <= (c/2) sum_j sqrt(delta + G_j) u_j^2 + (1/c) sum_j sqrt(G_j), G_j = sum (d \
      a_j)^2, for least=0, delta >= max a_j^2",
        |run, u| adaptive(run, u, false),
    ),
    (
        "regret <= (c/2) sum_j s_j sqrt(delta s_j^2 + G_j) u_j^2 + (1/c) sum_j sum_t \
      (sqrt(G_(t,j)) - sqrt(G_(t-1,j)))/s_(t,j), for least=0",
        |run, u| adaptive(run, u, true),
    ),
    ("regret of the regularised losses <= (2X^2/sigma)(1 + ln T) (Thm. 5)", |run, u| {
        regularised(run, u, 0.5 * square(u), 2.0 * run.longest.powi(2))
    }),
    (
        "regret of the regularised losses <= (L/sigma)(1 + ln T) (Thm. 5), 2L = (X + sigma max(1 + \
      ln n, |1 + ln floor|))^2",
        |run, u| {
            let AnyGeometry::EntropyFloor(g) = &run.spec.geometry else { return Vec::new() };
            let AnySchedule::Strong(s) = &run.spec.schedule else { return Vec::new() };
            let ln = (run.shape.wide as f64).ln();
            let slope = run.longest + s.sigma * (1.0 + ln).max((1.0 + g.floor.ln()).abs());
            regularised(run, u, entropy(run, u), 0.5 * slope * slope)
        },
    ),
];

/// The theorem that is printed with these words.
pub fn find(text: &str) -> Option<fn(&Run, &[f64]) -> Pairs> {
    THEOREMS.iter().find(|(printed, _)| *printed == text).map(|(_, check)| *check)
}

/// H at a margin: what u lacks on the worst constraint.
fn hinge(run: &Run, u: &[f64], gamma: f64) -> f64 {
    let of = |r: &super::run::Round| {
        let all = r.asked.constraints();
        let z = all.iter().map(|k| dot(&k.a, u) - k.b).fold(f64::INFINITY, f64::min);
        (gamma - z).max(0.0)
    };
    run.rounds.iter().map(of).sum()
}

fn mistakes(run: &Run, bound: f64) -> Pairs {
    if run.has_mistakes() { vec![(run.mistakes(), bound)] } else { Vec::new() }
}

fn perceptron(run: &Run, u: &[f64]) -> Pairs {
    let (h, b) = (hinge(run, u, 1.0), run.longest * norm(u));
    let bound = h + b * h.sqrt() + b * b;
    let shifted = run.spec.problem.has_shifts();
    let other = (norm(u) * run.c() / run.longest).powi(2);
    vec![(run.mistakes(), if shifted { bound.max(other) } else { bound })]
}

fn pa(run: &Run, u: &[f64]) -> Pairs {
    if run.loss_of(u) > 0.0 {
        return Vec::new();
    }
    let left = run.losing().map(|r| r.outcome.loss.powi(2) / square(&r.worst)).sum();
    vec![(left, run.norm_of(u).powi(2))]
}

/// `max(X^2, 1/C)(|u|^2 + 2C H)`.
fn capped(run: &Run, u: &[f64]) -> f64 {
    let c = run.c();
    run.longest.powi(2).max(c) * (square(u) + 2.0 * hinge(run, u, 1.0) / c)
}

fn pa1(run: &Run, u: &[f64]) -> Pairs {
    let c = run.c();
    let regret = 0.5 * c * run.norm_of(u).powi(2) + 0.5 * run.squares() / c;
    let mut pairs = vec![(run.regret(u), regret)];
    pairs.extend(mistakes(run, capped(run, u)));
    pairs
}

fn leader(run: &Run, u: &[f64]) -> Pairs {
    let (c, w) = (run.c(), run.weights());
    let (loss, dual) = (run.loss_of(&w), run.learner.dual_value());
    let gain = run.learner.ledger().gain.value();
    let gap = 0.5 * c * square(&w) + loss - dual;
    pa1(run, u).into_iter().chain([(gap, 1.001e-3 * (loss + gain) + 1e-9)]).collect()
}

fn pa2(run: &Run, u: &[f64]) -> Pairs {
    let (c, x) = (run.c(), run.longest);
    let right = (x * x + 0.5 * c) * (run.norm_of(u).powi(2) + 2.0 / c * run.loss_of(u));
    vec![(run.loss(), right)]
}

fn relaxed(run: &Run, u: &[f64]) -> Pairs {
    let AnySchedule::Relaxed(schedule) = &run.spec.schedule else { return Vec::new() };
    let (gamma, square) = (schedule.gamma, run.longest.powi(2));
    let own = (gamma + square) * run.norm_of(u).powi(2);
    vec![(run.loss(), own + (1.0 + square / gamma) * run.loss_of(u))]
}

/// For u with margin 1, given `|u|^2`.
fn if_margin_one(run: &Run, u: &[f64], pair: impl Fn(f64) -> (f64, f64)) -> Pairs {
    let margin = run.margin_of(u);
    if margin <= 0.0 { Vec::new() } else { vec![pair(square(u) / (margin * margin))] }
}

fn alma(run: &Run, u: &[f64]) -> Pairs {
    let AnyAscent::Alma(alma) = &run.spec.ascent else { return Vec::new() };
    if norm(u) == 0.0 {
        return Vec::new();
    }
    let margin = |r: &super::run::Round| dot(&r.worst, u) / (norm(&r.worst) * norm(u));
    let gamma = run.rounds.iter().map(margin).fold(f64::INFINITY, f64::min);
    let grown = 2.0 + 2.0f64.sqrt() * alma.b * (1.0 - alma.alpha) / alma.alpha;
    let updates = run.rounds.iter().filter(|r| r.outcome.step != 0.0).count() as f64;
    let most = (grown / gamma).powi(2) / 2.0 + 2.0 * grown;
    if gamma > 0.0 { vec![(updates, most)] } else { Vec::new() }
}

/// `left <= most/gamma^2` for u of norm 1 with margin gamma.
fn by_margin(run: &Run, u: &[f64], left: f64, most: f64) -> Pairs {
    let gamma = run.margin_of(u) / norm(u);
    if gamma > 0.0 { vec![(left, most / (gamma * gamma))] } else { Vec::new() }
}

fn self_tuned(run: &Run, u: &[f64]) -> Pairs {
    let (allowed, gamma) = (50.0f64, run.margin());
    let reach = run.largest + run.longest.powi(2) / run.largest;
    let h = hinge(run, u, gamma);
    let middle = reach * (allowed * h).sqrt() / gamma.powf(1.5);
    let right = h / gamma + middle + reach * reach * allowed / (gamma * gamma);
    if 0.5 * square(u) <= allowed { vec![(run.mistakes(), right)] } else { Vec::new() }
}

fn subgradient(run: &Run, u: &[f64]) -> Pairs {
    let reach = run.largest + run.longest.powi(2) / run.largest;
    let right = reach * (50.0 * run.rounds.len() as f64).sqrt();
    if 0.5 * square(u) <= 50.0 { vec![(run.regret(u), right)] } else { Vec::new() }
}

fn residuals(run: &Run, u: &[f64]) -> Pairs {
    let of = |r: &super::run::Round| r.outcome.margin.powi(2) * square(&r.parts[0]);
    let sum: f64 = run.rounds.iter().map(of).sum();
    vec![(run.regret(u), 0.5 * run.c() * square(u) + 0.5 * sum / run.c())]
}

fn multiplicative(run: &Run, u: &[f64], most: f64, cost: impl Fn(f64) -> f64) -> Pairs {
    let (rate, gamma) = (1.0 / run.c(), run.margin_of(u));
    let drop = rate * gamma - cost(rate);
    let fits = gamma > 0.0 && run.largest <= 1.0 && drop > 0.0;
    if fits { vec![(run.mistakes(), most / drop)] } else { Vec::new() }
}

/// The relative entropy to the uniform weights, summed over the rows.
fn entropy(run: &Run, u: &[f64]) -> f64 {
    let joint = matches!(&run.spec.geometry, AnyGeometry::Entropy(g) if g.joint);
    let wide = if joint { u.len() } else { run.shape.wide };
    let of = |p: &f64| if *p > 0.0 { p * (wide as f64 * p).ln() } else { 0.0 };
    u.iter().map(of).sum()
}

fn bounded(run: &Run, u: &[f64]) -> Pairs {
    if run.loss_of(u) > 0.0 {
        return Vec::new();
    }
    let width = |a: &[f64]| a.chunks(run.shape.wide).map(|row| spread(row).powi(2)).sum::<f64>();
    let widest = run.losing().map(|r| width(&r.worst)).fold(0.0, f64::max);
    let left = run.losing().map(|r| r.outcome.loss.powi(2)).sum();
    vec![(left, 0.5 * widest * entropy(run, u) + 1e-12)]
}

fn competitive(run: &Run, u: &[f64], step: f64, q: f64, times: f64) -> Pairs {
    let rate = 1.0 / run.c();
    let increase = step - 0.5 * step * step * q;
    let right = times * (0.5 * square(u) + rate * hinge(run, u, 1.0)) / increase;
    if increase > 0.0 { vec![(run.mistakes(), right)] } else { Vec::new() }
}

fn cor_4(run: &Run, u: &[f64], times: f64) -> Pairs {
    let q = run.longest.powi(2);
    competitive(run, u, (1.0 / run.c()).min(1.0 / q), q, times)
}

/// The bound on the curvature along a direction on the simplex.
fn curvature(run: &Run) -> f64 {
    let labelled = matches!(run.spec.problem.name(), "multiclass" | "label-ranking");
    if labelled { 0.5 * run.width().powi(2) } else { run.longest.powi(2) }
}

fn on_simplex(run: &Run, u: &[f64], step: f64) -> Pairs {
    let (gamma, rate) = (run.margin(), 1.0 / run.c());
    let increase = gamma * step - 0.5 * step * step * curvature(run);
    let right = (entropy(run, u) + rate * hinge(run, u, gamma)) / increase;
    if increase > 0.0 { vec![(run.mistakes(), right)] } else { Vec::new() }
}

/// What the run itself proves of predictors as large as u.
fn own(run: &Run, u: &[f64]) -> Pairs {
    let level = match run.spec.geometry.is_bounded() {
        true => run.learner.certificate().class.whole(),
        false => norm(u),
    };
    vec![(run.learner.lower_bound(level), run.loss_of(u))]
}

fn adaptive(run: &Run, u: &[f64], is_scaled: bool) -> Pairs {
    let AnyGeometry::AdaGrad(g) = &run.spec.geometry else { return Vec::new() };
    let AnyAscent::Fixed(unit) = &run.spec.ascent else { return Vec::new() };
    let wide = run.shape.wide;
    let tallest = run.rounds.iter().flat_map(|r| r.asked.constraints());
    let tallest = tallest.map(|k| largest(&k.a)).fold(0.0, f64::max);
    if unit.least > 0.0 || (!is_scaled && g.delta < tallest * tallest) {
        return Vec::new();
    }
    let mut trails = vec![Trail::default(); u.len()];
    let mut scales = vec![0.0f64; wide];
    for round in &run.rounds {
        for (scale, x) in scales.iter_mut().zip(&round.parts[0]) {
            *scale = scale.max(x.abs());
        }
        for (j, trail) in trails.iter_mut().enumerate() {
            let scale = if is_scaled { scales[j % wide] } else { 1.0 };
            trail.enter(scale, round.outcome.step * round.worst[j]);
        }
    }
    let bound = adagrad(run.c(), g.delta, trails.into_iter().zip(u.iter().copied()));
    vec![(run.regret(u), bound)]
}

fn regularised(run: &Run, u: &[f64], complexity: f64, lipschitz: f64) -> Pairs {
    let AnySchedule::Strong(s) = &run.spec.schedule else { return Vec::new() };
    let Some(proved) = run.learner.certificate().regularised else { return Vec::new() };
    let rounds = run.rounds.len() as f64;
    let own = run.loss() + s.sigma * proved.complexity_sum;
    let left = own - run.loss_of(u) - s.sigma * rounds * complexity;
    vec![(left, lipschitz / s.sigma * (1.0 + rounds.ln()))]
}
