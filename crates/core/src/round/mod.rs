//! The vocabulary of one round: the label, what is seen of the example, what is asked of the
//! weights, what happened.

mod batch;
mod block;
mod chunks;
mod direction;
mod draw;
mod example;
mod few;
mod gains;
mod label;
mod outcome;
mod quality;
mod ranking;
mod sides;
mod single;
mod view;

pub use batch::{Batch, Csr, Labels, Matrix};
pub use block::{Block, Constraint, Term};
pub use chunks::{Chunk, ChunkCounts, TagCounts, chunks, is_chunk_tag};
pub use direction::Direction;
pub(crate) use direction::direction_length;
pub use draw::Draw;
pub use example::{Example, Parts};
pub use few::Few;
pub use gains::Gains;
pub use label::{ClassName, Label, Prediction, Task};
pub use outcome::Outcome;
pub use quality::Quality;
pub use ranking::{Ranking, rank_by};
pub(crate) use sides::Sides;
pub use single::Single;
pub use view::{Gap, View};
