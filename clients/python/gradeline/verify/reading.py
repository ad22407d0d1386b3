"""Reads the rows of a file of CSV.gz. Numbers are exact: whole ones are int, others Fraction."""

from __future__ import annotations

import csv
import gzip
import re
import zlib
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import IO, Dict, Iterator, List, Optional


# A row has some hundred cells.
most_line_characters = 1_000_000


class Unreadable(Exception):
    """A file that is no CSV of Gradeline: a sentence that names file and line."""


class BadCell(Exception):
    """A cell that is not of the type of its column."""

    def __init__(self, column: str, text: str, kind: str) -> None:
        super().__init__(column, text, kind)
        self.column = column
        self.text = text
        self.kind = kind


class Row:
    """One row: cells by column. An empty cell is None. Raises BadCell, and KeyError for a column that there is not."""

    __slots__ = ("_cells", "_places")

    def __init__(self, cells: List[str], places: Dict[str, int]) -> None:
        self._cells = cells
        self._places = places

    def has(self, column: str) -> bool:
        return column in self._places

    def text(self, column: str) -> Optional[str]:
        return self._cells[self._places[column]] or None

    def number(self, column: str) -> Optional[Fraction]:
        text = self._cells[self._places[column]]
        value = _exact(text)
        if value is None and text != "":
            raise BadCell(column, text, "a number")
        return value

    def whole(self, column: str) -> Optional[int]:
        value = self.number(column)
        if value is not None and value.denominator != 1:
            raise BadCell(column, self._cells[self._places[column]], "a whole number")
        return None if value is None else value.numerator

    def flag(self, column: str) -> Optional[bool]:
        text = self._cells[self._places[column]]
        if text not in ("", "true", "false"):
            raise BadCell(column, text, "true or false")
        return None if text == "" else text == "true"


@lru_cache(maxsize=65_536)
def _exact(text: str) -> Optional[Fraction]:
    return Fraction(text) if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text) else None


def read_rows(file: Path) -> Iterator[Row]:
    """Raises Unreadable."""
    line = 1
    try:
        with gzip.open(file, "rt", encoding="utf-8", newline="") as opened:
            reader = csv.reader(_lines(opened), strict=True)
            header: List[str] = next(reader, [""])
            places = {name: place for place, name in enumerate(header)}
            for line, cells in enumerate(reader, 2):
                if len(cells) != len(places):
                    raise Unreadable(f"{file}: row {line} has {len(cells)} cells, and the header {len(places)}")
                yield Row(cells, places)
    except (OSError, EOFError, zlib.error, csv.Error, UnicodeDecodeError) as error:
        raise Unreadable(f"{file}: row {line} cannot be read: {error}") from error


def _lines(opened: IO[str]) -> Iterator[str]:
    """The lines of a text, none of which takes the memory of this machine. Raises csv.Error."""
    for line in iter(lambda: opened.readline(most_line_characters), ""):
        if len(line) == most_line_characters:
            raise csv.Error(f"a line has {most_line_characters:,} characters or more")
        yield line


def shown(value: object) -> str:
    """A value as the file would write it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Fraction):
        return str(value.numerator) if value.denominator == 1 else repr(float(value))
    return str(value)
