"""The rows of bets: lines, prices, results, profits, no-vig probabilities and closing lines, computed again, and whether all are there."""

from __future__ import annotations

from collections import defaultdict
from typing import Dict, Iterator, NamedTuple, Optional, Set

from .check_rows import Checks
from .grading import Score, closing_line_of, profit_of, result_of, role_of, seen_from
from .house import settled
from .markets import Ends
from .odds import no_vig
from .reading import Row

# What bettors call a spread of a period where it has a name of its own.
_spreads = {("mlb", "game"): "run_line", ("nhl", "game"): "puck_line", ("mlb", "inn5"): "first_5_runline"}
_prefixes = {"game": "", "1h": "first_half_", "2h": "second_half_"}
_baseball = {("inn5", "moneyline"): "first_5_moneyline"}
_selections = {"moneyline": ("home", "away"), "spread": ("home", "away"), "total": ("over", "under")}


class Kind(NamedTuple):
    """A bet of a game: `side` says whose total a team total is."""

    bet_type: str
    period: str
    market: str
    selection: str
    side: Optional[str]


def bet_type_of(sport: str, period: str, market: str) -> str:
    """The name of a market of a period (docs/api/bet-types.md)."""
    own = _spreads.get((sport, period)) if market == "spread" else None
    return own or _baseball.get((period, market)) or f"{_prefixes.get(period, period + '_')}{market}"


def kinds_of(sport: str, period: str) -> Iterator[Kind]:
    """Every bet on a period for which the sport has a bet type."""
    # Of the first inning of baseball there is a total alone, and no team totals of any part of it.
    for market in ("total",) if period == "inn1" else ("moneyline", "spread", "total"):
        for selection in _selections[market]:
            yield Kind(bet_type_of(sport, period, market), period, market, selection, None)
    if period == "game" and sport != "mlb":
        for selection in ("over", "under"):
            for side in ("home", "away"):
                yield Kind(f"team_total_{selection}", period, "team_total", selection, side)


class BetChecks:
    """The checks of the bets of one season."""

    def __init__(self, checks: Checks) -> None:
        self._checks = checks
        self._season = checks.season
        self._found: Dict[str, Set[Kind]] = defaultdict(set)

    def run(self) -> None:
        if not self._season.has("bets"):
            return
        self._season.each("bets", self._bet)
        self._all_there()

    def _bet(self, row: Row) -> None:
        game_id, season = str(row.text("game_id")), self._season
        period, market, selection = (str(row.text(column)) for column in ("period", "market", "selection"))
        team = row.text("side_team")
        names = [str(row.text("bet_type")), selection] + ([] if team is None else [team])
        name = f"{game_id}, {' '.join(names)}"
        self._checks.head("bets", row, name)
        game = season.games.get(game_id)
        if game is None:
            return
        side = None
        if market == "team_total":
            side = "home" if team == game.head["home"] else "away"
        kind = Kind(names[0], period, market, selection, side)
        if kind in self._found[game_id]:
            season.report.name(f"{season.name('bets')}: {name} is there twice")
        self._found[game_id].add(kind)
        own_team = side or (selection if selection in ("home", "away") else None)
        self._compare(name, "side_team", team, None if own_team is None else game.head[own_team])
        self._compare(name, "book", row.text("book"), "consensus")
        self._values(row, name, kind, game_id)

    def _values(self, row: Row, name: str, kind: Kind, game_id: str) -> None:
        if not self._checks.knows_books(kind.period):
            self._season.report.leave_out(f"{self._season.name('bets')}: bets on {kind.period} need the odds of its books")
            return
        agreed = self._checks.agreed(game_id, kind.period)
        market = f"{kind.side}_team_total" if kind.market == "team_total" else kind.market
        if market not in agreed:
            self._season.report.name(f"{self._season.name('bets')}: {name} is of no market that there is")
            return
        quotes, books = agreed[market]
        self._compare(name, "books", row.whole("books"), books)
        knows_open = kind.market != "team_total" or self._season.has_lines
        if not knows_open:
            self._season.report.leave_out(f"{self._season.name('bets')}: opening quotes of team totals need lines.csv.gz")
        self._sides(row, name, kind, quotes, knows_open)
        score = self._season.deciding_score(game_id, kind.period)
        self._graded(row, name, kind, quotes, agreed["moneyline"].ends, knows_open, score)

    def _sides(self, row: Row, name: str, kind: Kind, quotes: Ends, knows_open: bool) -> None:
        opened, closed = (seen_from(kind.selection, quote) for quote in quotes)
        self._compare(name, "close.line", row.number("close.line"), closed.line)
        self._compare(name, "close.price", row.whole("close.price"), closed.price)
        probability = no_vig(closed.price, closed.opposite)
        self._compare(name, "close.no_vig_probability", row.number("close.no_vig_probability"), probability)
        for column in ("open.captured_at", "close.captured_at", "at_moment.line"):
            self._compare(name, column, row.text(column), None)
        if knows_open:
            self._compare(name, "open.line", row.number("open.line"), opened.line)
            self._compare(name, "open.price", row.whole("open.price"), opened.price)

    def _graded(
        self, row: Row, name: str, kind: Kind, quotes: Ends, moneyline: Ends, knows_open: bool, score: Optional[Score]
    ) -> None:
        knows_score = self._season.has("games" if kind.period == "game" else "periods")
        if not knows_score:
            self._season.report.leave_out(f"{self._season.name('bets')}: results of {kind.period} need the scores")
            return
        if score is None:
            self._season.report.name(f"{self._season.name('bets')}: {name} is of a period that was not played")
            return
        self._compare(name, "score.home", row.whole("score.home"), score.home)
        self._compare(name, "score.away", row.whole("score.away"), score.away)
        opened, closed = (seen_from(kind.selection, quote) for quote in quotes)
        house = self._season.house(str(row.text("game_id")), kind.period, kind.market, "consensus")
        if house is None:
            self._season.report.leave_out(f"{self._season.name('bets')}: results need team_games, which says how long a game was")
        else:
            self._compare(name, "rule", row.text("rule"), house.rule)
        for end, seen in (("open", opened), ("close", closed)):
            if house is None or (end == "open" and not knows_open):
                continue
            result = settled(house, kind.selection, result_of(kind.market, kind.selection, kind.side, score, seen))
            self._compare(name, f"result.{end}", row.text(f"result.{end}"), result)
            self._compare(name, f"profit.{end}", row.number(f"profit.{end}"), profit_of(result, seen.price))
        role = role_of(kind.market, kind.selection, quotes.close, moneyline.close)
        self._compare(name, "role", row.text("role"), role)
        if knows_open:
            beat, points, probability = closing_line_of(kind.market, kind.selection, opened, closed)
            self._compare(name, "closing_line.beat", row.flag("closing_line.beat"), beat)
            self._compare(name, "closing_line.points", row.number("closing_line.points"), points)
            self._compare(name, "closing_line.probability", row.number("closing_line.probability"), probability)

    def _all_there(self) -> None:
        """A bet on which books posted anything, of a game or period that was played, has its row, and no other."""
        season = self._season
        if not all(season.has(each) for each in ("games", "odds", "periods", "period_odds")):
            season.report.leave_out(f"{season.name('bets')}: whether all rows are there needs games, odds, periods and period_odds")
            return
        for game_id in season.games:
            periods = ["game", *season.period_scores.get(game_id, {})]
            wanted = {kind for period in periods for kind in kinds_of(season.sport, period) if self._is_posted(game_id, kind)}
            for kinds, word in ((wanted - self._found[game_id], "is missing"), (self._found[game_id] - wanted, "should not be there")):
                for kind in sorted(kinds, key=str):
                    named = " ".join(part for part in (kind.bet_type, kind.selection, kind.side) if part is not None)
                    season.report.name(f"{season.name('bets')}: {game_id}, {named} {word}")

    def _is_posted(self, game_id: str, kind: Kind) -> bool:
        market = f"{kind.side}_team_total" if kind.market == "team_total" else kind.market
        return self._checks.agreed(game_id, kind.period)[market].books > 0

    def _compare(self, name: str, column: str, found: object, computed: object) -> None:
        self._checks.compare("bets", name, column, found, computed)
