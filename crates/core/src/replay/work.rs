//! How much of a job is done now: work that may be cut anywhere, counted in numbers that are looked
//! at, never by the clock.

/// Numbers that may still be looked at; less than 0 after a last step that was longer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    left: i64,
}

impl Work {
    /// As much as there is.
    pub(crate) fn all() -> Self {
        Work { left: i64::MAX }
    }

    /// At least one step, until so many numbers were looked at.
    pub(crate) fn of(numbers: usize) -> Self {
        Work { left: numbers.clamp(1, i64::MAX as usize) as i64 }
    }

    /// How many numbers were looked at since.
    pub(crate) fn since(self, before: Work) -> u64 {
        (before.left - self.left) as u64
    }

    /// Whether another step may be taken.
    #[inline(always)]
    pub(crate) fn lasts(&self) -> bool {
        self.left > 0
    }

    /// Counts a step.
    #[inline(always)]
    pub(crate) fn spend(&mut self, numbers: usize) {
        self.left -= numbers as i64;
    }

    /// Goes on with a loop, whose steps say how many numbers they looked at; whether it is over.
    #[inline(always)]
    pub(crate) fn go_on(
        &mut self,
        at: &mut usize,
        end: usize,
        mut step: impl FnMut(usize) -> usize,
    ) -> bool {
        while *at < end && self.lasts() {
            self.spend(step(*at));
            *at += 1;
        }
        *at >= end
    }

    /// Makes a vector longer, a stretch at a time; whether it is as long as it should be.
    pub(crate) fn grow<T: Clone>(&mut self, vector: &mut Vec<T>, length: usize, value: &T) -> bool {
        const STRETCH: usize = 1024;
        while vector.len() < length && self.lasts() {
            let next = length.min(vector.len() + STRETCH);
            vector.reserve(length - vector.len());
            self.spend((next - vector.len()) * size_of::<T>().div_ceil(size_of::<f64>()));
            vector.resize(next, value.clone());
        }
        vector.len() >= length
    }
}
