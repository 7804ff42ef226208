//! Normalised discounted cumulative gain of a ranking of graded documents: with `y_(r)` the grade
//! at place r = 1, 2, …
//!
//! ```text
//! DCG@K = sum_{r <= K} (2^y_(r) - 1) / log2(1 + r)
//! NDCG@K = DCG@K / the largest possible DCG@K
//! ```
//!
//! for all places, and for the first ten. Ties count against the ranking: of equal scores the lower
//! grade comes first. Where some grade is negative all are counted from the lowest. A query in
//! which no document has a gain has nothing to order: 1. (Järvelin & Kekäläinen 2002; Burges et al.
//! 2005, sec. 6.)

/// How many first places the short form counts.
const FIRST: usize = 10;

/// The gains of one query.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gains {
    /// NDCG over all places.
    pub ndcg: f64,
    /// NDCG over the first ten.
    pub ndcg_at_10: f64,
}

impl Gains {
    /// The gains of documents ranked by these scores.
    pub fn new(scores: &[f64], grades: &[f64]) -> Self {
        let mut order: Vec<usize> = (0..grades.len()).collect();
        let by_grade = |&a: &usize, &b: &usize| grades[b].total_cmp(&grades[a]);
        order.sort_by(by_grade);
        let best = Self::add_up(grades, &order);
        order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]).then(by_grade(b, a)));
        let found = Self::add_up(grades, &order);
        let share = |found: f64, best: f64| if best > 0.0 { found / best } else { 1.0 };
        Gains {
            ndcg: share(found.ndcg, best.ndcg),
            ndcg_at_10: share(found.ndcg_at_10, best.ndcg_at_10),
        }
    }

    /// Both sums in this order, in units in which no power of two is above 1.
    fn add_up(grades: &[f64], order: &[usize]) -> Self {
        let extreme = |f: fn(f64, f64) -> f64| grades.iter().copied().fold(0.0, f);
        let (lowest, highest) = (extreme(f64::min), extreme(f64::max));
        let gain = |grade: f64| (grade - highest).exp2() - (lowest - highest).exp2();
        let mut sums = Gains::default();
        for (place, &i) in order.iter().enumerate() {
            let gain = gain(grades[i]) / (place as f64 + 2.0).log2();
            sums.ndcg += gain;
            sums.ndcg_at_10 += if place < FIRST { gain } else { 0.0 };
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_by_hand() {
        // Grades in the order of the scores: 0, 3, 1; gains 0, 7, 1.
        let gains = Gains::new(&[0.1, 0.9, 0.5], &[1.0, 0.0, 3.0]);
        let (found, best) = (7.0 / 3f64.log2() + 0.5, 7.0 + 1.0 / 3f64.log2());
        assert!((gains.ndcg - found / best).abs() < 1e-15);
        assert_eq!(gains.ndcg, gains.ndcg_at_10);
        assert_eq!(Gains::new(&[3.0, 1.0, 2.0], &[2.0, 0.0, 1.0]).ndcg, 1.0);
        // Counted from the lowest where that is negative.
        let lowered = Gains::new(&[0.1, 0.9, 0.5], &[0.0, -1.0, 2.0]);
        assert!((lowered.ndcg - gains.ndcg).abs() < 1e-15);
    }

    #[test]
    fn only_ten_places_count_in_the_short_form() {
        let grades: Vec<f64> = (0..12).map(|i| f64::from(i == 11)).collect();
        let scores: Vec<f64> = (0..12).map(|i| -f64::from(i)).collect();
        let gains = Gains::new(&scores, &grades);
        assert_eq!(gains.ndcg_at_10, 0.0);
        assert!((gains.ndcg - 1.0 / 13f64.log2()).abs() < 1e-15);
    }

    #[test]
    fn ties_and_queries_without_gain() {
        let tied = Gains::new(&[0.0; 2], &[1.0, 0.0]);
        assert!((tied.ndcg - 1.0 / 3f64.log2()).abs() < 1e-15);
        for grades in [&[][..], &[0.0, 0.0], &[-2.0, -2.0]] {
            assert_eq!(Gains::new(&vec![1.0; grades.len()], grades).ndcg, 1.0);
        }
        assert!(Gains::new(&[1.0, 2.0], &[1e300, 1.0]).ndcg.is_finite());
    }
}
