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

# How many rows of a list a book has at most for each game in which it posted a market of a period.
rows_of_market = {"/v1/bets": 2, "/v1/snapshots": 8, "/v1/period_odds": 1}

# Lists that are one page whatever is asked for.
always_one_page = {"/v1/sports", "/v1/teams", "/v1/seasons", "/v1/books", "/v1/ids/teams", "/v1/trends", "/v1/files"}


class Planner:
    """Remembers the list of files and what the books have, so that each is asked for once."""

    def __init__(self, read_all: Callable[[str, Dict[str, str]], List[Any]]) -> None:
        self._read_all = read_all
        self._asked = 0
        self._files: Optional[List[Any]] = None
        self._books: Optional[List[Any]] = None
        self._coverage: Dict[str, List[Any]] = {}

    def plan(self, path: str, query: Dict[str, str]) -> Plan:
        if path in always_one_page:
            return Plan(1, None, path not in ("/v1/trends", "/v1/files"), 0)
        if path not in data_set_of:
            return Plan(None, None, False, 0)
        self._asked = 0
        rows = self._rows_of_seasons(path, query)
        if rows is None:
            return Plan(None, None, False, self._asked)
        # The file of bets has those of the consensus, and the others have all books.
        is_whole = "book" not in query or (path == "/v1/bets" and query["book"].lower() == "consensus")
        of_books = None if is_whole else self._rows_of_books(path, query)
        most = rows if of_books is None else of_books
        by_page = int(query["limit"]) if query.get("limit", "").isdigit() else rows_of_a_page
        # A list without rows is one page, too.
        requests = max(1, -(-most // max(1, by_page)))
        is_counted = path == "/v1/odds" and of_books is not None
        return Plan(requests, most, set(query) <= {"sport", "season", "limit"} | ({"book"} if is_counted else set()), self._asked)

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

    def _rows_of_books(self, path: str, query: Dict[str, str]) -> Optional[int]:
        """The rows of the books that are asked for, at most; None where the list of books has not such a name."""
        asked = query["book"].lower().split(",")
        is_all = asked == ["all"]
        if self._books is None and not is_all:
            self._asked += 1
            self._books = self._read_all("/v1/books", {})
        slugs = {name if name == "consensus" else _slug_of(self._books or [], name) for name in asked}
        if None in slugs and not is_all or path not in rows_of_market and path != "/v1/odds":
            return None

        def is_of(row: Any, book: str) -> bool:
            same = row["sport"] == query.get("sport", "").lower() and query.get("season", str(row["season"])) == str(row["season"])
            return same and (is_all or book in slugs)

        if path == "/v1/odds":
            return sum(row["games"] for each in self._books or [] for row in each["sports"] if is_of(row, each["book"]))
        rows = [row for row in self._coverage_of(query) if is_of(row, row["book"])]
        markets = [row for row in rows if path != "/v1/period_odds" or row["period"] != "game"]
        return sum(row["games"] * rows_of_market[path] * (2 if row["market"] == "team_total" else 1) for row in markets)

    def _coverage_of(self, query: Dict[str, str]) -> List[Any]:
        asked = {name: query[name] for name in ("sport", "season") if name in query}
        name = str(sorted(asked.items()))
        if name not in self._coverage:
            self._asked += 1
            self._coverage[name] = self._read_all("/v1/coverage", asked)
        return self._coverage[name]


def _slug_of(books: List[Any], name: str) -> Optional[str]:
    """The API takes a book by slug, id or name."""
    for book in books:
        names = [book["book"], str(book["book_id"]), book["book_name"], *(each["name"] for each in book["former_names"])]
        if name in (each.lower() for each in names):
            return str(book["book"])
    return None
