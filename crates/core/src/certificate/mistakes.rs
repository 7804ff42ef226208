//! Mistake bounds as functions of a comparator.
//!
//! All solve `x <= h + b sqrt(x)` for the number of mistakes x (Lemma 19): exactly
//! `x <= (b/2 + sqrt(b^2/4 + h))^2`, in the printed, relaxed form `x <= h + b sqrt(h) + b^2`. H is
//! the comparator's cumulative hinge loss at margin gamma, on the mistakes unless said otherwise.

/// Largest x with `x - b sqrt(x) - h <= 0`.
fn exact_root(b: f64, h: f64) -> f64 {
    (0.5 * b + (0.25 * b * b + h).sqrt()).powi(2)
}

/// The printed, slightly larger form `h + b sqrt(h) + b^2`.
pub fn relaxed_root(b: f64, h: f64) -> f64 {
    h + b * h.sqrt() + b * b
}

/// A comparator as the bounds see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparator {
    /// Its norm (`|u|_2`, `|u|_q`); unused on the simplex.
    pub norm: f64,
    /// Margin gamma of the hinge it is measured with.
    pub margin: f64,
    /// H, its cumulative hinge loss.
    pub loss: f64,
}

/// Perceptron (Cor. 5): X the largest norm on mistakes. In the form for margin gamma,
/// `gamma x <= H + X |u| sqrt(x)`.
pub fn perceptron(u: &Comparator, largest: f64) -> f64 {
    exact_root(largest * u.norm / u.margin, u.loss / u.margin)
}

/// p-norm (Cor. 7): X the largest p-norm on mistakes, `|u|` the q-norm.
pub fn p_norm(u: &Comparator, largest: f64, p: f64) -> f64 {
    exact_root((p - 1.0).sqrt() * largest * u.norm / u.margin, u.loss / u.margin)
}

/// Winnow with the trade-off c best in hindsight (Eq. 5.8): X the largest max-norm on mistakes.
pub fn winnow(u: &Comparator, largest: f64, n: usize) -> f64 {
    exact_root(largest * (2.0 * (n as f64).ln()).sqrt() / u.margin, u.loss / u.margin)
}

/// Self-tuned Winnow (Cor. 6): X over the mistakes for the lazy rule, over all rounds for the
/// printed one.
pub fn self_tuned_winnow(u: &Comparator, largest: f64, n: usize) -> f64 {
    exact_root(2.0 * largest * (n as f64).ln().sqrt() / u.margin, u.loss / u.margin)
}

/// Self-tuned aggressive algorithm (Thm. 6) with allowance U >= f(u): X and H over all rounds.
pub fn self_tuned(u: &Comparator, largest: f64, allowance: f64) -> f64 {
    exact_root(2.0 * largest * allowance.sqrt() / u.margin, u.loss / u.margin)
}

/// Sum of the costs of the self-tuned structured learner, against a comparator with `f(u) <= U`
/// that has lost `loss` in all by the maximal loss, directions of length X at most:
/// `H + X sqrt(8 U H) + 8 X^2 U`. Thesis Thm. 7.
pub fn structured_costs(loss: f64, longest: f64, allowance: f64) -> f64 {
    let room = 8.0 * allowance * longest * longest;
    loss + (room * loss).sqrt() + room
}

/// Any geometry at a fixed trade-off `c > X^2/(2 gamma)`: `(c f(u) + H)/(gamma - X^2/(2c))`.
/// Infinite for smaller c.
pub fn fixed_tradeoff(u: &Comparator, complexity: f64, largest: f64, c: f64) -> f64 {
    let room = u.margin - largest * largest / (2.0 * c);
    if room > 0.0 { (c * complexity + u.loss) / room } else { f64::INFINITY }
}

/// PA-I: `max(X^2, 1/C) (|u|^2 + 2 C H)` at margin 1, X the largest norm.
pub fn pa_one(u: &Comparator, largest: f64, aggressiveness: f64) -> f64 {
    (largest * largest).max(1.0 / aggressiveness)
        * (u.norm * u.norm + 2.0 * aggressiveness * u.loss)
}

/// Unit steps of the ultraconservative family on margins below beta:
/// `2(sqrt(R^2 + beta) + D sqrt((k-1)/k))^2/gamma^2` for a U of norm 1, R the largest `|x|`, D the
/// root of the sum of squared misses of U's margin gamma (0 if it has it everywhere).
pub fn ultraconservative(margin: f64, largest: f64, beta: f64, misses: f64, classes: usize) -> f64 {
    let spread = ((classes as f64 - 1.0) / classes as f64).sqrt();
    2.0 * ((largest * largest + beta).sqrt() + misses * spread).powi(2) / (margin * margin)
}

/// MIRA with margin beta <= 2R^2: `(2R^2/beta^2)(|U|^2 + 2 sum xi)`, xi the misses of U's margin
/// beta.
pub fn mira(norm: f64, largest: f64, beta: f64, misses: f64) -> f64 {
    2.0 * (largest / beta).powi(2) * (norm * norm + 2.0 * misses)
}

/// Multiplicative family, a distribution a class: `k ln n/(eta gamma - eta^2)` for U with rows on
/// the simplex and `|x|_inf <= 1`. Infinite for larger eta.
pub fn multiplicative_by_row(margin: f64, eta: f64, n: usize, classes: usize) -> f64 {
    over(classes as f64 * (n as f64).ln(), eta * margin - eta * eta)
}

/// Multiplicative family, one distribution: `ln(nk)/(eta gamma - ln cosh eta)` for U on the
/// simplex.
pub fn multiplicative_jointly(margin: f64, eta: f64, n: usize, classes: usize) -> f64 {
    over(((n * classes) as f64).ln(), eta * margin - eta.cosh().ln())
}

fn over(most: f64, drop: f64) -> f64 {
    if drop > 0.0 { most / drop } else { f64::INFINITY }
}

/// r-of-k threshold functions on n features, threshold coordinate included (sec. 5.1.2):
/// `8 (r + k - 1/2)^2 ln n` for Winnow with c = 1/gamma, twice that when self-tuned.
pub fn r_of_k(r: usize, k: usize, n: usize, self_tuned: bool) -> f64 {
    let factor = if self_tuned { 16.0 } else { 8.0 };
    factor * ((r + k) as f64 - 0.5).powi(2) * (n as f64).ln()
}

/// What an assumed margin says about the rest of a mistake-driven Euclidean (or p-norm) run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Budget {
    /// At most this many mistakes to come.
    AtMost(f64),
    /// The assumption contradicts the run.
    Refuted,
}

/// Mistakes still possible if some `|u| <= norm` has zero loss at this margin, after `mistakes`
/// mistakes with `|v|^2 = potential`, while instances keep within `largest` (for the p-norm:
/// `sqrt(p-1)` times it).
pub fn remaining(norm: f64, margin: f64, mistakes: u64, potential: f64, largest: f64) -> Budget {
    let m = mistakes as f64;
    if margin * m > norm * potential.sqrt() {
        return Budget::Refuted;
    }
    // gamma (M + k) <= B sqrt(V + k X^2), squared, as a quadratic in k.
    let a = margin * margin;
    let b = 2.0 * a * m - norm * norm * largest * largest;
    let c = a * m * m - norm * norm * potential;
    let root = (-b + (b * b - 4.0 * a * c).max(0.0).sqrt()) / (2.0 * a);
    Budget::AtMost(root.max(0.0))
}

/// Whether the run proves that no comparator of this norm has this margin on every round.
pub fn refutes_margin(ceiling: f64, norm: f64, margin: f64) -> bool {
    margin > norm * ceiling
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_is_the_root_and_below_the_relaxed_form() {
        for (b, h) in [(0.3, 0.0), (2.0, 5.0), (7.0, 0.1)] {
            let x = exact_root(b, h);
            assert!((x - b * x.sqrt() - h).abs() < 1e-9);
            assert!(x <= relaxed_root(b, h) + 1e-12);
        }
    }

    #[test]
    fn two_classes_have_the_binary_bounds() {
        // M = (u,-u)/sqrt 2 has sqrt 2 times the margin, and D likewise.
        let (margin, largest, misses, root) = (0.3, 2.0, 0.7, 2f64.sqrt());
        let several = ultraconservative(root * margin, largest, 0.0, root * misses, 2);
        let binary = ((largest + misses) / margin).powi(2);
        assert!((several - binary).abs() < 1e-9 * binary, "{several} {binary}");
        // MIRA at U = (beta/gamma) M has the bound of the family.
        let (beta, gamma) = (0.5, 0.2);
        let by_mira = mira(beta / gamma, largest, beta, 0.0);
        assert!((by_mira - ultraconservative(gamma, largest, 0.0, 0.0, 7)).abs() < 1e-9 * by_mira);
    }

    #[test]
    fn the_best_rates_of_the_multiplicative_family() {
        let (gamma, n, k) = (0.3, 50, 6);
        let by_row = multiplicative_by_row(gamma, gamma / 2.0, n, k);
        assert!(
            (by_row - 4.0 * k as f64 * (n as f64).ln() / (gamma * gamma)).abs() < 1e-9 * by_row
        );
        let jointly = multiplicative_jointly(gamma, gamma, n, k);
        assert!(jointly <= 2.0 * ((n * k) as f64).ln() / (gamma * gamma));
        assert_eq!(multiplicative_by_row(gamma, 2.0 * gamma, n, k), f64::INFINITY);
    }

    #[test]
    fn a_fresh_run_has_the_classic_budget() {
        let classic = (3.0f64 * 2.0 / 0.5).powi(2);
        assert!(matches!(
            remaining(3.0, 0.5, 0, 0.0, 2.0),
            Budget::AtMost(m) if (m - classic).abs() < 1e-9
        ));
        assert_eq!(remaining(1.0, 0.5, 100, 1.0, 1.0), Budget::Refuted);
    }
}
