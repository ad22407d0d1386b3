"""How likely a record is that is at least as far from what the closes expected, when they were right: the `p_value` of /v1/trends,
by the formulas of its page. Bets on the sides of one game are taken to win and lose together, and so are those on its points."""

from __future__ import annotations

import math
from typing import List, NamedTuple, Optional

from .distributions import binomial_test, normal_tail

_MOST_EXACT = 100
_GAMES_OF_TRUST = 20


class GameChances(NamedTuple):
    wins: int
    # The no-vig probabilities of the decided bets on sides, and of those on points.
    of_sides: List[float]
    of_points: List[float]


def p_value_of(games: List[GameChances]) -> Optional[float]:
    """None without bets."""
    every = [chance for game in games for chance in [*game.of_sides, *game.of_points]]
    if not every:
        return None
    wins = sum(game.wins for game in games)
    expected = _sum(every)
    several = sum(1 for game in games if len(game.of_sides) + len(game.of_points) > 1)
    if several == 0:
        return binomial_test(wins, len(every), expected / len(every))
    tail = _exact_tail(games, wins) if len(every) <= _MOST_EXACT else _rough_tail(games, several, wins - expected)
    return min(1.0, 2 * tail)


def _sum(values: List[float]) -> float:
    """In order, as the other client adds."""
    total = 0.0
    for value in values:
        total += value
    return total


def _exact_tail(games: List[GameChances], wins: int) -> float:
    chances = [1.0]
    for game in games:
        for group in (game.of_sides, game.of_points):
            if group:
                chances = _with_group(chances, group)
    return min(_sum(chances[: wins + 1]), _sum(chances[wins:]), 0.5)


def _with_group(before: List[float], group: List[float]) -> List[float]:
    """With one luck for a group, so many or more of it win as the chance of the so-manieth likeliest says."""
    falling = sorted(group, reverse=True)
    after = [0.0] * (len(before) + len(group))
    for won in range(len(group) + 1):
        chance = (1.0 if won == 0 else falling[won - 1]) - (falling[won] if won < len(group) else 0.0)
        for at, each in enumerate(before):
            after[at + won] += chance * each
    return after


def _luck(group: List[float]) -> float:
    return _sum([math.sqrt(each * (1 - each)) for each in group]) ** 2


def _rough_tail(games: List[GameChances], several: int, difference: float) -> float:
    trust = several / (several + _GAMES_OF_TRUST)
    variance = 0.0
    for game in games:
        shared = _luck(game.of_sides) + _luck(game.of_points)
        expected = _sum([*game.of_sides, *game.of_points])
        is_one = len(game.of_sides) + len(game.of_points) == 1
        variance += shared if is_one else trust * (game.wins - expected) ** 2 + (1 - trust) * shared
    beyond = abs(difference) - 0.5
    return 0.5 if beyond <= 0 or variance == 0 else normal_tail(beyond / math.sqrt(variance))
