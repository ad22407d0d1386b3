"""Signatures of OpenSSH, which its own program checks: `ssh-keygen -Y verify`. Nothing here computes with keys."""

from __future__ import annotations

import base64
import binascii
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Optional

signature_end = ".sshsig"
other_key = "is by another key than the one that was kept"
not_here = "ssh-keygen, which checks signatures and is part of OpenSSH 8.1 and later, is not here"
_most_seconds = 60
_begin, _end = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"


class NotChecked(Exception):
    """There is no program here that could check a signature."""


def key_in(text: str) -> Optional[str]:
    """The key of a file of allowed signers, or of a line of it: `ssh-ed25519 AAAA…`; None where it has not exactly one."""
    found = re.findall(r"ssh-ed25519 [A-Za-z0-9+/]{68}(?![A-Za-z0-9+/=])", text)
    return found[0] if len(found) == 1 and len(text) < 10_000 else None


def allowed_signers(key: str) -> str:
    """The file by which `ssh-keygen` takes a key for ours, with nothing in it that a server has written."""
    return f'gradeline namespaces="gradeline" {key}\n'


def signer_of(signature: bytes) -> Optional[str]:
    """The key that a signature says it is by (PROTOCOL.sshsig of OpenSSH); None where it is no signature."""
    lines = signature.decode("utf-8", "replace").split("\n")
    if len(signature) > 10_000 or lines[0] != _begin or _end not in lines:
        return None
    try:
        blob = base64.b64decode("".join(lines[1 : lines.index(_end)]), validate=True)
    except (binascii.Error, ValueError):
        return None
    length = int.from_bytes(blob[10:14], "big")
    is_one = blob[:10] == b"SSHSIG\x00\x00\x00\x01" and length == 51
    return f"ssh-ed25519 {base64.b64encode(blob[14 : 14 + length]).decode()}" if is_one else None


def wrong_with(key: str, content: bytes, signature: bytes) -> Optional[str]:
    """None where the signature is of this content by this key, else a fragment of a sentence. Raises NotChecked."""
    signer = signer_of(signature)
    if signer is None:
        return "is no signature of OpenSSH"
    if signer != key:
        return other_key
    program = shutil.which("ssh-keygen")
    if program is None:
        raise NotChecked(not_here)
    with tempfile.TemporaryDirectory() as folder:
        signers, file = Path(folder) / "allowed_signers", Path(folder) / "signature"
        signers.write_text(allowed_signers(key), "utf-8")
        file.write_bytes(signature)
        words = [program, "-Y", "verify", "-f", str(signers), "-I", "gradeline", "-n", "gradeline", "-s", str(file)]
        try:
            ended = subprocess.run(words, input=content, capture_output=True, timeout=_most_seconds)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise NotChecked(f"{program} could not be run: {error}") from None
    if ended.returncode != 0 and re.search(rb"(unknown|illegal|invalid) option", ended.stderr):
        raise NotChecked(not_here)
    return None if ended.returncode == 0 else "is not of this file"
