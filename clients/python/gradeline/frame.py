"""Rows as a data frame of pandas, with the columns that the CSV of their list has."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Dict, List

from .columns import columns_by_path

if TYPE_CHECKING:
    import pandas  # pyright: ignore

# Types of pandas in which a missing value is missing, and a whole number stays whole.
type_by_kind = {"integer": "Int64", "number": "float64", "boolean": "boolean"}


def frame_of(path: str, rows: List[Any]) -> "pandas.DataFrame":  # pyright: ignore
    """A list without CSV, such as that of books, has its members as columns. A list without rows has its columns all the same."""
    import pandas  # pyright: ignore

    kinds = columns_by_path.get(re.sub("^/v1/games/[^/]+/", "/v1/games/{game_id}/", path))
    if kinds is None:
        return pandas.json_normalize(rows)  # pyright: ignore
    columns: Dict[str, Any] = {}
    for name, kind in kinds.items():
        cells = [_cell(_leaf(row, name.split(".")), kind) for row in rows]
        if kind == "time":
            columns[name] = pandas.to_datetime(pandas.Series(cells, dtype="object"), utc=True)  # pyright: ignore
        else:
            columns[name] = pandas.Series(cells, dtype=type_by_kind.get(kind, "string"))  # pyright: ignore
    return pandas.DataFrame(columns)  # pyright: ignore


def _leaf(value: Any, names: List[str]) -> Any:
    """The value at a dotted path. The members of a list's elements share a cell."""
    for place, name in enumerate(names):
        if isinstance(value, list):
            return [_leaf(each, names[place:]) for each in value]  # pyright: ignore
        value = None if value is None else value.get(name)
    return value


def _cell(value: Any, kind: str) -> Any:
    if kind == "json":
        return _json(value)
    if kind not in ("list", "json list") or value is None:
        return value
    texts = [_json(each).replace("|", "\\u007c") if kind == "json list" else _text(each) for each in value]
    return "|".join(texts) or None


def _text(value: Any) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
