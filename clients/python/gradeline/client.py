"""The client: one key, one server, and a method for every list."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Union

from .asking import Asking
from .cache import Cache, cache_of
from .download import checked_row, download, files_path
from .errors import GradelineError, WrongAnswer
from .http import Network
from .lists import Lists
from .paging import Meta, Plan, Rows, meta_of
from .planning import Planner

if TYPE_CHECKING:
    from .rows import SeasonFile


class Gradeline(Lists):
    """A client of the API.

    `base_url` and `api_key` are taken from GRADELINE_URL and GRADELINE_API_KEY where they are not given. `cache` keeps answers
    with their ETag: "memory", or a folder. `timeout_seconds` bounds each wait for the network; `most_wait_seconds` bounds how
    long one request waits for room in the minute of the key. Errors are those of `gradeline.errors`.
    """

    def __init__(
        self,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        cache: Union[None, str, "os.PathLike[str]", Cache] = None,
        *,
        timeout_seconds: float = 30.0,
        most_wait_seconds: float = 900.0,
        network: Optional[Network] = None,
    ) -> None:
        url = base_url or os.environ.get("GRADELINE_URL")
        key = api_key or os.environ.get("GRADELINE_API_KEY")
        if not url:
            raise GradelineError("there is no base URL: give base_url, or set GRADELINE_URL")
        if not key:
            raise GradelineError("there is no API key: give api_key, or set GRADELINE_API_KEY")
        self._asking = Asking(url, key, cache_of(cache), timeout_seconds, most_wait_seconds, network)
        self._planner = Planner(self._read_all)
        # About the last answer, with what is left of the quota; None before the first.
        self.meta: Optional[Meta] = None

    @property
    def requests(self) -> int:
        """How many requests were made that the quota counts."""
        return self._asking.budget.used

    def plan(self, path: str = "/v1/games", **filters: Any) -> Plan:
        """What a list costs, by its path. `client.games(...).plan()` says the same."""
        return self._list(path, dict(filters), True).plan()

    def download(self, file: SeasonFile, to: Union[str, "os.PathLike[str]"]) -> None:
        """Takes a file of a season home, by its row in `files`. One that broke off goes on where it ended. Raises GradelineError."""
        download(self._asking, files_path + checked_row(file), file["sha256"], file["bytes"], Path(to))

    def _list(self, path: str, filters: Dict[str, Any], is_paged: bool) -> Rows[Any]:
        return Rows(self._asking, path, filters, is_paged, self._planner.plan, self._heard)

    def _one(self, path: str) -> Any:
        answer = self._asking.get_json(path, {})
        self._heard(meta_of(answer, self._asking.last))
        if "data" not in answer:
            raise WrongAnswer(f"{path} answered without data; is this Gradeline?")
        return answer["data"]

    def _read_all(self, path: str, query: Dict[str, str]) -> List[Any]:
        return self._list(path, dict(query), path != "/v1/books").to_list()

    def _heard(self, meta: Meta) -> None:
        self.meta = meta
