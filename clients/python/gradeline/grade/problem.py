"""Why a file or a bet of it cannot be used."""

from __future__ import annotations

import re
from typing import NamedTuple


class Problem(NamedTuple):
    """Programs go by the code, people read the text."""

    code: str
    text: str


class UnreadableFile(Exception):
    """The file as a whole cannot be read: the message names the line and the column where there are such."""


def quoted(text: str) -> str:
    """A part of a text for a message, short and on one line."""
    plain = re.sub(r"\s+", " ", text).strip()
    return f'"{plain[:57] + "..." if len(plain) > 60 else plain}"'
