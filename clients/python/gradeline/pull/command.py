"""`python -m gradeline pull`: keeps a folder equal to the files of whole seasons, by as few requests as that takes."""

from __future__ import annotations

import re
import shutil
import sys
from typing import Any, Dict, FrozenSet, List, NamedTuple, Optional, Sequence, Set

from ..asking import Asking, Budget
from ..cache import NoCache
from ..download import download, rests_of, sha256_of
from ..errors import BudgetPassed, GradelineError, WrongAnswer
from ..http import Answer
from ..json_text import items, members, whole
from ..paging import Cursors
from ..plain import plain
from .arguments import Wanted, read_arguments
from .history import History, HistoryReader
from .lock import Lock
from .mirror import Mirror, entry_of, is_same_choice, read_mirror, refuse_foreign, write_mirror
from .stop import Stop, budget_passed, failed

timeout_seconds = 30.0
most_wait_seconds = 900.0
# A publish between the list and the manifest is over by then.
most_lists = 3
# Files of a hundred thousand seasons.
most_files = 1_000_000


class Listed(NamedTuple):
    """The files of the mirror as the server has them."""

    entries: List[Dict[str, Any]]
    etag: Optional[str]
    is_new: bool
    # The newest revision of the server, and the seasons whose files of it are not made yet; None: it does not say.
    newest: Optional[int]
    not_made: Optional[List[str]]
    # Paths of files of a later revision than the manifest's: it comes when all of that revision are made.
    waiting: FrozenSet[str] = frozenset()


def main(words: Sequence[str]) -> int:
    wanted = read_arguments(words)
    try:
        Pull(wanted).run()
        return 0
    except Stop as stop:
        print(plain(stop.sentence), file=sys.stderr)
        return stop.code
    except (GradelineError, OSError) as error:
        print(plain(f"{error}; nothing was deleted, and the same command goes on from here"), file=sys.stderr)
        return failed


def say(sentence: str) -> None:
    print(plain(sentence), flush=True)


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
        reader = HistoryReader(public, self._folder, kept_line, wanted.accept_restore, wanted.accept_unsigned, say)
        for _ in range(most_lists):
            history = reader.read()
            listed = self._proved(history, self._list(mirror), mirror)
            if listed is not None:
                break
        else:
            raise Stop(failed, "the list of files is not the one of the newest manifest: files are being made, try again in some minutes")
        missing = [entry for entry in listed.entries if not self._has(entry)]
        self._say_plan(listed, missing)
        reader.keep(history)
        for entry in missing:
            say(f"{entry['path']}: {entry['bytes']:,} bytes")
            download(self._asking, f"/v1/files/{entry['path']}", entry["sha256"], entry["bytes"], self._folder / entry["path"])
        reader.keep_manifest(history)
        self._write(history, listed)
        self._name_left(mirror, listed)
        say(f"the mirror is right: {len(listed.entries)} files; requests made: {self._asking.budget.used}")
        self._say_revisions(history, listed)

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
        cursors = Cursors(self._asking.url("/v1/files", {}))
        while True:
            answer, page = self._page(query, headers)
            if answer.status == 304:
                if mirror is None or known is None:
                    raise WrongAnswer("the list of files was answered with 304, though no ETag was sent")
                return Listed(mirror["files"], mirror["list_etag"], False, answer.headers.integer("X-Revision"), None)
            cursor = cursors.after(page)
            # A list of several pages has no ETag of its own.
            etag = answer.headers.etag() if not rows and cursor is None else None
            rows += page["data"]
            if len(rows) > most_files:
                raise WrongAnswer(f"the list of files has more than {most_files:,} rows")
            if cursor is None:
                entries = [entry_of(row) for row in rows if self._is_wanted(row)]
                paths = {entry["path"] for entry in entries}
                if len(paths) < len(entries):
                    raise WrongAnswer("the list of files has a path twice")
                newest = whole(page["meta"].get("revision"), 1, 2**53)
                return Listed(entries, etag, True, newest, _seasons(page["meta"].get("not_made")))
            query["cursor"] = cursor
            headers.pop("If-None-Match", None)

    def _page(self, query: Dict[str, str], headers: Dict[str, str]) -> "tuple[Answer, Any]":
        try:
            return self._asking.read_json(self._asking.url("/v1/files", query), headers)
        except BudgetPassed:
            raise self._passed("the list of files alone takes more") from None

    def _is_wanted(self, row: Any) -> bool:
        wanted = self._wanted
        # What is no row at all is refused with its path, as whatever is wanted.
        told = members(row)
        season = whole(told.get("season"), 0, 9999)
        if season is None:
            return True
        is_since = wanted.since is None or season >= wanted.since
        is_of_sets = wanted.data_sets is None or told.get("data_set") in wanted.data_sets
        return told.get("sport") in wanted.sports and is_since and is_of_sets and told.get("format") == wanted.format

    def _passed(self, why: str) -> Stop:
        return Stop(budget_passed, f"--max-requests {self._wanted.max_requests} would be passed: {why}; nothing was begun")

    @staticmethod
    def _proved(history: History, listed: Listed, mirror: Optional[Mirror]) -> Optional[Listed]:
        """
        The files that the newest manifest names. One that was made of a later revision waits for its manifest, and the mirror keeps the
        version that is proved. None: there is none of these, or the list contradicts the manifest.
        """
        manifest = history.manifest
        if manifest is None:
            return listed
        kept = {entry["path"]: entry for entry in (mirror or {}).get("files", [])}
        entries: List[Dict[str, Any]] = []
        waiting: Set[str] = set()
        for entry in listed.entries:
            path = entry["path"]
            proved = manifest.files.get(path, {}).get("sha256")
            if entry["sha256"] != proved:
                if entry["revision"] <= manifest.revision:
                    return None
                waiting.add(path)
                entry = kept.get(path, {})
            if proved is not None and entry.get("sha256") == proved:
                entries.append(entry)
        if waiting and not entries:
            return None
        # The ETag stands for files that the mirror does not have yet.
        return listed._replace(entries=entries, waiting=frozenset(waiting), etag=None if waiting else listed.etag)

    def _say_plan(self, listed: Listed, missing: List[Dict[str, Any]]) -> None:
        if not listed.entries:
            raise Stop(failed, "the server has no such files: the sports, --since or --data-sets leave nothing, or files are not offered")
        used, most = self._asking.budget.used, self._wanted.max_requests
        length, needed = sum(entry["bytes"] for entry in missing), used + len(missing)
        news = "" if listed.is_new else "the list is the one of last time; "
        say(f"plan: {news}{len(missing)} of {len(listed.entries)} files, {length:,} bytes, {needed} requests ({used} made for the list)")
        if most is not None and needed > most:
            raise self._passed(f"{needed} requests are needed")
        free = shutil.disk_usage(self._folder).free
        if length > free:
            raise Stop(failed, f"{self._folder} has {free:,} bytes free and {length:,} are needed; nothing was begun")

    @staticmethod
    def _say_revisions(history: History, listed: Listed) -> None:
        """Of which revision the mirror is, and which one the server answers with: their files may be on their way."""
        if history.manifest is None or listed.newest is None:
            return
        of, newest = history.manifest.revision, listed.newest
        if of >= newest and not listed.not_made:
            say(f"it is of revision {of}, the newest")
            return
        missing = f": {', '.join(listed.not_made)}" if listed.not_made else ""
        say(f"it is of revision {of}, and the newest is {newest}, of which files are not made yet{missing}; pull again in some minutes")

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
        left = {entry["path"] for entry in (before or {}).get("files", [])} - {entry["path"] for entry in listed.entries} - listed.waiting
        for path in sorted(left):
            say(f"{path} is no longer part of the mirror, and is left where it is")


def _seasons(told: Any) -> Optional[List[str]]:
    """Such as `nfl/2025`; what is none is left out."""
    seasons = items(told)
    return None if seasons is None else [each for each in map(str, seasons) if re.fullmatch("[a-z]{2,20}/[0-9]{4}", each)]
