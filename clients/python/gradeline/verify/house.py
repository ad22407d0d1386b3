"""House rules, as docs/api/bet-types.md says them ([A-20]): which score decides a bet, and when the stake comes back."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, Optional

from .grading import Score

_football = {"game": "football_game", "1h": "football_first_half", "2h": "football_second_half"}
_basketball = {"game": "basketball_game"}
_hockey = {"game": "hockey_game", "p1": "hockey_first_period"}


class House(NamedTuple):
    """`decided` says whether the stake comes back unless the result was beyond change; None: the score settles."""

    rule: str
    decided: Optional[bool]


def house_of(sport: str, period: str, market: str, book: str, final: Score, innings: Optional[Fraction]) -> House:
    """@param innings None where they are not known, and in other sports."""
    if sport == "mlb":
        return _baseball(period, market, book, final, innings)
    if sport in ("nfl", "ncaaf"):
        return House(_football.get(period, "football_quarter"), None)
    return House(_hockey[period] if sport == "nhl" else _basketball.get(period, "basketball_period"), None)


def _baseball(period: str, market: str, book: str, final: Score, innings: Optional[Fraction]) -> House:
    if period == "inn1":
        return House("baseball_first_inning", None)

    def played(whole: int) -> bool:
        half = Fraction(1, 2) if final.home > final.away else Fraction(0)
        return innings is not None and innings + half >= whole

    if period == "inn5":
        if innings is None or innings >= 5 or (played(5) and book != "draftkings"):
            return House("baseball_first_five", None)
        return House("baseball_first_five_short" + ("_draftkings" if book == "draftkings" else ""), True)
    if innings is None:
        return House("baseball_length_unknown", None)
    if market == "moneyline":
        return House("baseball_moneyline", None) if played(5) else House("baseball_moneyline_short", False)
    if played(9):
        return House("baseball_nine_innings", None)
    return House("baseball_total_short", True) if market == "total" else House("baseball_run_line_short", False)


def settled(house: House, selection: str, by_score: Optional[str]) -> Optional[str]:
    """The result: what the score says, or `void`. More points can only help over, and the home side that had yet to bat."""
    if by_score is None or house.decided is None:
        return by_score
    beyond_change = "won" if selection in ("over", "home") else "lost"
    return by_score if house.decided and by_score == beyond_change else "void"
