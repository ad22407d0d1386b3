"""Asks a server that is not to be trusted, as each line of standard input says, and prints the error that it ends with.

Each line is JSON: {"ask": "list" | "file" | "pull", "url", "folder", "timeout_seconds"}; each line of output {"error", "kind", "code", "output", "peak_mb"}.
"""

import contextlib
import io
import json
import resource
import sys
import time

# Waits between attempts are bounded by themselves; here they are not slept.
time.sleep = lambda seconds: None

from gradeline import Gradeline, GradelineError, asking  # noqa: E402
from gradeline.__main__ import main  # noqa: E402

# Each attempt at an answer that never ends takes twenty times the wait; that they are five at most is tried elsewhere.
asking.most_attempts = 2


def ask(given):
    client = Gradeline(given["url"], "gl_live_secret", timeout_seconds=given["timeout_seconds"])
    if given["ask"] == "list":
        client.games(sport="nfl", season=2025).to_list()
    else:
        client.download(next(iter(client.files(sport="nfl", season=2025))), f"{given['folder']}/games.csv.gz")


for line in sys.stdin:
    given = json.loads(line)
    output, errors, code, error, kind = io.StringIO(), io.StringIO(), None, None, None
    if given["ask"] == "pull":
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            try:
                code = main(["pull", "nfl", "--to", given["folder"], "--base-url", given["url"]])
            except SystemExit as ended:
                code = ended.code
        error = errors.getvalue()
    else:
        try:
            ask(given)
        except GradelineError as caught:
            error, kind = str(caught), type(caught).__name__
        except Exception as caught:  # What is no error of the client is told as what it is.
            error, kind = f"{type(caught).__name__}: {caught}", "foreign"
    told = {"error": error, "kind": kind, "code": code, "output": output.getvalue()}
    told["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(json.dumps(told), flush=True)
