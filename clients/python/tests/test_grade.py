"""What `grade` makes of files, by the cases that the TypeScript client is tested with too."""

from __future__ import annotations

import json
import unittest
from pathlib import Path

from gradeline.grade.grading import prepare
from gradeline.grade.numbers_read import four_decimals
from gradeline.grade.problem import UnreadableFile

CASES = Path(__file__).parent.parent.parent / "shared" / "vectors" / "files.json"


class GradeReads(unittest.TestCase):
    def test_files_are_read_or_refused_as_both_clients_say(self) -> None:
        for case in json.loads(CASES.read_text(encoding="utf-8")):
            with self.subTest(case["name"]):
                data = case["text"].encode("utf-8")
                if "error" in case:
                    with self.assertRaises(UnreadableFile) as refused:
                        prepare(data)
                    self.assertEqual(str(refused.exception), case["error"])
                    continue
                read = [
                    [
                        bet.market,
                        bet.period,
                        bet.side,
                        None if bet.line is None else bet.line.value,
                        None if bet.price is None else four_decimals(bet.price.pays),
                        None if bet.problem is None else bet.problem.text,
                    ]
                    for bet in prepare(data).bets
                ]
                self.assertEqual(read, case["bets"])


if __name__ == "__main__":
    unittest.main()
