"""A text about a bet, cut into words, numbers and signs in one spelling."""

from __future__ import annotations

import re
import unicodedata
from typing import List, NamedTuple


class Token(NamedTuple):
    text: str
    # word, number, separator or bar
    kind: str


_pattern = re.compile(
    r"[0-9]+(?:\.[0-9]+)?u\b|[0-9]+(?:ers|st|nd|rd|th|h|q|p|way)\b|\b[ou](?=[0-9])|\b(?:over|under)(?=[0-9])"
    r"|[+-]?(?:[0-9]+(?:[.,][0-9]+)*|[.,][0-9]+)|[a-z][a-z0-9]*|@|/|\||(?<=\s)-(?=\s)",
    re.ASCII,
)


def tokens_of(text: str) -> List[Token]:
    plain = unicodedata.normalize("NFKC", text)
    plain = re.sub(r"([0-9])\s?1⁄2", r"\1.5", plain)
    plain = re.sub(r"(^|[^0-9])1⁄2", r"\g<1>0.5", plain)
    plain = unicodedata.normalize("NFKD", re.sub("[−–—]", "-", plain))
    plain = re.sub("[\u0300-\u036f]", "", plain).lower().replace("&", "and")
    plain = re.sub("['’`ʻ]", "", plain)
    plain = re.sub(r"([a-z])\.(?=[a-z])", r"\1", plain)
    plain = re.sub(r"\.(?![0-9])", " ", plain)
    plain = re.sub(r"over\s*/\s*under", "over under", plain)
    plain = re.sub(r"\bo\s*/\s*u\b", "over under", plain, flags=re.ASCII)
    plain = re.sub(r"([a-z])-(?=[a-z])", r"\1 ", plain).replace("_", " ")
    return [Token(each, _kind_of(each)) for each in _pattern.findall(plain)]


def _kind_of(text: str) -> str:
    if text == "|":
        return "bar"
    if text in ("@", "/", "-"):
        return "separator"
    return "number" if re.fullmatch(r"[+-]?[0-9.,]+", text) else "word"


def name_key(name: str) -> str:
    """The words of a name as the tokens of a text have them."""
    return " ".join(token.text for token in tokens_of(name) if token.kind in ("word", "number"))
