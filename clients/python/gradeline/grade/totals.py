"""The record of all graded bets, with the intervals of /v1/trends and its question whether chance explains it."""

from __future__ import annotations

import math
from typing import Callable, Dict, List, NamedTuple, Optional, Tuple

from .chance import GameChances, p_value_of
from .distributions import student_quantile, wilson
from .numbers_read import four_decimals
from .settling import Compared, Graded

_LEAST_GAMES = 10
_OPPOSITES = {"home": "away", "away": "home", "over": "under", "under": "over"}


class Estimate(NamedTuple):
    """A value with its 95% interval, whose ends are None where the bets say too little."""

    value: float
    low: Optional[float]
    high: Optional[float]


class Beaten(NamedTuple):
    # Bets that were better than the close, worse, or the same.
    better: int
    worse: int
    same: int
    beat: Optional[Estimate]
    # Means: points of bets on a line, and values of bets at the line of the close.
    points: Optional[float]
    value: Optional[float]
    no_vig_value: Optional[float]
    value_bets: int


class Totals(NamedTuple):
    bets: int
    won: int
    lost: int
    push: int
    ungraded: int
    # How many bets are not graded, by the code of their problem.
    problems: Dict[str, int]
    conflicts: int
    win_rate: Optional[Estimate]
    design_effect: Optional[float]
    # The mean implied probability of the prices that were taken.
    break_even: Optional[float]
    # Units won on a unit staked, each bet being one unit.
    flat_return: Optional[Estimate]
    # Profit by the stakes of the file, of bets that have one.
    staked: Optional[float]
    profit: Optional[float]
    staked_return: Optional[Estimate]
    against_consensus: Beaten
    against_book: Beaten
    # Of how many bets the p-value is: those decided whose line is the close's, and whose no-vig probability is known.
    chance_bets: int
    both_sides: int
    p_value: Optional[float]
    verdict: Optional[str]


def totals_of(every: List[Graded]) -> Totals:
    graded = [bet for bet in every if bet.result is not None]
    by_game: Dict[str, List[Graded]] = {}
    for bet in graded:
        by_game.setdefault(bet.match.game.id if bet.match.game else "", []).append(bet)
    games = list(by_game.values())
    problems: Dict[str, int] = {}
    for bet in every:
        if bet.problem is not None:
            problems[bet.problem.code] = problems.get(bet.problem.code, 0) + 1
    prices = [bet.match.bet.price for bet in graded if bet.match.bet.price is not None]
    money = [bet for bet in graded if bet.money is not None]
    win_rate, effect = _rate_of([[bet.result == "won" for bet in bets if bet.result != "push"] for bets in games])
    chances = [_chances_of(bets) for bets in games]
    both_sides = _both_sides_of(graded)
    p_value = None if 2 * both_sides > len(graded) else p_value_of(chances)
    if p_value is not None:
        p_value = math.floor(p_value * 1e6 + 0.5) / 1e6
    return Totals(
        bets=len(every),
        won=sum(bet.result == "won" for bet in graded),
        lost=sum(bet.result == "lost" for bet in graded),
        push=sum(bet.result == "push" for bet in graded),
        ungraded=len(every) - len(graded),
        problems=problems,
        conflicts=sum(bet.is_conflict for bet in every),
        win_rate=win_rate,
        design_effect=None if effect is None else four_decimals(effect),
        break_even=four_decimals(_sum(price.implied for price in prices) / len(prices)) if prices else None,
        flat_return=_return_of(games, lambda _: 1.0),
        staked=four_decimals(_sum(map(_stake_of, money))) if money else None,
        profit=four_decimals(_sum(bet.money or 0.0 for bet in money)) if money else None,
        staked_return=_return_of(games, _stake_of),
        against_consensus=_beaten_of(games, lambda bet: bet.of_consensus),
        against_book=_beaten_of(games, lambda bet: bet.of_book),
        chance_bets=sum(len(each.of_sides) + len(each.of_points) for each in chances),
        both_sides=both_sides,
        p_value=p_value,
        verdict=None if p_value is None else "unlikely by chance" if p_value <= 0.05 else "no evidence",
    )


def _sum(values: object) -> float:
    """In order, as the other client adds: newer versions of Python add more exactly."""
    total = 0.0
    for value in values:  # type: ignore[attr-defined]
        total += value
    return total


def _stake_of(bet: Graded) -> float:
    return bet.match.bet.stake or 0.0


def _estimate(value: float, low: Optional[float], high: Optional[float]) -> Estimate:
    return Estimate(
        four_decimals(value),
        None if low is None else four_decimals(low),
        None if high is None else four_decimals(high),
    )


def _rate_of(games: List[List[bool]]) -> Tuple[Optional[Estimate], Optional[float]]:
    """Wilson's interval of as many facts as the bets are: those of a game win and lose together."""
    played = [bets for bets in games if bets]
    decided = sum(map(len, played))
    if decided == 0:
        return None, None
    wins = sum(map(sum, played))
    rate = wins / decided
    squares = _sum((sum(bets) - rate * len(bets)) ** 2 for bets in played)
    if len(played) < 2:
        effect = 1.0
    elif rate in (0, 1):
        effect = decided / len(played)
    else:
        effect = max(1.0, len(played) / (len(played) - 1) * squares / (decided * rate * (1 - rate)))
    return _estimate(rate, *wilson(rate, decided / effect)), effect


def _return_of(games: List[List[Graded]], weigh: Callable[[Graded], float]) -> Optional[Estimate]:
    """Profit on stakes, with an interval by games: what their profits show, or what the no-vig probabilities say, whichever is wider."""
    stakes = profits = expected = 0.0
    sums: List[Tuple[float, float]] = []
    for bets in games:
        stake = profit = 0.0
        for bet in bets:
            weight = weigh(bet)
            if bet.profit is None or weight == 0:
                continue
            stake += weight
            profit += weight * bet.profit
            chance = _chance_of(bet)
            pays = 0.0 if bet.match.bet.price is None else bet.match.bet.price.pays
            if bet.result != "push" and chance is not None:
                expected += (weight * (pays + 1)) ** 2 * chance * (1 - chance)
        if stake > 0:
            sums.append((stake, profit))
        stakes += stake
        profits += profit
    if stakes == 0:
        return None
    value = profits / stakes
    if len(sums) < _LEAST_GAMES:
        return _estimate(value, None, None)
    squares = _sum((profit - value * stake) ** 2 for stake, profit in sums)
    seen = len(sums) / (len(sums) - 1) * squares
    half = student_quantile(len(sums) - 1) * math.sqrt(max(seen, expected)) / stakes
    return _estimate(value, max(-1.0, value - half), value + half)


def _chance_of(bet: Graded) -> Optional[float]:
    """The probability of the close without the vig at the bet's own line: of the consensus, or else of the book."""
    for each in (bet.of_consensus, bet.of_book):
        if each is None or each.close is None or each.close.no_vig is None:
            continue
        if bet.match.bet.market == "moneyline" or each.points == 0:
            return each.close.no_vig
    return None


def _chances_of(bets: List[Graded]) -> GameChances:
    wins = 0
    of_sides: List[float] = []
    of_points: List[float] = []
    for bet in bets:
        chance = None if bet.result == "push" else _chance_of(bet)
        if chance is None:
            continue
        wins += bet.result == "won"
        (of_sides if bet.match.bet.market in ("moneyline", "spread") else of_points).append(chance)
    return GameChances(wins, of_sides, of_points)


def _both_sides_of(graded: List[Graded]) -> int:
    """How many bets have their opposite among them: one of the two wins whatever happens."""

    def key(bet: Graded, side: str) -> Tuple[object, ...]:
        own = bet.match.bet
        return (bet.match.game, own.period, own.market, bet.match.team, own.book, side)

    seen = {key(bet, bet.match.side or "") for bet in graded}
    return sum(key(bet, _OPPOSITES.get(bet.match.side or "", "")) in seen for bet in graded)


def _beaten_of(games: List[List[Graded]], which: Callable[[Graded], Optional[Compared]]) -> Beaten:
    compared = [[each for each in map(which, bets) if each is not None] for bets in games]
    every = [each for bets in compared for each in bets]

    def mean(values: List[float]) -> Optional[float]:
        return four_decimals(_sum(values) / len(values)) if values else None

    values = [each.value for each in every if each.value is not None]
    return Beaten(
        sum(each.is_better is True for each in every),
        sum(each.is_better is False for each in every),
        sum(each.is_compared and each.is_better is None for each in every),
        _rate_of([[each.is_better for each in bets if each.is_better is not None] for bets in compared])[0],
        mean([each.points for each in every if each.points is not None]),
        mean(values),
        mean([each.no_vig_value for each in every if each.no_vig_value is not None]),
        len(values),
    )
