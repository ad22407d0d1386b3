"""JSON of a server that may be hostile: it is refused where reading it could take memory or time without end."""

from __future__ import annotations

import json
import re
from typing import Any, Dict, List, Optional, Union

# No number of the API has so many digits, and reading one takes time with the square of them.
_long_number = re.compile(rb"[0-9]{300}")


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def json_of(text: Union[str, bytes]) -> Any:
    """Raises ValueError for what is no JSON, is nested deeper than Python reads, or has a number of 300 digits."""
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if _long_number.search(raw) and _long_number.search(re.sub(rb'"[^"\\]*"', b'""', raw)):
        raise ValueError("a number has more digits than any of Gradeline")
    try:
        return json.loads(raw, parse_constant=_no_constant)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def members(value: Any) -> Dict[str, Any]:
    """The members of an object; empty where it is none."""
    return value if isinstance(value, dict) else {}  # pyright: ignore


def items(value: Any) -> Optional[List[Any]]:
    """The items of an array; None where it is none."""
    return value if isinstance(value, list) else None  # pyright: ignore


def whole(value: Any, least: int, most: int) -> Optional[int]:
    """A whole number between two; None where it is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most else None
