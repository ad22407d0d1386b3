/** The addresses that clients ask for, and what they make of answers. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { oddsClient, resultsClients } from "../../src/collect/clients/all.ts";
import { type ReceivedAnswer, type ResultsClient, readAnswers } from "../../src/collect/clients/client.ts";
import { readConfig } from "../../src/config/config.ts";
import { sports } from "../../src/domain/sports.ts";
import { sportsByHand } from "../support/sports.ts";

const key = "k3y-0123456789";
const settings = readConfig({ CFBD_API_KEY: key, THE_ODDS_API_KEY: key }).collect;
const clients = resultsClients(settings);

function client(provider: string): ResultsClient {
  return clients.find((each) => each.provider === provider) ?? assert.fail(provider);
}

function received(payload: unknown, label = "https://provider.example/answer"): ReceivedAnswer {
  return { payload, label, receivedMs: Date.parse("2026-07-05T12:00:00Z") };
}

const addresses = (asks: readonly { readonly url: URL }[]) => asks.map(({ url }) => url.href);

test("without keys nothing is asked that needs one", () => {
  const without = readConfig({}).collect;
  assert.deepEqual(
    resultsClients(without).map(({ provider }) => provider),
    ["mlb-statsapi", "nhl-api", "nflverse", "espn"],
  );
  assert.equal(oddsClient(without), null);
});

test("espn: a scoreboard a day, with the most that it allows, and of all of the FBS", () => {
  const espn = client("espn");
  const base = "https://site.api.espn.com/apis/site/v2/sports";
  assert.deepEqual(addresses(espn.slate("nfl", "2025-11-29", "2025-12-01")), [
    `${base}/football/nfl/scoreboard?dates=20251129&limit=500`,
    `${base}/football/nfl/scoreboard?dates=20251130&limit=500`,
    `${base}/football/nfl/scoreboard?dates=20251201&limit=500`,
  ]);
  assert.deepEqual(addresses(espn.slate("ncaaf", "2025-11-22", "2025-11-22")), [
    `${base}/football/college-football/scoreboard?dates=20251122&limit=500&groups=80`,
  ]);
  for (const sport of sports) {
    const [ask] = espn.slate(sport, "2026-01-01", "2026-01-01");
    assert.equal(ask?.url.pathname.split("/").slice(5, 7).join("/"), sportsByHand[sport].espnPath);
  }
});

test("espn: the summary of each final that still lacks its details", () => {
  const event = (id: string, name: string) => ({ id, status: { type: { name } } });
  const board = received({
    events: [
      ...[event("1", "STATUS_FINAL"), event("2", "STATUS_IN_PROGRESS"), event("3", "STATUS_FINAL"), null],
      // A preseason's games are not taken.
      { ...event("4", "STATUS_FINAL"), season: { type: 1 } },
    ],
  });
  assert.deepEqual(addresses(client("espn").details?.("nba", board, (id) => id !== "3") ?? []), [
    "https://site.api.espn.com/apis/site/v2/sports/basketball/nba/summary?event=1",
  ]);
});

test("mlb-statsapi: a week at most, with everything that the adapter reads", () => {
  assert.deepEqual(addresses(client("mlb-statsapi").slate("mlb", "2026-07-05", "2026-07-12")), [
    "https://statsapi.mlb.com/api/v1/schedule?sportId=1&startDate=2026-07-05&endDate=2026-07-11&gameTypes=R,F,D,L,W" +
      "&hydrate=team,linescore,officials,weather,gameInfo,venue(location,fieldInfo)",
    "https://statsapi.mlb.com/api/v1/schedule?sportId=1&startDate=2026-07-12&endDate=2026-07-12&gameTypes=R,F,D,L,W" +
      "&hydrate=team,linescore,officials,weather,gameInfo,venue(location,fieldInfo)",
  ]);
});

test("nhl-api: weeks, and landing page and right rail of each final of season and playoffs", () => {
  const nhl = client("nhl-api");
  assert.deepEqual(addresses(nhl.slate("nhl", "2025-10-07", "2025-10-15")), [
    "https://api-web.nhle.com/v1/schedule/2025-10-07",
    "https://api-web.nhle.com/v1/schedule/2025-10-14",
  ]);
  const games = [
    { id: 2025020001, gameType: 2, gameState: "OFF" },
    { id: 2025020002, gameType: 2, gameState: "LIVE" },
    { id: 2025030111, gameType: 3, gameState: "FINAL" },
    { id: 2025010001, gameType: 1, gameState: "OFF" },
  ];
  const week = received({ gameWeek: [{ date: "2025-10-07", games }] });
  assert.deepEqual(addresses(nhl.details?.("nhl", week, (id) => id !== "2025030111") ?? []), [
    "https://api-web.nhle.com/v1/gamecenter/2025020001/landing",
    "https://api-web.nhle.com/v1/gamecenter/2025020001/right-rail",
  ]);
});

test("nflverse: one file for every season, and only when it has changed", () => {
  const [ask, ...more] = client("nflverse").slate("nfl", "2024-09-01", "2026-02-28");
  assert.equal(ask?.url.href, "https://github.com/nflverse/nflverse-data/releases/download/schedules/games.csv");
  assert.deepEqual([ask?.format, more.length], ["text", 0]);
});

test("cfbd: games and lines of each season of the span, with the key in a header alone", () => {
  const asks = client("cfbd").slate("ncaaf", "2025-01-01", "2025-08-30");
  const base = "https://api.collegefootballdata.com";
  assert.deepEqual(addresses(asks), [
    `${base}/games?year=2024&seasonType=both&classification=fbs`,
    `${base}/lines?year=2024&seasonType=both`,
    `${base}/games?year=2025&seasonType=both&classification=fbs`,
    `${base}/lines?year=2025&seasonType=both`,
  ]);
  for (const { headers, label } of asks) {
    assert.deepEqual(headers, { authorization: `Bearer ${key}` });
    assert.ok(!label.includes(key));
  }
});

test("cfbd: an empty season is no fault", () => {
  assert.deepEqual([...readAnswers(client("cfbd"), "ncaaf", [received([])], Date.now())], []);
});

test("an answer of another form is refused by its address, and the others are taken", () => {
  const read = (provider: string, ...payloads: unknown[]) => [
    ...readAnswers(
      client(provider),
      client(provider).sports[0] ?? "nfl",
      payloads.map((payload, index) => received(payload, `https://provider.example/${index}`)),
      Date.parse("2026-07-05T12:00:00Z"),
    ),
  ];
  const bad = { error: "changed" };
  const json = {
    espn: { events: [] },
    "mlb-statsapi": { totalGames: 0, dates: [] },
    "nhl-api": { gameWeek: [] },
    cfbd: [],
  };
  const good = { ...json, "the-odds-api": [] };
  for (const [provider, payload] of Object.entries(good)) {
    const items = read(provider, bad, payload);
    assert.equal(items.length, 1, provider);
    const { reason, file, record } = items[0]?.refusal ?? assert.fail(provider);
    assert.deepEqual([reason, file, record], ["malformed", "https://provider.example/0", "the whole answer"]);
  }
});

test("the-odds-api: scores of the last three days cost two credits, and their label has no key", () => {
  const [ask, ...more] = client("the-odds-api").slate("nba", "2025-01-04", "2025-01-11");
  const address = "https://api.the-odds-api.com/v4/sports/basketball_nba/scores?KEYdaysFrom=3&dateFormat=iso";
  assert.equal(ask?.url.href, address.replace("KEY", `apiKey=${key}&`));
  assert.equal(ask?.label, address.replace("KEY", ""));
  assert.deepEqual([ask?.mostCredits, ask?.sport, more.length], [2, "nba", 0]);
});

const odds = oddsClient(settings) ?? assert.fail("a key is set");
const oddsBase = "https://api.the-odds-api.com/v4";
const format = "oddsFormat=american&dateFormat=iso";
const at = Date.parse("2025-11-16T17:58:30.500Z");
const footballMarkets =
  "team_totals,h2h_h1,spreads_h1,totals_h1,h2h_h2,spreads_h2,totals_h2,h2h_q1,spreads_q1,totals_q1," +
  "h2h_q2,spreads_q2,totals_q2,h2h_q3,spreads_q3,totals_q3,h2h_q4,spreads_q4,totals_q4";

const oddsAsks = [
  [
    odds.current("nba"),
    `${oddsBase}/sports/basketball_nba/odds?KEYregions=us,us2&markets=h2h,spreads,totals&${format}`,
    6,
  ],
  [
    odds.currentEvent("nhl", "abc123"),
    `${oddsBase}/sports/icehockey_nhl/events/abc123/odds?KEYregions=us,us2` +
      `&markets=team_totals,h2h_p1,spreads_p1,totals_p1&${format}`,
    8,
  ],
  [
    odds.historical("ncaaf", at),
    `${oddsBase}/historical/sports/americanfootball_ncaaf/odds?KEYregions=us,us2&markets=h2h,spreads,totals&${format}` +
      "&date=2025-11-16T17:58:30Z",
    60,
  ],
  [
    odds.historicalEvent("nfl", "abc123", at),
    `${oddsBase}/historical/sports/americanfootball_nfl/events/abc123/odds?KEYregions=us,us2` +
      `&markets=${footballMarkets}&${format}&date=2025-11-16T17:58:30Z`,
    380,
  ],
] as const;

for (const [ask, pattern, cost] of oddsAsks) {
  test(`the-odds-api: ${ask.url.pathname} costs ${cost} credits at most, and its label has no key`, () => {
    assert.equal(ask.url.href, pattern.replace("KEY", `apiKey=${key}&`));
    assert.equal(ask.label, pattern.replace("KEY", ""));
    assert.equal(ask.mostCredits, cost);
  });
}
