"""The history of an archive, compared with the one that this folder has kept. None of it needs a key or costs a request."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Callable, Dict, NamedTuple, Optional, Tuple

from ..asking import Asking
from ..download import write_whole
from ..errors import ApiError
from ..http import most_text_bytes
from ..json_text import items, json_of, members
from ..proof.heads import Heads, broken_at, change_since, heads_of
from ..proof.manifest import Manifest, manifest_of
from ..proof.signature import NotChecked, allowed_signers, key_in, other_key, signature_end, wrong_with
from .mirror import heads_name, key_name, manifest_name
from .stop import Stop, failed, history_rewritten

proof_path = "/.well-known/gradeline/"
# Within a minute of a publish, a list and its signature may come from two moments.
most_readings = 4
most_small_bytes = 100_000
# Each manifest that names a next key is two more requests of the proof.
most_keys = 100


class History(NamedTuple):
    """What the server says of its past, found to go on from what was kept. `manifest` is None where nothing was ever proved."""

    heads_text: bytes
    heads: Heads
    heads_signature: Optional[bytes]
    # The key that signs; None: nothing is signed.
    key: Optional[str]
    manifest: Optional[Manifest]
    manifest_signature: Optional[bytes]


class HistoryReader:
    """Reads the history for one folder. @param say prints a sentence."""

    def __init__(
        self,
        asking: Asking,
        folder: Path,
        kept_line: Optional[str],
        accept_restore: bool,
        accept_unsigned: bool,
        say: Callable[[str], None],
    ) -> None:
        self._asking = asking
        self._folder = folder
        self._kept_line = kept_line
        self._accept_restore = accept_restore
        self._accept_unsigned = accept_unsigned
        self._say = say
        self._said_unchecked = False

    def read(self) -> History:
        """Raises Stop: with 3 when the history was rewritten, or was restored or lost its signature and that is not accepted."""
        key = self._kept_key() or key_in(_text(self._fetch(key_name)))
        text, signature, wrong = self._read_signed(key)
        if wrong == other_key:
            key = self._announced_key(key)
            text, signature, wrong = self._read_signed(key)
        heads = heads_of(text)
        broken = broken_at(heads)
        if broken is not None:
            raise Stop(history_rewritten, f"history was rewritten: {broken}")
        self._compare(heads, signature, wrong)
        if signature is None:
            key = None
        manifest, manifest_signature = self._read_manifest(heads.last, key)
        return History(text, heads, signature, key, manifest, manifest_signature)

    def keep(self, history: History) -> None:
        """Writes the heads down, so that a later history has to go on from them."""
        write_whole(self._folder / heads_name, history.heads_text)
        self._keep_beside(heads_name, history.heads_signature)
        kept = self._kept_key()
        if history.key is not None and kept != history.key:
            write_whole(self._folder / key_name, allowed_signers(history.key).encode())
        if history.key is None and kept is not None:
            (self._folder / key_name).unlink(missing_ok=True)

    def keep_manifest(self, history: History) -> None:
        if history.manifest is None:
            return
        write_whole(self._folder / manifest_name, history.manifest.text)
        self._keep_beside(manifest_name, history.manifest_signature)

    def _keep_beside(self, name: str, signature: Optional[bytes]) -> None:
        file = self._folder / f"{name}{signature_end}"
        if signature is None:
            file.unlink(missing_ok=True)
        else:
            write_whole(file, signature)

    def _read_signed(self, key: Optional[str]) -> Tuple[bytes, Optional[bytes], Optional[str]]:
        """The heads, their signature, and what is wrong with it."""
        for reading in range(1, most_readings + 1):
            text = self._fetch("heads.ndjson", most_text_bytes) or b""
            signature = self._fetch(f"heads.ndjson{signature_end}")
            wrong = self._wrong_signature(key, text, signature)
            if wrong in (None, other_key) or reading == most_readings:
                return text, signature, wrong
            self._asking.pause(reading)
        raise AssertionError("the last reading returns")

    def _compare(self, heads: Heads, signature: Optional[bytes], wrong: Optional[str]) -> None:
        kept_file = self._folder / heads_name
        kept = heads_of(kept_file.read_bytes()) if kept_file.exists() else Heads([])
        change = change_since(kept, self._kept_line, heads)
        if change.rewritten is not None:
            raise Stop(history_rewritten, f"history was rewritten: {change.rewritten}")
        if wrong is not None:
            raise Stop(failed, f"the signature of the heads {wrong}")
        kept_key = self._kept_key()
        if signature is None and kept_key is not None:
            self._lost_signature("the history", kept_key)
        elif signature is None and heads.lines:
            self._say("the history is not signed; the page /status of the server says why")
        has_history = bool(kept.lines) or self._kept_line is not None
        if change.restored is None or not has_history:
            return
        told = f"the archive was restored from a backup: a head of revision {change.restored.get('revision')} says so"
        if not self._accept_restore:
            raise Stop(history_rewritten, f"{told}; what was published since the backup is gone; --accept-restore goes on")
        self._say(f"{told}; going on")

    def _lost_signature(self, what: str, kept_key: str) -> None:
        told = f"{what} was signed before by {kept_key}, and is not signed today"
        if not self._accept_unsigned:
            raise Stop(history_rewritten, f"{told}: ask the operator why; --accept-unsigned goes on without a signature")
        self._say(f"{told}; going on, and that key is kept no longer")

    def _announced_key(self, kept: Optional[str]) -> str:
        """The key of today, where signed manifests lead to it from the kept one. Raises Stop where none do."""
        today = key_in(_text(self._fetch(key_name)))
        announced = None if kept is None else self._announced(kept)
        if today is None or today != announced:
            raise Stop(
                failed,
                f"the signature of the heads {other_key}, and no manifest that it signed names it: compare the key with what the operator "
                f"says, and delete {self._folder / key_name} to take it",
            )
        self._say("the key that signs is another, and the one before has named it")
        return today

    def _announced(self, key: str) -> Optional[str]:
        """The newest key to which signed manifests lead from the kept one; None: none does."""
        newest: Optional[str] = None
        for name in self._naming_manifests():
            text = self._fetch(name, most_text_bytes)
            signature = None if text is None else self._fetch(f"{name}{signature_end}")
            try:
                if text is None or signature is None or wrong_with(key, text, signature) is not None:
                    continue
            except NotChecked as why:
                raise Stop(failed, f"another key signs than the one that was kept, and the manifest that names it cannot be checked: {why}") from None
            # It is signed, so it says what the kept key said.
            following = key_in(str(_members_of(text).get("next_key")))
            if following is not None:
                newest = key = following
        return newest

    def _naming_manifests(self) -> "list[str]":
        """The manifests that name the key which signs what follows them, oldest first."""
        index = _members_of(self._fetch("", most_text_bytes))
        named = [str(members(entry).get("manifest")) for entry in items(index.get("next_keys")) or []]
        own = [path[len(proof_path) :] for path in named if path.startswith(proof_path)]
        return [name for name in own if re.fullmatch(r"manifests/[0-9a-f]{64}\.json", name)][-most_keys:]

    def _read_manifest(self, head: Optional[Dict[str, Any]], key: Optional[str]) -> Tuple[Optional[Manifest], Optional[bytes]]:
        if head is None:
            return None, None
        name = f"manifests/{head['manifest_sha256']}.json"
        text, signature = self._fetch(name, most_text_bytes), self._fetch(f"{name}{signature_end}")
        manifest = None if text is None else manifest_of(text)
        if manifest is None or manifest.sha256 != head["manifest_sha256"] or manifest.revision != head["revision"]:
            raise Stop(failed, f"the manifest of revision {head['revision']} is not the one that the last head names")
        if key is None:
            return manifest, None
        if signature is None:
            self._lost_signature("the manifest", key)
        wrong = self._wrong_signature(key, manifest.text, signature)
        if wrong is not None:
            raise Stop(failed, f"the signature of the manifest of revision {head['revision']} {wrong}")
        return manifest, signature

    def _wrong_signature(self, key: Optional[str], content: bytes, signature: Optional[bytes]) -> Optional[str]:
        """What is wrong with a signature; None: nothing is, there is none, or nothing here can check it, which is said once."""
        if signature is None:
            return None
        if key is None:
            return f"cannot be checked: {key_name} of the server has no key"
        try:
            return wrong_with(key, content, signature)
        except NotChecked as why:
            if not self._said_unchecked:
                self._say(f"the signatures were not checked: {why}")
            self._said_unchecked = True
            return None

    def _kept_key(self) -> Optional[str]:
        file = self._folder / key_name
        if not file.exists():
            return None
        key = key_in(file.read_text("utf-8", "replace"))
        if key is None:
            raise Stop(failed, f"{file} has no key: bring it back, or delete it to take the key of the server")
        return key

    def _fetch(self, name: str, most_bytes: int = most_small_bytes) -> Optional[bytes]:
        """A file of the proof; None where there is none."""
        try:
            return self._asking.read(self._asking.url(f"{proof_path}{name}", {}), {"Cache-Control": "no-cache"}, most_bytes)[1]
        except ApiError as error:
            if error.status == 404:
                return None
            raise


def _members_of(text: Optional[bytes]) -> Dict[str, Any]:
    """The members of a text that is a JSON object; empty where it is none."""
    try:
        return members(json_of(text or b"{}"))
    except ValueError:
        return {}


def _text(raw: Optional[bytes]) -> str:
    return (raw or b"").decode("utf-8", "replace")
