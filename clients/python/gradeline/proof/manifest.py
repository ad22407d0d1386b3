"""A manifest: the files of a revision with their rows, bytes and SHA-256."""

from __future__ import annotations

import hashlib
from typing import Any, Dict, NamedTuple, Optional

from ..json_text import json_of


class Manifest(NamedTuple):
    """`files` are by path, such as `nfl/2025/odds.csv.gz`."""

    text: bytes
    archive: str
    revision: int
    files: Dict[str, Dict[str, Any]]

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.text).hexdigest()


def manifest_of(text: bytes) -> Optional[Manifest]:
    """None where the text is no manifest."""
    try:
        told = json_of(text)
        files = {str(file["path"]): file for file in told["files"]}
        return Manifest(text, str(told["archive"]), int(told["revision"]), files)
    except (ValueError, OverflowError, KeyError, TypeError):
        return None
