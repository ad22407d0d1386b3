"""Finds the game of each bet. A wrong game is worse than none: whatever could be of two games is named, and never guessed.

Whether the days of a file are those of New York's slates or of UTC, and whether day or month stand first, all rows of the file
decide together: one of them is taken where (nearly) all rows that tell them apart need it.
"""

from __future__ import annotations

import re
from typing import List, NamedTuple, Optional, Sequence, Union

from .bet import Bet, Wanted
from .dates import DAY_MS, add_days, slate_day_of, utc_day_of
from .games import Game, Games
from .problem import Problem
from .teams import team_key

# How many times more rows must need one way of reading than the other.
_CLEARLY = 10
# So many rows, at least, must need the days of UTC where the same teams play on days that follow each other.
_LEAST_UTC = 3
_MOST_SPAN_DAYS = 30
_MOST_DAYS_UNSETTLED = 4
_HALF_HOUR_MS = 1_800_000


class Match(NamedTuple):
    bet: Bet
    game: Optional[Game] = None
    # The side of the game that was bet on; of a team total, `team` is whose total it is.
    side: Optional[str] = None
    team: Optional[str] = None
    # Why no game was found; None: one was.
    problem: Optional[Problem] = None


class _Fit(NamedTuple):
    game: Game
    # home, away, or either where the name means both.
    pick: Optional[str]
    is_swapped: bool


class _DayFits(NamedTuple):
    slate: List[_Fit]
    utc: List[_Fit]


class _Reading(NamedTuple):
    order: Union[int, str]
    zone: str


def match_bets(bets: Sequence[Bet], games: Games) -> List[Match]:
    read = [None if bet.problem is not None else _fits_by_day(bet.wanted, games) for bet in bets]
    reading = _reading_of([fits for fits in read if fits is not None])
    matches = []
    for bet, fits in zip(bets, read):
        problem = bet.problem or _weakness(bet.wanted)
        if problem is not None:
            matches.append(Match(bet, problem=problem))
        elif fits is None:
            matches.append(_decided(bet, _fits_otherwise(bet.wanted, games)))
        else:
            matches.append(_decided(bet, _chosen(fits, reading, bet.wanted, games)))
    return matches


def _weakness(wanted: Wanted) -> Optional[Problem]:
    """Without the league, a place alone may be of a sport that is not known here."""
    if wanted.game_id is not None or wanted.is_league:
        return None
    matchup, _, others, pick = wanted.parts
    named = [*(matchup or ()), *others, *([] if pick is None else [pick])]
    strongest = max([0, *(each.strength for each in named)])
    if strongest == 2 or (strongest == 1 and (matchup is not None or len(named) > 1)):
        return None
    return Problem("sport", "the league is not named, and the teams' names could be of another one")


def _fit_of(game: Game, wanted: Wanted, number: Optional[int]) -> Optional[_Fit]:
    home, away = team_key(game.sport, game.home), team_key(game.sport, game.away)
    matchup, _, others, pick = wanted.parts
    is_swapped = False
    if matchup is not None:
        first, second = matchup
        is_as_said = away in first.teams and home in second.teams
        is_swapped = not is_as_said and home in first.teams and away in second.teams
        if not is_as_said and not is_swapped:
            return None
    if any(home not in each.teams and away not in each.teams for each in others):
        return None
    if number is not None and (re.search("-[2-9]$", game.id) is not None) != (number == 2):
        return None
    if pick is None:
        return _Fit(game, None, is_swapped)
    is_home, is_away = home in pick.teams, away in pick.teams
    if not is_home and not is_away:
        return None
    return _Fit(game, "either" if is_home and is_away else "home" if is_home else "away", is_swapped)


def _fits(found: List[Game], wanted: Wanted) -> List[_Fit]:
    fits = (_fit_of(game, wanted, wanted.game_number) for game in found)
    return [fit for fit in fits if fit is not None]


def _fits_by_day(wanted: Wanted, games: Games) -> Optional[List[_DayFits]]:
    """For each order of day and month, the fits by the slate date and by the day of UTC; None where the text says more than a day."""
    if wanted.date is None or wanted.date.instant_ms is not None or wanted.game_id is not None:
        return None
    return [
        _DayFits(
            [fit for sport in wanted.sports for fit in _fits(games.on(sport, day), wanted)],
            [fit for sport in wanted.sports for fit in _fits(games.on_utc(sport, day), wanted)],
        )
        for day in wanted.date.days
    ]


def _reading_of(rows: List[List[_DayFits]]) -> _Reading:
    slates = utcs = firsts = seconds = 0
    for row in rows:
        slate, utc = any(each.slate for each in row), any(each.utc for each in row)
        slates += slate and not utc
        utcs += utc and not slate
        if len(row) < 2:
            continue
        first, second = (len(each.slate) + len(each.utc) > 0 for each in row)
        firsts += first and not second
        seconds += second and not first
    is_utc = utcs >= _LEAST_UTC and utcs >= _CLEARLY * slates
    is_slate = utcs < _LEAST_UTC or slates >= _CLEARLY * utcs
    is_first = firsts > 0 and firsts >= _CLEARLY * seconds
    is_second = seconds > 0 and seconds >= _CLEARLY * firsts
    order: Union[int, str] = 0 if is_first else 1 if is_second else "either"
    return _Reading(order, "utc" if is_utc else "slate" if is_slate else "either")


def _chosen(fits: List[_DayFits], reading: _Reading, wanted: Wanted, games: Games) -> List[_Fit]:
    rows = fits if isinstance(reading.order, str) or len(fits) < 2 else [fits[reading.order]]
    found: List[_Fit] = []
    for row in rows:
        if reading.zone != "utc":
            found += row.slate
        if reading.zone != "slate":
            found += row.utc
    return list({fit.game.id: fit for fit in found}.values()) if found else _next_day(wanted, games)


def _next_day(wanted: Wanted, games: Games) -> List[_Fit]:
    """In football the same teams do not meet again within days, so that a day before or after can be no other game."""
    if not wanted.is_league or wanted.date is None or len(wanted.date.days) != 1:
        return []
    sports = [sport for sport in wanted.sports if sport in ("nfl", "ncaaf")]
    days = [add_days(wanted.date.days[0], count) for count in (-1, 1)]
    return [fit for day in days for sport in sports for fit in _fits(games.on(sport, day), wanted)]


def _fits_otherwise(wanted: Wanted, games: Games) -> List[_Fit]:
    if wanted.game_id is not None:
        game = games.find(wanted.game_id)
        fit = None if game is None else _fit_of(game, wanted, None)
        return [] if fit is None else [fit]
    if wanted.date is not None and wanted.date.instant_ms is not None:
        return _at_instant(wanted, wanted.date.instant_ms, games)
    return [] if wanted.placed_ms is None else _in_span(wanted, wanted.placed_ms, games)


def _at_instant(wanted: Wanted, instant_ms: int, games: Games) -> List[_Fit]:
    """By the slate date of an instant. Of several games, the one that begins within half an hour of it."""
    # Midnight of a zone of the US is a day without a time.
    is_midnight = instant_ms % 3_600_000 == 0 and instant_ms // 3_600_000 % 24 in (4, 5, 6, 7, 8)
    day = utc_day_of(instant_ms) if is_midnight else slate_day_of(instant_ms)
    fits = [fit for sport in wanted.sports for fit in _fits(games.on(sport, day), wanted)]
    near = [fit for fit in fits if abs(fit.game.start_ms - instant_ms) <= _HALF_HOUR_MS]
    return near if len(fits) > 1 and len(near) == 1 else fits


def _in_span(wanted: Wanted, from_ms: int, games: Games) -> List[_Fit]:
    """The games between the placing of a bet and its settlement."""
    if wanted.settled_ms is None and wanted.parts.matchup is None:
        return []
    unsettled = from_ms + _MOST_DAYS_UNSETTLED * DAY_MS
    to_ms = min(unsettled if wanted.settled_ms is None else wanted.settled_ms, from_ms + _MOST_SPAN_DAYS * DAY_MS)
    found: List[_Fit] = []
    day = add_days(utc_day_of(from_ms), -1)
    while day <= utc_day_of(to_ms):
        for sport in wanted.sports:
            own = [game for game in games.on(sport, day) if from_ms <= game.start_ms <= to_ms]
            found += _fits(own, wanted)
        day = add_days(day, 1)
    return found


def _decided(bet: Bet, fits: List[_Fit]) -> Match:
    def without(code: str, text: str) -> Match:
        return Match(bet, problem=Problem(code, text))

    if not fits:
        return without("no_game", f"no game is known here of {_wanted_words(bet.wanted)}")
    if len(fits) > 1:
        ids = [fit.game.id for fit in fits]
        shown = f"{', '.join(ids[:4])} and {len(ids) - 4} more" if len(ids) > 4 else ", ".join(ids)
        return without("several_games", f"{len(ids)} games fit: which? {shown}")
    game, pick, is_swapped = fits[0]
    if pick == "either" and bet.market != "total":
        return without("team", f"the name of the team means both teams of {game.id}")
    picked = None if pick == "either" else pick
    if bet.market in ("total", "team_total"):
        return Match(bet, game, bet.side, picked if bet.market == "team_total" else None)
    if bet.side is not None and picked is not None and bet.side != picked:
        return without("side", f"the team that is named is not the {bet.side} team of {game.id}")
    if bet.side is not None and picked is None and is_swapped and bet.wanted.parts.is_ordered:
        return without("side", f"home and away are the other way round in {game.id}")
    return Match(bet, game, picked or bet.side)


def _wanted_words(wanted: Wanted) -> str:
    if wanted.game_id is not None:
        return wanted.game_id
    matchup, _, others, pick = wanted.parts
    named = [*(matchup or ()), *others, *([] if pick is None or matchup is not None else [pick])]
    names = " and ".join(dict.fromkeys(each.text for each in named))
    if wanted.date is not None:
        when = f"on {' or '.join(wanted.date.days)}"
    elif wanted.placed_ms is None:
        when = ""
    else:
        settled = wanted.settled_ms
        last = "its settlement, which is missing" if settled is None else utc_day_of(settled)
        when = f"between {utc_day_of(wanted.placed_ms)} and {last}"
    return f"{names} {when}".strip()
