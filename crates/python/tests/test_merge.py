"""Learners of shards become one: `noregret.merge`."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from streams import rows, signs

import noregret as nr

X = rows(1200)
Y = signs(X)


def base(choice: str = "pa1:C=0.1", certify: str = "off") -> bytes:
    return nr.Learner(choice, problem="binary", classes=[-1, 1], certify=certify).to_bytes()  # type: ignore[arg-type]


def shard(state: bytes, which: slice) -> nr.Learner:
    learner = nr.Learner.from_bytes(state)
    learner.learn_many(X[which], Y[which])
    return learner


def shards(state: bytes, count: int = 4) -> list[nr.Learner]:
    return [shard(state, slice(k, None, count)) for k in range(count)]


def test_weights_are_the_mean_and_the_certificate_is_about_all_rows() -> None:
    state = base()
    parts = shards(state)
    merged = nr.merge(state, parts)
    assert merged.rows == len(X)
    mean = np.mean([part.weights() for part in parts], axis=0)
    np.testing.assert_allclose(merged.weights(), mean, rtol=1e-12, atol=1e-12)
    whole = shard(state, slice(None))
    proved = merged.certificate()
    assert proved is not None
    for u in (whole.weights().ravel(), mean.ravel()):
        lost = np.maximum(0.0, 1.0 - Y * (X @ u[: X.shape[1]] + 0.0)).sum()
        assert np.isfinite(lost)
    best = nr.hindsight(X, Y, "pa1:C=0.1", bias="none")
    assert proved.lower_bound(norm=0.01) <= len(X)
    assert best.loss > 0.0


def test_bytes_learners_and_order() -> None:
    state = base()
    parts = shards(state)
    ours = nr.merge(state, parts).to_bytes()
    assert nr.merge(nr.Learner.from_bytes(state), [part.to_bytes() for part in parts]).to_bytes() == ours
    assert nr.merge(state, iter(parts)).to_bytes() == ours


def test_weights_of_shards() -> None:
    state = base()
    one, two = shards(state, 2)
    merged = nr.merge(state, [(3, one), (1.0, two.to_bytes())])
    mean = 0.75 * one.weights() + 0.25 * two.weights()
    np.testing.assert_allclose(merged.weights(), mean, rtol=1e-12, atol=1e-12)


def test_a_merged_learner_goes_on_and_is_merged_again() -> None:
    state = base(certify="live")
    for turn in range(1, 4):
        state = nr.merge(state, [part.to_bytes() for part in shards(state)]).to_bytes()
        merged = nr.Learner.from_bytes(state)
        assert merged.rows == turn * len(X)
        assert merged.headroom()
    right = np.mean(np.array(merged.predict_many(X)) == Y)
    assert right > 0.85


def test_what_is_no_shard_is_refused_with_its_number() -> None:
    state = base()
    one = shard(state, slice(0, 100))
    for wrong, message in [
        (nr.Learner.from_bytes(base("pa1:C=0.2")), "shard 2: it did not go on from this base"),
        (nr.Learner.from_bytes(base("arow")), "shard 2: its algorithm is arow"),
        (one, "shard 2 was given before"),
        (b"no model", "model"),
        (3.0, "to_bytes"),
        ((-1.0, shard(state, slice(100, 200))), "weight"),
    ]:
        with pytest.raises(nr.NoRegretError, match=message):
            nr.merge(state, [one, wrong])  # type: ignore[list-item]
    with pytest.raises(nr.NoRegretError, match="no shard"):
        nr.merge(state, [])


def test_other_threads_run_meanwhile() -> None:
    state = base()
    parts = [part.to_bytes() for part in shards(state, 16)]
    results: list[bytes] = []
    threads = [threading.Thread(target=lambda: results.append(nr.merge(state, parts).to_bytes())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4 and len(set(results)) == 1
