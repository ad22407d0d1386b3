"""What is known of the words of bettors: see clients/shared/words.json, from which both clients have it."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any, Dict, List, NamedTuple, Optional

from .known_text import KNOWN_TEXT

SPORTS = ("mlb", "nfl", "ncaaf", "nba", "nhl")
KNOWN: Dict[str, Any] = json.loads(KNOWN_TEXT)
FIELDS: List[str] = list(KNOWN["columns"])


def fold_column(name: str) -> str:
    """A name of a column without case, spaces and punctuation."""
    return re.sub(r"[^a-z0-9]", "", unicodedata.normalize("NFKD", name).lower())


def fold_words(text: str) -> str:
    """Words in small letters with one space between: "Settled_WIN" becomes "settled win"."""
    plain = unicodedata.normalize("NFKD", text).lower().replace("&", "and")
    return re.sub(r"[^a-z0-9]+", " ", re.sub(r"['’.]", "", plain)).strip()


def _spelled(lists: Dict[str, List[str]]) -> Dict[str, str]:
    return {fold_words(word): name for name, words in lists.items() for word in words}


_books = _spelled(KNOWN["books"])
_results = _spelled(KNOWN["results"])


def find_book(text: str) -> Optional[str]:
    """The slug of a book that somebody writes; None for one that is not known."""
    folded = fold_words(text)
    short = re.sub(r" (sportsbook|sports|book|casino|online|com|us|[a-z]{2})$", "", folded)
    return _books.get(folded) or _books.get(short) or _books.get(folded.replace(" ", ""))


def find_result(text: str) -> Optional[str]:
    """won, lost, push or other; None for an empty cell and for words that say nothing known."""
    return _results.get(fold_words(text))


class SportsSaid(NamedTuple):
    sports: List[str]
    # Whether the league is named, and not only what is played.
    is_league: bool


def find_sports(text: str) -> SportsSaid:
    """The sports that a text may mean: all of them where it is empty, none where it means something else."""
    parts = [part for part in map(fold_words, text.split("|")) if part]
    if not parts:
        return SportsSaid(list(SPORTS), False)

    def named(lists: Dict[str, List[str]]) -> List[str]:
        return [sport for sport in SPORTS if any(fold_words(word) in parts for word in lists[sport])]

    leagues = named(KNOWN["sports"])
    if leagues:
        return SportsSaid(leagues, True)
    return SportsSaid(named(KNOWN["broadSports"]), False)
