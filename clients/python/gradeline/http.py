"""One request over HTTP, by urllib alone. It follows no redirect, which would carry the key to another host."""

from __future__ import annotations

import http.client
import io
import socket
import threading
import time
import urllib.error
import urllib.request
import zlib
from typing import Any, Dict, Iterator, List, Mapping, Optional

from .errors import BrokenOff, NetworkError, TooLong

# Parts of a body as they are read from the network.
part_bytes = 65_536
# The longest text that is read into memory, decompressed. A page of a thousand rows has one megabyte.
most_text_bytes = 64 * 1024 * 1024


class Headers:
    """Headers by name, in any case."""

    def __init__(self, pairs: Mapping[str, str]) -> None:
        self._by_name = {name.lower(): value for name, value in pairs.items()}

    def get(self, name: str) -> Optional[str]:
        return self._by_name.get(name.lower())

    def integer(self, name: str) -> Optional[int]:
        """The whole number of a header; None where it has none."""
        text = self.get(name)
        return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) <= 15 else None

    def etag(self) -> Optional[str]:
        """The ETag, where it is one that can be sent back."""
        text = self.get("ETag") or ""
        is_one = len(text) <= 200 and text.endswith('"') and text.isascii() and text.isprintable()
        return text if is_one and (text.startswith('"') or text.startswith('W/"')) else None


class Answer:
    """The head of an answer, whose body has not been read. Close it."""

    def __init__(self, status: int, headers: Headers, body: Any, ends_at: float) -> None:
        self.status = status
        self.headers = headers
        self._body = body
        self._ends_at = ends_at

    def parts(self, most_bytes: int) -> Iterator[bytes]:
        """The body as it comes. Raises BrokenOff when it breaks off or takes longer than it may, TooLong when it goes on."""
        length: Optional[int] = getattr(self._body, "length", None)
        came = 0
        while length is None or came < length:
            try:
                # What is there, and not so many bytes: a server that sends one a minute is not waited for.
                part = self._body.read1(part_bytes if length is None else min(part_bytes, length - came))
            except (OSError, ValueError, http.client.HTTPException) as error:
                raise BrokenOff(f"the answer broke off: {error}") from error
            if not part:
                break
            came += len(part)
            if came > most_bytes:
                raise TooLong(f"the answer is longer than the {most_bytes:,} bytes that it may have")
            yield part
            if time.monotonic() > self._ends_at:
                raise BrokenOff("the answer took longer than it may")
        if length is not None and came < length:
            raise BrokenOff(f"the answer broke off {length - came} bytes before its end")

    def read(self, most_bytes: int = most_text_bytes) -> bytes:
        """The whole body, decompressed."""
        if self.headers.get("Content-Encoding") != "gzip":
            return b"".join(self.parts(most_bytes))
        inflating = zlib.decompressobj(31)
        found: List[bytes] = []
        count = 0
        try:
            for part in self.parts(most_bytes):
                found.append(inflating.decompress(part, most_bytes - count + 1))
                count += len(found[-1])
                if count > most_bytes or inflating.unconsumed_tail:
                    raise TooLong(f"the answer inflates to more than the {most_bytes:,} bytes that it may have")
        except zlib.error as error:
            raise BrokenOff(f"the answer broke off: {error}") from error
        if not inflating.eof:
            raise BrokenOff("the answer broke off before the end of its gzip")
        return b"".join(found)

    def close(self) -> None:
        self._body.close()

    def __enter__(self) -> Answer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Response(http.client.HTTPResponse):
    """Its head has to come whole within the time of one wait, or a server could send it letter by letter for days."""

    def __init__(self, sock: socket.socket, *more: Any, **named: Any) -> None:
        super().__init__(sock, *more, **named)
        self._socket = sock

    def begin(self) -> None:
        timer = threading.Timer(self._socket.gettimeout() or 60.0, self._end)
        timer.daemon = True
        timer.start()
        try:
            super().begin()
        finally:
            timer.cancel()

    def _end(self) -> None:
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            # It has ended by itself.
            return


class _Connection(http.client.HTTPConnection):
    response_class = _Response


class _SecureConnection(http.client.HTTPSConnection):
    response_class = _Response


class _Handler(urllib.request.HTTPHandler):
    def http_open(self, req: urllib.request.Request) -> Any:
        return self.do_open(_Connection, req)


class _SecureHandler(urllib.request.HTTPSHandler):
    def https_open(self, req: urllib.request.Request) -> Any:
        return self.do_open(_SecureConnection, req)


class _Unjudged(urllib.request.HTTPErrorProcessor):
    """Hands on every status as it came."""

    def http_response(self, request: Any, response: Any) -> Any:
        return response

    https_response = http_response


class Network:
    """Sends requests. Tests put another one in its place."""

    def __init__(self) -> None:
        self._opener = urllib.request.build_opener(_Unjudged, _Handler, _SecureHandler)

    def send(self, url: str, headers: Dict[str, str], timeout_seconds: float, most_seconds: float) -> Answer:
        """@param timeout_seconds for each wait; most_seconds: for the whole answer. Raises NetworkError."""
        request = urllib.request.Request(url, headers=headers)
        ends_at = time.monotonic() + most_seconds
        try:
            answer = self._opener.open(request, timeout=timeout_seconds)
        except (OSError, ValueError, http.client.HTTPException) as error:
            reason = error.reason if isinstance(error, urllib.error.URLError) else error
            raise NetworkError(f"no answer came: {reason}") from error
        return Answer(answer.status, Headers(dict(answer.headers.items())), answer, ends_at)


def whole_answer(status: int, headers: Dict[str, str], body: bytes) -> Answer:
    """An answer that is there already."""
    return Answer(status, Headers(headers), io.BytesIO(body), time.monotonic() + 60)
