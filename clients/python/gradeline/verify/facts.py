"""What the files of a season say by themselves: scores, starts and the quotes of books. All else follows from that."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Callable, Dict, Iterator, List, NamedTuple, Optional, Set, Tuple

from .consensus import Quote, nothing
from .grading import Score
from .house import House, house_of
from .markets import Books, Ends, ends_in, markets, team_totals
from .reading import BadCell, Row, Unreadable, read_rows
from .report import Report

# The columns with which rows of most lists begin; each is that of the game.
head_columns = ("sport", "season", "season_type", "week", "game_date", "start_time", "home", "away")


class Game(NamedTuple):
    """A game as `games` has it."""

    head: Dict[str, Optional[str]]
    score: Score
    # The closing spread and total of its consensus.
    spread: Quote
    moneyline: Quote
    total_line: Optional[Fraction]
    neutral_site: Optional[str]
    overtime: Optional[str]


class Season:
    """One season of a sport in a mirror. Each file is read once, and one that the mirror does not have is None."""

    def __init__(self, folder: Path, sport: str, season: int, data_sets: Set[str], report: Report) -> None:
        self.sport = sport
        self.season = season
        self.report = report
        self.data_sets = data_sets
        self._folder = folder
        self._broken: Set[str] = set()
        # How many rows each file has, once it was read to its end.
        self.counted: Dict[str, int] = {}
        self.games: Dict[str, Game] = {}
        # The quotes of each game by period and market, team totals among them.
        self.books: Dict[str, Books] = defaultdict(dict)
        self.period_scores: Dict[str, Dict[str, Score]] = defaultdict(dict)
        # How many innings were played, of baseball alone.
        self.innings: Dict[str, Optional[Fraction]] = {}
        # What `lines` marks as open and close, by game, book, period and market.
        self.marked: Dict[Tuple[str, str, str, str], Ends] = {}
        self.has_lines = self.has("lines")
        self._read()

    def has(self, data_set: str) -> bool:
        return data_set in self.data_sets and data_set not in self._broken

    def name(self, data_set: str) -> str:
        return f"{self.sport}/{self.season}/{data_set}.csv.gz"

    def each(self, data_set: str, use: Callable[[Row], None]) -> None:
        """Hands every row of a file to a function. What cannot be read is named, and the rest of the file left out."""
        if not self.has(data_set):
            return
        try:
            for row in self._rows(data_set):
                try:
                    use(row)
                except BadCell as bad:
                    where = row.text("game_id") if row.has("game_id") else "a row"
                    self.report.name(f"{self.name(data_set)}: {where}: {bad.column} is {bad.text}, which is not {bad.kind}")
        except (Unreadable, KeyError) as error:
            self._broken.add(data_set)
            missing = f"{self.name(data_set)} has no column {error}" if isinstance(error, KeyError) else str(error)
            self.report.name(missing)

    def by_game(self, data_set: str) -> Iterator[Tuple[str, List[Row]]]:
        """The rows of a file, game after game in the order of the file. Raises Unreadable."""
        if self.has(data_set):
            yield from (
                (game_id, list(rows))
                for game_id, rows in groupby(self._rows(data_set), lambda row: str(row.text("game_id")))
            )

    def _rows(self, data_set: str) -> Iterator[Row]:
        count = 0
        for row in read_rows(self._folder / self.name(data_set)):
            count += 1
            yield row
        self.counted[data_set] = count

    def _read(self) -> None:
        self.each("lines", self._take_line)
        self.each("games", self._take_game)
        self.each("odds", self._take_odds)
        self.each("period_odds", self._take_period_odds)
        self.each("periods", self._take_period)
        if self.sport == "mlb":
            self.each("team_games", self._take_innings)

    def _take_game(self, row: Row) -> None:
        head = {name: row.text(f"{name}.abbreviation" if name in ("home", "away") else name) for name in head_columns}
        score = score_in(row, "home.score", "away.score")
        game_id = row.text("game_id")
        if game_id is None or score is None:
            self.report.name(f"{self.name('games')}: {game_id} has no score or no id")
            return
        spread, moneyline = (ends_in(row, market, "consensus.").close for market in ("spread", "moneyline"))
        told = (row.text(name) for name in ("neutral_site", "overtime"))
        self.games[game_id] = Game(head, score, spread, moneyline, row.number("consensus.total.close"), *told)

    def _take_odds(self, row: Row) -> None:
        game_id, book = str(row.text("game_id")), str(row.text("book"))
        for market in markets + team_totals:
            ends = ends_in(row, market)
            if market in team_totals and self.has_lines:
                # The file of odds has no opening prices of team totals, which that of lines has.
                opened = self.marked.get((game_id, book, "game", market), Ends(nothing, nothing)).open
                ends = Ends(Quote(ends.open.line, opened.first, opened.second), ends.close)
            self.books[game_id].setdefault(("game", market), []).append(ends)

    def _take_period_odds(self, row: Row) -> None:
        game_id, period = str(row.text("game_id")), str(row.text("period"))
        for market in markets:
            self.books[game_id].setdefault((period, market), []).append(ends_in(row, market))

    def _take_period(self, row: Row) -> None:
        score = score_in(row, "score.home", "score.away")
        if score is not None:
            self.period_scores[str(row.text("game_id"))][str(row.text("period"))] = score

    def _take_innings(self, row: Row) -> None:
        self.innings[str(row.text("game_id"))] = row.number("innings")

    def _take_line(self, row: Row) -> None:
        is_open, is_close = row.flag("is_open"), row.flag("is_close")
        if not is_open and not is_close:
            return
        key = (str(row.text("game_id")), str(row.text("book")), str(row.text("period")), line_market(row))
        before = self.marked.get(key, Ends(nothing, nothing))
        quote = line_quote(row)
        self.marked[key] = Ends(quote if is_open else before.open, quote if is_close else before.close)

    def score_of(self, game_id: str, period: str) -> Optional[Score]:
        """None: it was not played, or is not known."""
        if period == "game":
            game = self.games.get(game_id)
            return None if game is None else game.score
        return self.period_scores.get(game_id, {}).get(period)

    def deciding_score(self, game_id: str, period: str) -> Optional[Score]:
        """A second half is decided with overtime."""
        score, added = self.score_of(game_id, period), self.score_of(game_id, "ot")
        if score is None or added is None or period != "2h":
            return score
        return Score(score.home + added.home, score.away + added.away)

    def house(self, game_id: str, period: str, market: str, book: str) -> Optional[House]:
        """The house rule that settles a bet; None: the mirror does not say how long the game was."""
        game = self.games.get(game_id)
        if game is None or (self.sport == "mlb" and not self.has("team_games")):
            return None
        return house_of(self.sport, period, market, book, game.score, self.innings.get(game_id))


def score_in(row: Row, home: str, away: str) -> Optional[Score]:
    points: List[Optional[int]] = [row.whole(home), row.whole(away)]
    return None if points[0] is None or points[1] is None else Score(points[0], points[1])


def line_market(row: Row) -> str:
    """The market of a row of lines or snapshots; a team total is one of two."""
    market, team = row.text("market"), row.text("team")
    return f"{team}_team_total" if market == "team_total" else str(market)


def line_quote(row: Row) -> Quote:
    is_sided = row.text("market") in ("moneyline", "spread")
    first, second = ("home_price", "away_price") if is_sided else ("over_price", "under_price")
    return Quote(row.number("line"), row.whole(first), row.whole(second))
