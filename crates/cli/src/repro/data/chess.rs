//! The chess board: points drawn uniformly from the unit square, cut into 8 x 8 squares; the label of
//! square (i, j) is (i + j) mod 8. No noise.

use super::Set;
use super::random::Random;

/// Squares a side, and classes.
const SIDE: u32 = 8;

/// `count` fresh points.
pub(crate) fn draw(count: usize, random: &mut Random) -> Set {
    let mut set = Set::default();
    for _ in 0..count {
        let point = [random.unit(), random.unit()];
        set.push(label(point), point);
    }
    set
}

fn label(point: [f64; 2]) -> u32 {
    let [i, j] = point.map(|x| (x * f64::from(SIDE)) as u32);
    (i + j) % SIDE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_run_along_the_diagonals() {
        assert_eq!(label([0.0, 0.0]), 0);
        assert_eq!(label([0.13, 0.0]), 1);
        assert_eq!(label([0.0, 0.13]), 1);
        assert_eq!(label([0.99, 0.0]), 7);
        assert_eq!(label([0.99, 0.13]), 0);
        assert_eq!(label([0.99, 0.99]), 6);
        assert_eq!(label([0.124, 0.126]), 1);
    }

    #[test]
    fn the_drawn_set_follows_the_rule_and_the_seed() {
        let set = draw(2000, &mut Random::new(3, 1));
        for (x, y) in set.rows().unwrap() {
            let squares: u32 = x.values().iter().map(|v| (v * 8.0).floor() as u32).sum();
            assert_eq!(squares % 8, y);
            assert!(x.values().iter().all(|v| (0.0..1.0).contains(v)));
        }
        let share = |class| set.labels.iter().filter(|&&y| y == class).count();
        assert!((0..8).all(|class| (190..310).contains(&share(class))));
        assert_eq!(set, draw(2000, &mut Random::new(3, 1)));
        assert_ne!(set, draw(2000, &mut Random::new(3, 2)));
    }
}
