"""The history of an archive, compared with the one that this folder has kept. None of it needs a key or costs a request."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Callable, Dict, NamedTuple, Optional, Tuple

from ..asking import Asking
from ..download import write_whole
from ..errors import ApiError
from ..proof.heads import Heads, broken_at, change_since, heads_of
from ..proof.manifest import Manifest, manifest_of
from ..proof.minisign import MinisignKey, key_of, other_key, wrong_with
from .mirror import heads_name, key_name, manifest_name
from .stop import Stop, failed, history_rewritten

proof_path = "/.well-known/gradeline/"
# Within a minute of a publish, a list and its signature may come from two moments.
most_readings = 4


class History(NamedTuple):
    """What the server says of its past, found to go on from what was kept. `manifest` is None where nothing was ever proved."""

    heads_text: bytes
    heads: Heads
    heads_minisig: Optional[bytes]
    key_text: Optional[bytes]
    manifest: Optional[Manifest]
    manifest_minisig: Optional[bytes]


class HistoryReader:
    """Reads the history for one folder. @param say prints a sentence."""

    def __init__(self, asking: Asking, folder: Path, kept_line: Optional[str], accept_restore: bool, say: Callable[[str], None]) -> None:
        self._asking = asking
        self._folder = folder
        self._kept_line = kept_line
        self._accept_restore = accept_restore
        self._say = say

    def read(self) -> History:
        """Raises Stop: with 3 when the history was rewritten, or was restored and that is not accepted."""
        key_text = self._kept_key() or self._fetch("minisign.pub")
        text, minisig, wrong = self._read_signed(key_text)
        if wrong == other_key:
            key_text = self._announced_key(key_text)
            text, minisig, wrong = self._read_signed(key_text)
        heads = heads_of(text)
        broken = broken_at(heads)
        if broken is not None:
            raise Stop(history_rewritten, f"history was rewritten: {broken}")
        self._compare(heads, minisig, wrong, key_text)
        manifest, manifest_minisig = self._read_manifest(heads.last, key_text)
        return History(text, heads, minisig, key_text, manifest, manifest_minisig)

    def keep(self, history: History) -> None:
        """Writes the heads down, so that a later history has to go on from them."""
        write_whole(self._folder / heads_name, history.heads_text)
        self._keep_beside(heads_name, history.heads_minisig)
        if history.key_text is not None and self._kept_key() != history.key_text:
            write_whole(self._folder / key_name, history.key_text)

    def keep_manifest(self, history: History) -> None:
        if history.manifest is None:
            return
        write_whole(self._folder / manifest_name, history.manifest.text)
        self._keep_beside(manifest_name, history.manifest_minisig)

    def _keep_beside(self, name: str, minisig: Optional[bytes]) -> None:
        file = self._folder / f"{name}.minisig"
        if minisig is None:
            file.unlink(missing_ok=True)
        else:
            write_whole(file, minisig)

    def _read_signed(self, key_text: Optional[bytes]) -> Tuple[bytes, Optional[bytes], Optional[str]]:
        """The heads, their signature, and what is wrong with it."""
        for reading in range(1, most_readings + 1):
            text = self._fetch("heads.ndjson") or b""
            minisig = self._fetch("heads.ndjson.minisig")
            wrong = wrong_signature(key_text, text, minisig)
            if wrong in (None, other_key) or reading == most_readings:
                return text, minisig, wrong
            self._asking.pause(reading)
        raise AssertionError("the last reading returns")

    def _compare(self, heads: Heads, minisig: Optional[bytes], wrong: Optional[str], key_text: Optional[bytes]) -> None:
        kept_file = self._folder / heads_name
        kept = heads_of(kept_file.read_bytes()) if kept_file.exists() else Heads([])
        change = change_since(kept, self._kept_line, heads)
        if change.rewritten is not None:
            raise Stop(history_rewritten, f"history was rewritten: {change.rewritten}")
        if wrong is not None:
            raise Stop(failed, f"the signature of the heads {wrong}")
        if minisig is None and heads.lines:
            self._say("the history is not signed; the page /status of the server says why")
        has_history = bool(kept.lines) or self._kept_line is not None
        if change.restored is None or not has_history:
            return
        told = f"the archive was restored from a backup: a head of revision {change.restored.get('revision')} says so"
        if minisig is None and key_text is not None:
            raise Stop(history_rewritten, f"{told}, but it is not signed")
        if not self._accept_restore:
            raise Stop(history_rewritten, f"{told}; what was published since the backup is gone; --accept-restore goes on")
        self._say(f"{told}; going on")

    def _announced_key(self, kept: Optional[bytes]) -> bytes:
        """The key of today, where signed statements lead to it from the kept one. Raises Stop where none do."""
        today = self._fetch(key_name)
        announced = self._announced(key_of(_text(kept)))
        if today is None or announced is None or key_of(_text(today)) != key_of(announced):
            raise Stop(
                failed,
                f"the signature of the heads {other_key}, and that one has not announced it: compare the key with what the operator "
                f"says, and delete {self._folder / key_name} to take it",
            )
        self._say("the key that signs is another, and the one before has announced it")
        return today

    def _announced(self, key: Optional[MinisignKey]) -> Optional[str]:
        """The newest key to which signed statements lead from the kept one; None: none does."""
        index: Dict[str, Any] = json.loads(self._fetch("") or b"{}")
        newest: Optional[str] = None
        for entry in index.get("keys", []):
            statement = None if entry.get("statement") is None else str(entry["statement"])[len(proof_path) :]
            text = None if statement is None else self._fetch(statement)
            if key is None or text is None or wrong_with(key, text, _text(self._fetch(f"{statement}.minisig"))) is not None:
                continue
            newest = str(json.loads(text)["next"]["minisign"])
            key = key_of(newest)
        return newest

    def _read_manifest(self, head: Optional[Dict[str, Any]], key_text: Optional[bytes]) -> Tuple[Optional[Manifest], Optional[bytes]]:
        if head is None:
            return None, None
        name = f"manifests/{head['manifest_sha256']}.json"
        text, minisig = self._fetch(name), self._fetch(f"{name}.minisig")
        manifest = None if text is None else manifest_of(text)
        if manifest is None or manifest.sha256 != head["manifest_sha256"] or manifest.revision != head["revision"]:
            raise Stop(failed, f"the manifest of revision {head['revision']} is not the one that the last head names")
        wrong = wrong_signature(key_text, manifest.text, minisig)
        if wrong is not None:
            raise Stop(failed, f"the signature of the manifest of revision {head['revision']} {wrong}")
        return manifest, minisig

    def _kept_key(self) -> Optional[bytes]:
        file = self._folder / key_name
        return file.read_bytes() if file.exists() else None

    def _fetch(self, name: str) -> Optional[bytes]:
        """A file of the proof; None where there is none."""
        try:
            return self._asking.read(self._asking.url(f"{proof_path}{name}", {}), {"Cache-Control": "no-cache"})[1]
        except ApiError as error:
            if error.status == 404:
                return None
            raise


def _text(raw: Optional[bytes]) -> str:
    return (raw or b"").decode("utf-8", "replace")


def wrong_signature(key_text: Optional[bytes], content: bytes, minisig: Optional[bytes]) -> Optional[str]:
    """What is wrong with a signature; None: nothing is, or there is none."""
    if minisig is None:
        return None
    key = key_of(_text(key_text))
    return f"cannot be checked: {key_name} is no key of minisign" if key is None else wrong_with(key, content, _text(minisig))
