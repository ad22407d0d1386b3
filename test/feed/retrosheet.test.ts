import assert from "node:assert/strict";
import { test } from "vitest";
import { readRetrosheet } from "../../src/feed/providers/retrosheet.ts";
import { nothingStated } from "../../src/feed/records.ts";
import { type FeedItem, InputError } from "../../src/feed/refusals.ts";
import { nowMs, readingOf } from "./example-records.ts";

/** Fields by their numbers in Retrosheet's guide, which counts from 1. */
type Fields = Readonly<Record<number, string>>;

const base: Fields = {
  1: "20230513",
  2: "0",
  3: "Sat",
  4: "NYN",
  6: "40",
  7: "SLN",
  9: "39",
  10: "2",
  11: "13",
  13: "D",
  17: "STL10",
  20: "001000100",
  21: "1001(10)010x",
  78: "umpir901",
  79: "P. Late",
  161: "Y",
};

const row = (changes: Fields = {}): string => {
  const fields = { ...base, ...changes };
  return Array.from({ length: 161 }, (_, index) => `"${fields[index + 1] ?? ""}"`).join(",");
};
const read = (text: string): FeedItem[] => [...readRetrosheet(text, { file: "gl2023.txt", nowMs })];

const { game, refusal } = readingOf((changes: Fields) => read(row(changes)));

test("a row of a game log is one whole record, and what it does not say is null", () => {
  assert.deepEqual(game({}), {
    ...nothingStated,
    type: "game",
    provider: "retrosheet",
    game_id: "SLN202305130",
    sport: "mlb",
    season: 2023,
    season_type: "regular",
    game_date: "2023-05-13",
    status: "final",
    home: "STL",
    away: "NYM",
    overtime: false,
    home_score: 13,
    away_score: 2,
    line_score: { home: [1, 0, 0, 1, 10, 0, 1, 0, null], away: [0, 0, 1, 0, 0, 0, 1, 0, 0] },
    venue: { venue_id: "STL10", name: null, city: null, indoor: null },
    referee: "P. Late",
  });
});

test("(10) is an inning of ten runs, x one that was not batted, and a tenth inning is an extra one", () => {
  const extra = game({ 10: "21", 11: "14", 20: "00(11)000000(10)", 21: "(14)000000000" });
  assert.deepEqual(extra.line_score, {
    home: [14, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    away: [0, 0, 11, 0, 0, 0, 0, 0, 0, 10],
  });
  assert.equal(extra.overtime, true);
  const none = game({ 20: "", 21: "" });
  assert.deepEqual([none.line_score, none.overtime], [null, null]);
});

test("the games of a doubleheader have their numbers, and those of three clubs have none", () => {
  assert.deepEqual([game({ 2: "1" }).game_number, game({ 2: "2" }).game_number], [1, 2]);
  assert.notEqual(game({ 2: "1" }).game_id, game({ 2: "2" }).game_id);
  assert.deepEqual([game({ 2: "A" }).game_number, game({ 2: "B" }).game_number], [null, null]);
});

test("a game that was suspended stays on the day of its first pitch, with its final score", () => {
  const { status, game_date: date, home_score: score, resumed_on: resumedOn } = game({ 14: "20230514,STL10,0,1,13" });
  assert.deepEqual([status, date, score, resumedOn], ["final", "2023-05-13", 13, "2023-05-14"]);
  assert.equal(game({}).resumed_on, undefined);
  assert.equal(refusal({ 14: "2023051,STL10" }), "malformed completion");
});

test("a postseason's log is refused, since it does not say that it is one", () => {
  const october = { 1: "20231027", 6: "1", 9: "1" };
  assert.equal(refusal(october), "not-covered homeGameNumber");
  assert.equal(game({ 1: "20231001", 6: "162", 9: "162" }).season_type, "regular");
  assert.equal(refusal({ 1: "20230711", 4: "ALS", 7: "NLS" }), "unknown-team home");
});

test("what is outside the coverage or wrong is refused with its field", () => {
  assert.equal(refusal({ 1: "20210513" }), "not-covered season");
  assert.equal(refusal({ 1: "20230231" }), "malformed date");
  assert.equal(refusal({ 2: "4" }), "malformed number");
  assert.equal(refusal({ 4: "XYZ" }), "unknown-team away");
  assert.equal(refusal({ 10: "" }), "malformed awayScore");
  assert.equal(refusal({ 15: "V" }), "malformed forfeit");
  assert.equal(refusal({ 20: "0010(1)0100" }), "malformed awayLine");
  assert.equal(refusal({ 21: "1001-1x" }), "malformed homeLine");
  assert.equal(game({ 79: "(none)" }).referee, null);
  assert.equal(game({ 17: "" }).venue, null);
});

test("a refusal names the row and the game", () => {
  const items = read([row(), row({ 10: "two" })].join("\r\n"));
  assert.deepEqual(items[1]?.refusal, {
    reason: "malformed",
    file: "gl2023.txt",
    record: "row 2, game SLN202305130",
    field: "awayScore",
    detail: '"two" is not a whole number',
  });
});

test("a file that has not the fields of a game log stops the import", () => {
  for (const text of ["a,b\n1,2\n", "x"]) assert.throws(() => read(text), InputError);
});

test("the starting pitchers are named, whose hands a log does not know", () => {
  const pitchers = { 102: "burnc002", 103: "Corbin Burnes", 104: "strom001", 105: "Marcus Stroman" };
  assert.deepEqual(game(pitchers).starters, {
    home: { id: "strom001", name: "Marcus Stroman", hand: null },
    away: { id: "burnc002", name: "Corbin Burnes", hand: null },
  });
  assert.equal(game({ ...pitchers, 104: "" }).starters?.home, null);
  assert.equal(refusal({ ...pitchers, 103: "Cor\u200bbin" }), "text starters.away.name");
});
