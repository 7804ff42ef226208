"""The contest of crates/noregret/src/model/contest.rs, played again from the mistakes of its candidates.

The leader is looked for at the ends of steps (4 rows, later 32) instead of at every row.
"""
CONTEST_ROWS = 8192
CULL_EVERY = 512
FAR = 3.0


def steps(rows):
    """The ends of the steps."""
    ends = list(range(4, min(rows, 256), 4)) + list(range(256, rows, 32))
    return ends + [rows]


def cumulate(mistakes):
    """Mistakes up to the end of every step."""
    ends, found, before = steps(len(mistakes)), [0], 0
    for end in ends:
        found.append(found[-1] + sum(mistakes[before:end]))
        before = end
    return found


def play(curves, rows, cull_every=CULL_EVERY, contest_rows=CONTEST_ROWS, far=FAR):
    """(mistakes of the answers, place of the winner, candidates times rows), from one curve a candidate in their order."""
    alive = list(range(len(curves)))
    leader, answered, work, before = 0, 0, 0, 0
    for t, end in enumerate(steps(rows), 1):
        answered += curves[leader][t] - curves[leader][t - 1]
        if end > contest_rows:
            answered += curves[leader][-1] - curves[leader][t]
            work += rows - before
            break
        work += len(alive) * (end - before)
        before = end
        leader = min(alive, key=lambda i: curves[i][t])
        if end % cull_every == 0:
            least = curves[leader][t]
            alive = [i for i in alive if curves[i][t] - least <= far * (curves[i][t] + least) ** 0.5]
    return answered, leader, work
