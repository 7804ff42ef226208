//! A request to end reading, which also wakes whoever waits for a pipe, a socket or a file to grow.

use std::io::{self, PipeReader, PipeWriter, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Asks from any thread that reading ends here, as if the data ended.
///
/// ```
/// use noregret_io::Stop;
///
/// let stop = Stop::new()?;
/// assert!(!stop.is_asked());
/// stop.clone().ask();
/// assert!(stop.is_asked());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stop(Arc<Asked>);

#[derive(Debug)]
struct Asked {
    asked: AtomicBool,
    /// Becomes readable, and stays so, once it is asked.
    bell: PipeReader,
    ring: PipeWriter,
}

impl Stop {
    /// Not asked yet.
    ///
    /// # Errors
    /// If the system gives no pipe.
    pub fn new() -> io::Result<Self> {
        let (bell, ring) = io::pipe()?;
        Ok(Stop(Arc::new(Asked { asked: AtomicBool::new(false), bell, ring })))
    }

    /// Asks for it; once is enough.
    pub fn ask(&self) {
        if !self.0.asked.swap(true, Ordering::SeqCst) {
            // An empty pipe takes a byte.
            let _ = (&self.0.ring).write(&[0]);
        }
    }

    /// Whether it was asked for.
    #[inline(always)]
    pub fn is_asked(&self) -> bool {
        self.0.asked.load(Ordering::Acquire)
    }

    /// Waits until there is something to read, or its end; false if a stop is asked for before.
    #[cfg(unix)]
    pub(super) fn wait_for(&self, input: &impl std::os::fd::AsFd) -> io::Result<bool> {
        use rustix::event::{PollFd, PollFlags, poll};
        use rustix::io::Errno;
        let mut both =
            [PollFd::new(&self.0.bell, PollFlags::IN), PollFd::new(input, PollFlags::IN)];
        while !self.is_asked() {
            match poll(&mut both, None) {
                Ok(_) if !both[1].revents().is_empty() => return Ok(!self.is_asked()),
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(false)
    }

    /// Waits so long at most; false if a stop is asked for before.
    #[cfg(unix)]
    pub(super) fn pause(&self, time: Duration) -> io::Result<bool> {
        use rustix::event::{PollFd, PollFlags, poll};
        use rustix::io::Errno;
        let time = time.try_into().map_err(io::Error::other)?;
        match poll(&mut [PollFd::new(&self.0.bell, PollFlags::IN)], Some(&time)) {
            Ok(_) | Err(Errno::INTR) => Ok(!self.is_asked()),
            Err(error) => Err(error.into()),
        }
    }

    /// Waits so long; false if a stop is asked for meanwhile.
    #[cfg(not(unix))]
    pub(super) fn pause(&self, time: Duration) -> io::Result<bool> {
        std::thread::sleep(time);
        Ok(!self.is_asked())
    }
}
