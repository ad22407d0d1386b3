/** Quotes of The Odds API in columns are the quotes that the same answer gives as records, whatever is wrong with it. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import type { FeedItem, ImportItem } from "../../src/feed/feed-item.ts";
import { parseJson } from "../../src/feed/json-text.ts";
import { readOddsApi, readOddsApiQuotes, seenAtOfFileName } from "../../src/feed/providers/the-odds-api.ts";
import type { Refusal } from "../../src/feed/refusals.ts";
import { plainTimeMs, utcTime } from "../../src/feed/utc-times.ts";
import { IncomingEvents } from "../../src/ledger/incoming-events.ts";
import { readRawText, realFiles, withoutRealData } from "../support/real-data.ts";
import { skipIf } from "../support/skip-if.ts";

const nowMs = Date.parse("2026-11-01T00:00:00Z");
const source = { file: "20250928T120000Z.json", nowMs, sport: null, seenAt: "2025-09-28T12:00:00Z" };

/** Everything that an import takes of some items, in an order that does not depend on how they came. */
function taken(items: Iterable<ImportItem>) {
  const events = new IncomingEvents();
  const refusals: Refusal[] = [];
  let [read, inColumns] = [0, 0];
  for (const { record, refusal, quotes } of items) {
    read += quotes?.count ?? 1;
    inColumns += quotes?.count ?? 0;
    if (refusal !== undefined) refusals.push(refusal);
    else if (quotes !== undefined) events.addQuotes(quotes);
    else if (record.type === "quote") events.add(record);
  }
  const found = [...events.byPair().values()].flat().map(({ quote, pair, startMs, seenMs, captures }) => {
    const { provider, sport, event_id, home, away, game_date } = quote;
    const named = { provider, sport, event_id, home, away, game_date, pair, startMs, seenMs };
    return { ...named, count: captures.count, captures: captures.sorted() };
  });
  const key = (event: (typeof found)[number]) => `${event.sport} ${event.event_id} ${event.home} ${event.away}`;
  return { of: { read, refusals, events: found.sort((a, b) => (key(a) < key(b) ? -1 : 1)) }, inColumns };
}

function both(payload: unknown, options: Parameters<typeof readOddsApi>[1]) {
  const records: FeedItem[] = [...readOddsApi(payload, options)];
  return { records: taken(records).of, quotes: taken(readOddsApiQuotes(payload, options)) };
}

/** Mostly one of the good values, now and then one of the others. */
const mostly = (good: readonly unknown[], ...others: readonly unknown[]) =>
  fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const time = mostly(
  ["2025-09-28T11:58:00Z", "2025-09-28T11:58:01Z", null, undefined],
  ...["2025-09-28T11:58:00+00:00", "2025-09-28 11:58:00Z", "2025-02-29T11:58:00Z", "2025-09-28T24:00:00Z", "soon", 5],
  ...["2025-09-28T11:60:00Z", "1999-12-31T23:59:59Z", "2099-01-01T00:00:00Z", "2025-09-28T11:58:00.5Z"],
);
const price = mostly(
  [-110, 120, 100],
  -100,
  99,
  0,
  9999,
  0.0001,
  1e6,
  1e6 + 1,
  2 ** 31,
  110.5,
  "-110",
  null,
  undefined,
);
const point = mostly([-3.5, 3.5, 44.5], 0, -0, 3.25, -3.25, 3.3, -44.5, 500, 1e9, "3", null, undefined);
const name = mostly(
  ["Buffalo Bills", "New York Jets"],
  "Over",
  "Under",
  "NY Jets",
  "Draw",
  "Somebody",
  null,
  undefined,
);
const outcome = fc.oneof(
  { weight: 30, arbitrary: fc.record({ name, price, point, description: name }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 5, []) },
);
const plain = (first: string, second: string, sign: number) =>
  fc.record({ price, other: price, line: point, otherLine: mostly([null], 3.5) }).map((of) => [
    { name: first, price: of.price, point: of.line },
    { name: second, price: of.other, point: of.otherLine ?? (typeof of.line === "number" ? sign * of.line : of.line) },
  ]);
const teams = fc.oneof(plain("Buffalo Bills", "New York Jets", -1), plain("New York Jets", "Buffalo Bills", -1));
const totals = fc.oneof(plain("Over", "Under", 1), plain("Under", "Over", 1));
const outcomes = fc.oneof(
  { weight: 9, arbitrary: teams },
  { weight: 9, arbitrary: totals },
  { weight: 1, arbitrary: fc.array(outcome, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constant<unknown>("none") },
);
const market = fc.record({
  key: mostly(["h2h", "spreads", "totals", "totals_h1"], "spreads_q5", "team_totals", "h2h_lay", null, 5),
  last_update: time,
  outcomes,
});
const book = fc.record({
  key: mostly(["draftkings", "fanduel", "williamhill_us"], " DraftKings ", "nobody", null),
  last_update: time,
  markets: fc.array(fc.oneof({ weight: 20, arbitrary: market }, { weight: 1, arbitrary: fc.constant(null) }), {
    maxLength: 5,
  }),
});
const event = fc.record({
  id: mostly(["one", "two"], "", null, "a\u0000b"),
  sport_key: mostly(["americanfootball_nfl"], "americanfootball_nfl_preseason"),
  commence_time: mostly(
    ["2025-09-28T17:00:00Z", "2025-09-28T17:05:00Z"],
    "2021-09-28T17:00:00Z",
    "2045-01-01T00:00:00Z",
    "no",
  ),
  home_team: mostly(["Buffalo Bills"], "Somebody", null),
  away_team: mostly(["New York Jets"], "Buffalo Bills", null),
  bookmakers: fc.array(book, { minLength: 1, maxLength: 4 }),
});

test("an answer read in columns gives the same events, captures and refusals as one read record by record", () => {
  let inColumns = 0;
  fc.assert(
    fc.property(fc.array(event, { maxLength: 3 }), (events) => {
      const payload: unknown = JSON.parse(JSON.stringify(events));
      const { records, quotes } = both(payload, source);
      inColumns += quotes.inColumns;
      assert.deepEqual(quotes.of, records);
    }),
    { numRuns: 2_000 },
  );
  assert.ok(inColumns > 100, `only ${inColumns} quotes came in columns`);
});

test("captured answers give the same in columns, and nearly all of their quotes come so", {
  ...skipIf(withoutRealData),
}, () => {
  for (const folder of ["nfl-2025", "mlb-2026-07-week", "nba-2023-24", "nba-h1-2023-05"]) {
    let [read, inColumns] = [0, 0];
    for (const file of realFiles("the-odds-api", folder).slice(0, 60)) {
      const payload = parseJson(readRawText(file), file);
      const { records, quotes } = both(payload, { file, nowMs, sport: null, seenAt: seenAtOfFileName(file) });
      assert.deepEqual(quotes.of, records, file);
      read += records.read;
      inColumns += quotes.inColumns;
    }
    assert.ok(inColumns > 0.8 * read, `${folder}: ${inColumns} of ${read} in columns`);
  }
});

test("the shape of nearly all times is read to the millisecond that any other reading gives", () => {
  const digits = fc.stringMatching(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$/);
  const real = fc.date({
    min: new Date("1000-01-01T00:00:00Z"),
    max: new Date("9999-12-31T23:59:59Z"),
    noInvalidDate: true,
  });
  const shortened = real.map((date) => date.toISOString().replace(/\.\d{3}Z$/, "Z"));
  const days = fc
    .tuple(fc.integer({ min: 1890, max: 2110 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
    .map(([year, month, day]) => `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}T05:06:07Z`);
  fc.assert(
    fc.property(fc.oneof(digits, shortened, days, fc.string({ maxLength: 21 })), (text) => {
      const known = utcTime(text);
      const plainMs = plainTimeMs(text);
      if (!Number.isNaN(plainMs)) assert.equal(plainMs, Date.parse(known ?? ""), text);
      else if (text >= "1000" && /^.{19}Z$/.test(text)) assert.ok(known === null || known !== text, text);
    }),
    { numRuns: 5_000 },
  );
});
