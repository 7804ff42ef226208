//! SIGINT and SIGTERM: the first one ends a run as the end of its data would, the second at once.
//!
//! The exit code is 128 and the number of the signal, as shells have it: 130 or 143.

use noregret::io::Stop;
use std::io;
use std::sync::atomic::{AtomicI32, Ordering};

/// The signal that came first; 0 if none did.
static CAUGHT: AtomicI32 = AtomicI32::new(0);

/// A stop that is asked for when a signal comes.
#[cfg(unix)]
pub(crate) fn watch() -> io::Result<Stop> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let stop = Stop::new()?;
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    let asked = stop.clone();
    std::thread::Builder::new().name("signals".into()).spawn(move || {
        for signal in signals.forever() {
            if CAUGHT.swap(signal, Ordering::SeqCst) != 0 {
                std::process::exit(128 + signal);
            }
            asked.ask();
        }
    })?;
    Ok(stop)
}

/// A stop that nobody asks for.
#[cfg(not(unix))]
pub(crate) fn watch() -> io::Result<Stop> {
    Stop::new()
}

/// The signal that ended the run.
#[derive(Clone, Copy)]
pub(crate) struct Caught(i32);

/// The signal that came, if one did.
pub(crate) fn caught() -> Option<Caught> {
    Some(CAUGHT.load(Ordering::SeqCst)).filter(|signal| *signal != 0).map(Caught)
}

impl Caught {
    /// The exit code that goes with it.
    pub(crate) fn exit_code(self) -> u8 {
        u8::try_from(128 + self.0).unwrap_or(1)
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        if self.exit_code() == 130 { "SIGINT" } else { "SIGTERM" }
    }
}
