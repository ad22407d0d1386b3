"""One program at a time works in a mirror. A lock names its process; that of a process which is gone is stale."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from types import TracebackType
from typing import Optional, Type

from .stop import Stop, failed

lock_name = ".gradeline-lock"


class Lock:
    """Holds the lock of a folder for as long as a `with` lasts. Raises Stop when another process has it."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / lock_name

    def __enter__(self) -> Lock:
        for _ in range(3):
            try:
                handle = os.open(self._file, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
            except FileExistsError:
                self._remove_stale()
                continue
            with os.fdopen(handle, "w") as opened:
                opened.write(f"{os.getpid()}\n")
            return self
        raise Stop(failed, f"{self._file} cannot be had: other programs take it all the time")

    def __exit__(
        self, _type: Optional[Type[BaseException]], _error: Optional[BaseException], _trace: Optional[TracebackType]
    ) -> None:
        self._file.unlink(missing_ok=True)

    def _remove_stale(self) -> None:
        try:
            text = self._file.read_text("utf-8").strip()
        except FileNotFoundError:
            return
        pid = int(text) if text.isascii() and text.isdigit() else None
        if pid is not None and pid != os.getpid() and _is_alive(pid):
            raise Stop(failed, f"process {pid} is at work in this folder: {self._file} says so; delete that file if it is not")
        # Moved away first, so that of two programs which find it stale one alone removes it.
        aside = self._file.with_name(f"{lock_name}.{os.getpid()}")
        try:
            os.rename(self._file, aside)
        except FileNotFoundError:
            return
        aside.unlink()


def _is_alive(pid: int) -> bool:
    if os.name == "nt":
        query_limited_information = 0x1000
        kernel = ctypes.windll.kernel32  # pyright: ignore
        handle = kernel.OpenProcess(query_limited_information, False, pid)  # pyright: ignore
        if handle:
            kernel.CloseHandle(handle)  # pyright: ignore
        return bool(handle)  # pyright: ignore
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
