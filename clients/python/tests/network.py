"""A server in memory for tests of what the client does with answers: it has a clock, a minute of its key, and counts."""

from __future__ import annotations

import json
from email.utils import formatdate
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from gradeline.asking import Asking
from gradeline.cache import Cache, NoCache
from gradeline.errors import NetworkError
from gradeline.http import Answer, Network, whole_answer

Reply = Union[Answer, NetworkError]


class Clock:
    """Time that passes only when somebody sleeps."""

    def __init__(self, at: float = 1_800_000_000.0) -> None:
        self.at = at
        self.slept: List[float] = []

    def now(self) -> float:
        return self.at

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.at += seconds


class Scripted(Network):
    """Answers one after the other, by functions of the address and the headers."""

    def __init__(self, replies: List[Reply]) -> None:
        self._replies = replies
        self.asked: List[Tuple[str, Dict[str, str]]] = []

    def send(self, url: str, headers: Dict[str, str], timeout_seconds: float, most_seconds: float) -> Answer:
        self.asked.append((url, headers))
        reply = self._replies.pop(0)
        if isinstance(reply, NetworkError):
            raise reply
        return reply


def page(rows: List[Any], cursor: Optional[str] = None, headers: Optional[Dict[str, str]] = None) -> Answer:
    body = {"data": rows, "next_cursor": cursor, "meta": {"count": len(rows), "request_id": "req_1"}}
    return whole_answer(200, headers or {}, json.dumps(body).encode())


def refusal(status: int, code: str, headers: Optional[Dict[str, str]] = None, **more: str) -> Answer:
    body = {"error": {"code": code, "message": f"this is {code}", **more}}
    return whole_answer(status, {"X-Request-Id": "req_2", **(headers or {})}, json.dumps(body).encode())


def asking(network: Network, clock: Optional[Clock] = None, cache: Optional[Cache] = None) -> Asking:
    time = clock or Clock()
    return Asking("http://host", "gl_live_key", cache or NoCache(), 30, 900, network, time.now, time.sleep)


class Minute(Network):
    """The sliding minute of a key [D-37]: more than its limit within any 60 seconds are refused, and those do not count."""

    def __init__(self, limit: int, now: Callable[[], float]) -> None:
        self._limit = limit
        self._now = now
        self._taken: List[float] = []
        self.admitted: List[float] = []
        self.refused = 0

    def send(self, url: str, headers: Dict[str, str], timeout_seconds: float, most_seconds: float) -> Answer:
        now = self._now()
        self._taken = [at for at in self._taken if at > now - 60]
        is_full = len(self._taken) >= self._limit
        if not is_full:
            self._taken.append(now)
            self.admitted.append(now)
        frees_at = self._taken[0] + 60
        reset = -int(-frees_at // 1)
        told = {
            "Date": formatdate(int(now), usegmt=True),
            "X-RateLimit-Limit": str(self._limit),
            "X-RateLimit-Remaining": str(self._limit - len(self._taken)),
            "X-RateLimit-Reset": str(reset),
        }
        if not is_full:
            return page([], headers=told)
        self.refused += 1
        return refusal(429, "rate_limited", {**told, "Retry-After": str(max(1, -int(-(frees_at - now) // 1)))})
