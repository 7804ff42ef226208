//! Work on several threads at once.

use crate::failure::{Failure, Result};

/// How many threads to use: the number given, or for 0 as many as the machine runs at once.
pub(crate) fn count(given: usize) -> usize {
    match given {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        given => given,
    }
}

/// Does each piece of work on a thread of its own; the results in the order of the pieces.
pub(crate) fn each<P: Send, T: Send>(
    pieces: Vec<P>,
    work: impl Fn(P) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let work = &work;
    std::thread::scope(|scope| {
        let start = |piece| scope.spawn(move || work(piece));
        let running: Vec<_> = pieces.into_iter().map(start).collect();
        let lost = |_| Failure::other("a thread of the experiment stopped");
        running.into_iter().map(|thread| thread.join().map_err(lost).flatten()).collect()
    })
}

/// Does so many pieces of work on so many threads, 0 for all there are: each takes every n-th. The
/// results in the order of the pieces, and none depends on the number of threads.
pub(crate) fn share<T: Send>(
    pieces: usize,
    threads: usize,
    work: impl Fn(usize) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let threads = count(threads);
    let some = |first: usize| {
        let numbers = (first..pieces).step_by(threads);
        numbers.map(|number| Ok((number, work(number)?))).collect::<Result<Vec<(usize, T)>>>()
    };
    let mut results: Vec<(usize, T)> =
        each((0..threads).collect(), some)?.into_iter().flatten().collect();
    results.sort_by_key(|(number, _)| *number);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_pieces_and_a_failure_is_passed_on() {
        let halve = |n: u64| match n % 2 {
            0 => Ok(n / 2),
            _ => Err(Failure::other(format!("{n} is odd"))),
        };
        assert_eq!(each(vec![8, 2, 6], halve).unwrap(), [4, 1, 3]);
        assert_eq!(each(vec![8, 3], halve).unwrap_err().to_string(), "3 is odd");
        for threads in 1..5 {
            assert_eq!(share(3, threads, |n| halve(2 * n as u64)).unwrap(), [0, 1, 2]);
        }
        assert_eq!(share(4, 2, |n| halve(n as u64)).unwrap_err().to_string(), "1 is odd");
        assert_eq!(count(3), 3);
        assert!(count(0) > 0);
    }
}
