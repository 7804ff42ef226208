//! Examples that are made when their turn comes.

use super::{Batch, Example};

/// Examples drawn one by one: what an example borrows is free again before the next is drawn, so
/// rows that have to be converted are converted into one place, and a row is read from memory once.
///
/// ```
/// use noregret_core::round::Draw;
/// use noregret_core::{Example, Instance, Label, Spec};
///
/// /// Powers of x, written down when they are asked for.
/// struct Powers(Vec<f64>, [f64; 3]);
///
/// impl Draw for Powers {
///     fn len(&self) -> usize {
///         self.0.len()
///     }
///     fn draw(&mut self, position: usize) -> Option<Example<'_>> {
///         let x = self.0[position];
///         self.1 = [1.0, x, x * x];
///         let label = if x * x > 2.0 { 1.0 } else { -1.0 };
///         Some(Example::new(Instance::Dense(&self.1), Label::Number(label)))
///     }
/// }
///
/// let mut learner = Spec::named("pa1", "binary")?.build()?;
/// let mut rows = Powers(vec![0.3, 2.0, -1.8, 1.0], [0.0; 3]);
/// assert_eq!(learner.learn_drawn(&mut rows, |_, _| {})?, 4);
/// assert_eq!(learner.ledger().rounds, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Draw {
    /// How many there are.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A coordinate that no example has, nor one above it: a constant that has it is then not
    /// looked for among them.
    fn end(&self) -> u32 {
        u32::MAX
    }

    /// The example at a position below [`len`](Self::len); `None` if there is none to learn from.
    fn draw(&mut self, position: usize) -> Option<Example<'_>>;
}

impl Draw for Batch<'_> {
    fn len(&self) -> usize {
        Batch::len(self)
    }

    fn end(&self) -> u32 {
        Batch::end(self)
    }

    #[inline(always)]
    fn draw(&mut self, position: usize) -> Option<Example<'_>> {
        Some(self.example(position))
    }
}
