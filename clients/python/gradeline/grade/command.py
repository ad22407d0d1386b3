"""`python -m gradeline grade`: a file of bets, graded from a mirror or by the API."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import NoReturn, Optional, Sequence, Tuple

from ..client import Gradeline
from ..errors import GradelineError
from .api_source import ask_games, ask_lines
from .asked_lines import game_questions, most_line_requests
from .columns import read_mapping
from .grading import Prepared, days_of, graded, matched, prepare
from .lines import Lines
from .matching import Match
from .mirror_source import MirrorSource
from .problem import UnreadableFile
from .report import graded_csv, total_lines

OVER_BUDGET = 2
_SHOWN_PROBLEMS = 20


class _Parser(argparse.ArgumentParser):
    """Ends with 1 where argparse ends with 2, which stands for a budget here."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}", file=sys.stderr)
        sys.exit(1)


def main(words: Sequence[str]) -> int:
    """Returns the exit code: 0 right, 1 something failed, 2 the budget would be passed and nothing was begun."""
    parser = _Parser(prog="python -m gradeline grade", description="Grades a CSV file of your bets.")
    parser.add_argument("file", metavar="FILE.csv")
    parser.add_argument("--mirror", metavar="DIR", help="a folder that pull has made: no request is made")
    parser.add_argument("--base-url", metavar="URL", help="the server; GRADELINE_URL when absent")
    parser.add_argument("--map", action="append", default=[], metavar="field=Column", help="which column says what")
    parser.add_argument("--dates", choices=("mdy", "dmy"), help="the order of month and day")
    parser.add_argument("--out", metavar="FILE", help="where the graded bets are written, as CSV")
    parser.add_argument("--max-requests", type=int, metavar="N", help="the most requests that a run may cost")
    given = parser.parse_args(list(words))
    try:
        return _grade(given)
    except (UnreadableFile, GradelineError, OSError) as error:
        print(error, file=sys.stderr)
        return 1


def _grade(given: argparse.Namespace) -> int:
    mappings = [read_mapping(text) for text in given.map]
    data = Path(given.file).read_bytes()
    try:
        prepared = prepare(data, mappings, given.dates)
    except UnreadableFile as error:
        raise UnreadableFile(f"{given.file}: {error}") from error
    found = _from_api(prepared, given) if given.mirror is None else _from_mirror(prepared, given.mirror)
    if found is None:
        return OVER_BUDGET
    bets, totals = graded(*found)
    if given.out is not None:
        Path(given.out).write_bytes(graded_csv(prepared, bets).encode("utf-8"))
    problems = [f"line {bet.match.bet.file_line}: {bet.problem.text}" for bet in bets if bet.problem is not None]
    more = len(problems) - _SHOWN_PROBLEMS
    last = [f"and {more} more; --out has them all"] if more > 0 else []
    print("\n".join([*total_lines(totals), *problems[:_SHOWN_PROBLEMS], *last]))
    return 0


def _from_mirror(prepared: Prepared, folder: str) -> Tuple[Sequence[Match], Lines]:
    source = MirrorSource(folder)
    matches = matched(prepared, source.games(days_of(prepared.bets)))
    return matches, source.lines(matches)


def _from_api(prepared: Prepared, given: argparse.Namespace) -> Optional[Tuple[Sequence[Match], Lines]]:
    """None where the plan is above the budget."""
    base_url = given.base_url or os.environ.get("GRADELINE_URL")
    api_key = os.environ.get("GRADELINE_API_KEY")
    if not base_url or not api_key:
        raise UnreadableFile("give --mirror DIR, or --base-url URL and the key in GRADELINE_API_KEY")
    days = days_of(prepared.bets)
    questions = game_questions(days)
    for_games = sum(each.requests for each in questions)
    most = for_games + most_line_requests(prepared.bets, days)
    print(f"At most {most} requests: {for_games} for games, and {most - for_games} for their lines.")
    if given.max_requests is not None and most > given.max_requests:
        print(f"--max-requests {given.max_requests} is less than that, so that nothing was asked", file=sys.stderr)
        return None
    client = Gradeline(base_url, api_key)
    games = ask_games(client, questions)
    matches = matched(prepared, games)
    lines = ask_lines(client, matches, games)
    print(f"{client.requests} requests were made.")
    return matches, lines
