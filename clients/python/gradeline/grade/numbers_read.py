"""Prices, lines and amounts as people write them."""

from __future__ import annotations

import math
import re
from typing import List, NamedTuple, Optional

from .known import KNOWN, fold_words


class Price(NamedTuple):
    # What a stake of one unit wins.
    pays: float
    # The implied probability, vig included.
    implied: float
    # American odds where the file has them.
    american: Optional[int]


class Line(NamedTuple):
    value: float
    is_signed: bool


def four_decimals(value: float) -> float:
    """Four decimals, halves away from zero, as every number of the API has."""
    scaled = abs(value) * 10_000
    rounded = math.floor(scaled + 0.5 + scaled * 1e-15)
    if rounded == 0:
        return 0.0
    return (rounded if value > 0 else -rounded) / 10_000


def implied_of(american: float) -> float:
    return 100 / (100 + american) if american > 0 else -american / (100 - american)


def american_price(odds: float) -> Optional[Price]:
    """The price of American odds: a whole number of at least 100 on either side of zero."""
    if odds != math.floor(odds) or abs(odds) < 100 or abs(odds) > 1_000_000:
        return None
    american = 100 if odds == -100 else int(odds)
    pays = american / 100 if american > 0 else four_decimals(100 / -american)
    return Price(pays, implied_of(american), american)


def _plain(text: str) -> str:
    return re.sub(r"[\s'\ufeff]", "", re.sub("[−–—]", "-", text).replace("½", ".5")).lower()


def are_decimal_odds(texts: List[str]) -> bool:
    """Whether a column of prices is of decimal odds: it has such, and no sign anywhere. Then 101 is a decimal price too."""
    written = [text for text in map(_plain, texts) if text]
    has_decimal = any(re.fullmatch(r"[0-9]{1,2}[.,][0-9]+", text) for text in written)
    return has_decimal and not any(text[0] in "+-" for text in written)


def read_price(text: str, is_decimal: bool) -> Optional[Price]:
    written = re.sub(r"^\((.*)\)$", r"\1", _plain(text))
    if fold_words(text) in KNOWN["evenOdds"]:
        return american_price(100)
    fraction = re.fullmatch(r"([0-9]{1,5})/([0-9]{1,5})", written)
    if fraction is not None:
        over, under = int(fraction.group(1)), int(fraction.group(2))
        return Price(over / under, under / (over + under), None) if over > 0 and under > 0 else None
    if re.match(r"[+-]", written):
        whole = re.fullmatch(r"([+-][0-9]{1,3}(?:,[0-9]{3})+|[+-][0-9]+)(?:[.,]0+)?", written)
        return None if whole is None else american_price(float(whole.group(1).replace(",", "")))
    if re.fullmatch(r"[0-9]+([.,][0-9]+)?", written) is None:
        return None
    value = float(written.replace(",", "."))
    if value >= 100 and not is_decimal:
        return american_price(value)
    return Price(value - 1, 1 / value, None) if 1 < value <= 10_001 else None


def read_line(text: str) -> Optional[Line]:
    """A line in halves of a point: "+3.5", "-3½", "o44,5", "PK"."""
    written = re.sub(r"^\((.*)\)$", r"\1", _plain(text))
    written = re.sub(r"(pts|points|runs|goals)$", "", re.sub(r"^(over|under|o|u)", "", written))
    if re.fullmatch(r"pk|pick|pickem|ev|even", written):
        return Line(0, True)
    if re.fullmatch(r"[+-]?[0-9]{0,3}([.,][0-9]{1,2})?", written) is None or re.search("[0-9]", written) is None:
        return None
    value = float(written.replace(",", "."))
    if value * 4 != math.floor(value * 4):
        return None
    return Line(0 if value == 0 else value, written[0] in "+-" or value == 0)


def read_amount(text: str) -> Optional[float]:
    """Money or units: "$1,200.50", "1.200,50 €", "2u"."""
    written = re.sub(r"[$€£]|usd|eur|gbp|units?|u$", "", _plain(text))
    written = re.sub(r"^\((.*)\)$", r"-\1", written)
    if re.fullmatch(r"[+-]?[0-9.,]+", written) is None or re.search("[0-9]", written) is None:
        return None
    last = re.search(r"[.,](?=[0-9]{1,2}$|[0-9]{4,}$)", written)
    decimal = -1 if last is None else last.start()
    if decimal == -1 and re.fullmatch(r"[+-]?0[.,][0-9]+", written):
        decimal = written.replace(",", ".").index(".")
    whole = re.sub(r"[.,]", "", written if decimal == -1 else written[:decimal])
    text_value = whole if decimal == -1 else f"{whole}.{written[decimal + 1:]}"
    try:
        value = float(text_value)
    except ValueError:
        return None
    return value if abs(value) <= 1e12 else None
