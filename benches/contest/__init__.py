"""Which learners compete when nobody is chosen: the sets, the pool, the contest played again from recorded mistakes."""
