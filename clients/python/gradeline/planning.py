"""Says what a list costs before it is read: the list of files knows how many rows each season has."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional

from .errors import NotFound
from .paging import Plan, rows_of_a_page

# The data set that has the rows of a list, as `/v1/files` names it.
data_set_of = {
    "/v1/games": "games",
    "/v1/odds": "odds",
    "/v1/periods": "periods",
    "/v1/period_odds": "period_odds",
    "/v1/bets": "bets",
    "/v1/snapshots": "snapshots",
    "/v1/team_games": "team_games",
    "/v1/ids/games": "ids",
}

# Lists that are one page whatever is asked for.
always_one_page = {"/v1/sports", "/v1/teams", "/v1/seasons", "/v1/books", "/v1/ids/teams", "/v1/trends", "/v1/files"}


class Planner:
    """Remembers the list of files and how many books each sport has, so that each is asked for once."""

    def __init__(self, read_all: Callable[[str, Dict[str, str]], List[Any]]) -> None:
        self._read_all = read_all
        self._asked = 0
        self._files: Optional[List[Any]] = None
        self._books: Optional[List[Any]] = None

    def plan(self, path: str, query: Dict[str, str]) -> Plan:
        if path in always_one_page:
            return Plan(1, None, path not in ("/v1/trends", "/v1/files"), 0)
        if path not in data_set_of:
            return Plan(None, None, False, 0)
        self._asked = 0
        rows = self._rows_of_seasons(path, query)
        times = self._books_of(query) if path == "/v1/bets" else 1
        if rows is None or times is None:
            return Plan(None, None, False, self._asked)
        most = rows * times
        by_page = int(query["limit"]) if query.get("limit", "").isdigit() else rows_of_a_page
        # A list without rows is one page, too.
        requests = max(1, -(-most // max(1, by_page)))
        return Plan(requests, most, set(query) <= {"sport", "season", "limit"}, self._asked)

    def _rows_of_seasons(self, path: str, query: Dict[str, str]) -> Optional[int]:
        if self._files is None:
            self._asked += 1
            try:
                self._files = self._read_all("/v1/files", {"file_format": "csv.gz"})
            except NotFound:
                self._files = []
        of_sport = [file for file in self._files if file["sport"] == query.get("sport", "").lower()]
        matching = [file for file in of_sport if query.get("season", str(file["season"])) == str(file["season"])]
        counted = [file["rows"] for file in matching if file["data_set"] == data_set_of[path]]
        # Without files of the sport nobody knows; a season that there is not has no rows.
        return sum(counted) if of_sport else None

    def _books_of(self, query: Dict[str, str]) -> Optional[int]:
        """How many rows a bet can have: the file has those of the consensus."""
        named = query.get("book", "consensus")
        if named != "all":
            return len(named.split(","))
        if self._books is None:
            self._asked += 1
            self._books = self._read_all("/v1/books", {})
        sport = query.get("sport", "")
        return 1 + sum(any(each["sport"] == sport for each in book["sports"]) for book in self._books)
