//! Tests of `stage`: what happens to an instance before the learner sees it.

mod bias;
mod uncounted;
