"""From the bytes of a file of bets to graded bets and their totals. Where games and lines come from is the caller's."""

from __future__ import annotations

import re
from typing import Dict, List, NamedTuple, Optional, Sequence, Set, Tuple

from .bet import Bet, Wanted
from .columns import Columns, find_columns
from .csvs import CsvFile, decode_text, parse_csv
from .dates import DAY_MS, add_days, utc_day_of
from .games import Games
from .known import SPORTS
from .lines import Lines
from .matching import Match, match_bets
from .read_bets import read_bets
from .settling import Graded, settle
from .totals import Totals, totals_of

# The slate dates of which games have to be known, of each sport, in order.
Days = Dict[str, List[str]]


class Prepared(NamedTuple):
    file: CsvFile
    columns: Columns
    bets: List[Bet]


def prepare(data: bytes, mappings: Sequence[Tuple[str, str]] = (), order: Optional[str] = None) -> Prepared:
    """`mappings`: columns that the caller names. Raises UnreadableFile."""
    file = parse_csv(decode_text(data))
    columns = find_columns(file, mappings)
    return Prepared(file, columns, read_bets(file, columns, order))


def days_of(bets: Sequence[Bet]) -> Days:
    days: Dict[str, Set[str]] = {}
    for bet in bets:
        if bet.problem is None:
            for sport in SPORTS if bet.wanted.game_id is not None else bet.wanted.sports:
                days.setdefault(sport, set()).update(_days_meant(bet.wanted, sport))
    return {sport: sorted(own) for sport, own in days.items() if own}


def _days_meant(wanted: Wanted, sport: str) -> List[str]:
    if wanted.game_id is not None:
        match = re.match(r"([A-Z]+)-([0-9]{4})([0-9]{2})([0-9]{2})-", wanted.game_id)
        if match is None or match.group(1).lower() != sport:
            return []
        return ["-".join(match.groups()[1:])]
    if wanted.date is not None:
        return [add_days(day, count) for day in wanted.date.days for count in (-1, 0, 1)]
    if wanted.placed_ms is None:
        return []
    first = wanted.placed_ms
    last = min(first + 4 * DAY_MS if wanted.settled_ms is None else wanted.settled_ms, first + 30 * DAY_MS)
    days = []
    day = add_days(utc_day_of(first), -1)
    while day <= utc_day_of(last):
        days.append(day)
        day = add_days(day, 1)
    return days


def matched(prepared: Prepared, games: Games) -> List[Match]:
    """Gives every bet its game, or says why it has none."""
    return match_bets(prepared.bets, games)


def graded(matches: Sequence[Match], lines: Lines) -> Tuple[List[Graded], Totals]:
    """Grades the bets that have a game. `lines` must have all closes and scores of their games."""
    has_minus = any(
        match.bet.market == "spread" and match.bet.line is not None and match.bet.line.value < 0 for match in matches
    )
    bets = [settle(match, lines, has_minus) for match in matches]
    return bets, totals_of(bets)
