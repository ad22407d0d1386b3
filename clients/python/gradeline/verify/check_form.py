"""The rows of team_games that follow from one game: its results, and those of the team's last game. Ids have to be of a game."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, Optional

from .check_rows import Checks
from .facts import Game
from .grading import against_total, favorite
from .reading import Row


class FormChecks:
    """The checks of team_games and ids of one season."""

    def __init__(self, checks: Checks) -> None:
        self._checks = checks
        self._season = checks.season

    def run(self) -> None:
        if not self._season.has("games"):
            return
        self._season.each("team_games", self._team_game)
        self._season.each("ids", lambda row: self._checks.head("ids", row, str(row.text("game_id"))))

    def _team_game(self, row: Row) -> None:
        game_id, team = str(row.text("game_id")), row.text("team")
        name = f"{game_id}, {team}"
        self._checks.head("team_games", row, name)
        game = self._season.games.get(game_id)
        if game is None:
            return
        own = self._seen(game, "home" if team == game.head["home"] else "away")
        self._compare_seen(row, name, own, {column: column for column in own})
        last = self._season.games.get(str(row.text("last.game_id")))
        if last is None:
            return
        before = self._seen(last, "home" if team == last.head["home"] else "away")
        names = {"result.straight_up": "last.straight_up", "result.spread": "last.spread", "result.total": "last.total"}
        same = ("game_date", "opponent", "side", "neutral_site", "role", "margin", "margin_against_line", "overtime")
        self._compare_seen(row, name, before, {**names, **{column: f"last.{column}" for column in same}})

    def _compare_seen(self, row: Row, name: str, own: Dict[str, object], columns: Dict[str, str]) -> None:
        for member, column in columns.items():
            right = own[member]
            is_number = member in ("line", "total", "margin", "margin_against_line", "score.team", "score.opponent")
            found: object = row.number(column) if is_number else row.text(column)
            self._checks.compare("team_games", name, column, found, right)

    def _seen(self, game: Game, side: str) -> Dict[str, object]:
        """A game as one of its teams sees it."""
        is_home = side == "home"
        own, other = (game.score.home, game.score.away) if is_home else (game.score.away, game.score.home)
        line = None if game.spread.line is None else (game.spread.line if is_home else -game.spread.line)
        margin = Fraction(own - other)
        against = None if line is None else margin + line
        favored = favorite(self._season.sport, game.spread, game.moneyline)
        return {
            "game_date": game.head["game_date"],
            "opponent": game.head["away" if is_home else "home"],
            "side": side,
            "neutral_site": game.neutral_site,
            "overtime": game.overtime,
            "score.team": Fraction(own),
            "score.opponent": Fraction(other),
            "result.straight_up": _word(margin, "won", "tied", "lost"),
            "result.spread": _word(against, "covered", "push", "failed"),
            "result.total": _word(against_total(game.score, game.total_line), "over", "push", "under"),
            "role": None if favored is None else "favorite" if favored == side else "underdog",
            "line": line,
            "total": game.total_line,
            "margin": margin,
            "margin_against_line": against,
        }


def _word(ahead: Optional[Fraction], above: str, equal: str, below: str) -> Optional[str]:
    if ahead is None:
        return None
    return equal if ahead == 0 else above if ahead > 0 else below
