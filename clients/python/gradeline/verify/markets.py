"""The markets of a game and its periods, as files have them: the quotes of each book, and their consensus."""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Optional, Tuple

from .consensus import Quote, lean, line_of, moneyline_of, nothing
from .reading import Row

ends = ("open", "close")
markets = ("moneyline", "spread", "total")
team_totals = ("home_team_total", "away_team_total")


class Ends(NamedTuple):
    """What was shown first and last."""

    open: Quote
    close: Quote

    @property
    def is_posted(self) -> bool:
        return any(value is not None for quote in self for value in quote)


class Agreed(NamedTuple):
    """The consensus of a market, and how many books posted it."""

    ends: Ends
    books: int


# The quotes of every book by period and market.
Books = Dict[Tuple[str, str], List[Ends]]


def columns_of(market: str, end: str) -> Tuple[Optional[str], str, str]:
    """The columns of line, first and second price at the open or the close."""
    if market == "moneyline":
        return None, f"moneyline.home_{end}", f"moneyline.away_{end}"
    if market in team_totals:
        team = market[:4]
        return f"team_total.{team}_{end}", f"team_total.{team}_over_juice_{end}", f"team_total.{team}_under_juice_{end}"
    first, second = ("home", "away") if market == "spread" else ("over", "under")
    return f"{market}.{end}", f"{market}.{first}_juice_{end}", f"{market}.{second}_juice_{end}"


def quote_in(row: Row, market: str, end: str, prefix: str = "") -> Quote:
    """A column that the file does not have is None."""
    line, first, second = columns_of(market, end)
    prices = [row.whole(prefix + name) if row.has(prefix + name) else None for name in (first, second)]
    return Quote(None if line is None else row.number(prefix + line), prices[0], prices[1])


def ends_in(row: Row, market: str, prefix: str = "") -> Ends:
    return Ends(quote_in(row, market, "open", prefix), quote_in(row, market, "close", prefix))


def agreed_in(books: Books, period: str) -> Dict[str, Agreed]:
    """The consensus of each market of a period; open and close are computed apart."""
    posted = {
        market: [each for each in books.get((period, market), []) if each.is_posted] for market in markets + team_totals
    }
    made: Dict[str, Tuple[Quote, Quote]] = {}
    moneyline = tuple(moneyline_of([each[place] for each in posted["moneyline"]]) for place in (0, 1))
    for market, own in posted.items():
        quotes = [[each[place] for each in own] for place in (0, 1)]
        signs = [lean(each) if market == "spread" else 0 for each in moneyline]
        opened, closed = (line_of(quotes[place], signs[place]) for place in (0, 1))
        made[market] = (opened, closed)
    made["moneyline"] = (moneyline[0], moneyline[1])
    return {market: Agreed(Ends(*made[market]), len(posted[market])) for market in made}


def no_quotes() -> Ends:
    return Ends(nothing, nothing)
