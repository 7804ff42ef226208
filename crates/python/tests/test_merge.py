"""Learners of shards become one: `noregret.merge`."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from numpy.typing import NDArray
from streams import rows, signs

import noregret as nr

X = rows(1200)
Y = signs(X)


def base(choice: str = "pa1:C=0.1", certify: str = "off") -> bytes:
    learner = nr.Learner(choice, problem="binary", classes=[-1, 1], certify=certify, bias="none")  # type: ignore[arg-type]
    return learner.to_bytes()


def shard(state: bytes, which: slice) -> nr.Learner:
    learner = nr.Learner.from_bytes(state)
    learner.learn_many(X[which], Y[which])
    return learner


def shards(state: bytes, count: int = 4) -> list[nr.Learner]:
    return [shard(state, slice(k, None, count)) for k in range(count)]


def named(learner: nr.Learner) -> NDArray[np.float64]:
    """The weights, column by column of X."""
    return learner.weights(list(range(X.shape[1]))).ravel()


def test_weights_are_the_mean_and_the_certificate_is_about_all_rows() -> None:
    state = base()
    parts = shards(state)
    merged = nr.merge(state, parts)
    assert merged.rows == len(X)
    mean = np.mean([named(part) for part in parts], axis=0)
    np.testing.assert_allclose(named(merged), mean, rtol=1e-12, atol=1e-12)
    proved = merged.certificate()
    assert proved is not None
    rng = np.random.default_rng(7)
    many = shard(state, slice(None))
    for _ in range(20):
        many.learn_many(X, Y)
    for u in (mean, named(many), *rng.normal(size=(20, X.shape[1]))):
        for scale in (0.1, 1.0, 3.0):
            lost = np.maximum(0.0, 1.0 - Y * (X @ (scale * u))).sum()
            assert proved.lower_bound(norm=float(np.linalg.norm(scale * u))) <= lost + 1e-9
    assert proved.lower_bound(norm=0.5) > 0.0


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
    mean = 0.75 * named(one) + 0.25 * named(two)
    np.testing.assert_allclose(named(merged), mean, rtol=1e-12, atol=1e-12)


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
        (b"no model", "shard 2: "),
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
