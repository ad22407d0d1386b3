"""Results, favorites and profits, as docs/api/consensus.md and docs/api/bets.md say them ([D-20], [D-21], [A-3], [A-13])."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, Optional, Tuple

from .consensus import Quote, lean
from .odds import no_vig_share, rounded, winnings

# Nearly every spread of these is 1.5, so the moneyline is asked first.
moneyline_first = ("mlb", "nhl")


class Score(NamedTuple):
    """Points of both teams in a game or a period."""

    home: int
    away: int


def beats(ahead: Optional[Fraction]) -> Optional[bool]:
    """None on a push, or where there is nothing to compare with."""
    return None if ahead is None or ahead == 0 else ahead > 0


def against_spread(score: Score, line: Optional[Fraction]) -> Optional[Fraction]:
    return None if line is None else score.home - score.away + line


def against_total(score: Score, line: Optional[Fraction]) -> Optional[Fraction]:
    return None if line is None else score.home + score.away - line


def favorite(sport: str, spread: Quote, moneyline: Quote) -> Optional[str]:
    """Of a consensus close: `home`, `away`, or None when there is none to tell."""
    line = spread.line or Fraction(0)
    by_spread, by_moneyline = (line > 0) - (line < 0), lean(moneyline)
    first, second = (by_moneyline, by_spread) if sport in moneyline_first else (by_spread, by_moneyline)
    return {-1: "home", 0: None, 1: "away"}[first or second]


class Seen(NamedTuple):
    """A line and a price as the selection of a bet sees them."""

    line: Optional[Fraction]
    price: Optional[int]
    opposite: Optional[int]


def seen_from(selection: str, quote: Quote) -> Seen:
    """The away line is minus the home line; over and under share theirs."""
    is_first = selection in ("home", "over")
    line = -quote.line if selection == "away" and quote.line is not None else quote.line
    own, opposite = (quote.first, quote.second) if is_first else (quote.second, quote.first)
    return Seen(line, own, opposite)


def result_of(market: str, selection: str, side: Optional[str], score: Score, seen: Seen) -> Optional[str]:
    """`won`, `lost`, `push`, or None where nothing could be bet. @param side whose total a team total is."""
    if seen.price is None if market == "moneyline" else seen.line is None:
        return None
    line = seen.line or Fraction(0)
    if selection in ("home", "away"):
        margin = score.home - score.away
        ahead = (margin if selection == "home" else -margin) + line
    else:
        points = {"home": score.home, "away": score.away, None: score.home + score.away}[side]
        ahead = points - line if selection == "over" else line - points
    return "push" if ahead == 0 else "won" if ahead > 0 else "lost"


def profit_of(result: Optional[str], price: Optional[int]) -> Optional[Fraction]:
    if result is None or price is None:
        return None
    return {"won": winnings(price), "lost": Fraction(-1), "push": Fraction(0), "void": Fraction(0)}[result]


def role_of(market: str, selection: str, close: Quote, moneyline: Quote) -> Optional[str]:
    """By the row's own closing spread, then by the closing moneyline of the same book and period."""
    if market in ("total", "team_total"):
        return None
    line = close.line or Fraction(0)
    favored = (line > 0) - (line < 0) or lean(moneyline)
    if favored == 0:
        return None
    return "favorite" if (favored < 0) == (selection == "home") else "underdog"


def closing_line_of(
    market: str, selection: str, open_: Seen, close: Seen
) -> Tuple[Optional[bool], Optional[Fraction], Optional[Fraction]]:
    """`beat`, `points` and `probability` [A-13]: by the line first, where lines are equal by the price."""
    points: Optional[Fraction] = None
    if market != "moneyline" and open_.line is not None and close.line is not None:
        points = close.line - open_.line if selection == "over" else open_.line - close.line
    is_same_line = market == "moneyline" or points == 0
    beat: Optional[bool] = None
    if points is not None and points != 0:
        beat = points > 0
    elif is_same_line and open_.price is not None and close.price is not None and open_.price != close.price:
        # Two prices may win the same with four decimals; the higher odds always pay more.
        beat = payout(open_.price) > payout(close.price)
    before = no_vig_share(open_.price, open_.opposite)
    after = no_vig_share(close.price, close.opposite)
    known = is_same_line and before is not None and after is not None
    probability = rounded((after or Fraction(0)) - (before or Fraction(0)), 4) if known else None
    return beat, points, probability


def payout(price: int) -> Fraction:
    """What one unit wins, not rounded."""
    return Fraction(price, 100) if price > 0 else Fraction(100, -price)
