import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { itemsOfFiles } from "../../src/cli/import.ts";
import type { Sport } from "../../src/domain/sports.ts";
import {
  isOddsApiScores,
  readOddsApi,
  readOddsApiScores,
  seenAtOfFileName,
} from "../../src/feed/providers/the-odds-api.ts";
import { nothingStated } from "../../src/feed/records.ts";
import { InputError } from "../../src/feed/refusals.ts";
import { testFolder } from "../support/folders.ts";
import { nowMs, readingOf } from "./example-records.ts";

const source = { file: "odds.json", nowMs, sport: "nfl" as Sport, seenAt: "2025-09-04T12:00:00Z" };

const folder = testFolder("scores");

type Outcome = { name?: unknown; description?: string; price?: unknown; point?: unknown };

function eventWith(markets: readonly unknown[], changes: object = {}, book: object = {}) {
  return {
    id: "e1",
    sport_key: "americanfootball_nfl",
    commence_time: "2025-09-05T00:20:00Z",
    home_team: "Philadelphia Eagles",
    away_team: "Dallas Cowboys",
    bookmakers: [
      { key: "draftkings", title: "DraftKings", last_update: "2025-09-04T11:00:00Z", markets: [...markets], ...book },
    ],
    ...changes,
  };
}

function market(key: string, outcomes: readonly Outcome[], lastUpdate: unknown = "2025-09-04T11:30:00Z") {
  return { key, last_update: lastUpdate, outcomes: [...outcomes] };
}

const eagles = (price: unknown, point?: unknown): Outcome => ({ name: "Philadelphia Eagles", price, point });
const cowboys = (price: unknown, point?: unknown): Outcome => ({ name: "Dallas Cowboys", price, point });
const over = (price: unknown, point: unknown, description?: string): Outcome =>
  description === undefined ? { name: "Over", price, point } : { name: "Over", price, point, description };
const under = (price: unknown, point: unknown, description?: string): Outcome =>
  description === undefined ? { name: "Under", price, point } : { name: "Under", price, point, description };

const read = (event: unknown, changes: object = {}) => [...readOddsApi([event], { ...source, ...changes })];

/** "spread -3 -110/-110", or the reason of the refusal. */
function summaries(event: unknown, changes: object = {}): string[] {
  return read(event, changes).map(({ record, refusal }) => {
    if (refusal !== undefined) return refusal.field === null ? refusal.reason : `${refusal.reason} ${refusal.field}`;
    assert.ok(record?.type === "quote");
    const prices = [record.home_odds, record.away_odds, record.over_odds, record.under_odds];
    return `${record.period} ${record.market} ${record.line} ${prices.join("/")}`;
  });
}

const h2h = market("h2h", [eagles(-150), cowboys(130)]);

test("a moneyline becomes one whole record", () => {
  assert.deepEqual(read(eventWith([h2h])), [
    {
      record: {
        type: "quote",
        provider: "the-odds-api",
        sport: "nfl",
        event_id: "e1",
        home: "PHI",
        away: "DAL",
        game_date: null,
        start_time: "2025-09-05T00:20:00Z",
        seen_at: "2025-09-04T12:00:00Z",
        book: "draftkings",
        period: "full",
        market: "moneyline",
        captured_at: "2025-09-04T11:30:00Z",
        stated: null,
        line: null,
        home_odds: -150,
        away_odds: 130,
        over_odds: null,
        under_odds: null,
      },
    },
  ]);
});

test("spreads are the home line, whichever side the provider lists first, and never -0", () => {
  const spread = (...outcomes: Outcome[]) => summaries(eventWith([market("spreads", outcomes)]))[0];
  assert.equal(spread(cowboys(-105, 7.5), eagles(-115, -7.5)), "full spread -7.5 -115/-105//");
  const [item] = read(eventWith([market("spreads", [eagles(-110, -0), cowboys(-110, 0)])]));
  assert.ok(item?.record?.type === "quote" && Object.is(item.record.line, 0));
  assert.equal(spread(cowboys(-105, 0)), "full spread 0 /-105//");
});

test("the side that is missing has no price, and the line is known from the other side", () => {
  const markets = [
    market("h2h", [cowboys(130)]),
    market("spreads", [cowboys(-105, 7.5)]),
    market("totals", [under(-110, 47)]),
  ];
  assert.deepEqual(summaries(eventWith(markets)), [
    "full moneyline null /130//",
    "full spread -7.5 /-105//",
    "full total 47 ///-110",
  ]);
});

test("markets of periods have their periods, in the sports that publish them", () => {
  const totals = (suffix: string) => market(`totals${suffix}`, [over(-110, 20), under(-110, 20)]);
  assert.deepEqual(summaries(eventWith(["_h1", "_h2", "_q1", "_q4"].map(totals))), [
    "1h total 20 //-110/-110",
    "2h total 20 //-110/-110",
    "q1 total 20 //-110/-110",
    "q4 total 20 //-110/-110",
  ]);
  const mlb = {
    sport_key: "baseball_mlb",
    home_team: "New York Yankees",
    away_team: "Boston Red Sox",
    commence_time: "2025-07-01T23:05:00Z",
  };
  assert.deepEqual(summaries(eventWith(["_1st_1_innings", "_1st_5_innings"].map(totals), mlb), { sport: "mlb" }), [
    "inn1 total 20 //-110/-110",
    "inn5 total 20 //-110/-110",
  ]);
  const noTeamTotals = market("team_totals", [over(-110, 4.5, "Boston Red Sox"), under(-110, 4.5, "Boston Red Sox")]);
  assert.deepEqual(summaries(eventWith([noTeamTotals], mlb), { sport: "mlb" }), ["other-market key"]);
});

test("team totals are one record a side", () => {
  const outcomes = [
    over(-110, 27.5, "Philadelphia Eagles"),
    under(-115, 27.5, "Philadelphia Eagles"),
    over(-105, 20.5, "Dallas Cowboys"),
  ];
  assert.deepEqual(summaries(eventWith([market("team_totals", outcomes)])), [
    "full home_team_total 27.5 //-110/-115",
    "full away_team_total 20.5 //-105/",
  ]);
  const stranger = [over(-110, 27.5, "Chicago Bears"), over(-110, 27.5)];
  assert.deepEqual(summaries(eventWith([market("team_totals", stranger)])), [
    "not-the-teams outcomes",
    "not-the-teams outcomes",
  ]);
});

test("other markets are refused [D-13]", () => {
  const keys = ["alternate_spreads", "h2h_lay", "h2h_3_way", "outrights", "totals_p2", "totals_1st_3_innings"];
  const others = [...keys, "team_totals_h1", "totals_p1", "player_points", "constructor"];
  for (const key of others) {
    const [item, ...rest] = read(eventWith([market(key, [over(-110, 20), under(-110, 20)])]));
    assert.equal(item?.refusal?.reason, "other-market", key);
    assert.equal(rest.length, 0);
  }
  const draw = market("h2h", [eagles(150), cowboys(250), { name: "Draw", price: 1200 }]);
  assert.deepEqual(summaries(eventWith([draw])), ["other-market outcomes"]);
});

test("outcomes that do not belong together are refused [D-13]", () => {
  const cases: readonly (readonly [object, string])[] = [
    [market("h2h", [eagles(-150), { name: "Chicago Bears", price: 130 }]), "not-the-teams outcomes"],
    [market("totals", [eagles(-110, 47), under(-110, 47)]), "not-the-teams outcomes"],
    [market("h2h", [eagles(-150), eagles(-150)]), "malformed outcomes"],
    [market("h2h", []), "no-price outcomes"],
    [market("h2h", [eagles(null), cowboys(0)]), "no-price"],
    [market("spreads", [eagles(-110, -3), cowboys(-110, -3)]), "spread-not-mirrored point"],
    [market("spreads", [eagles(-110, -3), cowboys(-110)]), "malformed point"],
    [market("spreads", [eagles(-110, "-3"), cowboys(-110, 3)]), "malformed point"],
    [market("totals", [over(-110, 47), under(-110, 47.5)]), "total-sides-differ point"],
    [market("h2h", [eagles("-150"), cowboys(130)]), "malformed price"],
    // A field that is renamed is another shape, and no price that is missing.
    [market("spreads", [eagles(undefined, -3), cowboys(undefined, 3)]), "malformed price"],
    [market("h2h", [eagles(-150), cowboys(50)]), "price away_odds"],
    [market("h2h", [eagles(1.67), cowboys(2.3)]), "price home_odds"],
    [{ key: "h2h", last_update: "2025-09-04T11:30:00Z" }, "malformed outcomes"],
  ];
  for (const [given, expected] of cases) assert.deepEqual(summaries(eventWith([given])), [expected]);
});

test("marks for off the board are missing prices and -100 is even money", () => {
  const markets = [
    market("h2h", [eagles(-100), cowboys(9999)]),
    market("spreads", [eagles(0.0001, 3), cowboys(0, -3)]),
  ];
  assert.deepEqual(summaries(eventWith(markets)), ["full moneyline null 100///", "full spread 3 ///"]);
});

test("books and teams that nobody knows are refused with what was meant perhaps", () => {
  assert.deepEqual(summaries(eventWith([h2h], {}, { key: "acme" })), ["unknown-book book"]);
  assert.equal(read(eventWith([h2h], {}, { key: "williamhill_us" }))[0]?.record?.type, "quote");
  assert.equal(read(eventWith([h2h], {}, { key: "gtbets" }))[0]?.record?.type, "quote", "the ledger keeps it");
  const items = read(eventWith([h2h, h2h], { home_team: "Philadelphia Eaglets" }));
  assert.deepEqual(
    items.map((item) => item.refusal?.reason),
    ["unknown-team", "unknown-team"],
  );
  assert.match(items[0]?.refusal?.detail ?? "", /Philadelphia Eaglets.*Philadelphia Eagles/);
  assert.equal(items[0]?.refusal?.record, "event e1 draftkings h2h");
});

test("preseason and early seasons are outside the coverage", () => {
  assert.deepEqual(summaries(eventWith([h2h], { sport_key: "americanfootball_nfl_preseason" })), [
    "not-covered sport_key",
  ]);
  assert.deepEqual(summaries(eventWith([h2h], { commence_time: "2022-02-13T23:30:00Z" })), ["not-covered season"]);
});

test("a capture's time is the market's, else the book's, else the snapshot's [D-12]", () => {
  const times = (event: unknown, changes: object = {}) =>
    read(event, changes).map(({ record, refusal }) =>
      record?.type === "quote" ? record.captured_at : `${refusal?.reason} ${refusal?.field}`,
    );
  const bare = { key: "h2h", outcomes: h2h.outcomes };
  assert.deepEqual(times(eventWith([h2h, bare])), ["2025-09-04T11:30:00Z", "2025-09-04T11:00:00Z"]);
  const noTime = eventWith([bare], {}, { last_update: null });
  assert.deepEqual(times(noTime), ["2025-09-04T12:00:00Z"]);
  assert.deepEqual(times(noTime, { seenAt: null }), ["malformed last_update"]);
  const other = (time: unknown) => times(eventWith([market("h2h", h2h.outcomes, time)]))[0];
  assert.equal(other("2025-09-04T07:30:00.250-04:00"), "2025-09-04T11:30:00.250Z");
  assert.equal(other("2025-09-04T11:30:00.000Z"), "2025-09-04T11:30:00Z");
  assert.equal(other("2025-02-30T11:30:00Z"), "malformed last_update");
  assert.equal(other("2025-09-04T11:30:00"), "malformed last_update");
  assert.deepEqual(summaries(eventWith([h2h], { commence_time: "tonight" })), ["malformed commence_time"]);
});

test("the wrapper of a historical snapshot states when it was seen, with many events or one", () => {
  const wrapper = { timestamp: "2025-09-04T11:55:43Z", previous_timestamp: null, next_timestamp: null };
  for (const payload of [
    { ...wrapper, data: [eventWith([h2h])] },
    { ...wrapper, data: eventWith([h2h]) },
  ]) {
    const [item] = [...readOddsApi(payload, source)];
    assert.ok(item?.record?.type === "quote");
    assert.equal(item.record.seen_at, "2025-09-04T11:55:43Z");
  }
  assert.equal([...readOddsApi(eventWith([h2h]), source)].length, 1);
});

test("a file's name may state when the snapshot was taken", () => {
  assert.equal(seenAtOfFileName("nfl/20250910T053659Z.json.gz"), "2025-09-10T05:36:59Z");
  assert.equal(seenAtOfFileName("20250910T053659Z/odds.json"), null);
  assert.equal(seenAtOfFileName("odds_2023-10-24_featured.json.gz"), null);
});

test("a file of another sport, or of something else, stops the import before the first record", () => {
  const stops = (payload: unknown, message: RegExp) =>
    assert.throws(
      () => readOddsApi(payload, source).next(),
      (error: unknown) => error instanceof InputError && message.test(error.message),
    );
  const basketball = eventWith([h2h], { sport_key: "basketball_nba" });
  stops([eventWith([h2h]), basketball], /^odds\.json: holds basketball_nba, not nfl$/);
  stops([{ id: 1 }], /event 1 has no sport_key/);
  stops({ data: "no" }, /is not an odds answer/);
  stops(null, /is not an odds answer/);
  stops({ timestamp: "yesterday", data: [] }, /timestamp "yesterday" is not a time/);
  assert.deepEqual([...readOddsApi([], source)], []);
});

test("an event, a book or a market that is no object is one refusal each", () => {
  const reasons = (event: unknown) => read(event).map((item) => item.refusal?.field);
  assert.deepEqual(reasons(eventWith([], { bookmakers: null })), ["bookmakers"]);
  assert.deepEqual(reasons(eventWith([], { bookmakers: [null, { key: "fanduel" }] })), ["bookmakers", "bookmakers"]);
  assert.deepEqual(reasons(eventWith(["h2h"])), ["markets"]);
  assert.deepEqual(reasons(eventWith([h2h], { id: 7 })), ["id"]);
  assert.deepEqual(reasons(eventWith([h2h], { away_team: "Philadelphia Eagles" })), ["away_team"]);
});

const bookWith = (key: string, markets: readonly unknown[]) => ({
  key,
  title: key,
  last_update: "2025-09-04T11:00:00Z",
  markets,
});
const total = (line: number) => market("totals", [over(-110, line), under(-110, line)]);

test("of two keys of one book in one answer the main key counts, wherever it stands, and the other's lines are told", () => {
  const keys = [
    ["williamhill_us", "caesars"],
    ["espnbet", "thescorebet"],
    ["hardrockbet", "hardrockbet_fl"],
    // Of two that are both not the main key, the one that the registry names first.
    ["hardrockbet_az", "hardrockbet_oh"],
  ] as const;
  for (const [main, other] of keys) {
    const entries = [bookWith(main, [h2h, total(38.5)]), bookWith(other, [h2h, total(39.5)])];
    for (const bookmakers of [entries, entries.toReversed()]) {
      const items = read(eventWith([], { bookmakers }));
      const refusals = items.flatMap(({ refusal }) => refusal ?? []);
      assert.deepEqual(
        refusals.map(({ reason, record, detail }) => `${reason}: ${record}: ${detail}`),
        [`another-key: event e1 ${other} totals: 39.5 (-110 / -110); its key ${main} has 38.5 (-110 / -110)`],
      );
      const lines = items.flatMap(({ record }) => (record?.type === "quote" ? [record.line] : []));
      assert.deepEqual(new Set(lines), new Set([null, 38.5]));
    }
  }
});

test("another key of a book fills the markets that the main key has not, or has in a way that cannot be read", () => {
  const broken = market("totals", [over("-110", 38.5), under(-110, 38.5)]);
  for (const markets of [[h2h], [h2h, broken]]) {
    const bookmakers = [bookWith("hardrockbet", markets), bookWith("hardrockbet_fl", [total(39.5)])];
    assert.deepEqual(summaries(eventWith([], { bookmakers })).slice(-1), ["full total 39.5 //-110/-110"]);
  }
});

test("another price of the same line is another line, and two books with the same lines are two books", () => {
  const price = (home: number) => [market("h2h", [eagles(home), cowboys(130)])];
  const ofOne = [bookWith("hardrockbet", price(-150)), bookWith("hardrockbet_oh", price(-148))];
  assert.deepEqual(summaries(eventWith([], { bookmakers: ofOne })), [
    "full moneyline null -150/130//",
    "another-key key",
  ]);
  const ofTwo = [bookWith("unibet_us", price(-150)), bookWith("unibet", price(-148))];
  assert.equal(read(eventWith([], { bookmakers: ofTwo })).filter(({ refusal }) => refusal !== undefined).length, 0);
});

/** An event of scores as the provider's documentation has it, and the morning after it. */
const played = {
  id: "572d984e132eddaac3da93e5db332e7e",
  sport_key: "basketball_nba",
  sport_title: "NBA",
  commence_time: "2025-01-11T03:10:38Z",
  completed: true,
  home_team: "Sacramento Kings",
  away_team: "Oklahoma City Thunder",
  scores: [
    { name: "Sacramento Kings", score: "113" },
    { name: "Oklahoma City Thunder", score: "103" },
  ],
  last_update: "2025-01-11T05:18:19Z",
};

const morningMs = Date.parse("2025-01-11T09:30:00Z");
const readScores = (...events: readonly unknown[]) => [
  ...readOddsApiScores(events, { file: "scores.json", nowMs: morningMs, sport: null, seenAt: null }),
];

const { game: playedGame, refusal: refusalOfScores } = readingOf((changes: object) =>
  readScores({ ...played, ...changes }),
);

test("a completed game is a final record that states its sides, its start and its score, and nothing else", () => {
  assert.deepEqual(readScores(played), [
    {
      record: {
        ...nothingStated,
        type: "game",
        provider: "the-odds-api",
        game_id: played.id,
        sport: "nba",
        season: 2025,
        season_type: "regular",
        start_time: "2025-01-11T03:10:38Z",
        status: "final",
        home: "SAC",
        away: "OKC",
        home_score: 113,
        away_score: 103,
      },
    },
  ]);
});

test("the scores are those of the names, in whichever order they come", () => {
  const { home_score: home, away_score: away } = playedGame({ scores: played.scores.toReversed() });
  assert.deepEqual([home, away], [113, 103]);
});

test("a game to come or in play is scheduled, and its score is not read", () => {
  for (const scores of [null, played.scores]) {
    const { status, home_score: home, away_score: away } = playedGame({ completed: false, scores });
    assert.deepEqual([status, home, away], ["scheduled", null, null]);
  }
});

test("a completed game without two whole scores is refused, and so is what is no game", () => {
  const [home, away] = played.scores;
  for (const score of [null, "", "110.5", "-3", "1e2", 110.5, "W"]) {
    assert.equal(refusalOfScores({ scores: [home, { ...away, score }] }), "malformed scores", JSON.stringify(score));
  }
  for (const scores of [null, [], [home], [home, { name: "Thunder", score: "103" }], "113-103"]) {
    assert.equal(refusalOfScores({ scores }), "malformed scores", JSON.stringify(scores));
  }
  assert.equal(refusalOfScores({ completed: "true" }), "malformed completed");
  assert.equal(refusalOfScores({ commence_time: "2025-01-12T03:00:00Z" }), "in-the-future start_time");
  assert.equal(refusalOfScores({ scores: [home, { ...away, score: "999" }] }), "out-of-bounds away_score");
});

test("all five sports are read, and a file of two of them is not", () => {
  const hockey = {
    sport_key: "icehockey_nhl",
    home_team: "Boston Bruins",
    away_team: "New York Rangers",
    scores: [
      { name: "Boston Bruins", score: "3" },
      { name: "New York Rangers", score: "4" },
    ],
  };
  const { sport, home, away_score: away } = playedGame(hockey);
  assert.deepEqual([sport, home, away], ["nhl", "BOS", 4]);
  assert.throws(() => readScores(played, { ...played, ...hockey }), InputError);
});

test("a file of scores is known among files of odds by its events, so that a kept answer is imported again", () => {
  writeFileSync(join(folder, "nba-20250111T093000Z-1.json"), JSON.stringify([played]));
  writeFileSync(join(folder, "nba-20250111T093000Z-2.json"), "[]");
  const items = [...itemsOfFiles("the-odds-api", [folder], morningMs, "nba")];
  assert.deepEqual(
    items.map(({ record }) => record?.type),
    ["game"],
  );
  const { completed: _, scores: __, ...plain } = { ...played, bookmakers: [] };
  assert.deepEqual([[played], [plain], [], plain, null].map(isOddsApiScores), [true, false, false, false, false]);
});
