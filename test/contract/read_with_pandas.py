"""Reads lists of every sport as CSV with pandas, and compares every row with the JSON pages.

Standard input: {"url", "key", "lists": [{"path", "query", "columns": {name: type}}]}
"""

import io
import json
import sys
import urllib.request

import pandas

DTYPES = {"integer": "Int64", "number": "float64", "boolean": "boolean", "string": "string"}


def fetch(url, key):
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {key}"})
    with urllib.request.urlopen(request) as answer:
        return answer.read(), answer.headers


def csv_pages(url, key, columns):
    dtypes = {name: DTYPES[kind] for name, kind in columns.items()}
    cursor = None
    while True:
        body, headers = fetch(f"{url}&format=csv" + (f"&cursor={cursor}" if cursor else ""), key)
        # Only an empty cell is null: names such as "NA" are data.
        yield pandas.read_csv(io.BytesIO(body), dtype=dtypes, keep_default_na=False, na_values=[""])
        cursor = headers["X-Next-Cursor"]
        if cursor is None:
            return


def json_rows(url, key):
    cursor = None
    while True:
        page = json.loads(fetch(url + (f"&cursor={cursor}" if cursor else ""), key)[0])
        yield from page["data"]
        cursor = page["next_cursor"]
        if cursor is None:
            return


def leaf(row, path):
    for name in path:
        row = None if row is None else row[name]
    # A list is one cell, and an empty list an empty one.
    return ("|".join(row) or None) if isinstance(row, list) else row


def check(base, key, path, query, columns):
    url = f"{base}{path}?{query}&limit=1000"
    frame = pandas.concat(list(csv_pages(url, key, columns)), ignore_index=True)
    assert list(frame.columns) == list(columns), frame.columns
    for name, kind in columns.items():
        assert str(frame[name].dtype) == DTYPES[kind], (name, frame[name].dtype)
    rows = list(json_rows(url, key))
    assert len(frame) == len(rows) > 0, (len(frame), len(rows))
    for name in columns:
        path_of = name.split(".")
        read = frame[name].astype(object)
        read = read.where(frame[name].notna(), None).tolist()
        expected = [leaf(row, path_of) for row in rows]
        for index, (got, wanted) in enumerate(zip(read, expected)):
            assert got == wanted and (got is None) == (wanted is None), (url, name, index, got, wanted)
    return len(frame)


asked = json.load(sys.stdin)
for each in asked["lists"]:
    count = check(asked["url"], asked["key"], each["path"], each["query"], each["columns"])
    print(f"{each['path']}?{each['query']} {count}")
