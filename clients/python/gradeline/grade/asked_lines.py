"""Which requests bring the games and lines of a file of bets, at the lowest cost: spans of days whose rows fill a page."""

from __future__ import annotations

from typing import Callable, Dict, Iterable, List, NamedTuple, Optional, Sequence, Set, Tuple

from .bet import Bet
from .dates import add_days
from .games import Games
from .grading import Days
from .known import KNOWN
from .lines import CONSENSUS
from .matching import Match

_PAGE_ROWS = 1000
# No day of a sport has had more games.
_MOST_GAMES = {"mlb": 20, "nfl": 16, "ncaaf": 90, "nba": 16, "nhl": 17}


class Question(NamedTuple):
    sport: str
    first: str
    last: str
    # At most so many requests, since a page has 1,000 rows.
    requests: int
    bet_types: List[str] = []
    books: List[str] = []
    # One game in the place of all games of the days.
    game_id: Optional[str] = None


def _requests_of(rows: int) -> int:
    return max(1, -(-rows // _PAGE_ROWS))


def _spans_of(days: Sequence[str], rows_of: Callable[[str], int]) -> List[Tuple[str, str, int]]:
    """Spans that begin and end with a day that is wanted, and have at most a page of rows where they have several days."""
    spans: List[Tuple[str, str, int]] = []
    for day in days:
        if spans:
            first, last, rows = spans[-1]
            rows += rows_of(day)
            each = add_days(last, 1)
            while each < day and rows <= _PAGE_ROWS:
                rows += rows_of(each)
                each = add_days(each, 1)
            if each == day and rows <= _PAGE_ROWS:
                spans[-1] = (first, day, rows)
                continue
        spans.append((day, day, rows_of(day)))
    return spans


def game_questions(days: Days) -> List[Question]:
    """The questions to `/v1/games`."""
    return [
        Question(sport, first, last, _requests_of(rows))
        for sport, own in days.items()
        for first, last, rows in _spans_of(own, lambda _, most=_MOST_GAMES[sport]: most)  # type: ignore[misc]
    ]


def _bet_types_of(sport: str, bets: Iterable[Bet]) -> List[str]:
    types = KNOWN["betTypes"][sport]
    return sorted({name for bet in bets for name in types.get(f"{bet.market} {bet.period}", [])})


def line_questions(matches: Sequence[Match], games: Games) -> List[Question]:
    """The questions to `/v1/bets` that matched bets need."""
    sports: Dict[str, List[Match]] = {}
    for match in matches:
        if match.game is not None:
            sports.setdefault(match.game.sport, []).append(match)
    return [question for sport, own in sports.items() for question in _of_sport(sport, own, games)]


def _of_sport(sport: str, matches: List[Match], games: Games) -> List[Question]:
    bet_types = _bet_types_of(sport, [match.bet for match in matches])
    if not bet_types:
        return []
    books = sorted({CONSENSUS, *(match.bet.book for match in matches if match.bet.book is not None)})
    # A bet type has two rows at each book: its two sides, or both teams.
    a_game = 2 * len(bet_types) * len(books)
    ids: Dict[str, Set[str]] = {}
    for match in matches:
        if match.game is not None:
            ids.setdefault(match.game.date, set()).add(match.game.id)
    questions = []
    for first, last, rows in _spans_of(
        sorted(ids), lambda day: a_game * (len(games.on(sport, day)) or _MOST_GAMES[sport])
    ):
        of_game = _requests_of(a_game)
        if first != last or len(ids[first]) * of_game >= _requests_of(rows):
            questions.append(Question(sport, first, last, _requests_of(rows), bet_types, books))
        else:
            for game_id in sorted(ids[first]):
                questions.append(Question(sport, first, last, of_game, bet_types, books, game_id))
    return questions


def most_line_requests(bets: Sequence[Bet], days: Days) -> int:
    """At most so many requests for lines, before any game is known."""
    books = len({CONSENSUS, *(bet.book for bet in bets if bet.book is not None)})
    total = 0
    for sport, own in days.items():
        usable = [
            bet
            for bet in bets
            if bet.problem is None and (bet.wanted.game_id is not None or sport in bet.wanted.sports)
        ]
        a_game = 2 * len(_bet_types_of(sport, usable)) * books
        most = a_game * _MOST_GAMES[sport]
        by_span = sum(_requests_of(rows) for _, _, rows in _spans_of(own, lambda _, rows=most: rows))  # type: ignore[misc]
        total += min(by_span, len(usable) * _requests_of(a_game))
    return total
