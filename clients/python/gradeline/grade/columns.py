"""Which column of a file says what: by its name, or by what the caller says."""

from __future__ import annotations

import re
from typing import Dict, List, Sequence, Tuple

from .csvs import CsvFile
from .known import FIELDS, KNOWN, fold_column
from .problem import UnreadableFile, quoted

# The places of the columns of each field, from 0.
Columns = Dict[str, List[int]]


def read_mapping(text: str) -> Tuple[str, str]:
    """The text of `--map`: `field=Column`."""
    match = re.fullmatch(r"([a-z_]+)=(.+)", text, re.DOTALL)
    if match is None or match.group(1) not in FIELDS:
        raise UnreadableFile(f"--map takes field=Column, with one of {', '.join(FIELDS)}; not {quoted(text)}")
    return match.group(1), match.group(2)


def find_columns(file: CsvFile, mappings: Sequence[Tuple[str, str]] = ()) -> Columns:
    """Raises UnreadableFile where the file does not say what makes a bet."""
    folded = [fold_column(name) for name in file.header]
    shown = ", ".join(map(quoted, file.header))
    found: Columns = {}
    taken = set()
    for field, column in mappings:
        names, wanted = (file.header, column) if column in file.header else (folded, fold_column(column))
        if wanted not in names:
            raise UnreadableFile(f"--map {field}={column}: the header in line 1 has no such column. It has {shown}")
        at = names.index(wanted)
        found.setdefault(field, []).append(at)
        taken.add(at)
    for field in FIELDS:
        if field in found:
            continue
        names = [fold_column(name) for name in KNOWN["columns"][field]]
        places = [at for name in names for at, each in enumerate(folded) if each == name and at not in taken]
        own = places if field in KNOWN["joined"] else places[:1]
        if own:
            found[field] = own
            taken.update(own)
    _check_enough(found, shown)
    return found


def _check_enough(found: Columns, shown: str) -> None:
    wanted = (
        (("pick", "market"), "what was bet on (such as Pick, Selection, Team or Side)"),
        (("price",), "the price (such as Odds or Price)"),
        (("date", "placed", "game_id"), "the date of the game (such as Date)"),
    )
    missing = [what for names, what in wanted if not any(name in found for name in names)]
    if missing:
        said = f"the header in line 1 has no column for {', nor for '.join(missing)}"
        raise UnreadableFile(f"{said}. It has {shown}: name a column with --map field=Column")
