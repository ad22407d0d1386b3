"""`gradeline-mirror.json`: what a folder mirrors. It is written last, so that it never names what is not there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, List, Optional, Set

from ..download import checked_file, checked_row, write_whole
from ..errors import WrongAnswer
from .arguments import Wanted
from .lock import lock_name
from .stop import Stop, failed

mirror_name = "gradeline-mirror.json"
heads_name = "gradeline-heads.ndjson"
manifest_name = "gradeline-manifest.json"
key_name = "allowed_signers"

Mirror = Dict[str, Any]


def read_mirror(folder: Path) -> Optional[Mirror]:
    """None: nothing was mirrored into this folder yet. Raises Stop for a file that is damaged."""
    file = folder / mirror_name
    try:
        told = json.loads(file.read_text("utf-8"))
        if told["mirror"] != 1:
            raise Stop(failed, f"{file} is of a newer client: its \"mirror\" is {told['mirror']!r} and not 1")
        for name in ("base_url", "archive", "revision", "format", "sports", "since", "data_sets", "list_etag", "head_line"):
            told[name]
        for entry in told["files"]:
            checked_file(entry, entry["path"])
        return told
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (ValueError, KeyError, TypeError, RecursionError, WrongAnswer) as error:
        raise Stop(failed, f"{file} is damaged ({type(error).__name__}: {error}); pull into a new folder") from None


def refuse_foreign(folder: Path, mirror: Optional[Mirror], wanted: Wanted) -> None:
    """Refuses a folder that holds something else. Raises Stop; nothing was changed."""
    if mirror is None:
        known = {lock_name, heads_name}
        names: Set[str] = {entry.name for entry in folder.iterdir()} if folder.is_dir() else set()
        if folder.exists() and not folder.is_dir():
            raise Stop(failed, f"{folder} is a file and no folder")
        if names and not names & known:
            raise Stop(failed, f"{folder} has files and is no mirror ({mirror_name} is missing): give an empty folder")
        return
    for name, is_now in (("base_url", wanted.base_url), ("format", wanted.format)):
        if mirror[name] != is_now:
            raise Stop(failed, f"{folder} is a mirror with {name} {mirror[name]}, and not {is_now}: give another folder")


def is_same_choice(mirror: Mirror, wanted: Wanted) -> bool:
    """Whether a mirror was asked for the same files, so that its ETag stands for the same list."""
    chosen = [wanted.sports, wanted.since, wanted.data_sets, wanted.format]
    return [mirror["sports"], mirror["since"], mirror["data_sets"], mirror["format"]] == chosen


def entry_of(row: Any) -> Dict[str, Any]:
    """A row of `/v1/files` as the mirror has it: its path is within the folder. Raises WrongAnswer."""
    path = checked_row(row)
    names = ("data_set", "sport", "season", "format", "rows", "bytes", "sha256", "revision", "columns_version")
    return {"path": path, **{name: row[name] for name in names}}


def write_mirror(folder: Path, mirror: Mirror, files: List[Dict[str, Any]]) -> None:
    told = {**mirror, "files": sorted(files, key=lambda entry: str(entry["path"]))}
    write_whole(folder / mirror_name, (json.dumps(told, indent=2, ensure_ascii=False) + "\n").encode())
