"""Runs commands of the client one after the other in one process, which is much quicker than a process for each.

Each line of standard input is JSON, {"words": [...], "env": {...}}; each line of standard output {"code", "output", "errors"}.
"""

import contextlib
import io
import json
import os
import sys

from gradeline.__main__ import main

for line in sys.stdin:
    given = json.loads(line)
    output, errors = io.StringIO(), io.StringIO()
    os.environ.update(given["env"])
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        try:
            code = main(given["words"])
        except SystemExit as ended:
            code = ended.code
    print(json.dumps({"code": code, "output": output.getvalue(), "errors": errors.getvalue()}), flush=True)
