"""The bets of a file: each row read by its columns, with what is wrong with it."""

from __future__ import annotations

import re
from typing import Callable, List, NamedTuple, Optional, Tuple, TypeVar

from .bet import Bet, Wanted
from .bet_text import Said, read_text
from .columns import Columns
from .csvs import CsvFile, CsvRow
from .dates import DateRead, order_of, read_date
from .known import find_book, find_result, find_sports, fold_words
from .named_teams import named_teams
from .numbers_read import Line, Price, are_decimal_odds, read_amount, read_line, read_price
from .problem import Problem, UnreadableFile, quoted
from .teams import TeamWords

_Value = TypeVar("_Value")


class _Manner(NamedTuple):
    """How all rows of a file are written."""

    order: Optional[str]
    is_decimal: bool
    # Dates have times, so that midnight is one too.
    has_times: bool


class _Unusable(Exception):
    """A bet cannot be used."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.problem = Problem(code, text)


def read_bets(file: CsvFile, columns: Columns, order: Optional[str] = None) -> List[Bet]:
    """`order` of day and month, where the caller knows it. Raises UnreadableFile where a column has dates in both orders."""
    known = order or _order_in(file, columns)
    dates = [read_date(_cell_of(row, columns, "date"), known) for row in file.rows]
    manner = _Manner(
        known,
        are_decimal_odds([_cell_of(row, columns, "price") for row in file.rows]),
        any(each is not None and each.instant_ms is not None for each in dates),
    )
    teams = TeamWords()
    return [_read_bet(row, file, columns, teams, manner) for row in file.rows]


def _order_in(file: CsvFile, columns: Columns) -> Optional[str]:
    known: Optional[str] = None
    for field in ("date", "placed", "settled"):
        order = order_of([_cell_of(row, columns, field) for row in file.rows])
        if order == "both":
            column = file.header[columns[field][0]]
            said = f"column {quoted(column)} has the day first in some lines and the month first in others"
            raise UnreadableFile(f"{said}: write dates as 2025-09-04, or say --dates mdy or dmy")
        known = known or order
    # Where a comma is the sign of decimals, fields are separated by semicolons, and the day comes first.
    return known or ("dmy" if file.separator == ";" else None)


def _cell_of(row: CsvRow, columns: Columns, field: str, between: str = " ") -> str:
    return between.join(cell for cell in (row.cells[at] for at in columns.get(field, [])) if cell)


def _read_bet(row: CsvRow, file: CsvFile, columns: Columns, teams: TeamWords, manner: _Manner) -> Bet:
    def cell(field: str, between: str = " ") -> str:
        return _cell_of(row, columns, field, between)

    def read(field: str, what: str, code: str, reader: Callable[[str], Optional[_Value]]) -> Optional[_Value]:
        text = cell(field)
        if text == "":
            return None
        value = reader(text)
        if value is None:
            raise _Unusable(code, f"column {quoted(file.header[columns[field][0]])} is not {what}: {quoted(text)}")
        return value

    def date_of(field: str) -> Optional[DateRead]:
        is_midnight_time = field != "date" or manner.has_times
        return read(field, "a date", "date", lambda text: read_date(text, manner.order, is_midnight_time))

    plain = Bet(row.line, row.cells, find_book(cell("book")), cell("book"), find_result(cell("result")), None)
    try:
        said = find_sports(cell("sport", "|"))
        if not said.sports:
            raise _Unusable("sport", f"no games of {quoted(cell('sport'))} are known here")
        names = ("pick", "market", "period", "event", "home", "away", "opponent", "tags")
        texts = [read_text(field, cell(field), teams, said.sports) for field in names]
        _refuse_kinds(texts)
        game_id = cell("game_id").upper()
        parts = named_teams(texts, game_id != "")
        if isinstance(parts, str):
            raise _Unusable("team", parts)
        stake = read("stake", "an amount", "cell", read_amount)
        price = read("price", "a price", "price", lambda text: read_price(text, manner.is_decimal))
        if price is None:
            price = _price_in(texts, manner)
        over_under, home_away = _sides_of(texts)
        market = _market_of(texts, cell("line"))
        line = _line_of(texts, market, cell("line"))
        side = _side_of(over_under, home_away, market, parts.pick is not None)
        date, placed, settled = date_of("date"), date_of("placed"), date_of("settled")
        when = _when_of(date, placed, settled, game_id != "")
        number = _game_number_of(texts, cell("game_number"))
        wanted = Wanted(game_id or None, said.sports, said.is_league, *when, parts, number)
        periods = list(dict.fromkeys(each for text in _own(texts) for each in text.periods))
        parts_of_game = [each for each in periods if each != "game"]
        if len(parts_of_game) > 1:
            raise _Unusable("market", f"two periods are named: {', '.join(periods)}")
        return plain._replace(
            wanted=wanted,
            market=market,
            period=parts_of_game[0] if parts_of_game else "game",
            side=side,
            line=line,
            price=price,
            is_loose_total=market == "total" and parts.pick is not None,
            stake=None if stake is None else abs(stake),
            is_live=any(each.is_live for each in texts) or fold_words(cell("tags")) in ("true", "yes", "y", "1"),
        )
    except _Unusable as error:
        return plain._replace(problem=error.problem)


def _own(texts: List[Said]) -> List[Said]:
    """Events and teams are names; nothing of them says what was bet on."""
    return [each for each in texts if each.field in ("pick", "market", "period")]


def _refuse_kinds(texts: List[Said]) -> None:
    own = [each for each in texts if each.field != "tags"]
    if any(each.is_parlay for each in own):
        raise _Unusable("kind", "a parlay or teaser: only single bets are graded")
    refused = " ".join(word for each in own for word in each.refused)
    if refused:
        raise _Unusable("kind", f"not a kind of bet that is graded here: {quoted(refused)}")
    unknown = " ".join(word for each in own for word in each.unknown)
    if unknown:
        raise _Unusable("words", f"these words are not understood: {quoted(unknown)}")


def _market_of(texts: List[Said], line_text: str) -> str:
    own = _own(texts)
    markets = list(dict.fromkeys(each for text in own for each in text.markets))
    if "team_total" in markets and "total" in markets:
        markets.remove("total")
    if len(markets) > 1:
        raise _Unusable("market", f"two markets are named: {', '.join(markets)}")
    if markets:
        return markets[0]
    if any(each.sides & {"over", "under"} for each in own):
        return "total"
    return "spread" if any(each.lines for each in own) or read_line(line_text) is not None else "moneyline"


def _sides_of(texts: List[Said]) -> Tuple[Optional[str], Optional[str]]:
    sides = {side for each in _own(texts) for side in each.sides}
    if {"over", "under"} <= sides:
        picked = next(each.sides for each in texts if each.field == "pick")
        if ("over" in picked) == ("under" in picked):
            raise _Unusable("side", "both over and under are named")
        sides.discard("under" if "over" in picked else "over")
    if {"home", "away"} <= sides:
        raise _Unusable("side", "both home and away are named")

    def one(*names: str) -> Optional[str]:
        return next((name for name in names if name in sides), None)

    return one("over", "under"), one("home", "away")


def _side_of(over_under: Optional[str], home_away: Optional[str], market: str, has_pick: bool) -> Optional[str]:
    if market in ("moneyline", "spread"):
        if over_under is not None:
            raise _Unusable("side", f"a {market} has no {over_under}")
        if home_away is None and not has_pick:
            raise _Unusable("side", "the team that was bet on is not named")
        return home_away
    if over_under is None:
        raise _Unusable("side", "neither over nor under is named")
    if market == "team_total" and not has_pick:
        raise _Unusable("side", "the team whose total it is is not named")
    return over_under


def number_text(value: float) -> str:
    """A number as JavaScript writes it: 3 and not 3.0."""
    return str(int(value)) if value == int(value) else repr(value)


def _line_of(texts: List[Said], market: str, line_text: str) -> Optional[Line]:
    if market == "moneyline":
        return None
    of_column = read_line(line_text)
    if line_text != "" and of_column is None:
        raise _Unusable("line", f"no line: {quoted(line_text)}")
    lines = [*([] if of_column is None else [of_column]), *(line for each in _own(texts) for line in each.lines)]
    signed = [each for each in lines if each.is_signed] if market == "spread" else []
    if not lines:
        raise _Unusable("line", "the line is missing")
    line = (signed or lines)[0]

    def value(each: Line) -> float:
        return each.value if market == "spread" else abs(each.value)

    for each in lines:
        same_sign = each.is_signed == line.is_signed
        if (value(each) != value(line)) if same_sign else (abs(each.value) != abs(line.value)):
            raise _Unusable("line", f"two lines are named: {' and '.join(number_text(one.value) for one in lines)}")
    if line.value * 2 != int(line.value * 2):
        text = number_text(line.value)
        raise _Unusable("line", f"a line in quarters pays by halves and is not graded: {text}")
    return line._replace(value=value(line))


def _price_in(texts: List[Said], manner: _Manner) -> Optional[Price]:
    prices = [price for each in texts for price in each.prices]
    return read_price(prices[0], manner.is_decimal) if prices else None


def _game_number_of(texts: List[Said], text: str) -> Optional[int]:
    match = re.fullmatch(r"(?:game |g)?([12])", fold_words(text))
    if match is not None:
        return int(match.group(1))
    return next((each.game_number for each in texts if each.game_number is not None), None)


def _when_of(
    date: Optional[DateRead], placed: Optional[DateRead], settled: Optional[DateRead], has_id: bool
) -> Tuple[Optional[DateRead], Optional[int], Optional[int]]:
    if date is not None or has_id:
        return date, None, None
    if placed is None:
        raise _Unusable("date", "the date is missing")
    if placed.instant_ms is None:
        return placed, None, None
    return None, placed.instant_ms, None if settled is None else settled.instant_ms
