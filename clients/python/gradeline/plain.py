"""Text of others, such as a message of a server, as a terminal may show it."""

from __future__ import annotations

import re

# Control characters, by which a text could move the cursor or turn the direction of writing, and line ends that are none of ours.
_controls = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
most_characters = 2_000


def plain(text: str) -> str:
    """One line of at most 2,000 characters, with control characters shown as `\\x1b`."""
    cut = text if len(text) <= most_characters else f"{text[:most_characters]}… ({len(text):,} characters)"
    return _controls.sub(_shown, cut)


def _shown(found: "re.Match[str]") -> str:
    number = ord(found.group())
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}"
