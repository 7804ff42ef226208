//! Seconds of work, whatever else the machine does.

use std::sync::OnceLock;
use std::time::Instant;

/// Seconds this process has computed, from Linux's scheduler (which brings its count up to date
/// when asked to yield); elsewhere the seconds since the first call.
pub(crate) fn seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    std::thread::yield_now();
    let count = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let used = count.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok());
    used.map_or_else(
        || START.get_or_init(Instant::now).elapsed().as_secs_f64(),
        |nanoseconds| nanoseconds * 1e-9,
    )
}
