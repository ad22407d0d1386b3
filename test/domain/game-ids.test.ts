/** What is no game id [D-1, D-2]; test/property/domain.volume.test.ts reads back the id of any game, test/web/docs-numbers.test.ts those of the docs. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { type GameIdentity, gameId, parseGameId } from "../../src/domain/game-ids.ts";

const game: GameIdentity = { sport: "mlb", gameDate: "2023-05-06", away: "BOS", home: "NYY", gameNumber: 1 };

test("an abbreviation that is not 2 to 6 of A-Z and 0-9 makes no id [D-2]", () => {
  for (const abbreviation of ["", "A", "TA&M", "bos", "TOOLONG", "A-B", "AB ", "ÑA", "AB\n"]) {
    assert.throws(() => gameId({ ...game, away: abbreviation }), RangeError, abbreviation);
    assert.throws(() => gameId({ ...game, home: abbreviation }), RangeError, abbreviation);
  }
});

test("a text that is no game id is null", () => {
  // Game 1 has the bare id, so that nothing has two ids.
  const numbers = ["-", "-1", "-0", "-02", "-2-2", "\n"].map((end) => `MLB-20230506-BOS-NYY${end}`);
  const dates = ["20230230", "20231301", "2023056", "2023-05-06"].map((date) => `MLB-${date}-BOS-NYY`);
  const sports = ["XFL", "mlb", " MLB"].map((sport) => `${sport}-20230506-BOS-NYY`);
  const teams = ["bos", "B", "BOSTONS", "TA&M"].map((team) => `MLB-20230506-${team}-NYY`);
  for (const text of ["", "MLB", "MLB-20230506-BOS", ...numbers, ...dates, ...sports, ...teams]) {
    assert.equal(parseGameId(text), null, JSON.stringify(text));
  }
});
