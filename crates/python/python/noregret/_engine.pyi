"""The engine: types of the compiled module."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, TypeAlias, final, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from noregret.audit import Headroom

Label: TypeAlias = bool | int | float | str
Features: TypeAlias = "Mapping[Any, Any] | Prepared"
Certify: TypeAlias = Literal["off", "live", "tight"]

__all__ = [
    "Certificate",
    "Dataset",
    "DualMaster",
    "DualShard",
    "Learner",
    "NoRegretError",
    "Pass",
    "Prepared",
    "__version__",
    "algorithms",
    "boost",
    "certify",
    "distinct",
    "hindsight",
    "merge",
    "read",
    "shuffle",
]

__version__: str

class NoRegretError(ValueError): ...

@final
class Pass:
    """What a call of `Learner.learn_many` did."""

    @property
    def rows(self) -> int: ...
    @property
    def loss(self) -> float: ...
    @property
    def mistakes(self) -> int: ...
    @property
    def _perceptron_loss(self) -> float: ...

@final
class Prepared:
    """An example whose features were looked up once, so that using it again is faster."""

    def __len__(self) -> int: ...

@final
class Learner:
    def __new__(
        cls,
        choice: str | None = None,
        *,
        problem: str | None = None,
        classes: Iterable[Label] | None = None,
        certify: Certify = "live",
        head: int | None = None,
        seed: int = 0,
        **settings: Any,
    ) -> Learner: ...
    # One example at a time.
    def learn_one(self, x: Features, y: Any = None, *, weight: float = 1.0) -> float | None: ...
    def predict_one(self, x: Features) -> Any: ...
    def scores_one(self, x: Features) -> float | dict[Label, float] | None: ...
    def prepare(self, x: Mapping[Any, Any], y: Any = None, *, weight: float = 1.0) -> Prepared: ...
    # Examples of several parts: sentences, queries, candidates.
    def learn_parts(self, parts: Sequence[Mapping[Any, Any]], y: Sequence[Any], *, weight: float = 1.0) -> float | None: ...
    def predict_parts(self, parts: Sequence[Mapping[Any, Any]]) -> Any: ...
    # Many examples.
    def learn_many(
        self,
        X: Any,
        y: ArrayLike | Sequence[Any] | None = None,
        *,
        weight: ArrayLike | None = None,
        order: NDArray[np.int64] | None = None,
        names: Sequence[str | int] | None = None,
        text: Sequence[str] | None = None,
        progress: Callable[[int], None] | None = None,
        whole: bool = False,
    ) -> Pass: ...
    def predict_many(
        self,
        X: Any,
        *,
        names: Sequence[str | int] | None = None,
        text: Sequence[str] | None = None,
    ) -> list[Any]: ...
    def scores_many(
        self,
        X: Any,
        *,
        names: Sequence[str | int] | None = None,
        text: Sequence[str] | None = None,
    ) -> NDArray[np.float64]: ...
    def open(
        self,
        X: Any,
        y: ArrayLike | Sequence[Any] | None = None,
        *,
        names: Sequence[str | int] | None = None,
        text: Sequence[str] | None = None,
    ) -> None: ...
    def finish(self) -> None: ...
    # What it knows.
    @property
    def problem(self) -> str | None: ...
    @property
    def algorithm(self) -> str | None: ...
    @property
    def composition(self) -> dict[str, Any] | None: ...
    @property
    def classes(self) -> list[Label]: ...
    @property
    def features(self) -> list[str | int]: ...
    @property
    def hash(self) -> int | None: ...
    @property
    def rows(self) -> int: ...
    @property
    def metrics(self) -> dict[str, float]: ...
    def weights(
        self, names: Sequence[str | int] | None = None, *, unknown: float | None = None
    ) -> NDArray[np.float64]: ...
    def last_weights(
        self, names: Sequence[str | int] | None = None, *, unknown: float | None = None
    ) -> NDArray[np.float64]: ...
    def intercepts(self) -> NDArray[np.float64]: ...
    def last_intercepts(self) -> NDArray[np.float64]: ...
    # Proof.
    def certificate(self, classes: Sequence[Label] | None = None) -> Certificate | None: ...
    def headroom(self) -> list[Headroom]: ...
    # Files.
    def save(self, path: str | PathLike[str]) -> None: ...
    @staticmethod
    def load(path: str | PathLike[str]) -> Learner: ...
    def to_bytes(self, *, shard: bool = False) -> bytes: ...
    @staticmethod
    def from_bytes(data: bytes) -> Learner: ...
    def copy(self) -> Learner: ...
    def __copy__(self) -> Learner: ...
    def __deepcopy__(self, _memo: Any, /) -> Learner: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Certificate:
    """What a run proves about every fixed predictor."""

    @property
    def rows(self) -> int: ...
    @property
    def dual_gain(self) -> float: ...
    @property
    def potential_norm(self) -> float: ...
    @property
    def loss(self) -> float: ...
    @property
    def measured_by(self) -> str: ...
    @property
    def headroom(self) -> list[Headroom]: ...
    @overload
    def lower_bound(self, norm: float = 1.0, loss: str | None = None) -> float: ...
    @overload
    def lower_bound(self, norm: ArrayLike, loss: str | None = None) -> NDArray[np.float64]: ...
    @overload
    def regret(self, norm: float = 1.0) -> float: ...
    @overload
    def regret(self, norm: ArrayLike) -> NDArray[np.float64]: ...
    def against(
        self,
        u: Mapping[Any, float] | Mapping[Any, Mapping[Any, float]] | ArrayLike,
        intercept: ArrayLike | None = None,
        *,
        names: Sequence[str | int] | None = None,
    ) -> dict[str, float]: ...
    def as_dict(self) -> dict[str, Any]: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_html_(self) -> str: ...

@final
class Dataset:
    """Rows of a file: a sparse matrix in parts, labels, weights, groups and the names of columns."""

    @property
    def indptr(self) -> NDArray[np.int32] | NDArray[np.int64]: ...
    @property
    def indices(self) -> NDArray[np.int32] | NDArray[np.int64]: ...
    @property
    def data(self) -> NDArray[np.float64]: ...
    @property
    def shape(self) -> tuple[int, int]: ...
    @property
    def y(self) -> NDArray[Any] | list[Any]: ...
    @property
    def weight(self) -> NDArray[np.float64] | None: ...
    @property
    def groups(self) -> NDArray[np.int64] | None: ...
    @property
    def feature_names(self) -> list[str | int]: ...

@final
class DualShard:
    def __new__(
        cls,
        base: bytes,
        X: Any,
        y: Any,
        *,
        weight: ArrayLike | None = None,
        names: Sequence[str | int] | None = None,
        alpha: ArrayLike | None = None,
        previous: ArrayLike | None = None,
    ) -> DualShard: ...
    def step(
        self,
        v: ArrayLike,
        sigma: float,
        passes: int = 1,
        seed: int = 0,
        momentum: float = 0.0,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
    def value(self, v: ArrayLike) -> tuple[float, float]: ...
    def report(self, v: ArrayLike) -> bytes: ...
    @property
    def alpha(self) -> NDArray[np.float64]: ...
    @alpha.setter
    def alpha(self, alpha: ArrayLike) -> None: ...
    @property
    def previous(self) -> NDArray[np.float64]: ...
    @previous.setter
    def previous(self, previous: ArrayLike) -> None: ...
    @property
    def rows(self) -> int: ...

@final
class DualMaster:
    def __new__(
        cls,
        learner: Learner,
        shards: int,
        *,
        columns: int | Iterable[str | int] | None = None,
    ) -> DualMaster: ...
    @property
    def base(self) -> bytes: ...
    @property
    def v(self) -> NDArray[np.float64]: ...
    @property
    def ahead(self) -> NDArray[np.float64]: ...
    @property
    def momentum(self) -> float: ...
    @property
    def sigma(self) -> float: ...
    @property
    def rounds(self) -> int: ...
    def add(self, deltas: Sequence[ArrayLike]) -> None: ...
    def bounds(self, values: Sequence[tuple[float, float]]) -> tuple[float, float, float]: ...
    def learner(self, reports: Sequence[bytes]) -> Learner: ...

def read(path: str | PathLike[str], **options: Any) -> Dataset: ...
def hindsight(
    X: Any,
    y: Any,
    choice: str | None = None,
    *,
    problem: str | None = None,
    gap: float = 1e-4,
    weight: ArrayLike | None = None,
    names: Sequence[str | int] | None = None,
    progress: Callable[[int], None] | None = None,
    **settings: Any,
) -> tuple[Learner, dict[str, Any]]: ...
def certify(
    predictions: Any,
    X: Any,
    y: Any,
    *,
    form: str | None = None,
    problem: str | None = None,
    certify: Certify = "live",
    standardise: bool | None = None,
    weight: ArrayLike | None = None,
    names: Sequence[str | int] | None = None,
    progress: Callable[[int], None] | None = None,
    **settings: Any,
) -> dict[str, Any]: ...
def merge(
    base: Learner | bytes, shards: Iterable[Learner | bytes | tuple[float, Learner | bytes]]
) -> Learner: ...
def boost(
    X: Any,
    y: Any,
    *,
    rounds: int = 100,
    rule: str = "adaboost",
    certify: Certify = "live",
    weight: ArrayLike | None = None,
    names: Sequence[str | int] | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[Learner, dict[str, Any]]: ...
def shuffle(order: NDArray[np.int64], seed: int) -> None: ...
def distinct(labels: Any) -> list[Any] | None: ...
def algorithms() -> list[dict[str, Any]]: ...
