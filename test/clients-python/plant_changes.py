"""Plants a change into a value of a mirror, mends every hash, and looks whether verify names file, row, column and both values.

Arguments: a mirror, a folder to work in, a seed, and how many changes. Each change is of a season alone, to be quick.
"""

import contextlib
import csv
import gzip
import hashlib
import io
import json
import random
import shutil
import sys
from pathlib import Path

from gradeline.verify.command import verify

# Columns that follow from others, by data set. Those of a score or of a book's own line are known from other files.
columns = {
    "games": ["consensus.*", "result.*"],
    "odds": ["result.*", "moneyline.*", "spread.*", "total.*", "team_total.*"],
    "periods": ["consensus.*", "result.*"],
    "period_odds": ["result.*", "moneyline.*", "spread.*", "total.*"],
    "bets": [
        "open.line", "open.price", "close.line", "close.price", "close.no_vig_probability", "result.*", "profit.*", "role",
        "books", "closing_line.*", "score.*", "side_team", "week",
    ],
    "lines": ["minutes_before_start"],
    "snapshots": ["line", "home_price", "away_price", "over_price", "under_price", "age_minutes", "winner"],
    "team_games": ["result.*", "role", "line", "total", "margin", "margin_against_line", "score.*", "game_date"],
}


def is_meant(data_set, column):
    return any(column == each or (each.endswith("*") and column.startswith(each[:-1])) for each in columns[data_set])


def another(text, draw):
    """Another value of the same kind."""
    if text == "":
        return None
    if text in ("true", "false"):
        return "false" if text == "true" else "true"
    opposite = {
        "home": "away", "away": "home", "won": "lost", "lost": "won", "push": "won", "favorite": "underdog",
        "underdog": "favorite", "over": "under", "under": "over", "covered": "failed", "failed": "covered", "tied": "won",
    }
    if text in opposite:
        return opposite[text]
    try:
        number = float(text)
    except ValueError:
        return None
    if number == int(number) and "." not in text:
        return str(int(number) + draw.choice([-1, 1]))
    decimals = len(text.partition(".")[2])
    return f"{number + draw.choice([-1, 1]) * 10**-decimals:.{decimals}f}".rstrip("0").rstrip(".")


def plant(folder, draw):
    """Changes one cell. Returns file, game, column, the new text and the old one."""
    mirror = json.loads((folder / "gradeline-mirror.json").read_text())
    while True:
        entry = draw.choice([each for each in mirror["files"] if each["data_set"] in columns])
        file = folder / entry["path"]
        rows = list(csv.reader(io.StringIO(gzip.decompress(file.read_bytes()).decode(), newline="")))
        if len(rows) < 2:
            continue
        place = draw.randrange(1, len(rows))
        column = draw.choice([name for name in rows[0] if is_meant(entry["data_set"], name)])
        was = rows[place][rows[0].index(column)]
        now = another(was, draw)
        if now is None or now == was:
            continue
        rows[place][rows[0].index(column)] = now
        written = io.StringIO()
        csv.writer(written, lineterminator="\r\n").writerows(rows)
        file.write_bytes(gzip.compress(written.getvalue().encode(), mtime=0))
        mend(folder, mirror, entry, file)
        return entry["path"], rows[place][rows[0].index("game_id")], column, now, was


def mend(folder, mirror, entry, file):
    """Makes hashes, manifest and head fit the changed file, as whoever forges a whole mirror would."""
    content = file.read_bytes()
    manifest = json.loads((folder / "gradeline-manifest.json").read_text())
    proved = next(each for each in manifest["files"] if each["path"] == entry["path"])
    for told in (entry, proved):
        told["bytes"], told["sha256"] = len(content), hashlib.sha256(content).hexdigest()
    text = json.dumps(manifest)
    (folder / "gradeline-manifest.json").write_text(text)
    lines = (folder / "gradeline-heads.ndjson").read_text().splitlines()
    head = json.loads(lines[-1])
    head["manifest_sha256"] = hashlib.sha256(text.encode()).hexdigest()
    lines[-1] = json.dumps(head)
    (folder / "gradeline-heads.ndjson").write_text("".join(f"{line}\n" for line in lines))
    mirror["head_line"], mirror["head"]["manifest_sha256"] = lines[-1], head["manifest_sha256"]
    (folder / "gradeline-mirror.json").write_text(json.dumps(mirror))


def verified(folder):
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        code = verify(folder, False)
    return code, output.getvalue()


def one_season(mirror_folder, to, draw):
    """A mirror of one season of the whole one. The manifest stays whole."""
    mirror = json.loads((mirror_folder / "gradeline-mirror.json").read_text())
    sport, season = draw.choice(sorted({(each["sport"], each["season"]) for each in mirror["files"]}))
    mirror["files"] = [each for each in mirror["files"] if (each["sport"], each["season"]) == (sport, season)]
    shutil.copytree(mirror_folder / sport / str(season), to / sport / str(season))
    for name in ("gradeline-manifest.json", "gradeline-heads.ndjson"):
        shutil.copy(mirror_folder / name, to / name)
    (to / "gradeline-mirror.json").write_text(json.dumps(mirror))


def main():
    mirror_folder, work, seed, changes = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    for number in range(changes):
        draw = random.Random(f"{seed} {number}")
        folder = work / str(number)
        folder.mkdir(parents=True)
        one_season(mirror_folder, folder, draw)
        path, game_id, column, now, was = plant(folder, draw)
        code, output = verified(folder)
        start = f"{path}: {game_id}"
        named = [line for line in output.splitlines() if line.startswith(start) and f"{column} is {now}, and {was} is right" in line]
        print(json.dumps({"planted": [path, game_id, column, now, was], "code": code, "named": named, "said": output[:2000]}))
        shutil.rmtree(folder)


main()
