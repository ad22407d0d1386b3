"""Why a command ends before its end, with its exit code."""

from __future__ import annotations

failed = 1
budget_passed = 2
history_rewritten = 3


class Stop(Exception):
    """Ends a command with a code and a sentence."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
