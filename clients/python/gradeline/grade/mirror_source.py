"""Games and lines out of a mirror that `pull` keeps: no request is made."""

from __future__ import annotations

import csv
import gzip
import json
import zlib
from pathlib import Path
from typing import Dict, Iterator, List, Optional, Sequence, Set, Tuple

from .games import Games, game_of
from .grading import Days
from .lines import Lines, Row
from .matching import Match
from .problem import UnreadableFile


class MirrorSource:
    def __init__(self, folder: str) -> None:
        """Raises UnreadableFile when the folder is no mirror with files of CSV."""
        self._folder = Path(folder)
        file = self._folder / "gradeline-mirror.json"
        if not file.exists():
            raise UnreadableFile(f"{folder} is no mirror: it has no gradeline-mirror.json. Make one with pull")
        file_format = json.loads(file.read_text(encoding="utf-8")).get("format")
        if file_format != "csv.gz":
            raise UnreadableFile(f"{folder} is a mirror of {file_format}: grade reads csv.gz")

    def games(self, days: Days) -> Games:
        """The games of the seasons in which the days may be."""
        found = []
        for sport, own in days.items():
            years = {int(day[:4]) for day in own}
            for season in self._seasons(sport):
                if years & {season - 1, season, season + 1}:
                    found += [game_of(row) for row in self._rows(sport, season, "games", None)]
        return Games(game for game in found if game is not None)

    def lines(self, matches: Sequence[Match]) -> Lines:
        lines = Lines()
        seasons: Dict[Tuple[str, int], Set[str]] = {}
        for match in matches:
            if match.game is not None:
                seasons.setdefault((match.game.sport, match.game.season), set()).add(match.game.id)
        for (sport, season), ids in seasons.items():
            for row in self._rows(sport, season, "games", ids):
                lines.add_score(row["game_id"], "game", row["home.score"], row["away.score"])
            for row in self._rows(sport, season, "periods", ids):
                lines.add_score(row["game_id"], row["period"], row["score.home"], row["score.away"])
            for row in self._rows(sport, season, "bets", ids):
                lines.add_bet(row)
            for name in ("odds", "period_odds"):
                for row in self._rows(sport, season, name, ids):
                    lines.add_odds(row)
        return lines

    def _seasons(self, sport: str) -> List[int]:
        folder = self._folder / sport
        if not folder.is_dir():
            return []
        return sorted(int(each.name) for each in folder.iterdir() if each.name.isdigit() and len(each.name) == 4)

    def _rows(self, sport: str, season: int, data_set: str, ids: Optional[Set[str]]) -> Iterator[Row]:
        """Nothing for a file that the mirror does not have."""
        file = self._folder / sport / str(season) / f"{data_set}.csv.gz"
        if not file.exists():
            return
        try:
            with gzip.open(file, "rt", encoding="utf-8", newline="") as text:
                rows = csv.reader(text)
                names = next(rows, [])
                for cells in rows:
                    if ids is None or cells[0] in ids:
                        yield dict(zip(names, cells))
        except (OSError, EOFError, zlib.error) as error:
            raise UnreadableFile(f"{file} cannot be read: {error}. Run verify, then pull again") from error
