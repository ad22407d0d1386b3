"""Takes a file of a season home: it goes on where it broke off, and is put in its place only when its SHA-256 is right."""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path
from typing import Any, BinaryIO, Dict, Optional, Tuple

from .asking import Asking, most_attempts
from .errors import BrokenOff, DownloadError, RangeNotSatisfiable, TooLong, WrongAnswer
from .json_text import members, whole

_part_bytes = 1024 * 1024
most_file_bytes = 2**40
files_path = "/v1/files/"
# Names that Windows keeps for devices, whatever stands behind their dot.
_device = r"(?!(?:con|prn|aux|nul|com[0-9]|lpt[0-9])[./])"
# The one form that a path on the server and below a mirror has. It leads nowhere else, and no two differ by case alone.
_path = re.compile(rf"{_device}[a-z]{{2,20}}/[12][0-9]{{3}}/{_device}[a-z][a-z_]{{1,39}}\.(?:csv\.gz|parquet)")


def checked_file(row: Any, path: str) -> Dict[str, Any]:
    """A file as a list has it, whose path, SHA-256 and numbers are such. @param path relative. Raises WrongAnswer."""
    file = members(row)
    if not _path.fullmatch(path):
        raise WrongAnswer(f"the list of files has {path!r}, which is no path of a file")
    sport, season, name = path.split("/")
    if [file.get("sport"), file.get("season"), f"{file.get('data_set')}.{file.get('format')}"] != [sport, int(season), name]:
        raise WrongAnswer(f"the list of files says of {path} that it is of something else")
    if not re.fullmatch("[0-9a-f]{64}", str(file.get("sha256"))):
        raise WrongAnswer(f"the list of files has no SHA-256 of {path}")
    for name, most in (("bytes", most_file_bytes), ("rows", 2**40), ("revision", 2**53), ("columns_version", 2**31)):
        if whole(file.get(name), 0, most) is None:
            raise WrongAnswer(f"the list of files says of {path} that its {name} is {file.get(name)!r}")
    return file


def checked_row(row: Any) -> str:
    """The path below `files_path` of a row of `/v1/files`. Raises WrongAnswer."""
    told = members(row).get("path")
    if not isinstance(told, str) or not told.startswith(files_path):
        raise WrongAnswer(f"the list of files has {told!r}, which is no path of a file")
    checked_file(row, told[len(files_path) :])
    return told[len(files_path) :]


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
        except TooLong:
            partial.unlink(missing_ok=True)
            raise DownloadError(f"{path} goes on after its {length:,} bytes") from None
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
                for part in answer.parts(length - begun if goes_on else length):
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
