"""Keeps a key below its limit: no request is sent while `X-RateLimit-*` says that the minute is full."""

from __future__ import annotations

import random
from email.utils import parsedate_to_datetime
from typing import Callable, Optional

from .http import Headers

# The window of the API is one minute; a longer wait can only come of wrong clocks.
window_seconds = 60.0
# Several programs that share a key do not all begin at once.
most_jitter_seconds = 0.25


class Pace:
    """What the last answer said of the minute. Times are those of this machine, in unix seconds."""

    def __init__(self, now: Callable[[], float], sleep: Callable[[float], None]) -> None:
        self._now = now
        self._sleep = sleep
        self._remaining: Optional[int] = None
        self._frees_at = 0.0
        self._clock_ahead: Optional[float] = None

    def heard(self, headers: Headers) -> None:
        """Takes in the headers of an answer."""
        self._compare_clocks(headers.get("Date"))
        remaining, reset = headers.integer("X-RateLimit-Remaining"), headers.integer("X-RateLimit-Reset")
        if remaining is None or reset is None:
            return
        self._remaining = remaining
        self._frees_at = min(reset + (self._clock_ahead or 0.0), self._now() + window_seconds)

    def wait(self) -> None:
        """Waits until the minute has room, as far as the last answer can tell."""
        if self._remaining is None:
            return
        if self._remaining > 0:
            self._remaining -= 1
            return
        seconds = self._frees_at - self._now()
        if seconds > 0:
            self._sleep(seconds + random.uniform(0, most_jitter_seconds))
        # One place is free now; the next answer says of how many more.
        self._remaining = None

    def _compare_clocks(self, date: Optional[str]) -> None:
        """A `Date` is cut to the second, so the smallest difference that was seen is the nearest to the truth."""
        if date is None:
            return
        try:
            ahead = self._now() - parsedate_to_datetime(date).timestamp()
        except (TypeError, ValueError):
            return
        # A clock that was set back meanwhile is believed at once.
        self._clock_ahead = ahead if self._clock_ahead is None else min(self._clock_ahead, ahead)
