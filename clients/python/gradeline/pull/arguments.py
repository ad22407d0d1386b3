"""What `pull` takes on its command line."""

from __future__ import annotations

import argparse
import difflib
import os
import sys
from pathlib import Path
from typing import List, NamedTuple, NoReturn, Optional, Sequence

from ..names import data_sets as all_data_sets
from ..names import formats as all_formats
from ..names import sports as all_sports


class Wanted(NamedTuple):
    """What a mirror holds, where it is, and what it may cost."""

    sports: List[str]
    since: Optional[int]
    data_sets: Optional[List[str]]
    format: str
    folder: Path
    max_requests: Optional[int]
    base_url: str
    api_key: str
    accept_restore: bool
    accept_unsigned: bool


class Parser(argparse.ArgumentParser):
    """Ends with 1 where argparse ends with 2, which stands for a budget here."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}", file=sys.stderr)
        sys.exit(1)


def read_arguments(words: Sequence[str]) -> Wanted:
    parser = Parser(prog="python -m gradeline pull", description="Keeps whole seasons as files in a folder.")
    parser.add_argument("sports", metavar="SPORTS", help=f"all, or some of {', '.join(all_sports)}, with commas between")
    parser.add_argument("--since", type=_year, metavar="YEAR", help="the first season; all seasons when absent")
    parser.add_argument("--data-sets", metavar="a,b", help=f"some of {', '.join(all_data_sets)}; all when absent")
    parser.add_argument("--format", default="csv.gz", choices=all_formats, help="csv.gz when absent")
    parser.add_argument("--to", required=True, metavar="DIR", help="the folder of the mirror")
    parser.add_argument("--max-requests", type=_count, metavar="N", help="the most requests that a run may cost")
    parser.add_argument("--base-url", metavar="URL", help="the server; GRADELINE_URL when absent")
    parser.add_argument("--accept-restore", action="store_true", help="go on after the archive was restored from a backup")
    parser.add_argument(
        "--accept-unsigned", action="store_true", help="go on where the history was signed before and no longer is; the key that was kept goes"
    )
    given = parser.parse_args(list(words))
    base_url = (given.base_url or os.environ.get("GRADELINE_URL") or "").strip()
    api_key = os.environ.get("GRADELINE_API_KEY")
    if not base_url:
        parser.error("there is no server: give --base-url, or set GRADELINE_URL")
    if not api_key:
        parser.error("there is no API key: set GRADELINE_API_KEY")
    return Wanted(
        all_sports if given.sports == "all" else _names(parser, "SPORTS", given.sports, all_sports),
        given.since,
        None if given.data_sets is None else _names(parser, "--data-sets", given.data_sets, all_data_sets),
        given.format,
        Path(given.to),
        given.max_requests,
        base_url.rstrip("/"),
        api_key,
        given.accept_restore,
        given.accept_unsigned,
    )


def _names(parser: Parser, argument: str, text: str, known: List[str]) -> List[str]:
    """In the order of the API, each once."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name.lower(), known, 1, 0.4)
            meant = f"; did you mean {near[0]}?" if near else ""
            parser.error(f"{argument}: there is no {name!r} among {', '.join(known)}{meant}")
    return [name for name in known if name in names]


def _year(text: str) -> int:
    if len(text) != 4 or not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"a season is a year of four digits, not {text!r}")
    return int(text)


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"a whole number from 0 to 999999999, not {text!r}")
    return int(text)
