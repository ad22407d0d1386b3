"""What a mirror says of itself: hashes of its files, the manifest, the chain of heads, and the signatures."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, Dict, Optional

from ..download import sha256_of
from ..proof.heads import broken_at, head_of, heads_of
from ..proof.manifest import Manifest, manifest_of
from ..proof.signature import NotChecked, key_in, signature_end, wrong_with
from ..pull.mirror import Mirror, heads_name, key_name, manifest_name, mirror_name
from .report import Report


def check_folder(folder: Path, mirror: Mirror, report: Report) -> None:
    """Names whatever is not as the manifest and the heads say."""
    manifest = _check_history(folder, mirror, report)
    for entry in mirror["files"]:
        path = entry["path"]
        file = folder / path
        found = sha256_of(file)
        if found is None:
            report.name(f"{path} is missing")
            continue
        report.compare(path, "the file", "bytes", file.stat().st_size, entry["bytes"])
        report.compare(path, "the file", "sha256", found, entry["sha256"])
        if manifest is not None:
            _check_entry(path, entry, manifest, report)


def _check_entry(path: str, entry: Dict[str, Any], manifest: Manifest, report: Report) -> None:
    proved = manifest.files.get(path)
    if proved is None:
        report.name(f"{mirror_name}: {path} is not in the manifest of revision {manifest.revision}")
        return
    for name in ("rows", "bytes", "sha256"):
        report.compare(mirror_name, path, name, entry[name], proved.get(name))


def _check_history(folder: Path, mirror: Mirror, report: Report) -> Optional[Manifest]:
    if mirror["head_line"] is None:
        report.leave_out("nothing proves this mirror: the server had no manifests when it was made")
        return None
    text = _read(folder, heads_name, report)
    heads = heads_of(text)
    broken = broken_at(heads)
    if broken is not None:
        report.name(f"{heads_name}: {broken}")
    if not heads.lines or heads.lines[-1] != mirror["head_line"]:
        last = heads.lines[-1] if heads.lines else "nothing"
        report.name(f"{heads_name}: its last line is {last}, and {mirror['head_line']} of {mirror_name} is right")
    _check_signature(folder, heads_name, text, report)
    manifest_text = _read(folder, manifest_name, report)
    head = head_of(mirror["head_line"])
    for name, value in mirror["head"].items():
        report.compare(mirror_name, "head", name, value, head.get(name))
    found = hashlib.sha256(manifest_text).hexdigest()
    report.compare(manifest_name, "the file", "sha256", found, head.get("manifest_sha256"))
    _check_signature(folder, manifest_name, manifest_text, report)
    manifest = manifest_of(manifest_text)
    if manifest is None:
        report.name(f"{manifest_name} is no manifest")
        return None
    report.compare(mirror_name, "the mirror", "revision", mirror["revision"], manifest.revision)
    report.compare(mirror_name, "the mirror", "archive", mirror["archive"], manifest.archive)
    return manifest


def _check_signature(folder: Path, name: str, content: bytes, report: Report) -> None:
    signature, key_file = folder / f"{name}{signature_end}", folder / key_name
    if not key_file.exists():
        report.leave_out(f"{name} is not proved to be of anybody: there is no {key_name}")
        return
    key = key_in(key_file.read_text("utf-8", "replace"))
    if key is None:
        report.name(f"{key_name} has no key")
    elif not signature.exists():
        report.name(f"{signature.name} is missing, though {key_name} is here: {name} is not signed")
    else:
        try:
            wrong = wrong_with(key, content, signature.read_bytes())
        except NotChecked as why:
            report.leave_out(f"the signatures: {why}")
            return
        if wrong is not None:
            report.name(f"the signature {signature.name} {wrong}")


def _read(folder: Path, name: str, report: Report) -> bytes:
    file = folder / name
    if file.exists():
        return file.read_bytes()
    report.name(f"{name} is missing")
    return b""
