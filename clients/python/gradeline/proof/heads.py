"""The list of heads: a line for each manifest that was ever published, each of which names the line before."""

from __future__ import annotations

import hashlib
import re
from typing import Any, Dict, List, NamedTuple, Optional

from ..json_text import json_of, members, whole


class Heads(NamedTuple):
    """The lines, as text without their ends."""

    lines: List[str]

    @property
    def last(self) -> Optional[Dict[str, Any]]:
        return head_of(self.lines[-1]) if self.lines else None


def heads_of(text: bytes) -> Heads:
    return Heads(text.decode("utf-8", "replace").rstrip("\n").split("\n") if text.strip() else [])


def head_of(line: str) -> Dict[str, Any]:
    """The members of a head; empty where the line is no head."""
    try:
        return members(json_of(line))
    except ValueError:
        return {}


def broken_at(heads: Heads) -> Optional[str]:
    """A sentence about the first line that does not follow from the one before; None: each does."""
    previous: Optional[str] = None
    for number, line in enumerate(heads.lines, 1):
        head = head_of(line)
        revision, sha256 = head.get("revision"), head.get("manifest_sha256")
        if whole(revision, 1, 2**53) is None or not isinstance(sha256, str) or not re.fullmatch("[0-9a-f]{64}", sha256):
            return f"line {number} of the heads is no head"
        if head.get("previous", "") != previous:
            return f"line {number} of the heads, of revision {head['revision']}, does not follow from the line before"
        previous = hashlib.sha256(line.encode()).hexdigest()
    return None


class Change(NamedTuple):
    """What became of a history since it was kept."""

    # None: the kept history goes on. Else a sentence that names the first line that is another.
    rewritten: Optional[str]
    # The newest head that tells of a restore since then; None: there is none.
    restored: Optional[Dict[str, Any]]


def change_since(kept: Heads, kept_line: Optional[str], now: Heads) -> Change:
    """Compares a history with that of today. @param kept_line the head that was kept, if the list of its time was not."""
    lines = kept.lines or ([] if kept_line is None else [kept_line])
    if not kept.lines and kept_line is not None:
        place = now.lines.index(kept_line) if kept_line in now.lines else None
        common = 0 if place is None else place + 1
        missing = None if place is not None else kept_line
    else:
        pairs = zip(lines, now.lines)
        common = next((index for index, (one, other) in enumerate(pairs) if one != other), min(len(lines), len(now.lines)))
        missing = lines[common] if common < len(lines) else None
    restores = [head for head in map(head_of, now.lines[common:]) if head.get("restored") is not None]
    if missing is None:
        return Change(None, restores[-1] if restores else None)
    revision = head_of(missing).get("revision")
    sentence = f"the head of revision {revision} that was kept, {missing}, is not in the history of today"
    # After a restore the head that follows the last common one says so.
    is_told = bool(restores) and head_of(now.lines[common]).get("restored") is not None
    return Change(None, restores[-1]) if is_told else Change(sentence, None)
