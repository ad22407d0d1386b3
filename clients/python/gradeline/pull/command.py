"""`python -m gradeline pull`: keeps a folder equal to the files of whole seasons, by as few requests as that takes."""

from __future__ import annotations

import shutil
import sys
from typing import Any, Dict, List, NamedTuple, Optional, Sequence

from ..asking import Asking, Budget
from ..cache import NoCache
from ..download import download, rests_of, sha256_of
from ..errors import BudgetPassed, GradelineError
from ..http import Answer
from .arguments import Wanted, read_arguments
from .history import History, HistoryReader
from .lock import Lock
from .mirror import Mirror, entry_of, is_same_choice, read_mirror, refuse_foreign, write_mirror
from .stop import Stop, budget_passed, failed

timeout_seconds = 30.0
most_wait_seconds = 900.0
# A publish between the list and the manifest is over by then.
most_lists = 3


class Listed(NamedTuple):
    """The files of the mirror as the server has them."""

    entries: List[Dict[str, Any]]
    etag: Optional[str]
    is_new: bool


def main(words: Sequence[str]) -> int:
    wanted = read_arguments(words)
    try:
        Pull(wanted).run()
        return 0
    except Stop as stop:
        print(stop.sentence, file=sys.stderr)
        return stop.code
    except (GradelineError, OSError) as error:
        print(f"{error}; nothing was deleted, and the same command goes on from here", file=sys.stderr)
        return failed


class Pull:
    """One run."""

    def __init__(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._folder = wanted.folder
        self._asking = Asking(wanted.base_url, wanted.api_key, NoCache(), timeout_seconds, most_wait_seconds)
        self._asking.budget = Budget(wanted.max_requests)

    def run(self) -> None:
        """Raises Stop, GradelineError or OSError; what was there stays."""
        refuse_foreign(self._folder, read_mirror(self._folder), self._wanted)
        self._folder.mkdir(parents=True, exist_ok=True)
        with Lock(self._folder):
            # Another run may have ended while this one looked.
            mirror = read_mirror(self._folder)
            self._make_equal(mirror)

    def _make_equal(self, mirror: Optional[Mirror]) -> None:
        wanted = self._wanted
        public = Asking(wanted.base_url, None, NoCache(), timeout_seconds, most_wait_seconds)
        kept_line = None if mirror is None else mirror["head_line"]
        reader = HistoryReader(public, self._folder, kept_line, wanted.accept_restore, print)
        for _ in range(most_lists):
            history = reader.read()
            listed = self._list(mirror)
            if self._agree(history, listed):
                break
        else:
            raise Stop(failed, "the list of files is not the one of the newest manifest: a publish is going on, try again in a minute")
        missing = [entry for entry in listed.entries if not self._has(entry)]
        self._say_plan(listed, missing)
        reader.keep(history)
        for entry in missing:
            print(f"{entry['path']}: {entry['bytes']:,} bytes", flush=True)
            download(self._asking, f"/v1/files/{entry['path']}", entry["sha256"], entry["bytes"], self._folder / entry["path"])
        reader.keep_manifest(history)
        self._write(history, listed)
        self._name_left(mirror, listed)
        print(f"the mirror is right: {len(listed.entries)} files; requests made: {self._asking.budget.used}")

    def _has(self, entry: Dict[str, Any]) -> bool:
        """Whether these very bytes are there. What a run that was killed has left beside them goes."""
        place = self._folder / entry["path"]
        if sha256_of(place) != entry["sha256"]:
            return False
        for rest in rests_of(place):
            rest.unlink(missing_ok=True)
        return True

    def _list(self, mirror: Optional[Mirror]) -> Listed:
        """Asks for the list, by its ETag. It is one request for each thousand files."""
        wanted = self._wanted
        query = {"limit": "1000", "file_format": wanted.format}
        if len(wanted.sports) == 1:
            query["sport"] = wanted.sports[0]
        headers = {"Accept-Encoding": "gzip", "Cache-Control": "no-cache"}
        known = None if mirror is None or not is_same_choice(mirror, wanted) else mirror["list_etag"]
        if known is not None:
            headers["If-None-Match"] = str(known)
        rows: List[Any] = []
        etag: Optional[str] = None
        while True:
            answer, page = self._page(query, headers)
            if answer.status == 304 and mirror is not None:
                return Listed(mirror["files"], mirror["list_etag"], False)
            # A list of several pages has no ETag of its own.
            etag = answer.headers.get("ETag") if not rows and page["next_cursor"] is None else None
            rows += page["data"]
            if page["next_cursor"] is None:
                return Listed([entry_of(row) for row in rows if self._is_wanted(row)], etag, True)
            query["cursor"] = page["next_cursor"]
            headers.pop("If-None-Match", None)

    def _page(self, query: Dict[str, str], headers: Dict[str, str]) -> "tuple[Answer, Any]":
        try:
            return self._asking.read_json(self._asking.url("/v1/files", query), headers)
        except BudgetPassed:
            raise self._passed("the list of files alone takes more") from None

    def _is_wanted(self, row: Any) -> bool:
        wanted = self._wanted
        is_since = wanted.since is None or row["season"] >= wanted.since
        is_of_sets = wanted.data_sets is None or row["data_set"] in wanted.data_sets
        return row["sport"] in wanted.sports and is_since and is_of_sets and row["format"] == wanted.format

    def _passed(self, why: str) -> Stop:
        return Stop(budget_passed, f"--max-requests {self._wanted.max_requests} would be passed: {why}; nothing was begun")

    @staticmethod
    def _agree(history: History, listed: Listed) -> bool:
        """Whether the manifest names each file of the list as the list does."""
        if history.manifest is None:
            return True
        proved = history.manifest.files
        return all(proved.get(entry["path"], {}).get("sha256") == entry["sha256"] for entry in listed.entries)

    def _say_plan(self, listed: Listed, missing: List[Dict[str, Any]]) -> None:
        if not listed.entries:
            raise Stop(failed, "the server has no such files: the sports, --since or --data-sets leave nothing, or files are not offered")
        used, most = self._asking.budget.used, self._wanted.max_requests
        length, needed = sum(entry["bytes"] for entry in missing), used + len(missing)
        news = "" if listed.is_new else "nothing is new; "
        print(f"plan: {news}{len(missing)} of {len(listed.entries)} files, {length:,} bytes, {needed} requests ({used} made for the list)")
        if most is not None and needed > most:
            raise self._passed(f"{needed} requests are needed")
        free = shutil.disk_usage(self._folder).free
        if length > free:
            raise Stop(failed, f"{self._folder} has {free:,} bytes free and {length:,} are needed; nothing was begun")

    def _write(self, history: History, listed: Listed) -> None:
        manifest, last, wanted = history.manifest, history.heads.last, self._wanted
        newest = max(entry["revision"] for entry in listed.entries)
        mirror: Mirror = {
            "mirror": 1,
            "base_url": wanted.base_url,
            "archive": None if manifest is None else manifest.archive,
            "revision": newest if manifest is None else manifest.revision,
            "format": wanted.format,
            "sports": wanted.sports,
            "since": wanted.since,
            "data_sets": wanted.data_sets,
            "list_etag": listed.etag,
            "head": None if last is None else {name: last[name] for name in ("revision", "manifest_sha256", "previous")},
            "head_line": history.heads.lines[-1] if history.heads.lines else None,
        }
        write_mirror(self._folder, mirror, listed.entries)

    @staticmethod
    def _name_left(before: Optional[Mirror], listed: Listed) -> None:
        left = {entry["path"] for entry in (before or {}).get("files", [])} - {entry["path"] for entry in listed.entries}
        for path in sorted(left):
            print(f"{path} is no longer part of the mirror, and is left where it is")
