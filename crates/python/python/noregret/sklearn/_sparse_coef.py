"""``sparsify`` and ``densify``, as scikit-learn's linear estimators have them."""

from __future__ import annotations

from typing import Any, Self

import scipy.sparse as sp

from noregret.sklearn._linear import Linear


class SparseCoef(Linear):
    """Shows ``coef_`` as a sparse matrix if asked to; the model itself does not change."""

    @property
    def coef_(self) -> Any:
        """The weights: one row, or one row for each class."""
        table = self._table()
        return sp.csr_matrix(table) if self.__dict__.get("_is_sparse", False) else table

    def sparsify(self) -> Self:
        """Makes ``coef_`` a SciPy CSR matrix.

        It saves memory if most weights are 0. The model learns and predicts as before; the next
        ``fit`` makes ``coef_`` dense again.

        Returns
        -------
        self : object
        """
        self._fitted()
        self._is_sparse = True
        return self

    def densify(self) -> Self:
        """Makes ``coef_`` a NumPy array again, as it is after ``fit``.

        Returns
        -------
        self : object
        """
        self._fitted()
        self._is_sparse = False
        return self
