"""What the words of a bet say: teams, market, period, side, line and price. Words that nobody knows are kept, so that none is passed over."""

from __future__ import annotations

import re
from typing import Dict, List, NamedTuple, Optional, Set, Tuple

from .known import KNOWN
from .numbers_read import Line, read_line
from .teams import Mention, TeamWords
from .tokens import Token, name_key, tokens_of

MARKETS = ("moneyline", "spread", "total", "team_total")
_SIDES = ("over", "under", "home", "away")
_PERIODS = ("game", "1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5")
_MOST_WORDS = 5
_phrases: Dict[str, str] = {
    (name_key(each) or each): name for name, words in KNOWN["phrases"].items() for each in words
}


class Named(NamedTuple):
    """A team that is named, and whether a separator such as "@" stands directly beside it."""

    mention: Mention
    is_after_separator: bool
    is_before_separator: bool
    end: int


class Said:
    def __init__(self, field: str) -> None:
        self.field = field
        self.named: List[Named] = []
        # "@" or "at" says who is at home: the second.
        self.is_at = False
        self.markets: List[str] = []
        self.periods: List[str] = []
        self.sides: Set[str] = set()
        self.lines: List[Line] = []
        self.prices: List[str] = []
        self.game_number: Optional[int] = None
        self.is_parlay = False
        self.is_live = False
        # What is named that is not graded here, such as a prop.
        self.refused: List[str] = []
        self.unknown: List[str] = []

    def add(self, name: str, words: str) -> None:
        if name in MARKETS:
            self.markets.append(name)
        elif name in _SIDES:
            self.sides.add(name)
        elif name in _PERIODS:
            self.periods.append(name)
        elif name in ("nrfi", "yrfi"):
            self.markets.append("total")
            self.periods.append("inn1")
            self.sides.add("under" if name == "nrfi" else "over")
            self.lines.append(Line(0.5, False))
        elif name == "pick":
            self.lines.append(Line(0, True))
        elif name in ("game_1", "game_2"):
            self.game_number = int(name[-1])
        elif name == "parlay":
            self.is_parlay = True
        elif name == "live":
            self.is_live = True
        elif name == "refused":
            self.refused.append(words)


def _phrase_at(tokens: List[Token], start: int) -> Optional[Tuple[str, int]]:
    for length in range(min(_MOST_WORDS, len(tokens) - start), 0, -1):
        name = _phrases.get(" ".join(token.text for token in tokens[start : start + length]))
        if name is not None:
            return name, length
    return None


def read_text(field: str, text: str, teams: TeamWords, sports: List[str]) -> Said:
    """`sports`: those that the bet may be of. In columns of markets, words of markets win over teams such as OU."""
    tokens = tokens_of(text)
    said = Said(field)
    is_market = field in ("market", "period", "tags")
    is_separated = is_price_next = False
    at = 0

    def separate(is_home_next: bool) -> None:
        nonlocal is_separated
        if said.named and said.named[-1].end == at:
            said.named[-1] = said.named[-1]._replace(is_before_separator=True)
        said.is_at = said.is_at or (is_home_next and len(said.named) > 0)
        is_separated = True

    while at < len(tokens):
        token = tokens[at]
        phrase = _phrase_at(tokens, at)
        team = teams.at(tokens, at, sports)
        phrase_length = 0 if phrase is None else phrase[1]
        team_length = 0 if team is None else team[1]
        is_number_next = at + 1 < len(tokens) and tokens[at + 1].kind == "number"
        if token.kind == "bar":
            said.is_parlay = True
            at += 1
        elif token.kind == "separator":
            is_price_next = token.text == "@" and is_number_next
            # A hyphen or a stroke between two names separates them, and elsewhere says nothing.
            if not is_price_next and (token.text == "@" or (said.named and said.named[-1].end == at)):
                separate(token.text == "@")
            at += 1
        elif phrase is not None and phrase[0] == "separator" and team_length < phrase_length:
            is_price_next = token.text == "at" and is_number_next
            if not is_price_next:
                separate(token.text == "at")
            at += phrase_length
        elif team is not None and (team_length > phrase_length or (team_length == phrase_length and not is_market)):
            said.named.append(Named(team[0], is_separated, False, at + team_length))
            is_separated = False
            at += team_length
        elif phrase is not None:
            said.add(phrase[0], " ".join(each.text for each in tokens[at : at + phrase_length]))
            at += phrase_length
        elif token.kind == "number":
            try:
                is_large = abs(float(token.text.replace(",", ".", 1))) >= 100
            except ValueError:
                is_large = False
            is_price = is_price_next or (is_large and token.text[0] in "+-")
            line = None if is_price else read_line(token.text)
            if is_price:
                said.prices.append(token.text)
            elif line is None:
                said.unknown.append(token.text)
            else:
                said.lines.append(line)
            is_price_next = False
            at += 1
        else:
            # "2u" is a stake of two units.
            if re.fullmatch(r"[0-9]+(\.[0-9]+)?u", token.text) is None:
                said.unknown.append(token.text)
            is_separated = False
            at += 1
    return said
