"""Reads lists as data frames and compares each with the CSV of the list, as pandas reads it as texts."""

import io
import json
import os
import sys
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pandas
from gradeline import Gradeline

url, key = os.environ["GRADELINE_URL"], os.environ["GRADELINE_API_KEY"]
gradeline = Gradeline()


def text(value):
    if value is pandas.NaT or value is None or value is pandas.NA or value != value:
        return ""
    if isinstance(value, pandas.Timestamp):
        assert str(value.tz) == "UTC", value
        return value.strftime("%Y-%m-%dT%H:%M:%S.") + f"{value.microsecond // 1000:03d}Z"
    if type(value).__name__ in ("bool", "bool_"):
        return str(value).lower()
    return str(int(value)) if isinstance(value, float) and value == int(value) else str(value)


for path, filters, is_paged in json.load(sys.stdin):
    limit = {"limit": 1000} if is_paged else {}
    asked = Request(f"{url}{path}?{urlencode({**filters, 'format': 'csv', **limit})}", headers={"X-API-Key": key})
    with urlopen(asked) as answer:
        assert not answer.headers["X-Next-Cursor"], path
        csv = pandas.read_csv(io.BytesIO(answer.read()), dtype=str, keep_default_na=False)
    frame = gradeline._list(path, filters, is_paged).to_pandas()
    assert list(frame.columns) == list(csv.columns), (path, list(frame.columns), list(csv.columns))
    assert len(frame) == len(csv), (path, len(frame), len(csv))
    assert len(csv) > 0 or path not in ("/v1/games", "/v1/odds", "/v1/bets", "/v1/periods"), path
    for name in csv.columns:
        cells = [text(cell) for cell in frame[name].tolist()]
        assert cells == csv[name].tolist(), (path, name, [pair for pair in zip(cells, csv[name]) if pair[0] != pair[1]][:3])
    times = [name for name in frame.columns if str(frame[name].dtype) == "datetime64[ns, UTC]"]
    print(path, len(frame), " ".join(times))

empty = gradeline.games(sport="nfl", season=2025, week=99).to_pandas()
assert len(empty) == 0 and "home.score" in empty.columns, empty
