"""Games and lines out of the API, in requests that are planned before."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Sequence

from ..client import Gradeline
from .asked_lines import Question, line_questions
from .games import Games, game_of
from .lines import Lines
from .matching import Match


def flat_row(value: Mapping[str, Any]) -> Dict[str, str]:
    """A row of a JSON answer as CSV has it: names with dots, texts, and an empty text for null."""
    row: Dict[str, str] = {}

    def add(name: str, member: Any) -> None:
        if isinstance(member, Mapping):
            for key, each in member.items():
                add(f"{name}.{key}" if name else key, each)
        else:
            row[name] = "" if member is None else str(member)

    add("", value)
    return row


def ask_games(client: Gradeline, questions: Sequence[Question]) -> Games:
    found = []
    for each in questions:
        filters: Any = {"sport": each.sport, "from_": each.first, "to": each.last}
        found += [game_of(flat_row(row)) for row in client.games(**filters)]
    return Games(game for game in found if game is not None)


def ask_lines(client: Gradeline, matches: Sequence[Match], games: Games) -> Lines:
    """The lines of the games of matched bets."""
    lines = Lines()
    for each in line_questions(matches, games):
        days = {"from_": each.first, "to": each.last}
        which = days if each.game_id is None else {"game_id": each.game_id}
        filters: Any = {"sport": each.sport, **which, "bet_type": each.bet_types, "book": each.books}
        for row in client.bets(**filters):
            lines.add_bet(flat_row(row))
    return lines
