"""The steps of `fit` and `partial_fit`."""

from __future__ import annotations

from typing import Any, Self

from noregret.sklearn._base import Array, Checks, weights_of, weights_of_all


class Learning(Checks):
    """The steps of `fit` and `partial_fit`, which estimators fill in."""

    #: Arguments about labels for scikit-learn's checks.
    _label_checks: dict[str, Any] = {}
    #: Whether labels may bring new classes.
    _open: bool = False

    def _fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learns from all rows in their order."""
        self._validate_params()
        goes_on = self._goes_on()
        X, y = self._read(X, y, reset=not goes_on)
        y, weight = self._labels(y), weights_of_all(sample_weight, X)
        if goes_on:
            self._meet(y)
        else:
            self._expect(y)
            self._begin(X)
        self._learn_all(X, y, weight)
        return self

    def _learn_part(self, X: Any, y: Any, sample_weight: Any, classes: Any = None) -> Self:
        """Learns from some rows in one pass; the first call decides columns and classes."""
        if self._begun():
            if self._is_plain(X):
                return self._take_whole(X, y, sample_weight)
            X, y = self._read(X, y, reset=False)
            return self._take_part(X, y, sample_weight)
        self._validate_params()
        if self._takes_first(X, y):
            return self._take_first(X, y, sample_weight, classes)
        X, y = self._read(X, y, reset=True)
        return self._take_part(X, y, sample_weight, classes)

    def _take_part(
        self, X: Any, y: Any, sample_weight: Any, classes: Any = None, **more: Any
    ) -> Self:
        """Learns from checked rows."""
        y, weight = self._labels(y), weights_of(sample_weight, X)
        if not self._begun():
            self._expect(y, classes, is_open=classes is None)
            self._begin(X)
        self._meet(y)
        self._learn(X, y, self._weights(y, weight), **more)
        self._end_part(X, y)
        return self

    def _take_whole(self, X: Any, y: Any, sample_weight: Any) -> Self:
        """Learns from a matrix, whose values the engine checks first."""
        if not self._open:
            return self._take_part(X, y, sample_weight, whole=True)
        before, rows = self.__dict__.copy(), self.learner_.rows
        try:
            return self._take_part(X, y, sample_weight, whole=True)
        except Exception:
            # New classes of rows that are refused are forgotten with them.
            if self.learner_.rows == rows:
                self._restore(before)
            raise

    def _restore(self, before: dict[str, Any]) -> None:
        """Makes the estimator what it was."""
        # Other threads may read it: no attribute is missing in between.
        self.__dict__.update(before)
        for name in self.__dict__.keys() - before.keys():
            del self.__dict__[name]

    def _take_first(self, X: Any, y: Any, sample_weight: Any, classes: Any) -> Self:
        """Learns from the first rows without checking them before; if they are refused, the
        estimator is put back to what it was."""
        before = dict(self.__dict__)
        try:
            self._note_columns(X)
            return self._take_part(X, y, sample_weight, classes)
        except Exception:
            self._restore(before)
            raise

    def _goes_on(self) -> bool:
        """Whether `fit` continues from the previous one."""
        return False

    def _read(self, X: Any, y: Any, *, reset: bool) -> tuple[Any, Any]:
        """Checked rows and their labels."""
        X, y = self._checked(X, y=y, reset=reset, **self._label_checks)
        return X, y

    def _labels(self, y: Any) -> Any:
        """Labels as the engine takes them."""
        return y

    def _expect(self, y: Any, classes: Any = None, *, is_open: bool = False) -> None:
        """Notes the labels to expect: those of `y`, or the declared classes."""

    def _begin(self, X: Any) -> None:
        """Makes a learner for rows like these."""
        raise NotImplementedError

    def _meet(self, y: Any) -> None:
        """Accepts or refuses labels that were not expected."""

    def _learn_all(self, X: Any, y: Any, weight: Array | None) -> None:
        """Learns from all rows of `fit`."""
        self._learn_passes(X, y, weight)

    def _end_part(self, X: Any, y: Any) -> None:
        """Updates the attributes after a call of `partial_fit`."""
        self.n_iter_ = 1
