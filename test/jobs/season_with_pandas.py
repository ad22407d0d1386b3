import os
import sys
import time
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen
import pandas as pd

base_url, api_key = os.environ["BASE_URL"], os.environ["API_KEY"]
season = int(sys.argv[1]) if len(sys.argv) > 1 else 2025
requests = 0


def page(url):
    """One request as CSV, and where the next page is. It waits when the minute is full."""
    global requests
    while True:
        try:
            with urlopen(Request(url, headers={"Authorization": f"Bearer {api_key}"})) as answer:
                requests += 1
                # Only an empty cell is null: "NA" could be a name.
                return pd.read_csv(answer, keep_default_na=False, na_values=[""]), answer.headers.get("X-Next-Cursor")
        except HTTPError as refused:
            if refused.code != 429 or "rate_limited" not in refused.read().decode():
                raise
            time.sleep(int(refused.headers["Retry-After"]))


def read_all(path, **filters):
    url = f"{base_url}{path}?{urlencode({**filters, 'format': 'csv', 'limit': 1000})}"
    frame, cursor = page(url)
    frames = [frame]
    while cursor:
        frame, cursor = page(f"{url}&cursor={cursor}")
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


of_season = {"sport": "nfl", "season": season}
games = read_all("/v1/games", **of_season)
odds = read_all("/v1/odds", **of_season)
periods = read_all("/v1/periods", **of_season)
bets = read_all("/v1/bets", **of_season)
ids = read_all("/v1/ids/games", **of_season)

names = ids.set_index("game_id")["nflverse"]
for frame in (games, odds, periods, bets):
    frame["nflverse"] = frame["game_id"].map(names)

for name, frame in {"games": games, "odds": odds, "periods": periods, "bets": bets}.items():
    print(f"{name}: {len(frame)} rows, {frame['nflverse'].nunique()} nflverse ids, {frame['nflverse'].isna().sum()} rows without")
units = bets.groupby("bet_type")["profit.close"].sum().round(2)
print("; ".join(f"{bet_type} {total:.2f}" for bet_type, total in units.items()))
print(f"{requests} requests")
