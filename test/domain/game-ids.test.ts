import assert from "node:assert/strict";
import { test } from "vitest";
import { type GameIdentity, gameId, parseGameId } from "../../src/domain/game-ids.ts";

const game: GameIdentity = { sport: "mlb", gameDate: "2023-05-06", away: "BOS", home: "NYY", gameNumber: 1 };

test("a game id is SPORT-YYYYMMDD-AWAY-HOME in upper case", () => {
  assert.equal(gameId(game), "MLB-20230506-BOS-NYY");
  assert.equal(
    gameId({ sport: "ncaaf", gameDate: "2024-11-30", away: "TEX", home: "TAMU", gameNumber: 1 }),
    "NCAAF-20241130-TEX-TAMU",
  );
});

test("game 1 of a doubleheader keeps the bare id and game 2 ends in -2 [D-1]", () => {
  assert.equal(gameId({ ...game, gameNumber: 1 }), "MLB-20230506-BOS-NYY");
  assert.equal(gameId({ ...game, gameNumber: 2 }), "MLB-20230506-BOS-NYY-2");
});

test("an id is read back into its parts [D-1]", () => {
  assert.deepEqual(parseGameId("MLB-20230506-BOS-NYY"), game);
  assert.deepEqual(parseGameId("MLB-20230506-BOS-NYY-2"), { ...game, gameNumber: 2 });
  assert.deepEqual(parseGameId("NFL-20230917-SF-49"), {
    sport: "nfl",
    gameDate: "2023-09-17",
    away: "SF",
    home: "49",
    gameNumber: 1,
  });
});

test("an abbreviation that is not 2 to 6 of A-Z and 0-9 makes no id [D-2]", () => {
  for (const abbreviation of ["", "A", "TA&M", "bos", "TOOLONG", "A-B", "AB ", "ÑA", "AB\n"]) {
    assert.throws(() => gameId({ ...game, away: abbreviation }), RangeError, abbreviation);
    assert.throws(() => gameId({ ...game, home: abbreviation }), RangeError, abbreviation);
  }
  for (const abbreviation of ["SF", "TAMU", "A1", "ABCDEF"]) {
    assert.equal(parseGameId(gameId({ ...game, home: abbreviation }))?.home, abbreviation);
  }
});

test("a text that is no game id is null", () => {
  const texts = [
    "",
    "MLB",
    "MLB-20230506-BOS",
    "MLB-20230506-BOS-NYY-",
    "MLB-20230506-BOS-NYY-1", // game 1 has the bare id, so nothing has two ids
    "MLB-20230506-BOS-NYY-0",
    "MLB-20230506-BOS-NYY-02",
    "MLB-20230506-BOS-NYY-2-2",
    "MLB-20230230-BOS-NYY",
    "MLB-20231301-BOS-NYY",
    "MLB-2023056-BOS-NYY",
    "MLB-2023-05-06-BOS-NYY",
    "XFL-20230506-BOS-NYY",
    "mlb-20230506-BOS-NYY",
    "MLB-20230506-bos-NYY",
    "MLB-20230506-B-NYY",
    "MLB-20230506-BOSTONS-NYY",
    "MLB-20230506-TA&M-NYY",
    " MLB-20230506-BOS-NYY",
    "MLB-20230506-BOS-NYY\n",
  ];
  for (const text of texts) assert.equal(parseGameId(text), null, JSON.stringify(text));
});
