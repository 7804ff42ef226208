//! Measures of a ranking: scores `s_1..s_k`, of which the set Y is relevant. Ties count against the
//! ranking.
//!
//! ```text
//! one-error          1 if max_{r not in Y} s_r >= max_{r in Y} s_r
//! ranking loss       share of the pairs (r in Y, q not in Y) with s_r <= s_q
//! coverage           max_{r in Y} #{q : s_q >= s_r} - 1, how far down the list one must go
//! average precision  mean over r in Y of #{q in Y : s_q >= s_r} / #{q : s_q >= s_r}
//! ```
//!
//! An empty or full Y asks for nothing: precision 1, one-error and ranking loss 0. Costs O(|Y| k).
//! (Schapire & Singer 2000, sec. 4; Elisseeff & Weston 2001.)

/// The measures of one ranking.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ranking {
    /// Whether the first of the list is not relevant.
    pub one_error: f64,
    /// Share of the pairs in wrong order.
    pub ranking_loss: f64,
    /// How many places below the first one must go to have seen all that is relevant.
    pub coverage: f64,
    /// Average precision.
    pub precision: f64,
}

impl Ranking {
    /// The measures of these scores; `relevant` lists the members of Y.
    pub fn new(scores: &[f64], relevant: &[usize]) -> Self {
        let (k, size) = (scores.len(), relevant.len());
        if size == 0 || size >= k {
            let coverage = size.saturating_sub(1) as f64;
            return Ranking { one_error: 0.0, ranking_loss: 0.0, coverage, precision: 1.0 };
        }
        let best = relevant.iter().map(|&r| scores[r]).fold(f64::NEG_INFINITY, f64::max);
        let mut at_least_best = 0;
        let (mut wrong, mut deepest, mut precision) = (0, 0, 0.0);
        for &r in relevant {
            let depth = scores.iter().filter(|&&s| s >= scores[r]).count();
            let good = relevant.iter().filter(|&&q| scores[q] >= scores[r]).count();
            wrong += depth - good;
            deepest = deepest.max(depth);
            precision += good as f64 / depth as f64;
            if scores[r] == best {
                at_least_best = depth - good;
            }
        }
        Ranking {
            one_error: if at_least_best > 0 { 1.0 } else { 0.0 },
            ranking_loss: wrong as f64 / (size * (k - size)) as f64,
            coverage: (deepest - 1) as f64,
            precision: precision / size as f64,
        }
    }
}

/// The places of these scores, the largest first, the earlier of equals first.
pub fn rank_by(scores: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ranking_by_hand() {
        // Order: 1, 3, 0, 2; relevant: 3 and 2.
        let measures = Ranking::new(&[0.2, 0.9, 0.1, 0.5], &[2, 3]);
        assert_eq!(measures.one_error, 1.0);
        assert_eq!(measures.ranking_loss, 0.75);
        assert_eq!(measures.coverage, 3.0);
        assert_eq!(measures.precision, 0.5 * (0.5 + 0.5));
        let perfect = Ranking::new(&[0.2, 0.9, 0.1, 0.5], &[1, 3]);
        assert_eq!((perfect.one_error, perfect.ranking_loss), (0.0, 0.0));
        assert_eq!((perfect.coverage, perfect.precision), (1.0, 1.0));
    }

    #[test]
    fn ties_count_against_the_ranking() {
        let tied = Ranking::new(&[0.0; 4], &[1]);
        assert_eq!((tied.one_error, tied.ranking_loss, tied.coverage), (1.0, 1.0, 3.0));
        assert_eq!(tied.precision, 0.25);
        assert_eq!(rank_by(&[0.0, 1.0, 0.0]), [1, 0, 2]);
    }

    #[test]
    fn nothing_or_everything_relevant() {
        for relevant in [&[][..], &[0, 1]] {
            let measures = Ranking::new(&[1.0, 1.0], relevant);
            assert_eq!((measures.one_error, measures.precision), (0.0, 1.0));
        }
    }
}
