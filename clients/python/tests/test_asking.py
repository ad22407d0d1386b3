"""Asking: pages, caches, waits, attempts and errors."""

from __future__ import annotations

import tempfile
import unittest
from datetime import date
from pathlib import Path

from gradeline import errors
from gradeline.asking import Budget, checked_base_url, checked_key, most_attempts
from gradeline.cache import FolderCache, Kept, MemoryCache
from gradeline.client import Gradeline
from gradeline.http import whole_answer
from gradeline.paging import Plan, query_of

from .network import Clock, Scripted, asking, page, refusal


def client(network: Scripted) -> Gradeline:
    return Gradeline("http://host", "gl_live_key", network=network)


class Lists(unittest.TestCase):
    def test_a_list_is_read_to_its_end_a_thousand_rows_a_page(self) -> None:
        network = Scripted([page([1, 2], "c1"), page([3])])
        rows = client(network).games(sport="nfl", season=2025, from_="2025-09-01")
        self.assertEqual(list(rows), [1, 2, 3])
        wanted = "http://host/v1/games?sport=nfl&season=2025&from=2025-09-01&limit=1000"
        self.assertEqual([url for url, _ in network.asked], [wanted, f"{wanted}&cursor=c1"])
        assert rows.meta is not None
        self.assertEqual((rows.meta.count, rows.meta.request_id), (1, "req_1"))

    def test_lists_without_pages_are_asked_without_a_limit_and_paths_are_escaped(self) -> None:
        network = Scripted([page([]), page([])])
        api = client(network)
        api.teams(sport="nfl").to_list()
        api.lines("NFL/../x").to_list()
        urls = [url for url, _ in network.asked]
        self.assertEqual(urls, ["http://host/v1/teams?sport=nfl", "http://host/v1/games/NFL%2F..%2Fx/lines?limit=1000"])

    def test_values_are_written_as_the_api_reads_them(self) -> None:
        written = query_of({"indoor": True, "book": ["draftkings", 2], "from_": date(2025, 9, 4), "week": None, "on": "SF"})
        self.assertEqual(written, {"indoor": "true", "book": "draftkings,2", "from": "2025-09-04", "on": "SF"})


class Errors(unittest.TestCase):
    def test_an_error_has_a_class_its_parameter_the_hint_and_the_request(self) -> None:
        message = 'team must be a team, not "eagles"; did you mean PHI (Philadelphia Eagles)?'
        network = Scripted([refusal(400, "invalid_param", param="team", message=message, hint="PHI")])
        with self.assertRaises(errors.InvalidParam) as caught:
            client(network).games(sport="nfl", team="eagles").to_list()
        error = caught.exception
        self.assertEqual((error.status, error.code, error.param), (400, "invalid_param", "team"))
        self.assertEqual((error.hint, error.request_id), ("PHI", "req_2"))

    def test_every_code_has_its_class_and_a_new_one_is_an_api_error(self) -> None:
        for code, kind in errors.classes_by_code.items():
            if code not in ("rate_limited", "unavailable"):
                with self.assertRaises(kind):
                    asking(Scripted([refusal(400, code)])).get_json("/v1/games", {})
        with self.assertRaises(errors.ApiError):
            asking(Scripted([refusal(418, "teapot")])).get_json("/v1/games", {})

    def test_what_another_server_answers_is_said(self) -> None:
        with self.assertRaisesRegex(errors.GradelineError, "give that server as the base URL"):
            asking(Scripted([whole_answer(301, {"Location": "https://other"}, b"")])).get_json("/v1/games", {})
        with self.assertRaisesRegex(errors.GradelineError, "something else than JSON"):
            asking(Scripted([whole_answer(200, {}, b"<html>")])).get_json("/v1/games", {})

    def test_a_wrong_base_url_or_key_is_named_and_the_key_is_not_shown(self) -> None:
        for url in ("host", "ftp://host", "http://", "https://me:secret@host", "https://host?x=1"):
            with self.assertRaisesRegex(errors.GradelineError, "the base URL must be such as"):
                checked_base_url(url)
        self.assertEqual(checked_base_url("https://host/api/"), "https://host/api")
        for key in ("", "two words", "line\nfeed", "schlüssel"):
            with self.assertRaises(errors.GradelineError) as caught:
                checked_key(key)
            self.assertFalse(key and key in str(caught.exception))


class Attempts(unittest.TestCase):
    def test_a_full_minute_is_waited_for(self) -> None:
        clock = Clock()
        network = Scripted([refusal(429, "rate_limited", {"Retry-After": "17"}), page([1])])
        self.assertEqual(asking(network, clock).get_json("/v1/games", {})["data"], [1])
        self.assertTrue(17 <= sum(clock.slept) < 18)

    def test_a_quota_that_is_spent_is_not_waited_for(self) -> None:
        clock = Clock()
        with self.assertRaises(errors.QuotaExceeded):
            asking(Scripted([refusal(429, "quota_exceeded", {"Retry-After": "9"})]), clock).get_json("/v1/games", {})
        self.assertEqual(clock.slept, [])

    def test_503_and_the_network_are_tried_so_often_and_no_more(self) -> None:
        down = [refusal(503, "unavailable", {"Retry-After": "1"}) for _ in range(most_attempts)]
        with self.assertRaises(errors.Unavailable):
            asking(Scripted(list(down))).get_json("/v1/games", {})
        away = [errors.NetworkError("away") for _ in range(most_attempts)]
        network = Scripted([*away])
        with self.assertRaises(errors.NetworkError):
            asking(network).get_json("/v1/games", {})
        self.assertEqual(len(network.asked), most_attempts)
        again = asking(Scripted([down[0], errors.NetworkError("away"), page([1])]))
        self.assertEqual(again.get_json("/v1/games", {})["data"], [1])

    def test_a_wait_that_is_too_long_is_an_error_at_once(self) -> None:
        clock = Clock()
        with self.assertRaises(errors.RateLimited):
            asking(Scripted([refusal(429, "rate_limited", {"Retry-After": "3600"})]), clock).get_json("/v1/games", {})
        self.assertEqual(clock.slept, [])

    def test_a_budget_counts_what_may_have_been_counted_and_is_not_passed(self) -> None:
        replies = [refusal(503, "unavailable", {"Retry-After": "1"}), errors.NetworkError("broke off"), page([1]), page([2])]
        network = Scripted(list(replies))
        own = asking(network)
        own.budget = Budget(2)
        own.get_json("/v1/games", {})
        self.assertEqual(own.budget.used, 2)
        with self.assertRaises(errors.BudgetPassed):
            own.get_json("/v1/games", {})
        self.assertEqual(len(network.asked), 3)


class Caches(unittest.TestCase):
    def test_an_answer_is_kept_with_its_etag_and_comes_from_there_after_a_304(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for cache in (MemoryCache(), FolderCache(folder)):
                network = Scripted([page([1], headers={"ETag": 'W/"a"'}), whole_answer(304, {}, b""), page([2], headers={"ETag": "b"})])
                own = asking(network, cache=cache)
                answers = [own.get_json("/v1/games", {"sport": "nfl"})["data"] for _ in range(3)]
                self.assertEqual(answers, [[1], [1], [2]])
                self.assertEqual([headers.get("If-None-Match") for _, headers in network.asked], [None, 'W/"a"', 'W/"a"'])
            kept = list(Path(folder).iterdir())
            self.assertEqual(len(kept), 1)
            self.assertNotIn(b"gl_live_key", kept[0].read_bytes() + str(kept[0]).encode())

    def test_caches_are_bounded_and_damage_is_as_nothing(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for cache in (MemoryCache(250), FolderCache(folder, 700)):
                for number in range(5):
                    cache.put(str(number), Kept("etag", b"x" * 100))
                there = [number for number in range(5) if cache.get(str(number)) is not None]
                self.assertTrue(0 < len(there) < 5)
            for file in Path(folder).iterdir():
                file.write_bytes(file.read_bytes()[:-1])
            self.assertTrue(all(FolderCache(folder).get(str(number)) is None for number in range(5)))


class Plans(unittest.TestCase):
    def test_a_whole_season_is_counted_by_the_list_of_files_asked_once(self) -> None:
        files = [
            {"sport": "nfl", "season": season, "data_set": name, "rows": rows}
            for season in (2024, 2025)
            for name, rows in (("games", 285), ("odds", 3400), ("bets", 12300))
        ]
        games = [{"sport": "nfl", "season": season, "games": 200} for season in (2024, 2025)]
        books = [
            {"book": "a", "book_id": 1, "book_name": "The A", "former_names": [{"name": "Old A"}], "sports": games},
            {"book": "b", "book_id": 2, "book_name": "B", "former_names": [], "sports": []},
        ]
        coverage = [
            {"sport": "nfl", "season": 2025, "period": period, "market": market, "book": book, "games": rows}
            for book, rows in (("consensus", 285), ("a", 200))
            for period, market in (("game", "spread"), ("1h", "spread"), ("game", "team_total"))
        ]
        network = Scripted([page(files), page(coverage), page(books)])
        api = client(network)
        self.assertEqual(api.odds(sport="nfl", season=2025).plan(), Plan(4, 3400, True, 1))
        self.assertEqual(api.games(sport="nfl").plan(), Plan(1, 570, True, 0))
        self.assertEqual(api.bets(sport="nfl", season=2025, market="spread").plan(), Plan(13, 12300, False, 0))
        self.assertEqual(api.bets(sport="nfl", season=2025, book="all").plan(), Plan(4, 3880, False, 1))
        self.assertEqual(api.bets(sport="nfl", season=2025, book="A").plan(), Plan(2, 1600, False, 1))
        for name in ("a", "1", "old a"):
            self.assertEqual(api.odds(sport="nfl", season=2025, book=name).plan(), Plan(1, 200, True, 0))
        self.assertEqual(api.odds(sport="nfl", book=["a", "b"]).plan(), Plan(1, 400, True, 0))
        self.assertEqual(api.odds(sport="nba").plan(), Plan(None, None, False, 0))
        self.assertEqual(api.sports().plan(), Plan(1, None, True, 0))
        self.assertEqual(str(api.odds(sport="nfl", season=2025).plan()), "4 requests for 3,400 rows")
        self.assertEqual(len(network.asked), 3)


if __name__ == "__main__":
    unittest.main()
