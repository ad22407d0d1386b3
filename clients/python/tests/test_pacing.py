"""The pace: programs that share a key meet few refusals, and use nearly all that is allowed."""

from __future__ import annotations

import heapq
import threading
import unittest
from typing import List, Tuple

from gradeline.asking import Asking
from gradeline.cache import NoCache

from .network import Minute


class Alternating:
    """Clocks of programs that run at once: whoever has slept the least goes on."""

    def __init__(self, programs: int) -> None:
        self._turn = threading.Condition()
        self._at: List[Tuple[float, int]] = [(1_800_000_000.3, number) for number in range(programs)]
        heapq.heapify(self._at)

    def now(self) -> float:
        """The time of the program whose turn it is."""
        return self._at[0][0]

    def run(self, number: int) -> float:
        """Waits for the turn of a program."""
        with self._turn:
            self._turn.wait_for(lambda: self._at[0][1] == number, 60)
            return self._at[0][0]

    def go_on(self, number: int, seconds: float) -> None:
        with self._turn:
            at, _ = heapq.heappop(self._at)
            heapq.heappush(self._at, (at + seconds, number))
            self._turn.notify_all()

    def end(self) -> None:
        with self._turn:
            heapq.heappop(self._at)
            self._turn.notify_all()


class Pacing(unittest.TestCase):
    def share_used(self, programs: int, ahead_seconds: float = 0.0) -> Tuple[float, int]:
        """Of ten minutes, how much of the allowed rate so many programs use that share a key, and how many refusals they met."""
        clock = Alternating(programs)
        ends = 1_800_000_600.0
        network = Minute(30, clock.now)

        def program(number: int) -> None:
            def now() -> float:
                return clock.run(number) + ahead_seconds

            own = Asking("http://host", "k", NoCache(), 30, 900, network, now, lambda s: clock.go_on(number, s))
            while clock.run(number) < ends:
                own.open("http://host/v1/games", {})
                clock.go_on(number, 0.05)
            clock.end()

        threads = [threading.Thread(target=program, args=(number,)) for number in range(programs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
            self.assertFalse(thread.is_alive())
        # Thirty come at once, and the next thirty may come a minute later.
        minutes = (len(network.admitted) - 1) // 30
        return 60 * minutes / (network.admitted[30 * minutes] - network.admitted[0]), network.refused

    def test_one_program_meets_no_refusal_and_uses_the_rate(self) -> None:
        for ahead_seconds in (0.0, 40.0, -40.0):
            share, refused = self.share_used(1, ahead_seconds)
            self.assertEqual(refused, 0)
            self.assertGreaterEqual(share, 0.95)

    def test_eight_programs_at_one_key_end_without_an_error_and_use_95_percent(self) -> None:
        share, _ = self.share_used(8)
        self.assertGreaterEqual(share, 0.95)


if __name__ == "__main__":
    unittest.main()
