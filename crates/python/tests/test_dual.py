"""Rows on several machines: the gap and the predictor of hindsight, whoever answers first."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from streams import ROOT, rows, run, signs

import noregret as nr

X = rows(600)
Y = signs(X)
NUMBERS = X[:, 0] - 2 * X[:, 1] + np.random.default_rng(0).normal(size=len(X))
CLASSES = np.array(["a", "b", "c"])[np.argmax(X[:, :3] + 0.3 * X[:, 3:6], axis=1)]
COUNT = X.shape[1]
KINDS: list[tuple[str, str, Any]] = [
    ("pa1", "binary", Y),
    ("pa2", "binary", Y),
    ("logistic", "binary", Y),
    ("pa1", "regression", NUMBERS),
    ("pa1", "multiclass", CLASSES),
]


def begun(
    choice: str, problem: str, y: Any, count: int, C: float = 0.1
) -> tuple[nr.DualMaster, list[nr.DualShard]]:
    """Whoever gathers, and the shards."""
    classes = None if problem == "regression" else sorted(set(y.tolist()))
    learner = nr.Learner(choice, problem=problem, C=C, classes=classes, bias=0.25)
    master = nr.DualMaster(learner, count, columns=COUNT)
    shards = [nr.DualShard(master.base, X[k::count], y[k::count]) for k in range(count)]
    return master, shards


@pytest.mark.parametrize(("choice", "problem", "y"), KINDS)
@pytest.mark.parametrize("count", [1, 6])
def test_the_value_is_that_of_hindsight(choice: str, problem: str, y: Any, count: int) -> None:
    master, shards = begun(choice, problem, y, count)
    found = nr.dual_ascent(master, shards, gap=1e-5, passes=5, max_rounds=3000)
    best = nr.hindsight(X, y, choice, problem=problem, C=0.1, bias=0.25, gap=1e-5)
    assert found.gap <= 1e-5
    assert found.bound <= best.value * (1 + 1e-12)
    assert best.bound <= found.value * (1 + 1e-12)
    weights, wanted = (it.learner.weights(list(range(COUNT))) for it in (found, best))
    assert np.abs(weights - wanted).max() < 0.02 * np.abs(wanted).max()
    proof = found.learner.certificate()
    assert proof is not None
    assert proof.rows == len(y) == found.learner.rows


def test_no_round_without_momentum_lowers_the_bound() -> None:
    master, shards = begun("pa1", "binary", Y, 8, C=1.0)
    found = nr.dual_ascent(master, shards, gap=1e-3, passes=1, momentum=False, max_rounds=60)
    bounds = np.array([bound for _, bound, _ in found.history])
    assert (np.diff(bounds) >= -1e-9 * bounds[-1]).all()


def test_momentum_takes_fewer_rounds() -> None:
    rounds = []
    for momentum in (True, False):
        master, shards = begun("pa1", "binary", Y, 8, C=1.0)
        rounds.append(nr.dual_ascent(master, shards, gap=1e-3, momentum=momentum).rounds)
    assert 2 * rounds[0] < rounds[1]


def test_shards_may_be_made_anew_in_every_round_and_answer_in_any_order() -> None:
    files = []
    for order in ([0, 1, 2, 3], [2, 0, 3, 1]):
        master, shards = begun("pa1", "multiclass", CLASSES, 4)
        none = np.zeros(0)
        kept: dict[int, Any] = {k: (shard.alpha, shard.alpha) for k, shard in enumerate(shards)}
        deltas: dict[int, Any] = dict.fromkeys(range(4), none)
        for _ in range(7):
            ahead, beta = master.ahead, master.momentum
            for k in order:
                alpha, previous = kept[k]
                part = (X[k::4], CLASSES[k::4])
                shard = nr.DualShard(master.base, *part, alpha=alpha, previous=previous)
                deltas[k], fresh = shard.step(ahead, master.sigma, 2, master.rounds, beta)
                kept[k] = (fresh, alpha)
            master.add([deltas[k] for k in range(4)])
        for k, shard in enumerate(shards):
            shard.alpha = kept[k][0]
        learner = master.learner([shard.report(master.v) for shard in shards])
        files.append(learner.to_bytes())
    assert files[0] == files[1]


def test_the_model_is_one_of_the_program(tmp_path: Path) -> None:
    spam = ROOT / "examples" / "spam" / "train.vw.gz"
    flags = ("-a", "pa1", "-C", "0.1", "--gap", "0.001")
    said = json.loads(run("hindsight", "--json", *flags, spam))
    data = nr.read(spam)
    whole = sp.csr_matrix((data.data, data.indices, data.indptr), shape=data.shape)
    names, y = data.feature_names, np.asarray(data.y)
    learner = nr.Learner("pa1", C=0.1, problem="binary")
    learner.learn_many(whole[:1000], y[:1000], names=names)
    master = nr.DualMaster(learner, 5, columns=names)
    parts = [(whole[k::5], y[k::5]) for k in range(5)]
    shards = [nr.DualShard(master.base, *part, names=names) for part in parts]
    found = nr.dual_ascent(master, shards, gap=1e-3)
    assert found.bound <= said["primal"]
    assert said["dual"] <= found.value
    path = tmp_path / "found.nrm"
    found.learner.save(path)
    tested = json.loads(run("test", "--json", path, spam))
    assert abs(tested["error_rate"] - said["best"]["error_rate"]) < 0.01
    assert np.array_equal(nr.load(path).weights(names), found.learner.weights(names))


def test_hashed_features_need_no_columns() -> None:
    words = [{f"w{k}": 1.0 for k in range(9) if (t >> k % 5) & 1} for t in range(64)]
    y = ["yes" if "w1" in row else "no" for row in words]
    learner = nr.Learner("pa1", problem="binary", classes=["no", "yes"], bias=0.5, hash=10)
    master = nr.DualMaster(learner, 2)
    shards = [nr.DualShard(master.base, words[k::2], y[k::2]) for k in range(2)]
    found = nr.dual_ascent(master, shards, gap=1e-3)
    assert [found.learner.predict_one(row) for row in words] == y


def test_rows_that_weigh_nothing_have_duals_of_zero() -> None:
    learner = nr.Learner("pa1", problem="binary", classes=[-1, 1], bias=0.25)
    master = nr.DualMaster(learner, 1, columns=COUNT)
    weight = np.arange(60) % 3
    shard = nr.DualShard(master.base, X[:60], Y[:60], weight=weight)
    alpha = shard.step(master.v, 1.0)[1]
    assert (alpha[weight == 0] == 0).all()
    assert (alpha > 0).any()
    shard.alpha = alpha.reshape(6, 10)[::1]
    assert np.array_equal(shard.alpha, alpha)


def test_what_does_not_fit_is_refused() -> None:
    master, shards = begun("pa1", "binary", Y, 2)
    with pytest.raises(nr.NoRegretError, match=r"row 0: .* not among the known ones, -1 and 1"):
        nr.DualShard(master.base, X[:2], [3, 4])
    with pytest.raises(nr.NoRegretError, match=r"not among the features .*name all columns"):
        nr.DualShard(master.base, np.ones((1, COUNT + 1)), [1])
    with pytest.raises(nr.NoRegretError, match=r"potentials where there are"):
        shards[0].step(master.v[1:], 2.0)
    with pytest.raises(nr.NoRegretError, match=r"sigma must be a number >= 1"):
        shards[0].step(master.v, 0.5)
    with pytest.raises(nr.NoRegretError, match=r"out of their range"):
        shards[0].alpha = np.full(300, 7.0)
    with pytest.raises(nr.NoRegretError, match=r"3 steps of 2 shards"):
        master.add([master.v] * 3)
    with pytest.raises(nr.NoRegretError, match=r"1 reports of 2 shards"):
        master.learner([shards[0].report(master.v)])
    with pytest.raises(nr.NoRegretError, match=r"Euclidean geometry"):
        nr.DualMaster(nr.Learner("winnow", problem="binary"), 2)


def test_a_lost_step_is_noticed() -> None:
    master, shards = begun("pa1", "binary", Y, 2)
    before = shards[1].alpha
    master.add([shard.step(master.v, master.sigma)[0] for shard in shards])
    shards[1].alpha = before
    with pytest.raises(nr.NoRegretError, match=r"do not add up to v"):
        master.learner([shard.report(master.v) for shard in shards])
