"""Reads keys and signatures in the form of minisign (https://jedisct1.github.io/minisign/)."""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import NamedTuple, Optional

from .ed25519 import is_signed

_trusted = "trusted comment: "
other_key = "is by another key than minisign.pub"


class MinisignKey(NamedTuple):
    """A public key: the eight bytes that name it, and the key of Ed25519."""

    key_id: bytes
    public_key: bytes


def key_of(text: str) -> Optional[MinisignKey]:
    """The key of a file of minisign, or of its last line alone; None where it is none."""
    lines = text.strip().splitlines()
    raw = _bytes_of(lines[-1]) if lines else b""
    if len(raw) != 42 or raw[:2] != b"Ed":
        return None
    return MinisignKey(raw[2:10], raw[10:])


def wrong_with(key: MinisignKey, content: bytes, minisig: str) -> Optional[str]:
    """None where the signature is of this content by this key, else a fragment of a sentence that says what is wrong."""
    lines = minisig.splitlines()
    if len(lines) < 4 or not lines[2].startswith(_trusted):
        return "is no signature of minisign"
    first, whole = _bytes_of(lines[1]), _bytes_of(lines[3])
    if len(first) != 74 or len(whole) != 64 or first[:2] not in (b"ED", b"Ed"):
        return "is no signature of minisign"
    if first[2:10] != key.key_id:
        return other_key
    signature = first[10:]
    message = hashlib.blake2b(content).digest() if first[:2] == b"ED" else content
    if not is_signed(key.public_key, message, signature):
        return "is not of this file"
    if not is_signed(key.public_key, signature + lines[2][len(_trusted) :].encode(), whole):
        return "has another comment than was signed"
    return None


def _bytes_of(text: str) -> bytes:
    try:
        return base64.b64decode(text.strip(), validate=True)
    except (binascii.Error, ValueError):
        return b""
