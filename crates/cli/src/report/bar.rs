//! The progress bar on a terminal: bytes read, examples a second, running error.

use super::recent;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use noregret::model::WINDOW;
use noregret::{Model, Progress};
use std::time::{Duration, Instant};

/// A bar on standard error.
pub(crate) struct Bar {
    bar: ProgressBar,
    start: Instant,
    begun_at: u64,
}

impl Bar {
    /// A bar; drawn ten times a second at most.
    pub(crate) fn new(model: &Model) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
        let known = "{bytes}/{total_bytes} {wide_bar} {msg} {eta}";
        let style =
            ProgressStyle::with_template(known).unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style);
        bar.enable_steady_tick(Duration::from_millis(200));
        Bar { bar, start: Instant::now(), begun_at: model.meter().examples }
    }

    /// Shows where the run is.
    pub(crate) fn show(&self, progress: &Progress<'_>) {
        let Progress { model, bytes, recent, .. } = progress;
        let meter = model.meter();
        if let Some(total) = bytes.total {
            self.bar.set_length(total);
        }
        self.bar.set_position(bytes.bytes);
        let done = (meter.examples - self.begun_at) as f64;
        let rate = done / self.start.elapsed().as_secs_f64().max(1e-9);
        let (error, last) = (meter.headline(), recent::headline(recent));
        let rate = super::short(rate, 3);
        self.bar.set_message(format!("{rate} examples/s, {error}, last {WINDOW}: {last}"));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
