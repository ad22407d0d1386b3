"""What can go wrong. Every error of the API has a class of its own, by its `code`."""

from __future__ import annotations

from typing import Dict, Optional, Type

from .plain import plain


class GradelineError(Exception):
    """Any error of this client. Its text is one line, in which control characters that a server has sent are shown as `\\x1b`."""

    def __str__(self) -> str:
        return plain(super().__str__())


class NetworkError(GradelineError):
    """No whole answer came, though it was tried several times."""


class BrokenOff(NetworkError):
    """An answer began and did not come to its end."""


class WrongAnswer(GradelineError):
    """An answer came that no Gradeline gives; asking again would bring it again."""


class TooLong(WrongAnswer):
    """An answer goes on for longer than it may."""


class BudgetPassed(GradelineError):
    """One more request would be more than the caller allows."""


class DownloadError(GradelineError):
    """A file that came is not the one that was asked for."""


class ApiError(GradelineError):
    """The API refused a request.

    `code` decides; `message` is for people and may change. `param` names the parameter at fault, `hint` the nearest right
    value, as it can be sent, where there is one, and `request_id` is what to name when you report a problem.
    """

    def __init__(
        self, status: int, code: str, message: str, param: Optional[str], request_id: Optional[str], hint: Optional[str] = None
    ) -> None:
        message = plain(message)
        super().__init__(status, code, message, param, request_id, hint)
        self.status = status
        self.code = code
        self.message = message
        self.param = param
        self.request_id = request_id
        self.hint = hint

    def __str__(self) -> str:
        where = "" if self.request_id is None else f" (request {self.request_id})"
        return plain(f"{self.status} {self.code}: {self.message}{where}")


class InvalidParam(ApiError):
    """A parameter is unknown, missing or of the wrong form."""


class Unauthorized(ApiError):
    """The key is missing or unknown."""


class Forbidden(ApiError):
    """The key was revoked, or the trial or the subscription has ended."""


class NotFound(ApiError):
    """There is no such game, file or path."""


class MethodNotAllowed(ApiError):
    """The API answers GET and HEAD alone."""


class RangeNotSatisfiable(ApiError):
    """A part was asked for that begins behind the end of the file."""


class RateLimited(ApiError):
    """The minute of the key was full for longer than the client may wait."""


class QuotaExceeded(ApiError):
    """The quota of the month or of the trial is used up."""


class Internal(ApiError):
    """The fault is the server's."""


class Unavailable(ApiError):
    """The server could not answer for longer than the client may wait."""


classes_by_code: Dict[str, Type[ApiError]] = {
    "invalid_param": InvalidParam,
    "unauthorized": Unauthorized,
    "forbidden": Forbidden,
    "not_found": NotFound,
    "method_not_allowed": MethodNotAllowed,
    "range_not_satisfiable": RangeNotSatisfiable,
    "rate_limited": RateLimited,
    "quota_exceeded": QuotaExceeded,
    "internal": Internal,
    "unavailable": Unavailable,
}


def api_error(
    status: int, code: str, message: str, param: Optional[str], request_id: Optional[str], hint: Optional[str] = None
) -> ApiError:
    """The error of a code; a code that is newer than this client is an `ApiError` itself."""
    return classes_by_code.get(code, ApiError)(status, code, message, param, request_id, hint)
