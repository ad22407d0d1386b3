"""One request over HTTP, by urllib alone. It follows no redirect, which would carry the key to another host."""

from __future__ import annotations

import gzip
import http.client
import io
import time
import urllib.error
import urllib.request
import zlib
from typing import Any, Dict, Iterator, Mapping, Optional

from .errors import BrokenOff, NetworkError

# Parts of a body as they are read from the network.
part_bytes = 65_536


class Headers:
    """Headers by name, in any case."""

    def __init__(self, pairs: Mapping[str, str]) -> None:
        self._by_name = {name.lower(): value for name, value in pairs.items()}

    def get(self, name: str) -> Optional[str]:
        return self._by_name.get(name.lower())

    def integer(self, name: str) -> Optional[int]:
        """The whole number of a header; None where it has none."""
        text = self.get(name)
        return int(text) if text is not None and text.isascii() and text.isdigit() else None


class Answer:
    """The head of an answer, whose body has not been read. Close it."""

    def __init__(self, status: int, headers: Headers, body: Any, ends_at: float) -> None:
        self.status = status
        self.headers = headers
        self._body = body
        self._ends_at = ends_at

    def parts(self) -> Iterator[bytes]:
        """The body as it comes. Raises BrokenOff when it breaks off, or takes longer than it may."""
        while True:
            try:
                part = self._body.read(part_bytes)
            except (OSError, http.client.HTTPException) as error:
                raise BrokenOff(f"the answer broke off: {error}") from error
            if not part:
                left = getattr(self._body, "length", None)
                if left:
                    raise BrokenOff(f"the answer broke off {left} bytes before its end")
                return
            yield part
            if time.monotonic() > self._ends_at:
                raise BrokenOff("the answer took longer than it may")

    def read(self) -> bytes:
        """The whole body, decompressed."""
        raw = b"".join(self.parts())
        if self.headers.get("Content-Encoding") != "gzip":
            return raw
        try:
            return gzip.decompress(raw)
        except (OSError, EOFError, zlib.error) as error:
            raise BrokenOff(f"the answer broke off: {error}") from error

    def close(self) -> None:
        self._body.close()

    def __enter__(self) -> Answer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Unjudged(urllib.request.HTTPErrorProcessor):
    """Hands on every status as it came."""

    def http_response(self, request: Any, response: Any) -> Any:
        return response

    https_response = http_response


class Network:
    """Sends requests. Tests put another one in its place."""

    def __init__(self) -> None:
        self._opener = urllib.request.build_opener(_Unjudged)

    def send(self, url: str, headers: Dict[str, str], timeout_seconds: float, most_seconds: float) -> Answer:
        """@param timeout_seconds for each wait; most_seconds: for the whole answer. Raises NetworkError."""
        request = urllib.request.Request(url, headers=headers)
        ends_at = time.monotonic() + most_seconds
        try:
            answer = self._opener.open(request, timeout=timeout_seconds)
        except (OSError, http.client.HTTPException) as error:
            reason = error.reason if isinstance(error, urllib.error.URLError) else error
            raise NetworkError(f"no answer came: {reason}") from error
        return Answer(answer.status, Headers(dict(answer.headers.items())), answer, ends_at)


def whole_answer(status: int, headers: Dict[str, str], body: bytes) -> Answer:
    """An answer that is there already."""
    return Answer(status, Headers(headers), io.BytesIO(body), time.monotonic() + 60)
