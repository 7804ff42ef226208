"""Handwritten digits that no lines separate: a kernel beside a linear model.

    python examples/python/kernel_digits.py

The 1,797 digits of scikit-learn, 8 x 8 pixels. Both learn from three quarters of them in one pass,
row by row, and are tested on the rest. The kernel model keeps rows instead of weights; a budget
limits how many. What is proved about linear models holds for both: the kernel may go below it.
"""

from __future__ import annotations

from typing import Any

from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

from noregret.sklearn import KernelClassifier, OnlineClassifier

MODELS: dict[str, Any] = {
    "linear, chosen by itself": OnlineClassifier(),
    "linear, pa1": OnlineClassifier("pa1"),
    "Gaussian kernel": KernelClassifier(sigma=0.8, certify="live"),
    "Gaussian kernel, 200 rows kept": KernelClassifier(sigma=0.8, budget=200),
    "polynomial of degree 3": KernelClassifier("polynomial:degree=3,offset=1"),
}


def main() -> None:
    X, y = load_digits(return_X_y=True)
    X = X / 16.0
    X, later, y, truth = train_test_split(X, y, test_size=0.25, random_state=0)
    print(f"{len(X)} digits learned from in one pass, {len(later)} to test")
    print(f"{'% wrong':31} before learned   test")
    for name, model in MODELS.items():
        model.fit(X, y)
        wrong = model.learner_.metrics["error_rate"]
        print(f"{name:31} {100 * wrong:14.2f} {100 * (1 - model.score(later, truth)):6.2f}")

    kernel = MODELS["Gaussian kernel"]
    known = kernel.headroom_[0]
    print(f"\nthe Gaussian kernel lost {known.run:.4f} a row in its first pass over the rows;")
    print(f"no linear model of norm <= {known.norm:.3g} loses less than {known.floor:.4f} (proved)")
    proof = kernel.certificate_
    print(f"in the space of the kernel, its regret at norm 3 is at most {proof.regret(3.0):.1f},")
    print(f"of a loss of {proof.loss:.1f} in all")


if __name__ == "__main__":
    main()
