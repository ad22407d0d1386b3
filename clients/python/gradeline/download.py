"""Takes a file of a season home: it goes on where it broke off, and is put in its place only when its SHA-256 is right."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import BinaryIO, Optional, Tuple

from .asking import Asking, most_attempts
from .errors import BrokenOff, DownloadError, RangeNotSatisfiable

_part_bytes = 1024 * 1024


def sha256_of(file: Path) -> Optional[str]:
    """None: there is no such file."""
    digest = hashlib.sha256()
    try:
        with open(file, "rb") as opened:
            for part in iter(lambda: opened.read(_part_bytes), b""):
                digest.update(part)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return digest.hexdigest()


def write_whole(file: Path, content: bytes) -> None:
    """Writes a file so that it is there whole or as it was, also when the machine ends meanwhile."""
    new = file.with_name(f"{file.name}.new")
    with open(new, "wb") as opened:
        opened.write(content)
        _to_disk(opened)
    os.replace(new, file)
    _folder_to_disk(file.parent)


def rests_of(target: Path) -> Tuple[Path, Path]:
    """Where a download keeps what it has of a file, and the note of the SHA-256 that this belongs to."""
    return target.with_name(f"{target.name}.partial"), target.with_name(f"{target.name}.partial.json")


def download(asking: Asking, path: str, sha256: str, length: int, target: Path) -> None:
    """Downloads one version of a file.

    `path` is where the file is on the server, `length` its bytes. Beside the target lie `….partial` and, with the SHA-256
    that it belongs to, `….partial.json` until it is whole. Raises GradelineError and OSError.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    partial, note = rests_of(target)
    if _noted(note) != sha256:
        partial.unlink(missing_ok=True)
        write_whole(note, (json.dumps({"sha256": sha256}) + "\n").encode())
    url = asking.url(path, {"sha256": sha256})
    for attempt in range(1, most_attempts + 1):
        try:
            _fetch(asking, url, sha256, length, partial)
        except BrokenOff:
            if attempt == most_attempts:
                raise
            asking.pause(attempt)
            continue
        if sha256_of(partial) == sha256:
            os.replace(partial, target)
            _folder_to_disk(target.parent)
            note.unlink()
            return
        # What came before may have been damaged on this disk, so it is taken anew once.
        partial.unlink()
        if attempt > 1:
            raise DownloadError(f"{path} came with other bytes than its SHA-256 says, twice")
    raise DownloadError(f"{path} did not come whole")


def _fetch(asking: Asking, url: str, sha256: str, length: int, partial: Path) -> None:
    """Fetches what is missing behind the part that is there."""
    begun = partial.stat().st_size if partial.exists() else 0
    if begun > length:
        partial.unlink()
        begun = 0
    if begun == length and begun > 0:
        return
    headers = {"Range": f"bytes={begun}-", "If-Range": f'"{sha256}"'} if begun > 0 else {}
    try:
        answer = asking.open(url, headers)
    except RangeNotSatisfiable:
        partial.unlink(missing_ok=True)
        raise BrokenOff("the part that is here is longer than the file") from None
    with answer:
        goes_on = answer.status == 206 and (answer.headers.get("Content-Range") or "").startswith(f"bytes {begun}-")
        if answer.status == 206 and not goes_on:
            raise BrokenOff("another part came than was asked for")
        with open(partial, "ab" if goes_on else "wb") as opened:
            try:
                for part in answer.parts():
                    opened.write(part)
            finally:
                _to_disk(opened)


def _noted(note: Path) -> Optional[str]:
    try:
        return str(json.loads(note.read_text("utf-8"))["sha256"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _to_disk(opened: BinaryIO) -> None:
    opened.flush()
    os.fsync(opened.fileno())


def _folder_to_disk(folder: Path) -> None:
    """The name of a file is kept by its folder. Windows cannot open folders, and needs no such call."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
