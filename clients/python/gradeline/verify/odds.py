"""Arithmetic of American odds in exact fractions. Numbers are rounded once, at the end, a half away from zero."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Iterable, Optional

half = Fraction(1, 2)


@lru_cache(maxsize=None)
def implied(odds: int) -> Fraction:
    """The probability that a price implies, vig included: 100/(100+o) for +o, o/(100+o) for -o."""
    size = abs(odds)
    return Fraction(100 if odds > 0 else size, 100 + size)


def rounded(value: Fraction, decimals: int) -> Fraction:
    """A half goes away from zero."""
    scale = 10**decimals
    size = abs(value)
    whole = (2 * size.numerator * scale + size.denominator) // (2 * size.denominator)
    return Fraction(whole if value >= 0 else -whole, scale)


def american(p: Fraction) -> int:
    """The odds of a probability [D-18]: magnitudes are rounded half up, and whatever is an even price is +100."""
    is_favorite = p > half
    magnitude = 100 * p / (1 - p) if is_favorite else 100 * (1 - p) / p
    whole = int(rounded(magnitude, 0))
    return -whole if is_favorite and whole != 100 else whole


def mean(prices: Iterable[Optional[int]]) -> Optional[Fraction]:
    """The mean implied probability of the prices that there are; None where there are none."""
    known = [implied(price) for price in prices if price is not None]
    return sum(known, Fraction(0)) / len(known) if known else None


def mean_price(prices: Iterable[Optional[int]]) -> Optional[int]:
    p = mean(prices)
    return None if p is None else american(p)


@lru_cache(maxsize=65_536)
def no_vig_share(price: Optional[int], opposite: Optional[int]) -> Optional[Fraction]:
    """p/(p+q), exactly; None without both prices."""
    if price is None or opposite is None:
        return None
    p, q = implied(price), implied(opposite)
    return p / (p + q)


@lru_cache(maxsize=65_536)
def no_vig(price: Optional[int], opposite: Optional[int]) -> Optional[Fraction]:
    """p/(p+q) with 4 decimals; None without both prices."""
    share = no_vig_share(price, opposite)
    return None if share is None else rounded(share, 4)


@lru_cache(maxsize=65_536)
def winnings(price: int) -> Fraction:
    """Units won by a stake of one unit: o/100 for +o, 100/o for -o, with 4 decimals."""
    return rounded(Fraction(price, 100) if price > 0 else Fraction(100, -price), 4)
