"""The rows of games, odds, periods and their odds: consensus and grades, computed again."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Dict, Optional

from .consensus import Quote
from .facts import Season, head_columns, score_in
from .grading import Score, against_spread, against_total, beats, favorite
from .markets import Agreed, agreed_in, columns_of, ends, ends_in, markets, no_quotes, quote_in, team_totals
from .reading import Row


class Checks:
    """The checks of one season, each of one data set."""

    def __init__(self, season: Season) -> None:
        self.season = season
        # The consensus by game and period.
        self._agreed: Dict[Any, Dict[str, Agreed]] = {}

    def agreed(self, game_id: str, period: str) -> Dict[str, Agreed]:
        key = (game_id, period)
        if key not in self._agreed:
            self._agreed[key] = agreed_in(self.season.books.get(game_id, {}), period)
        return self._agreed[key]

    def knows_books(self, period: str) -> bool:
        """Whether the mirror has the file with the books of a period."""
        return self.season.has("odds" if period == "game" else "period_odds")

    def run(self) -> None:
        self.season.each("games", self._game)
        self.season.each("odds", self._odds)
        self.season.each("periods", self._period)
        self.season.each("period_odds", self._period_odds)

    def compare(self, data_set: str, row_name: str, column: str, found: object, computed: object) -> None:
        self.season.report.compare(self.season.name(data_set), row_name, column, found, computed)

    def head(self, data_set: str, row: Row, row_name: str) -> None:
        """The columns that say of which game a row is."""
        game = self.season.games.get(str(row.text("game_id")))
        if game is None:
            if self.season.has("games"):
                self.season.report.name(f"{self.season.name(data_set)}: {row_name} is of no game of {self.season.name('games')}")
            return
        for name in head_columns:
            if row.has(name):
                self.compare(data_set, row_name, name, row.text(name), game.head[name])

    def _game(self, row: Row) -> None:
        game_id = str(row.text("game_id"))
        self.compare("games", game_id, "sport", row.text("sport"), self.season.sport)
        self.compare("games", game_id, "season", row.whole("season"), self.season.season)
        if self.knows_books("game"):
            self._consensus("games", row, game_id, self.agreed(game_id, "game"))
        score = score_in(row, "home.score", "away.score")
        self._result("games", row, game_id, score)

    def _period(self, row: Row) -> None:
        game_id, period = str(row.text("game_id")), str(row.text("period"))
        name = f"{game_id}, {period}"
        self.head("periods", row, name)
        if self.knows_books(period):
            self._consensus("periods", row, name, self.agreed(game_id, period))
        self._result("periods", row, name, score_in(row, "score.home", "score.away"))

    def _consensus(self, data_set: str, row: Row, name: str, agreed: Dict[str, Agreed]) -> None:
        for market in markets:
            for end in ends:
                found = quote_in(row, market, end, "consensus.")
                computed = getattr(agreed[market].ends, end)
                self._quote(data_set, row, name, market, end, found, computed, "consensus.")

    def _quote(
        self, data_set: str, row: Row, name: str, market: str, end: str, found: Quote, computed: Quote, prefix: str
    ) -> None:
        for column, one, other in zip(columns_of(market, end), found, computed):
            if column is not None and row.has(prefix + column):
                self.compare(data_set, name, prefix + column, one, other)

    def _result(self, data_set: str, row: Row, name: str, score: Optional[Score]) -> None:
        """Of a consensus: the row's own lines decide, which are checked by themselves."""
        spread, total, moneyline = (ends_in(row, market, "consensus.").close for market in ("spread", "total", "moneyline"))
        if score is None:
            return
        computed = {
            "margin_home": Fraction(score.home - score.away),
            "home_covered": beats(against_spread(score, spread.line)),
            "went_over": beats(against_total(score, total.line)),
            "favorite": favorite(self.season.sport, spread, moneyline),
        }
        self.compare(data_set, name, "result.margin_home", row.number("result.margin_home"), computed["margin_home"])
        for column in ("home_covered", "went_over"):
            self.compare(data_set, name, f"result.{column}", row.flag(f"result.{column}"), computed[column])
        self.compare(data_set, name, "result.favorite", row.text("result.favorite"), computed["favorite"])

    def _odds(self, row: Row) -> None:
        name = f"{row.text('game_id')}, {row.text('book')}"
        self.head("odds", row, name)
        self._marked("odds", row, name, "game", markets + team_totals)
        if self.season.has("games"):
            self._book_result("odds", row, name, self.season.score_of(str(row.text("game_id")), "game"))

    def _period_odds(self, row: Row) -> None:
        period = str(row.text("period"))
        name = f"{row.text('game_id')}, {period}, {row.text('book')}"
        self.head("period_odds", row, name)
        self._marked("period_odds", row, name, period, markets)
        if self.season.has("periods"):
            self._book_result("period_odds", row, name, self.season.score_of(str(row.text("game_id")), period))

    def _marked(self, data_set: str, row: Row, name: str, period: str, own: Any) -> None:
        """A book's open and close are those that its path marks."""
        if not self.season.has("lines"):
            return
        for market in own:
            key = (str(row.text("game_id")), str(row.text("book")), period, market)
            marked = self.season.marked.get(key, no_quotes())
            for end in ends:
                self._quote(data_set, row, name, market, end, quote_in(row, market, end), getattr(marked, end), "")

    def _book_result(self, data_set: str, row: Row, name: str, score: Optional[Score]) -> None:
        spread, total = (None if score is None else ends_in(row, market).close.line for market in ("spread", "total"))
        by_spread = None if score is None else against_spread(score, spread)
        by_total = None if score is None else against_total(score, total)
        computed = {
            "home_covered": beats(by_spread),
            "spread_push": None if by_spread is None else by_spread == 0,
            "went_over": beats(by_total),
            "total_push": None if by_total is None else by_total == 0,
        }
        for column, value in computed.items():
            self.compare(data_set, name, f"result.{column}", row.flag(f"result.{column}"), value)
