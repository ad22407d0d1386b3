"""CSV as spreadsheets and trackers write it (RFC 4180 and its relatives): read with its encoding and separator, and written."""

from __future__ import annotations

import re
from typing import Iterable, List, NamedTuple, Sequence

from .problem import UnreadableFile, quoted

MOST_BYTES = 32 * 1024 * 1024
MOST_ROWS = 200_000
_MOST_COLUMNS = 200
_MOST_CELL_CHARACTERS = 10_000
_EMPTY = "the file is empty: it needs a header line, and a line for each bet"


class CsvRow(NamedTuple):
    # Where it begins in the file, from 1.
    line: int
    cells: List[str]


class CsvFile(NamedTuple):
    separator: str
    header: List[str]
    rows: List[CsvRow]


def decode_text(data: bytes) -> str:
    """Without a byte order mark the file is UTF-8 or, where it is not, Windows-1252."""
    if len(data) > MOST_BYTES:
        raise UnreadableFile(f"the file has {len(data)} bytes, and {MOST_BYTES} are read at most")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = data.decode("utf-16", errors="replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", errors="replace")
    at = text.find("\0")
    if at == -1:
        return text
    line = text.count("\n", 0, at) + 1
    raise UnreadableFile(
        f"line {line} has bytes that are no text: the file is no CSV, or UTF-16 without its byte order mark"
    )


def _separator_of(text: str) -> str:
    line = re.split(r"\r\n|\n|\r", re.sub(r'"[^"]*"', "", text), maxsplit=1)[0]
    if line.count("\t") > 0 and line.count("\t") >= line.count(","):
        return "\t"
    return ";" if line.count(";") > 0 and line.count(";") >= line.count(",") else ","


def parse_csv(text: str) -> CsvFile:
    """Empty lines are left out, and cells are trimmed. Raises UnreadableFile naming line and column."""
    body = re.sub(r"^\s*sep=[,;\t]\r?\n", "\n", text, count=1, flags=re.IGNORECASE)
    start = re.search(r"\S", body)
    if start is None:
        raise UnreadableFile(_EMPTY)
    separator = _separator_of(body[start.start() :])
    records = _split_records(body, separator)
    if not records:
        raise UnreadableFile(_EMPTY)
    head, rows = records[0], records[1:]
    width = len(head.cells)
    if width > _MOST_COLUMNS:
        raise UnreadableFile(f"line {head.line} has {width} columns, and {_MOST_COLUMNS} are read at most")
    for row in rows:
        if len(row.cells) < width or any(row.cells[width:]):
            said = f"line {row.line} has {len(row.cells)} columns, and the header has {width}"
            raise UnreadableFile(f"{said}: after column {min(width, len(row.cells))} the two do not go together")
    return CsvFile(separator, head.cells, rows)


def _split_records(text: str, separator: str) -> List[CsvRow]:
    records: List[CsvRow] = []
    cells: List[str] = []
    line = start_line = 1
    at = 0
    plain = re.compile(f"[^{re.escape(separator)}\n\r]*")
    rest = re.compile(r"[^,;\t\r\n]*")
    spaces = re.compile(" *")

    def end_record() -> None:
        nonlocal cells
        if any(cells):
            records.append(CsvRow(start_line, cells))
        if len(records) > MOST_ROWS + 1:
            raise UnreadableFile(f"line {start_line}: at most {MOST_ROWS} bets are read of a file")
        cells = []

    while at <= len(text):
        lead = spaces.match(text, at)
        quote_at = lead.end() if lead else at
        if text[quote_at : quote_at + 1] == '"':
            at = quote_at + 1
            value = ""
            while True:
                end = text.find('"', at)
                if end == -1:
                    raise UnreadableFile(
                        f"line {line}, column {len(cells) + 1} begins with a quote that nothing closes"
                    )
                part = text[at:end]
                line += part.count("\n")
                value += part
                at = end + 1
                if text[at : at + 1] != '"':
                    break
                value += '"'
                at += 1
            found = rest.match(text, at)
            after = found.group() if found else ""
            at += len(after)
            if after.strip() or text[at : at + 1] not in ("", separator, "\n", "\r"):
                raise UnreadableFile(
                    f"line {line}, column {len(cells) + 1} goes on after its closing quote: {quoted(after)}"
                )
        else:
            found = plain.match(text, at)
            value = found.group() if found else ""
            at += len(value)
        if len(value) > _MOST_CELL_CHARACTERS:
            raise UnreadableFile(
                f"line {start_line}, column {len(cells) + 1} has more than {_MOST_CELL_CHARACTERS} characters"
            )
        cells.append(value.strip())
        if at >= len(text):
            break
        if text[at] == separator:
            at += 1
            continue
        at += 2 if text[at : at + 2] == "\r\n" else 1
        end_record()
        line += 1
        start_line = line
        if at >= len(text):
            break
    end_record()
    return records


def safe_cell(text: str) -> str:
    """A cell that no spreadsheet takes for a formula (OWASP, "CSV Injection"): what begins like one, and is no number, begins with '."""
    is_formula = re.match(r"[=+\-@\t\r]", text) is not None and re.fullmatch(r"[+-]?\d+(\.\d+)?", text) is None
    safe = f"'{text}" if is_formula else text
    return '"' + safe.replace('"', '""') + '"' if re.search(r'[",;\t\r\n]', safe) else safe


def write_csv(rows: Iterable[Sequence[str]]) -> str:
    return "".join(",".join(map(safe_cell, cells)) + "\r\n" for cells in rows)
