//! How large a problem inference takes: `sum_i |ends of i| |lengths of i|` back pointers.
//!
//! A back pointer is a length of at most 65,535 frames in 2 bytes. All of them are kept until the
//! best alignment is traced, so that their memory is limited to 1 GiB.

use super::{Bounds, Infeasible, Window};

/// The most memory for back pointers, in bytes.
const MOST_BYTES: usize = 1 << 30;

/// Refuses candidates that inference cannot take.
///
/// # Errors
/// If there is no candidate, an event may be too long, or there are too many back pointers.
pub(crate) fn check(bounds: &Bounds) -> Result<(), Infeasible> {
    let windows = bounds.windows()?;
    let lengths = real_lengths(bounds, &windows);
    check_lengths(&lengths)?;
    check_memory(&windows, &lengths)
}

/// Refuses events whose length does not fit a back pointer.
pub(super) fn check_lengths(lengths: &[(usize, usize)]) -> Result<(), Infeasible> {
    let frames = lengths.iter().map(|&(_, longest)| longest).max().unwrap_or(0);
    if frames > usize::from(u16::MAX) { Err(Infeasible::LongEvent { frames }) } else { Ok(()) }
}

/// Refuses more back pointers than there is memory for.
pub(super) fn check_memory(
    windows: &[Window],
    lengths: &[(usize, usize)],
) -> Result<(), Infeasible> {
    // The last event has one end, that of the signal.
    let ends = windows.iter().skip(1).map(Window::width).chain([1]);
    let layer = |(ends, &(shortest, longest)): (usize, &(usize, usize))| {
        ends.saturating_mul(longest - shortest + 1).saturating_mul(size_of::<u16>())
    };
    let bytes = ends.zip(lengths).map(layer).fold(0, usize::saturating_add);
    if bytes > MOST_BYTES { Err(Infeasible::TooLarge { bytes }) } else { Ok(()) }
}

/// The lengths that windows leave to each event.
pub(super) fn real_lengths(bounds: &Bounds, windows: &[Window]) -> Vec<(usize, usize)> {
    let end = Window { first: bounds.frames(), last: bounds.frames() };
    let next = |event: usize| windows.get(event + 1).copied().unwrap_or(end);
    let of_event = |(event, window): (usize, &Window)| {
        let (shortest, longest) = bounds.lengths(event);
        (
            shortest.max(next(event).first.saturating_sub(window.last)),
            longest.min(next(event).last - window.first),
        )
    };
    windows.iter().enumerate().map(of_event).collect()
}

#[cfg(test)]
mod tests {
    use super::{Bounds, Infeasible, check};

    /// n events of any length in N frames: the windows of all but the first have N frames, so that
    /// each of their N ends has N lengths, 0 to N - 1; the last event has one end and lengths 1 to
    /// N.
    #[test]
    fn back_pointers_are_counted_before_they_are_made() {
        let refused = |events: usize, frames: usize| {
            check(&Bounds::new(frames, 0, vec![frames; events])).err()
        };
        assert_eq!(refused(3, 1000), None);
        let (events, frames) = (10, 20_000);
        let cells = (events - 1) * frames * frames + frames;
        assert_eq!(refused(events, frames), Some(Infeasible::TooLarge { bytes: 2 * cells }));
        assert_eq!(refused(2, 70_000), Some(Infeasible::LongEvent { frames: 70_000 }));
        assert!(matches!(refused(1 << 20, 60_000), Some(Infeasible::TooLarge { .. })));
    }
}
