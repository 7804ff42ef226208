//! Chunks as the evaluation of the CoNLL shared tasks counts them (Tjong Kim Sang & Buchholz 2000).

use crate::support::Rng;
use noregret_core::round::{chunks, is_chunk_tag};

/// Whether a chunk begins at a tag, as that evaluation asks it: by the tag before and this one.
fn begins(before: &str, tag: &str) -> bool {
    let (place, last) = (&tag[..1], &before[..1]);
    let (kind, kind_before) = (tag.get(2..), before.get(2..));
    match (last, place) {
        (_, "B" | "S") => true,
        ("E" | "S" | "O", "E" | "I") => true,
        (_, "O") => false,
        _ => kind != kind_before,
    }
}

/// Whether the chunk that the tag before was in ends before this one.
fn ends(before: &str, tag: &str) -> bool {
    let (place, last) = (&tag[..1], &before[..1]);
    match (last, place) {
        ("O", _) => false,
        ("E" | "S", _) => true,
        (_, "B" | "S" | "O") => true,
        _ => tag.get(2..) != before.get(2..),
    }
}

#[test]
fn chunks_begin_and_end_as_the_evaluation_says() {
    let tags = ["O", "B-x", "I-x", "E-x", "S-x", "B-y", "I-y", "E-y", "S-y"];
    assert!(tags.iter().all(|tag| is_chunk_tag(tag)));
    let mut rng = Rng::new(4);
    for _ in 0..1000 {
        let count = if rng.chance(0.5) { 3 } else { tags.len() };
        let sentence: Vec<&str> = (0..1 + rng.below(7)).map(|_| tags[rng.below(count)]).collect();
        let with_ends = [&["O"], &sentence[..], &["O"]].concat();
        let of = |asked: fn(&str, &str) -> bool| -> Vec<usize> {
            let pairs = with_ends.windows(2).enumerate();
            pairs.filter(|(_, pair)| asked(pair[0], pair[1])).map(|(at, _)| at).collect()
        };
        let found = chunks(sentence.iter().copied());
        assert_eq!(found.iter().map(|c| c.start).collect::<Vec<_>>(), of(begins), "{sentence:?}");
        assert_eq!(found.iter().map(|c| c.end).collect::<Vec<_>>(), of(ends), "{sentence:?}");
        assert!(found.iter().all(|c| Some(c.kind) == sentence[c.start].get(2..)));
    }
}

#[test]
fn other_tags_are_none_of_chunks() {
    for tag in ["", "B", "B-", "NN", "X-NP", "b-NP", "I_NP", "-NP"] {
        assert!(!is_chunk_tag(tag), "{tag}");
    }
}
