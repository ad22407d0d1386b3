"""The rows of lines and snapshots: ages, the lines of a moment as the paths of the books have them, their consensus, and who won."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from typing import Dict, Iterator, List, NamedTuple, Optional, Tuple

from .check_rows import Checks
from .consensus import Quote, lean, line_of, moneyline_of, nothing
from .facts import line_market, line_quote
from .grading import Score
from .house import House, settled
from .odds import rounded
from .reading import BadCell, Row, Unreadable

moments = (1440, 720, 360, 180, 60, 30, 15, 5)
_minute_ms = 60_000


class Shown(NamedTuple):
    """What a book, or the consensus, shows at a moment. The age is in minutes."""

    quote: Quote
    age: Fraction


# A book's path: when each run without doubt was seen first and last, and what it showed.
Path = List[Tuple[int, int, Quote]]


@lru_cache(maxsize=65_536)
def ms_of(time: str) -> int:
    """Of an ISO 8601 time in UTC with milliseconds. Raises BadCell."""
    try:
        return round(datetime.fromisoformat(f"{time[:-1]}+00:00").timestamp() * 1000)
    except ValueError:
        raise BadCell("a time", time, "a time in UTC") from None


def minutes_of(ms: int) -> Fraction:
    return rounded(Fraction(ms, _minute_ms), 1)


class PathChecks:
    """The checks of lines and snapshots of one season."""

    def __init__(self, checks: Checks) -> None:
        self._checks = checks
        self._season = checks.season

    def run(self) -> None:
        season = self._season
        if not season.has("games"):
            season.report.leave_out(f"{season.name('lines')} and snapshots need the games")
            return
        season.each("lines", self._line)
        try:
            if season.has("snapshots"):
                self._snapshots()
        except (Unreadable, KeyError) as error:
            season.report.name(f"{season.name('snapshots')}: {error}")

    def _line(self, row: Row) -> None:
        self._checks.head("lines", row, str(row.text("game_id")))
        game, last_seen = self._season.games.get(str(row.text("game_id"))), row.text("last_seen")
        if game is None:
            return
        start = ms_of(str(game.head["start_time"]))
        age = None if last_seen is None else minutes_of(start - ms_of(last_seen))
        parts = ("book", "period", "market", "team", "first_seen")
        name = ", ".join(str(row.text(part)) for part in ("game_id", *parts) if row.text(part) is not None)
        self._checks.compare("lines", name, "minutes_before_start", row.number("minutes_before_start"), age)

    def _snapshots(self) -> None:
        season = self._season
        places = {game_id: place for place, game_id in enumerate(season.games)}
        paths = self._paths()
        current: Optional[Tuple[str, Dict[Tuple[str, str], Dict[str, Path]]]] = None
        for game_id, rows in season.by_game("snapshots"):
            for row in rows:
                self._checks.head("snapshots", row, game_id)
            place = places.get(game_id)
            if place is None:
                continue
            while season.has_lines and (current is None or places.get(current[0], -1) < place):
                current = next(paths, None)
                if current is None:
                    break
            own = current[1] if current is not None and current[0] == game_id else {}
            try:
                self._game(game_id, rows, own)
            except BadCell as bad:
                season.report.name(f"{season.name('snapshots')}: {game_id}: {bad.column} is {bad.text}, which is not {bad.kind}")

    def _paths(self) -> Iterator[Tuple[str, Dict[Tuple[str, str], Dict[str, Path]]]]:
        """The paths of a game by period and market, and by book. What is in doubt or has no time is at no moment."""
        for game_id, rows in self._season.by_game("lines"):
            paths: Dict[Tuple[str, str], Dict[str, Path]] = {}
            for row in rows:
                first, last = row.text("first_seen"), row.text("last_seen")
                if row.text("doubt") is None and first is not None and last is not None:
                    of_market = paths.setdefault((str(row.text("period")), line_market(row)), {})
                    of_market.setdefault(str(row.text("book")), []).append((ms_of(first), ms_of(last), line_quote(row)))
            yield game_id, paths

    def _game(self, game_id: str, rows: List[Row], paths: Dict[Tuple[str, str], Dict[str, Path]]) -> None:
        found: Dict[Tuple[int, str, str], Dict[str, Row]] = {}
        for row in rows:
            key = (row.whole("minutes_before") or 0, str(row.text("period")), line_market(row))
            found.setdefault(key, {})[str(row.text("book"))] = row
        start = ms_of(str(self._season.games[game_id].head["start_time"]))
        every = set(found) | {(minutes, *of) for minutes in moments for of in paths}
        for minutes, period, market in sorted(every):
            moment = start - minutes * _minute_ms
            own = found.get((minutes, period, market), {})
            books = self._books(own, paths.get((period, market), {}), moment)
            moneyline = found.get((minutes, period, "moneyline"), {}).get("consensus")
            sign = lean(line_quote(moneyline)) if market == "spread" and moneyline is not None else 0
            computed = {**books, **_consensus(books, market, sign, minutes)}
            self._rows(f"{game_id}, {minutes} minutes before, {period}, {market}", own, computed, moment, game_id)

    def _books(self, own: Dict[str, Row], paths: Dict[str, Path], moment: int) -> Dict[str, Shown]:
        if not self._season.has_lines:
            ages = {book: row.number("age_minutes") or Fraction(0) for book, row in own.items() if book != "consensus"}
            return {book: Shown(line_quote(own[book]), age) for book, age in ages.items()}
        books: Dict[str, Shown] = {}
        for book, path in paths.items():
            begun = [run for run in path if run[0] <= moment]
            if begun:
                books[book] = Shown(begun[-1][2], minutes_of(max(0, moment - begun[-1][1])))
        return books

    def _rows(self, name: str, own: Dict[str, Row], computed: Dict[str, Shown], moment: int, game_id: str) -> None:
        file, report = self._season.name("snapshots"), self._season.report
        for book in own.keys() - computed.keys():
            report.name(f"{file}: {name}, {book} should not be there")
        for book in computed.keys() - own.keys():
            report.name(f"{file}: {name}, {book} is missing")
        for book, row in own.items():
            shown = computed.get(book)
            if shown is None:
                continue
            row_name = f"{name}, {book}"
            is_sided = row.text("market") in ("moneyline", "spread")
            names = ("line", "home_price", "away_price") if is_sided else ("line", "over_price", "under_price")
            for column, value, right in zip(names, line_quote(row), shown.quote):
                self._compare(row_name, column, value, right)
            self._compare(row_name, "age_minutes", row.number("age_minutes"), shown.age)
            self._compare(row_name, "moment", None if row.text("moment") is None else ms_of(str(row.text("moment"))), moment)
            period = str(row.text("period"))
            house = self._season.house(game_id, period, str(row.text("market")), book)
            if house is None:
                report.leave_out(f"{file}: winners need team_games, which says how long a game was")
            elif self._season.has("periods") or period == "game":
                score = self._season.deciding_score(game_id, period)
                right = _settled(house, _winner(line_market(row), shown.quote.line, score))
                self._compare(row_name, "winner", row.text("winner"), right)

    def _compare(self, name: str, column: str, found: object, computed: object) -> None:
        self._checks.compare("snapshots", name, column, found, computed)


def _consensus(books: Dict[str, Shown], market: str, sign: int, minutes: int) -> Dict[str, Shown]:
    """Of the books whose capture is not older than the moment is early; empty where they show nothing."""
    young = [shown for shown in books.values() if shown.age <= minutes]
    quotes = [shown.quote for shown in young]
    agreed = moneyline_of(quotes) if market == "moneyline" else line_of(quotes, sign)
    if agreed == nothing:
        return {}
    return {"consensus": Shown(agreed, max(shown.age for shown in young if shown.quote.line == agreed.line))}


def _settled(house: House, winner: Optional[str]) -> Optional[str]:
    """The side that won, or `void`: as a bet on the home team or on over was settled."""
    if winner is None:
        return None
    first = "over" if winner in ("over", "under") else "home"
    return "void" if settled(house, first, "won" if winner == first else "lost") == "void" else winner


def _winner(market: str, line: Optional[Fraction], score: Optional[Score]) -> Optional[str]:
    if score is None:
        return None
    if market in ("moneyline", "spread"):
        ahead = score.home - score.away + (line or 0)
        return "push" if ahead == 0 else "home" if ahead > 0 else "away"
    points = {"home": score.home, "away": score.away}.get(market[:4], score.home + score.away)
    over = points - (line or Fraction(0))
    return "push" if over == 0 else "over" if over > 0 else "under"
