"""A bet as a file says it, before a game is found for it."""

from __future__ import annotations

from typing import List, NamedTuple, Optional, Tuple

from .dates import DateRead
from .numbers_read import Line, Price
from .problem import Problem
from .teams import Mention


class Parts(NamedTuple):
    # The two teams; the first is away where the file says who is at home.
    matchup: Optional[Tuple[Mention, Mention]]
    is_ordered: bool
    # Further teams of the game, such as the opponent.
    others: List[Mention]
    # The team that is bet on, or whose total it is.
    pick: Optional[Mention]


class Wanted(NamedTuple):
    """Which game is meant."""

    game_id: Optional[str]
    sports: List[str]
    is_league: bool
    date: Optional[DateRead]
    # Milliseconds: the game begins between the two, where the file only says when the bet was placed and settled.
    placed_ms: Optional[int]
    settled_ms: Optional[int]
    parts: Parts
    # 1 or 2, of a doubleheader.
    game_number: Optional[int]


NOWHERE = Wanted(None, [], False, None, None, None, Parts(None, False, [], None), None)


class Bet(NamedTuple):
    # The line of the file, from 1.
    file_line: int
    cells: List[str]
    # The slug of a book that is known; `book_text` is what the file has.
    book: Optional[str]
    book_text: str
    stated: Optional[str]
    # Why the bet cannot be used; None: it can.
    problem: Optional[Problem]
    wanted: Wanted = NOWHERE
    market: str = "moneyline"
    period: str = "game"
    # None: the pick is the side.
    side: Optional[str] = None
    line: Optional[Line] = None
    # A total beside which a single team stands may be that team's: the close decides.
    is_loose_total: bool = False
    price: Optional[Price] = None
    stake: Optional[float] = None
    is_live: bool = False
