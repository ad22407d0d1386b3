"""Closing lines and scores, looked up as a bet sees them. They are added from rows as CSV of the API or of a season's files has them."""

from __future__ import annotations

from typing import Dict, Mapping, NamedTuple, Optional, Tuple

CONSENSUS = "consensus"
Row = Mapping[str, str]


class Close(NamedTuple):
    """As the selection sees it; what is missing is None."""

    line: Optional[float]
    # American odds.
    price: Optional[int]
    no_vig: Optional[float]


class Score(NamedTuple):
    home: int
    away: int


def _number(row: Row, name: str) -> Optional[float]:
    text = row.get(name, "")
    return None if text == "" else float(text)


def _price(row: Row, name: str) -> Optional[int]:
    text = row.get(name, "")
    return None if text == "" else int(text)


def no_vig_of(price: Optional[int], opposite: Optional[int]) -> Optional[float]:
    """p/(p+q) of the implied probabilities of a price and the opposite one, in whole numbers, half up, four decimals."""
    if price is None or opposite is None:
        return None
    own = (100 if price > 0 else -price) * (100 + abs(opposite))
    every = own + (100 if opposite > 0 else -opposite) * (100 + abs(price))
    return (20_000 * own + every) // (2 * every) / 10_000


class Lines:
    def __init__(self) -> None:
        self._closes: Dict[Tuple[str, str, str, str, str, str], Close] = {}
        self._scores: Dict[Tuple[str, str], Score] = {}

    def score(self, game_id: str, period: str) -> Optional[Score]:
        return self._scores.get((game_id, period))

    def close(
        self, game_id: str, period: str, market: str, side: str, team: Optional[str], book: str
    ) -> Optional[Close]:
        """`team`: whose total it is; None: of no team's total. `book`: its slug, or `consensus`."""
        return self._closes.get((game_id, period, market, side, team or "", book))

    def add_score(self, game_id: str, period: str, home: str, away: str) -> None:
        if home != "" and away != "":
            self._scores[(game_id, period)] = Score(int(home), int(away))

    def add_bet(self, row: Row) -> None:
        """A row of `/v1/bets`."""
        game_id, period = row["game_id"], row["period"]
        self.add_score(game_id, period, row.get("score.home", ""), row.get("score.away", ""))
        team = "" if row["market"] != "team_total" else "home" if row["side_team"] == row["home"] else "away"
        self._closes[(game_id, period, row["market"], row["selection"], team, row["book"])] = Close(
            _number(row, "close.line"), _price(row, "close.price"), _number(row, "close.no_vig_probability")
        )

    def add_odds(self, row: Row) -> None:
        """A row of `/v1/odds`, or with its period of `/v1/period_odds`: a book's own lines."""
        sides, points = ("home", "away"), ("over", "under")
        self._add(row, "moneyline", "", sides, "", ("moneyline.home_close", "moneyline.away_close"))
        self._add(row, "spread", "", sides, "spread.close", ("spread.home_juice_close", "spread.away_juice_close"))
        self._add(row, "total", "", points, "total.close", ("total.over_juice_close", "total.under_juice_close"))
        for team in sides:
            prices = (f"team_total.{team}_over_juice_close", f"team_total.{team}_under_juice_close")
            self._add(row, "team_total", team, points, f"team_total.{team}_close", prices)

    def _add(
        self, row: Row, market: str, team: str, sides: Tuple[str, str], line: str, prices: Tuple[str, str]
    ) -> None:
        posted = _number(row, line)
        first, second = _price(row, prices[0]), _price(row, prices[1])
        if posted is None and first is None and second is None:
            return
        other = None if posted is None else 0 - posted if market == "spread" else posted
        game_id, period, book = row["game_id"], row.get("period", "game"), row["book"]
        self._closes[(game_id, period, market, sides[0], team, book)] = Close(posted, first, no_vig_of(first, second))
        self._closes[(game_id, period, market, sides[1], team, book)] = Close(other, second, no_vig_of(second, first))
