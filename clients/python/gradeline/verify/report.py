"""What was compared, and each value that is not what it ought to be."""

from __future__ import annotations

from typing import Callable, List

from ..plain import plain
from .reading import shown

# A file of another archive would differ in every cell; so many are named, and the others counted.
most_named = 10_000


class Report:
    """Counts what was compared, and says each difference once. @param say prints a line."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._print = say
        self.compared = 0
        self.wrong = 0
        # What could not be checked, and why.
        self.left_out: List[str] = []

    def compare(self, file: str, row: str, column: str, found: object, computed: object) -> None:
        """A value of a file against the one that follows from the others."""
        self.compared += 1
        if found != computed or isinstance(found, bool) != isinstance(computed, bool):
            self.name(f"{file}: {row}: {column} is {shown(found)}, and {shown(computed)} is right")

    def name(self, sentence: str) -> None:
        """Anything else that is wrong."""
        self.wrong += 1
        if self.wrong <= most_named:
            self._print(plain(sentence))

    def leave_out(self, sentence: str) -> None:
        if sentence not in self.left_out:
            self.left_out.append(sentence)
