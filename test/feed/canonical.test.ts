import assert from "node:assert/strict";
import { test } from "vitest";
import { readCanonical, readCanonicalLine } from "../../src/feed/canonical.ts";
import { InputError } from "../../src/feed/refusals.ts";
import { exampleGame as game, nowMs, exampleQuote as quote } from "./example-records.ts";

const place = { file: "feed.ndjson", lineNumber: 17, nowMs };
const read = (value: unknown) => readCanonicalLine(JSON.stringify(value), place);

/** "reason field: detail" of the refusal. */
function refusal(value: unknown): string {
  const { refusal: refused } = read(value);
  assert.ok(refused, "was taken");
  assert.equal(refused.file, "feed.ndjson");
  assert.equal(refused.record, "line 17");
  return `${refused.reason} ${refused.field}: ${refused.detail}`;
}

test("any spelling of team and book, and any zone, is brought into one form", () => {
  const spelled = { ...quote, home: "Philadelphia Eagles", away: "dal", book: "Draft Kings" };
  assert.deepEqual(read(spelled), { record: quote });
  const zoned = { ...game, start_time: "2025-09-04T20:20:00.000-04:00" };
  assert.deepEqual(read(zoned), { record: game });
  assert.deepEqual(read({ ...quote, home_odds: -100, away_odds: 0.0001 }), {
    record: { ...quote, home_odds: 100, away_odds: null },
  });
});

test("what may be null may be left out, inside a venue too", () => {
  const { referee: _, weather: __, ...shorter } = game;
  assert.deepEqual(read({ ...shorter, venue: { venue_id: "x" } }), {
    record: { ...game, referee: null, weather: null, venue: { venue_id: "x", name: null, city: null, indoor: null } },
  });
});

test("a game may say who started, once it has begun, in the sports that have starters", () => {
  const baseball = {
    ...game,
    ...{ sport: "mlb", season: 2025, week: null, home: "BOS", away: "NYY", line_score: null },
    ...{ game_date: "2025-07-04", start_time: "2025-07-04T23:10:00Z" },
  };
  const starters = { home: { id: "p1", name: "Lou Left", hand: "L" }, away: null };
  assert.deepEqual(read({ ...baseball, starters }), { record: { ...baseball, starters } });
  const shorter = { home: { id: "p1", name: "Lou Left" } };
  const filled = { home: { id: "p1", name: "Lou Left", hand: null }, away: null };
  assert.deepEqual(read({ ...baseball, starters: shorter }), { record: { ...baseball, starters: filled } });
  const yetToCome = { ...baseball, status: "scheduled", home_score: null, away_score: null };
  assert.equal(refusal({ ...yetToCome, starters }), "malformed starters: a game that is scheduled has no starters yet");
  assert.equal(refusal({ ...game, starters }), "malformed starters: nfl has no starters");
  assert.deepEqual(read({ ...game, starters: null }), { record: { ...game, starters: null } });
});

/** Every number of a value that is -0, by its path. */
function signedZeros(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? [path] : [];
  return Object.entries(value).flatMap(([name, part]) => signedZeros(part, `${path}.${name}`));
}

test("-0 is 0 wherever it stands", () => {
  const weather = { temp_f: 0, wind_mph: 0, wind_direction: null, condition: null };
  const zeros = [
    { ...quote, line: 0, home_odds: 0 },
    { ...game, home_score: 0, away_score: 0, line_score: { home: [0, 0], away: [0, 0] }, weather },
  ];
  for (const record of zeros) {
    const { record: expected } = read(record);
    assert.ok(expected, "was taken");
    for (const minusZero of ["-0", "-0.0", "-0e3"]) {
      const line = JSON.stringify(record).replaceAll(/(?<=[:[,])0(?=[,}\]])/g, ` ${minusZero}`);
      assert.ok(signedZeros(JSON.parse(line)).length >= 2, line);
      const item = readCanonicalLine(line, place);
      assert.deepEqual(signedZeros(item), []);
      assert.deepEqual(item, { record: expected });
    }
  }
});

test("a field of the wrong form is named", () => {
  const { status: _, ...withoutStatus } = game;
  const cases: readonly (readonly [unknown, string])[] = [
    [{ ...quote, home_odds: "-110" }, "malformed home_odds: must be integer"],
    [{ ...quote, home_odds: -110.5 }, "malformed home_odds: must be integer"],
    [
      { ...quote, market: "h2h" },
      "malformed market: must be moneyline, spread, total, home_team_total, away_team_total",
    ],
    [{ ...quote, stated: "later" }, "malformed stated: must be open, close"],
    [{ ...quote, event_id: "" }, "malformed event_id: must not be empty"],
    [{ ...quote, odds: 1 }, "malformed odds: is not a field of this record"],
    [withoutStatus, "malformed status: is missing"],
    [{ ...game, line_score: { home: [1, "2"], away: [] } }, "malformed line_score.home.1: must be integer"],
    [{ ...game, venue: { name: "x" } }, "malformed venue.venue_id: is missing"],
    [{ ...game, game_date: "2025-02-30" }, "malformed game_date: must be a date that exists, YYYY-MM-DD"],
    [
      { ...quote, captured_at: "2025-09-04 22:00" },
      "malformed captured_at: must be a time in ISO 8601 with its zone, such as 2025-09-10T05:36:59Z",
    ],
    [{ type: "player" }, "malformed type: must be team, venue, season, game, quote"],
    [[1], "malformed null: is not a JSON object"],
  ];
  for (const [value, expected] of cases) assert.equal(refusal(value), expected);
});

test("what the fields say together must agree", () => {
  const cases: readonly (readonly [object, string])[] = [
    [{ ...game, season: 2024 }, "malformed season: nfl of 2025-09-04 is season 2025, not 2024"],
    [
      { ...game, game_date: "2021-09-09", season: 2021 },
      "not-covered season: nfl is covered from season 2022, this is 2021",
    ],
    [{ ...game, game_date: null, start_time: null }, "malformed game_date: game_date or start_time must be there"],
    [{ ...game, away_score: null }, "malformed away_score: a final game needs both scores"],
    [{ ...game, week: 19 }, "malformed week: nfl 2025 has no regular week 19"],
    [{ ...game, season_type: "postseason" }, "malformed week: nfl 2025 has no postseason week 1"],
    [{ ...game, away: "Philadelphia Eagles" }, "malformed away: PHI plays itself"],
    [{ ...quote, start_time: null }, "malformed start_time: start_time or game_date must be there"],
    [{ ...quote, captured_at: null }, "malformed captured_at: captured_at or stated must be there, not both"],
    [{ ...quote, stated: "open" }, "malformed captured_at: captured_at or stated must be there, not both"],
    [{ ...quote, over_odds: -110 }, "malformed over_odds: a spread has no over_odds"],
    [{ ...quote, market: "total", line: 47 }, "malformed home_odds: a total has no home_odds"],
    [{ ...quote, market: "moneyline" }, "malformed line: a moneyline has no line"],
    [{ ...quote, line: null }, "malformed line: prices of a spread without its line"],
    [{ ...quote, line: null, home_odds: null, away_odds: 9999 }, "no-price null: spread without line and price"],
    [{ ...quote, home_odds: 50 }, "price home_odds: 50 is not American odds"],
    [{ ...quote, period: "p1" }, "other-market market: p1 spread is not published for nfl"],
    [{ ...quote, book: "acme" }, 'unknown-book book: "acme"'],
    [{ ...quote, book: "consensus" }, 'not-a-book book: "consensus"'],
    [
      { type: "season", provider: "x", sport: "nhl", season: 2023, complete: true },
      "not-covered season: nhl is covered from season 2024, this is 2023",
    ],
  ];
  for (const [value, expected] of cases) assert.equal(refusal(value), expected);
  const total = { ...quote, market: "total", line: 0, home_odds: null, away_odds: null, over_odds: -110 };
  assert.equal(refusal(total), "malformed line: 0 is not a total");
  assert.match(
    refusal({ ...quote, home: "Philadelphia Eaglets" }),
    /^unknown-team home: "Philadelphia Eaglets" \(nearest: Phil.*Eagles/,
  );
  assert.match(
    refusal({ ...game, sport: "nba", home: "BOS", away: "NYK", season: 2026 }),
    /^malformed week: nba has no/,
  );
});

test("college games need one side that is in FBS in that season", () => {
  const college = { ...game, sport: "ncaaf", week: 1, home: "CORN", away: "BRY" };
  const fcs = { ...college, home: "Cornell" };
  assert.match(refusal(fcs), /^no-fbs-side/);
  assert.match(refusal({ ...quote, sport: "ncaaf", home: "Cornell", away: "BRY" }), /^no-fbs-side/);
  assert.equal(read({ ...college, home: "ALA" }).record?.type, "game");
  const jacksonville = (date: string, season: number) =>
    read({ ...college, home: "JXST", game_date: date, start_time: null, season });
  assert.equal(jacksonville("2022-09-03", 2022).refusal?.reason, "no-fbs-side");
  assert.equal(jacksonville("2023-09-02", 2023).record?.type, "game");
});

test("a file whose first line is no record is another file, a later bad line is a refusal", () => {
  const lines = ["\ufeff", "", JSON.stringify(quote), "{broken", " ", JSON.stringify(game)];
  const items = [...readCanonical(lines, { file: "feed.ndjson", nowMs })];
  assert.deepEqual(
    items.map((item) => item.record?.type ?? `${item.refusal?.reason} ${item.refusal?.record}`),
    ["quote", "malformed line 4", "game"],
  );
  for (const first of ["[", '{"type": "player"}', "type,provider", "null"]) {
    assert.throws(() => [...readCanonical([first, JSON.stringify(quote)], { file: "f", nowMs })], InputError, first);
  }
  assert.throws(() => [...readCanonical(["", " "], { file: "f", nowMs })], /^InputError: f: is empty$/);
});
