"""Keeps answers with their ETag, so that what has not changed need not come again. A 304 counts as one request all the same."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections import OrderedDict
from pathlib import Path
from typing import Dict, NamedTuple, Optional, Union


class Kept(NamedTuple):
    """An answer that came before."""

    etag: str
    body: bytes


class Cache:
    """What a cache does. The address of an answer never has a key in it, and neither has a cache."""

    def get(self, url: str) -> Optional[Kept]:
        raise NotImplementedError

    def put(self, url: str, kept: Kept) -> None:
        raise NotImplementedError


class NoCache(Cache):
    """Keeps nothing."""

    def get(self, url: str) -> Optional[Kept]:
        return None

    def put(self, url: str, kept: Kept) -> None:
        return None


class MemoryCache(Cache):
    """Keeps answers until the program ends; those that were asked for last, up to a number of bytes."""

    def __init__(self, most_bytes: int = 64 * 1024 * 1024) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._kept: "OrderedDict[str, Kept]" = OrderedDict()

    def get(self, url: str) -> Optional[Kept]:
        kept = self._kept.get(url)
        if kept is not None:
            self._kept.move_to_end(url)
        return kept

    def put(self, url: str, kept: Kept) -> None:
        before = self._kept.pop(url, None)
        self._bytes += len(kept.body) - (0 if before is None else len(before.body))
        self._kept[url] = kept
        while self._bytes > self._most_bytes:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= len(oldest.body)


class FolderCache(Cache):
    """Keeps answers in a folder, each in a file whose name is a hash of its address. Delete the folder whenever you like."""

    def __init__(self, folder: Union[str, "os.PathLike[str]"], most_bytes: int = 1024 * 1024 * 1024) -> None:
        self._folder = Path(folder)
        self._most_bytes = most_bytes
        self._folder.mkdir(parents=True, exist_ok=True)

    def _file(self, url: str) -> Path:
        return self._folder / f"{hashlib.sha256(url.encode()).hexdigest()}.answer"

    def get(self, url: str) -> Optional[Kept]:
        file = self._file(url)
        try:
            head, _, body = file.read_bytes().partition(b"\n")
            known: Dict[str, str] = json.loads(head)
            # A file that was damaged is as one that is not there.
            if known["url"] != url or known["sha256"] != hashlib.sha256(body).hexdigest():
                return None
            os.utime(file)
            return Kept(known["etag"], body)
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, url: str, kept: Kept) -> None:
        head = {"url": url, "etag": kept.etag, "sha256": hashlib.sha256(kept.body).hexdigest()}
        name: Optional[str] = None
        try:
            handle, name = tempfile.mkstemp(dir=self._folder)
            with os.fdopen(handle, "wb") as file:
                file.write(json.dumps(head).encode() + b"\n" + kept.body)
            os.replace(name, self._file(url))
            self._forget_oldest()
        except OSError:
            # A full disk costs an answer more the next time, and nothing else.
            if name is not None and os.path.exists(name):
                os.unlink(name)

    def _forget_oldest(self) -> None:
        files = [(file, file.stat()) for file in self._folder.glob("*.answer")]
        left = sum(stat.st_size for _, stat in files)
        for file, stat in sorted(files, key=lambda one: one[1].st_mtime):
            if left <= self._most_bytes:
                return
            file.unlink()
            left -= stat.st_size


def cache_of(given: Union[None, str, "os.PathLike[str]", Cache]) -> Cache:
    """None: nothing is kept; "memory"; else a folder."""
    if given is None:
        return NoCache()
    if isinstance(given, Cache):
        return given
    return MemoryCache() if given == "memory" else FolderCache(given)
