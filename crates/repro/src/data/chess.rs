//! The chess board of [`noregret::core::generate::Chess`] as a set.

use super::Set;
use noregret::core::generate::Chess;
use noregret::core::random::Random;

/// `count` fresh points.
pub(crate) fn draw(count: usize, random: &mut Random) -> Set {
    let mut set = Set::default();
    for _ in 0..count {
        let (point, class) = Chess::point(random);
        set.push(class, point);
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

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
