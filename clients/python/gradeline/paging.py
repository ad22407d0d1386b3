"""The rows of a list, page after page, and what they cost."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Callable, Dict, Generic, Iterator, List, Optional, Set, TypeVar
from urllib.parse import quote

from .asking import Asking
from .errors import WrongAnswer
from .frame import frame_of  # pyright: ignore
from .http import Headers
from .json_text import items, members

if TYPE_CHECKING:
    import pandas  # pyright: ignore

Row = TypeVar("Row")

# What the API gives at most, so that a list costs as few requests as it can.
rows_of_a_page = 1000
# A hundred million rows; no list of the API has so many.
most_pages = 100_000


@dataclass(frozen=True)
class Limit:
    """A limit of the key, as the last answer told it. `resets_at` is in unix seconds."""

    limit: Optional[int]
    remaining: Optional[int]
    resets_at: Optional[int]


@dataclass(frozen=True)
class Meta:
    """About the last answer. Members are None where the answer does not say them."""

    count: Optional[int]
    request_id: Optional[str]
    revision: Optional[int]
    archive: Optional[str]
    rate: Limit
    quota: Limit
    is_sample: bool
    # All that `meta` of the answer says, with what only some lists have.
    answer: Dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """What a call costs, said before it is made.

    `requests` is exact, or the most that it can be where `is_exact` is False; None where nobody can tell before.
    `asked` is how many requests it took to find out.
    """

    requests: Optional[int]
    rows: Optional[int]
    is_exact: bool
    asked: int

    def __str__(self) -> str:
        if self.requests is None:
            return "nobody can tell beforehand how many requests this takes"
        most = "" if self.is_exact else "at most "
        rows = "" if self.rows is None else f" for {most}{self.rows:,} rows"
        return f"{most}{self.requests:,} request{'' if self.requests == 1 else 's'}{rows}"


class Cursors:
    """Where a list goes on. One that would be read for ever ends with an error."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._seen: Set[str] = set()

    def after(self, page: Any) -> Optional[str]:
        """The cursor of the next page; None: this was the last. Raises WrongAnswer for what is no page, or never ends."""
        told = members(page)
        rows, cursor = items(told.get("data")), told.get("next_cursor", 0)
        if rows is None or not isinstance(told.get("meta"), dict):
            raise WrongAnswer(f"{self._url} answered with something else than a list; is this Gradeline?")
        if cursor is None:
            return None
        if not isinstance(cursor, str) or not 0 < len(cursor) <= 4096:
            raise WrongAnswer(f"{self._url} answered with a next_cursor that is none")
        if not rows:
            raise WrongAnswer(f"{self._url} answered with a page without rows that is not the last: the list never ends")
        if cursor in self._seen or len(self._seen) >= most_pages:
            raise WrongAnswer(f"{self._url} answered with the cursor of a page that was read already: the list never ends")
        self._seen.add(cursor)
        return cursor


def in_path(text: str) -> str:
    return quote(text, safe="")


def query_of(filters: Dict[str, Any]) -> Dict[str, str]:
    """Filters as the API reads them. None: the filter is not given. The API names whatever is wrong with the others."""
    return {name.rstrip("_"): _text_of(value) for name, value in filters.items() if value is not None}


def _text_of(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return value.isoformat()[:10]
    if isinstance(value, (list, tuple, set, frozenset)):
        return ",".join(_text_of(each) for each in value)  # pyright: ignore
    return str(value)


def meta_of(answer: Any, headers: Optional[Headers]) -> Meta:
    told = members(members(answer).get("meta"))
    if not told:
        raise WrongAnswer("the answer has no meta; is this Gradeline?")
    known = Headers({}) if headers is None else headers
    rate, quota = (_limit(known, name) for name in ("RateLimit", "Quota"))
    is_sample = known.get("X-Dataset") == "sample"
    return Meta(told.get("count"), told.get("request_id"), told.get("revision"), told.get("archive"), rate, quota, is_sample, told)


def _limit(headers: Headers, name: str) -> Limit:
    limit, remaining, reset = (headers.integer(f"X-{name}-{part}") for part in ("Limit", "Remaining", "Reset"))
    return Limit(limit, remaining, reset)


class Rows(Generic[Row]):
    """The rows of a list. They are asked for when they are read, a thousand at a time, and anew each time they are read."""

    def __init__(
        self,
        asking: Asking,
        path: str,
        filters: Dict[str, Any],
        is_paged: bool,
        plan: Callable[[str, Dict[str, str]], Plan],
        heard: Callable[[Meta], None],
    ) -> None:
        self._asking = asking
        self._path = path
        self._query = query_of(filters)
        self._is_paged = is_paged
        self._plan = plan
        self._heard = heard
        # About the last page that was read; None before the first.
        self.meta: Optional[Meta] = None

    def __iter__(self) -> Iterator[Row]:
        query = dict(self._query)
        if self._is_paged:
            query.setdefault("limit", str(rows_of_a_page))
        cursors = Cursors(self._asking.url(self._path, {}))
        while True:
            answer = self._asking.get_json(self._path, query)
            cursor = cursors.after(answer)
            self.meta = meta_of(answer, self._asking.last)
            self._heard(self.meta)
            yield from answer["data"]
            if cursor is None:
                return
            query["cursor"] = cursor

    def plan(self) -> Plan:
        """What reading all rows costs. Finding out takes one request where the list has more than one page, and none after that."""
        return self._plan(self._path, self._query)

    def to_list(self) -> List[Row]:
        return list(self)

    def to_pandas(self) -> "pandas.DataFrame":  # pyright: ignore
        """A data frame with the columns of the CSV, such as `home.score`; times are datetimes in UTC. It needs pandas."""
        return frame_of(self._path, self.to_list())  # pyright: ignore
