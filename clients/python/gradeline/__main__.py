"""`python -m gradeline COMMAND`: the table of commands."""

from __future__ import annotations

import importlib
import sys
from typing import Dict, List, Tuple

# Each command with the module that runs it, by `main(arguments) -> exit code`, and what it does.
commands: Dict[str, Tuple[str, str]] = {
    "pull": ("gradeline.pull.command", "keep whole seasons as files in a folder"),
    "verify": ("gradeline.verify.command", "check a folder that pull has made, and compute its numbers again"),
}


def usage() -> str:
    lines = [f"  {name:<8}{about}" for name, (_, about) in commands.items()]
    return "\n".join(
        [
            "usage: python -m gradeline COMMAND ...",
            "",
            *lines,
            "",
            "python -m gradeline COMMAND --help says what a command takes.",
        ]
    )


def main(arguments: List[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(usage())
        return 0
    if arguments[0] == "--version":
        from . import __version__

        print(__version__)
        return 0
    name = arguments[0]
    if name not in commands:
        print(f"gradeline: there is no command {name!r}: {', '.join(commands)}", file=sys.stderr)
        return 1
    module = importlib.import_module(commands[name][0])
    return int(module.main(arguments[1:]))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
