"""What became of a bet at its own line and price, and how both compare with the close."""

from __future__ import annotations

from typing import NamedTuple, Optional

from .bet import Bet
from .lines import CONSENSUS, Close, Lines, Score
from .matching import Match
from .numbers_read import american_price, four_decimals, implied_of
from .problem import Problem
from .read_bets import number_text

# A total whose line is farther from the close than this share of it may be that of a team.
_MOST_AWAY = 0.3


class Compared(NamedTuple):
    """How a bet compares with a close. Members are None where `why` says so."""

    book: str
    close: Optional[Close] = None
    # Points by which the bet's line is better than the close; None for moneylines.
    points: Optional[float] = None
    # The implied probability of the close minus that of the bet's price, at the same line.
    value: Optional[float] = None
    # The same with the close's probability without the vig.
    no_vig_value: Optional[float] = None
    # Whether the bet was better than the close; None for the same.
    is_better: Optional[bool] = None
    # Whether line and price say which of the two was better, or that they are the same.
    is_compared: bool = False
    # Why there is no value; None: there is one.
    why: Optional[str] = None


class Graded(NamedTuple):
    match: Match
    problem: Optional[Problem] = None
    # won, lost or push
    result: Optional[str] = None
    # On one unit staked, four decimals.
    profit: Optional[float] = None
    # In the file's money or units.
    money: Optional[float] = None
    # None: the bet has no game, or the book is not known.
    of_book: Optional[Compared] = None
    of_consensus: Optional[Compared] = None
    # Whether the file states another result.
    is_conflict: bool = False


def settle(match: Match, lines: Lines, has_minus: bool) -> Graded:
    """`has_minus`: whether any spread of the file has a minus sign: then a line without a sign is above zero."""
    bet, game, side = match.bet, match.game, match.side
    if game is None or side is None:
        return Graded(match, match.problem)
    score = lines.score(game.id, bet.period)
    if score is None:
        what = "no score of the game" if bet.period == "game" else f"no score of the period {bet.period}"
        return Graded(match, Problem("no_score", f"{game.id}: {what} is known"))

    def close_at(book: str) -> Optional[Close]:
        return lines.close(game.id, bet.period, bet.market, side, match.team, book)

    at_consensus = close_at(CONSENSUS)
    own = None if bet.book is None or bet.book == CONSENSUS else close_at(bet.book)
    line = None if bet.line is None else bet.line.value
    problem = _doubt_of_line(bet, at_consensus or own, has_minus)
    if problem is not None:
        return Graded(match, problem)
    result = _result_of(bet.market, side, match.team, score, line or 0)
    profit = None
    if bet.price is not None:
        profit = bet.price.pays if result == "won" else -1.0 if result == "lost" else 0.0
    has_book = bet.book is not None and bet.book != CONSENSUS
    return Graded(
        match,
        None,
        result,
        None if profit is None else four_decimals(profit),
        None if profit is None or bet.stake is None else four_decimals(profit * bet.stake),
        _compare(bet.book or "", own, bet, side) if has_book else None,
        _compare(CONSENSUS, at_consensus, bet, side),
        bet.stated is not None and bet.stated != "other" and bet.stated != result,
    )


def _doubt_of_line(bet: Bet, close: Optional[Close], has_minus: bool) -> Optional[Problem]:
    if bet.line is None:
        return None
    value, is_signed = bet.line
    known = None if close is None else close.line
    text = number_text(value)
    if bet.market == "spread" and not is_signed and not has_minus and (known is None or known <= 0):
        return Problem("line", f"the spread {text} has no sign, and could be -{text}")
    if bet.is_loose_total and (not known or abs(value / known - 1) > _MOST_AWAY):
        return Problem("line", f"{text} may be the total of the game or of one team")
    return None


def _result_of(market: str, side: str, team: Optional[str], score: Score, line: float) -> str:
    """Moneylines on a drawn game or period are a push, as everywhere in the API."""
    margin = score.away - score.home if side == "away" else score.home - score.away
    points = score.home + score.away
    if market == "team_total" and team is not None:
        points = score.home if team == "home" else score.away
    if market == "moneyline":
        ahead: float = margin
    elif market == "spread":
        ahead = margin + line
    else:
        ahead = points - line if side == "over" else line - points
    return "won" if ahead > 0 else "lost" if ahead < 0 else "push"


def _compare(book: str, close: Optional[Close], bet: Bet, side: str) -> Compared:
    if bet.is_live:
        return Compared(book, why="a live bet is not compared with the close")
    if close is None:
        return Compared(book, why=f"no close of {book}")
    points: Optional[float] = None
    if bet.market != "moneyline":
        if bet.line is None or close.line is None:
            return Compared(book, close, why=f"no closing line of {book}")
        points = close.line - bet.line.value if side == "over" else bet.line.value - close.line
        if points != 0:
            moved = f"{number_text(bet.line.value)} against {number_text(close.line)} at the close"
            return Compared(book, close, points, None, None, points > 0, True, f"the line moved: {moved}")
    closing = None if close.price is None else american_price(close.price)
    if bet.price is None or closing is None or close.price is None:
        why = "the bet has no price" if bet.price is None else f"no closing price of {book}"
        return Compared(book, close, points, why=why)
    is_same = abs(bet.price.pays - closing.pays) < 1e-9
    return Compared(
        book,
        close,
        points,
        four_decimals(implied_of(close.price) - bet.price.implied),
        None if close.no_vig is None else four_decimals(close.no_vig - bet.price.implied),
        None if is_same else bet.price.pays > closing.pays,
        True,
        f"{book} has one closing price alone, so its vig is not known" if close.no_vig is None else None,
    )
