"""The consensus of books, as docs/api/consensus.md and [D-16] to [D-18] say it: each rule strikes lines off until one is left."""

from __future__ import annotations

from fractions import Fraction
from typing import Callable, Dict, List, NamedTuple, Optional, Sequence

from .odds import implied, mean, mean_price


class Quote(NamedTuple):
    """What a book, or the consensus, shows: `first` is the price of home or over, `second` that of away or under."""

    line: Optional[Fraction]
    first: Optional[int]
    second: Optional[int]


nothing = Quote(None, None, None)


def moneyline_of(quotes: Sequence[Quote]) -> Quote:
    """Each side's mean over all books that price it; the vig stays in."""
    return Quote(None, mean_price(quote.first for quote in quotes), mean_price(quote.second for quote in quotes))


def lean(moneyline: Quote) -> int:
    """The sign of a home spread that agrees with a moneyline: -1 where home is favored, 1 where away is, else 0."""
    if moneyline.first is None or moneyline.second is None:
        return 0
    home, away = implied(moneyline.first), implied(moneyline.second)
    return (away > home) - (home > away)


def line_of(quotes: Sequence[Quote], sign: int) -> Quote:
    """The consensus of a spread, total or team total. @param sign by `lean`; 0 for totals, which have no such rule."""
    by_line: Dict[Fraction, List[Quote]] = {}
    for quote in quotes:
        if quote.line is not None:
            by_line.setdefault(quote.line, []).append(quote)
    if not by_line:
        return nothing
    shown = sorted(quote.line for quote in quotes if quote.line is not None)
    median = (shown[(len(shown) - 1) // 2] + shown[len(shown) // 2]) / 2

    def imbalance(line: Fraction) -> Optional[Fraction]:
        first = mean(quote.first for quote in by_line[line])
        second = mean(quote.second for quote in by_line[line])
        return None if first is None or second is None else abs(first - second)

    left = list(by_line)
    left = _least(left, lambda line: Fraction(-len(by_line[line])))
    left = _least(left, imbalance)
    left = _least(left, lambda line: abs(line - median))
    left = [line for line in left if line * sign > 0] or left
    left = _least(left, abs)
    chosen = min(left)
    on_line = by_line[chosen]
    return Quote(chosen, mean_price(quote.first for quote in on_line), mean_price(quote.second for quote in on_line))


def _least(lines: List[Fraction], measure: Callable[[Fraction], Optional[Fraction]]) -> List[Fraction]:
    """The lines of which the measure is least. One without a measure comes last."""
    if len(lines) == 1:
        return lines
    measured = [(line, measure(line)) for line in lines]
    sizes = [size for _, size in measured if size is not None]
    return lines if not sizes else [line for line, size in measured if size == min(sizes)]
