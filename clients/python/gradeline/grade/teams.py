"""Which teams a name may mean. A name of several teams is all of them, until a game decides."""

from __future__ import annotations

import re
from typing import Dict, FrozenSet, Iterator, List, NamedTuple, Optional, Tuple

from .known import KNOWN, SPORTS
from .tokens import Token, name_key


class Mention(NamedTuple):
    # As the text has it.
    text: str
    # Such as `nfl DAL`.
    teams: FrozenSet[str]
    # How sure the name is of its team: 0 a place or an abbreviation, 1 a mascot, 2 both.
    strength: int


def team_key(sport: str, abbreviation: str) -> str:
    return f"{sport} {abbreviation}"


_MOST_WORDS = 8
_Names = Dict[str, Dict[str, int]]
_known_names: Optional[_Names] = None


def _names() -> _Names:
    """Every name of every team that this client knows; made once."""
    global _known_names
    if _known_names is None:
        names: _Names = {}
        for sport in SPORTS:
            for row in KNOWN["teams"][sport]:
                key = team_key(sport, row[0])
                for name, strength in _names_of(row):
                    words = name_key(name)
                    if words:
                        own = names.setdefault(words, {})
                        own[key] = max(own.get(key, 0), strength)
        _known_names = names
    return _known_names


class TeamWords:
    def __init__(self) -> None:
        self._names = _names()

    def at(self, tokens: List[Token], start: int, sports: List[str]) -> Optional[Tuple[Mention, int]]:
        """The longest name that begins at a token, and how many tokens it has."""
        end = start
        while end < len(tokens) and end - start < _MOST_WORDS and tokens[end].kind in ("word", "number"):
            end += 1
        while end > start:
            text = " ".join(token.text for token in tokens[start:end])
            named = self._names.get(text)
            found = {} if named is None else {key: each for key, each in named.items() if key.split(" ")[0] in sports}
            if found:
                return Mention(text, frozenset(found), min(found.values())), end - start
            end -= 1
        return None


def _names_of(row: List[object]) -> Iterator[Tuple[str, int]]:
    for name, strength in _plain_names_of(row):
        yield name, strength
        if re.search(r"\bstate\b", name, re.IGNORECASE | re.ASCII):
            yield re.sub(r"\bstate\b", "St", name, flags=re.IGNORECASE | re.ASCII), strength
        if re.search(r"\bst\b\.?", name, re.IGNORECASE | re.ASCII):
            yield re.sub(r"\bst\b\.?", "Saint", name, flags=re.IGNORECASE | re.ASCII), strength


def _plain_names_of(row: List[object]) -> Iterator[Tuple[str, int]]:
    abbreviation, name, city, school, mascot, spellings = row
    assert isinstance(abbreviation, str) and isinstance(name, str) and isinstance(spellings, list)
    yield name, 2
    yield abbreviation, 0
    place = None
    if isinstance(mascot, str) and name.endswith(f" {mascot}"):
        place = name[: -len(mascot) - 1]
    places = list(dict.fromkeys(each for each in (school, city, place) if isinstance(each, str)))
    short = [each for name_of in places for each in KNOWN["cities"].get(name_key(name_of), [])]
    mascots = [mascot, *KNOWN["mascots"].get(name_key(mascot), [])] if isinstance(mascot, str) else []
    for each in [*places, *short]:
        yield each, 0
    for each in mascots:
        yield each, 1
        yield f"{abbreviation} {each}", 2
        for before in [*places, *short]:
            yield f"{before} {each}", 2
    for each in spellings:
        is_short = school is not None or re.fullmatch("[A-Z]{2,4}", each) is not None
        yield each, 0 if is_short else 1
        if school is not None:
            for after in mascots:
                yield f"{each} {after}", 2
