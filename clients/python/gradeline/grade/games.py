"""The games that bets may be of, by their day."""

from __future__ import annotations

from typing import Dict, Iterable, List, Mapping, NamedTuple, Optional

from .dates import add_days, instant_of, utc_day_of
from .known import SPORTS


class Game(NamedTuple):
    id: str
    sport: str
    season: int
    # The slate date.
    date: str
    start_ms: int
    # Abbreviations.
    home: str
    away: str


class Games:
    def __init__(self, games: Iterable[Game]) -> None:
        self._by_id: Dict[str, Game] = {}
        self._by_day: Dict[str, List[Game]] = {}
        for game in games:
            if game.id not in self._by_id:
                self._by_id[game.id] = game
                self._by_day.setdefault(f"{game.sport} {game.date}", []).append(game)

    def find(self, game_id: str) -> Optional[Game]:
        return self._by_id.get(game_id)

    def on(self, sport: str, day: str) -> List[Game]:
        """The games of a slate date."""
        return self._by_day.get(f"{sport} {day}", [])

    def on_utc(self, sport: str, day: str) -> List[Game]:
        """The games that begin on a day of UTC."""
        return [
            game
            for game in [*self.on(sport, add_days(day, -1)), *self.on(sport, day)]
            if utc_day_of(game.start_ms) == day
        ]


def game_of(row: Mapping[str, str]) -> Optional[Game]:
    """A row of `/v1/games` as CSV has it; None for a row that is none."""
    start_ms = instant_of(row.get("start_time", ""))
    game_id, day, sport = row.get("game_id", ""), row.get("game_date", ""), row.get("sport", "")
    home, away = row.get("home.abbreviation", ""), row.get("away.abbreviation", "")
    if sport not in SPORTS or start_ms is None or not (game_id and day and home and away):
        return None
    return Game(game_id, sport, int(row["season"]), day, start_ms, home, away)
