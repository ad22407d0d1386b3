"""Asks the API: with the key, below its limit, and again where that helps. Every wait and every number of attempts is bounded."""

from __future__ import annotations

import random
import time
from typing import Any, Callable, Dict, Optional
from urllib.parse import urlencode, urlsplit

from .cache import Cache, Kept
from .errors import ApiError, BrokenOff, BudgetPassed, GradelineError, NetworkError, RateLimited, Unavailable, WrongAnswer, api_error
from .http import Answer, Headers, Network, most_text_bytes
from .json_text import json_of
from .pacing import Pace

most_attempts = 5
# A signed minute is never longer, so a longer Retry-After is not worth waiting for: of a quota it is days.
most_pause_seconds = 120.0
most_error_bytes = 1024 * 1024


class Budget:
    """How many requests may still be counted. One that broke off may have been counted, so it is never given back."""

    def __init__(self, most: Optional[int]) -> None:
        self.most = most
        self.used = 0

    def take(self) -> None:
        if self.most is not None and self.used >= self.most:
            raise BudgetPassed(f"another request would be more than the {self.most} that are allowed")
        self.used += 1

    def give_back(self) -> None:
        self.used -= 1


def checked_base_url(text: str) -> str:
    """The address of a server, without a slash at its end. Raises GradelineError."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or parts.username:
        raise GradelineError(f"the base URL must be such as https://api.example.com, not {text!r}")
    return text.rstrip("/")


def checked_key(text: str) -> str:
    """A key that can be sent in a header. Raises GradelineError, which does not show the key."""
    key = text.strip()
    if not key or not key.isascii() or not key.isprintable() or " " in key:
        raise GradelineError("the API key must be one word, as the page of keys shows it: gl_live_ and 38 letters and digits")
    return key


class Asking:
    """Sends requests of one key to one server."""

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str],
        cache: Cache,
        timeout_seconds: float,
        most_wait_seconds: float,
        network: Optional[Network] = None,
        now: Callable[[], float] = time.time,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.base_url = checked_base_url(base_url)
        self._key = None if api_key is None else checked_key(api_key)
        self._cache = cache
        self._timeout_seconds = timeout_seconds
        self._most_wait_seconds = most_wait_seconds
        self._network = Network() if network is None else network
        self._now = now
        self._sleep = sleep
        self._pace = Pace(now, sleep)
        self.budget = Budget(None)
        # Headers of the last answer; None before the first.
        self.last: Optional[Headers] = None

    def get_json(self, path: str, query: Dict[str, str]) -> Any:
        """The body of an answer, from the cache where it is still right. Raises GradelineError."""
        url = self.url(path, query)
        kept = self._cache.get(url)
        headers = {"Accept-Encoding": "gzip", "Accept": "application/json"}
        if kept is not None:
            headers["If-None-Match"] = kept.etag
        answer, body = self.read(url, headers)
        if answer.status == 304 and kept is not None:
            return _json_of(url, kept.body)
        value = _json_of(url, body)
        etag = answer.headers.etag()
        if etag is not None:
            self._cache.put(url, Kept(etag, body))
        return value

    def read_json(self, url: str, headers: Dict[str, str]) -> "tuple[Answer, Any]":
        """An answer with its value, past the cache; the value is None with 304. Raises GradelineError."""
        answer, body = self.read(url, headers)
        return answer, None if answer.status == 304 else _json_of(url, body)

    def url(self, path: str, query: Dict[str, str]) -> str:
        return f"{self.base_url}{path}{'?' if query else ''}{urlencode(query)}"

    def read(self, url: str, headers: Dict[str, str], most_bytes: int = most_text_bytes) -> "tuple[Answer, bytes]":
        """A whole answer, 2xx or 304, of at most so many bytes. What breaks off is asked for again. Raises GradelineError."""
        for attempt in range(1, most_attempts + 1):
            try:
                with self.open(url, headers) as answer:
                    return answer, answer.read(most_bytes)
            except BrokenOff:
                if attempt == most_attempts:
                    raise
                self.pause(attempt)
        raise AssertionError("the last attempt returns or raises")

    def open(self, url: str, headers: Dict[str, str]) -> Answer:
        """An answer whose body was not read, 2xx or 304. Raises GradelineError."""
        waited, attempt = 0.0, 0
        while True:
            try:
                return self._send(url, headers)
            except NetworkError:
                attempt += 1
                if attempt >= most_attempts:
                    raise
                self.pause(attempt)
            except (RateLimited, Unavailable) as error:
                # Keys of one account share a minute, so others may take its room: only the time is bounded.
                attempt += 1 if isinstance(error, Unavailable) else 0
                seconds = self._retry_after() or _pause_seconds(max(attempt, 1))
                waited += seconds
                is_over = attempt >= most_attempts or seconds > most_pause_seconds or waited > self._most_wait_seconds
                if is_over:
                    raise
                self._sleep(seconds + random.uniform(0, 0.25))

    def _send(self, url: str, headers: Dict[str, str]) -> Answer:
        self._pace.wait()
        self.budget.take()
        sent = {"User-Agent": "gradeline-client-python", **headers}
        if self._key is not None:
            sent["Authorization"] = f"Bearer {self._key}"
        answer = self._network.send(url, sent, self._timeout_seconds, 20 * self._timeout_seconds)
        self.last = answer.headers
        self._pace.heard(answer.headers)
        if answer.status in (200, 206, 304):
            return answer
        # The quota counts 2xx and 304 alone.
        self.budget.give_back()
        with answer:
            raise _refusal(url, answer)

    def _retry_after(self) -> Optional[float]:
        seconds = None if self.last is None else self.last.integer("Retry-After")
        return None if seconds is None else float(seconds)

    def pause(self, attempt: int) -> None:
        """Waits before another attempt, each time twice as long."""
        self._sleep(_pause_seconds(attempt))


def _pause_seconds(attempt: int) -> float:
    return float(2 ** (attempt - 1)) + random.uniform(0, 0.5)


def _json_of(url: str, body: bytes) -> Any:
    try:
        return json_of(body)
    except ValueError as error:
        raise WrongAnswer(f"{url} answered with something else than JSON ({error}); is this Gradeline?") from error


def _refusal(url: str, answer: Answer) -> GradelineError:
    request_id = answer.headers.get("X-Request-Id")
    try:
        error: Dict[str, Any] = json_of(answer.read(most_error_bytes))["error"]
        code, message, param = str(error["code"]), str(error["message"]), error.get("param")
    except (NetworkError, WrongAnswer, ValueError, KeyError, TypeError):
        return _foreign(url, answer)
    hint = error.get("hint")
    return api_error(answer.status, code, message, param, request_id, hint if isinstance(hint, str) else None)


def _foreign(url: str, answer: Answer) -> GradelineError:
    """An answer that no Gradeline wrote: of a proxy, or of another server."""
    location = answer.headers.get("Location")
    if location is not None:
        return GradelineError(f"{url} leads to {location}: give that server as the base URL")
    if answer.status == 429:
        return RateLimited(429, "rate_limited", f"{url} was asked for too often", None, None)
    if answer.status == 503:
        return Unavailable(503, "unavailable", f"{url} is not available at the moment", None, None)
    return ApiError(answer.status, "unknown", f"{url} answered with something else than an error of Gradeline", None, None)
