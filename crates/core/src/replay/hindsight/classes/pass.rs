//! One sweep over the rounds that are not left out, which may be interrupted after any round.

use super::{ClassSearch, Sweep};
use crate::prefetch::prefetch_run;
use crate::replay::hindsight::shuffle_on;
use crate::replay::work::Work;

/// How many rounds ahead a row is asked for.
const AHEAD: usize = 2;
/// A visit of a row looks at each class so often besides its cells.
const BESIDES: usize = 4;

/// A sweep under way.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pass {
    /// How much of the order is still to be shuffled.
    left: usize,
    /// The place in the order, and how many rounds before it are kept.
    at: usize,
    kept: usize,
    pub(crate) seen: Sweep,
}

impl ClassSearch<'_> {
    /// Begins a sweep over the rounds not at rest.
    pub(crate) fn begin_pass(&self) -> Pass {
        Pass { left: self.active.len(), ..Pass::default() }
    }

    /// Goes on with a sweep; whether it is over.
    pub(crate) fn sweep_on(
        &mut self,
        pass: &mut Pass,
        random: &mut u64,
        threshold: f64,
        work: &mut Work,
    ) -> bool {
        let arch = self.arch;
        shuffle_on(&mut self.active, random, &mut pass.left, work)
            && arch.dispatch(|| self.pass(pass, threshold, work))
    }

    /// Goes on visiting the rounds that are not left out, in their order; whether it is over.
    #[inline(always)]
    pub(super) fn pass(&mut self, pass: &mut Pass, threshold: f64, work: &mut Work) -> bool {
        let Pass { mut at, mut kept, mut seen, .. } = *pass;
        while let Some(&i) = self.active.get(at).filter(|_| work.lasts()) {
            if let Some(&next) = self.active.get(at + AHEAD) {
                self.rows.expect(next as usize);
                prefetch_run(&self.duals, next as usize * self.stride, self.stride);
            }
            at += 1;
            let room = self.visit(i as usize, &mut seen);
            self.active[kept] = i;
            kept += usize::from(room <= threshold);
            work.spend(self.numbers_of(i as usize));
        }
        seen.visited = at;
        *pass = Pass { at, kept, seen, ..*pass };
        let is_over = at == self.active.len();
        if is_over {
            self.active.truncate(kept);
        }
        is_over
    }

    /// Numbers that a visit of a row looks at.
    #[inline(always)]
    pub(super) fn numbers_of(&self, i: usize) -> usize {
        (self.rows.cells_of(i) + BESIDES) * self.stride
    }
}
