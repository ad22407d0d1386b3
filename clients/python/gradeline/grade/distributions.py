"""The distributions by which totals are judged."""

from __future__ import annotations

import math
from typing import Tuple

_Z95 = 1.959963984540054


def wilson(rate: float, facts: float) -> Tuple[float, float]:
    """E. B. Wilson's score interval (1927) of a rate, of so many independent facts."""
    square = _Z95 * _Z95
    below = 1 + square / facts
    center = (rate + square / (2 * facts)) / below
    half = (_Z95 * math.sqrt(rate * (1 - rate) / facts + square / (4 * facts * facts))) / below
    return max(0.0, min(rate, center - half)), min(1.0, max(rate, center + half))


def binomial_test(wins: int, bets: int, chance: float) -> float:
    """The exact two-sided binomial test: the chance of all numbers of wins that are no likelier than the one that came."""

    def log_chance(k: int) -> float:
        ways = math.lgamma(bets + 1) - math.lgamma(k + 1) - math.lgamma(bets - k + 1)
        return ways + k * math.log(chance) + (bets - k) * math.log1p(-chance)

    bound = log_chance(wins) + 1e-7
    return min(1.0, sum(math.exp(each) for each in map(log_chance, range(bets + 1)) if each <= bound))


def normal_tail(z: float) -> float:
    """The chance that a standard normal variable is above z."""
    return math.erfc(z / math.sqrt(2)) / 2


def student_quantile(freedom: int) -> float:
    """What Student's t is below in 97.5 of 100 cases, by bisection; `freedom` is at least 1."""
    low, high = 1.9, 13.0
    for _ in range(60):
        middle = (low + high) / 2
        if _beta_fraction(freedom / (freedom + middle * middle), freedom / 2, 0.5) > 0.05:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _beta_fraction(x: float, a: float, b: float) -> float:
    """The regularized incomplete beta function by Lentz's continued fraction (Numerical Recipes 6.4)."""
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_fraction(1 - x, b, a)
    logs = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(logs + a * math.log(x) + b * math.log1p(-x)) / a
    c = 1.0
    d = 1 / (1 - (a + b) * x / (a + 1))
    result = d
    for m in range(1, 500):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / (1 + even * d)
        c = 1 + even / c
        result *= d * c
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / (1 + odd * d)
        c = 1 + odd / c
        result *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * result
