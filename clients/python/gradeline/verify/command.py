"""`python -m gradeline verify`: checks a mirror from its files alone. It asks no server."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Dict, Sequence, Set, Tuple

from ..plain import plain
from ..pull.arguments import Parser
from ..pull.mirror import Mirror, mirror_name, read_mirror
from ..pull.stop import Stop, failed
from .check_bets import BetChecks
from .check_form import FormChecks
from .check_paths import PathChecks
from .check_rows import Checks
from .facts import Season
from .folder import check_folder
from .report import Report


def main(words: Sequence[str]) -> int:
    parser = Parser(
        prog="python -m gradeline verify", description="Checks a folder that pull has made, and computes its numbers again."
    )
    parser.add_argument("folder", metavar="DIR", help="the folder of the mirror")
    parser.add_argument("--hashes-only", action="store_true", help="hashes, heads and signatures, and no values")
    given = parser.parse_args(list(words))
    try:
        return verify(Path(given.folder), bool(given.hashes_only))
    except Stop as stop:
        print(plain(stop.sentence), file=sys.stderr)
        return stop.code
    except OSError as error:
        print(plain(f"{error}; nothing was changed"), file=sys.stderr)
        return failed


def verify(folder: Path, hashes_only: bool) -> int:
    """The exit code: 0 when all is right. Raises Stop and OSError."""
    mirror = read_mirror(folder)
    if mirror is None:
        raise Stop(failed, f"{folder} is no mirror: {mirror_name} is missing")
    report = Report(print)
    check_folder(folder, mirror, report)
    print(f"{len(mirror['files'])} files of revision {mirror['revision']} were hashed")
    if not hashes_only and mirror["format"] == "csv.gz":
        before = report.compared
        _check_values(folder, mirror, report)
        print(f"{report.compared - before:,} values were computed again from the files")
    elif not hashes_only:
        report.leave_out(
            "consensus, results, profits, probabilities and all other values: they are computed from csv.gz, and this mirror has Parquet"
        )
    for sentence in report.left_out:
        print(plain(f"not checked: {sentence}"))
    right = "all that was checked is right" if report.left_out else "all is right"
    print(right if report.wrong == 0 else f"{report.wrong:,} things are wrong")
    return 0 if report.wrong == 0 else failed


def _check_values(folder: Path, mirror: Mirror, report: Report) -> None:
    seasons: Dict[Tuple[str, int], Set[str]] = {}
    for entry in mirror["files"]:
        # What is missing was named already.
        if (folder / entry["path"]).exists():
            seasons.setdefault((entry["sport"], entry["season"]), set()).add(entry["data_set"])
    for (sport, year), data_sets in sorted(seasons.items()):
        season = Season(folder, sport, year, data_sets, report)
        checks = Checks(season)
        checks.run()
        BetChecks(checks).run()
        PathChecks(checks).run()
        FormChecks(checks).run()
        _check_counts(mirror, season)


def _check_counts(mirror: Mirror, season: Season) -> None:
    for entry in mirror["files"]:
        if (entry["sport"], entry["season"]) != (season.sport, season.season) or not season.has(entry["data_set"]):
            continue
        if entry["data_set"] not in season.counted:
            season.each(entry["data_set"], lambda row: None)
        if entry["data_set"] in season.counted:
            season.report.compare(entry["path"], "the file", "rows", season.counted[entry["data_set"]], entry["rows"])
