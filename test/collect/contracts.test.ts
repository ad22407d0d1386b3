/** What an answer of each provider must have to be believed: a parameter that stops working is told of by no provider. */
import assert from "node:assert/strict";
import { describe, test } from "vitest";
import type { Ask } from "../../src/collect/asking/ask.ts";
import { oddsClient, resultsClients } from "../../src/collect/clients/all.ts";
import { readAnswers } from "../../src/collect/clients/client.ts";
import { readConfig } from "../../src/config/config.ts";
import type { Sport } from "../../src/domain/sports.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { espnEvent } from "../feed/espn.ts";
import { csvOf, nflverseOpener } from "../feed/nflverse.ts";
import { oddsEvent } from "../feed/odds-api.ts";

const key = "k3y-0123456789";
const settings = readConfig({ CFBD_API_KEY: key, THE_ODDS_API_KEY: key }).collect;
const odds = oddsClient(settings) ?? assert.fail("a key is set");
const nowMs = Date.parse("2026-07-20T12:00:00Z");

/** Of what is refused, why. */
const detailsOf = (items: Iterable<FeedItem>): string[] => [...items].flatMap(({ refusal }) => refusal?.detail ?? []);

/** What a client refuses of an answer to the first request for these days, in words. */
function faultsOf(provider: string, sport: Sport, days: readonly [string, string], payload: unknown): string[] {
  const client = resultsClients(settings).find((each) => each.provider === provider) ?? assert.fail(provider);
  const [ask] = client.slate(sport, ...days);
  const { label, days: asked } = ask ?? assert.fail("nothing is asked");
  const received = { payload, label, receivedMs: nowMs, ...(asked === undefined ? {} : { days: asked }) };
  return detailsOf(readAnswers(client, sport, [received], nowMs));
}

const oddsFaults = (ask: Ask, payload: unknown): string[] =>
  detailsOf(readAnswers(odds, "nba", [{ payload, label: ask.label, receivedMs: nowMs }], nowMs));

describe("espn: a day's events, fewer than where a list is cut off", () => {
  const day = ["2023-09-09", "2023-09-09"] as const;
  const board = (count: number, start: string) => ({
    events: Array.from({ length: count }, (_, index) => {
      const teams = { away: "Navy Midshipmen", home: "Army Black Knights" };
      return espnEvent({ sport: "ncaaf", id: `${401000000 + index}`, start, ...teams, score: [3, 7] });
    }),
  });
  test("a day of 24, 26 or no events is believed, also when a game starts after midnight", () => {
    for (const count of [0, 24, 26, 82]) {
      assert.deepEqual(faultsOf("espn", "ncaaf", day, board(count, "2023-09-10T02:00Z")), []);
    }
  });
  for (const count of [25, 100, 500]) {
    test(`a day of exactly ${count} is not`, () => {
      const faults = faultsOf("espn", "ncaaf", day, board(count, "2023-09-09T17:00Z"));
      assert.deepEqual(faults, [`it has exactly ${count} events, which is where ESPN cuts a list off`]);
    });
  }
  test("events of other days are not: `dates` was not heard", () => {
    const [fault, ...more] = faultsOf("espn", "ncaaf", day, board(3, "2023-09-16T17:00Z"));
    assert.match(fault ?? "", /^3 of its 3 events are of other days than 2023-09-09, such as 2023-09-16T17:00Z/);
    assert.deepEqual(more, []);
  });
  test("the summary of another event is not: `event` was not heard", () => {
    const client = resultsClients(settings).find(({ provider }) => provider === "espn") ?? assert.fail();
    const event = board(1, "2023-09-09T17:00Z").events[0] as object;
    const board1 = { payload: { events: [event] }, label: "board", receivedMs: nowMs };
    const [ask] = client.details?.("ncaaf", board1, () => true) ?? [];
    const faults = (id: string) => {
      const received = { payload: { header: { ...event, id } }, label: ask?.label ?? "", receivedMs: nowMs };
      return detailsOf(readAnswers(client, "ncaaf", [received], nowMs));
    };
    assert.deepEqual(faults("401000007"), ["is the summary of event 401000007, and not of 401000000"]);
    assert.ok(!faults("401000000").some((detail) => detail.includes("summary of")));
  });
});

describe("mlb-statsapi: a stated total, days that were asked for, and the parts that were", () => {
  const week = ["2026-07-05", "2026-07-11"] as const;
  const game = (state: string, more: object = {}) => ({
    ...{ gamePk: 823000, gameType: "R", season: "2026", gameDate: "2026-07-05T23:10:00Z", officialDate: "2026-07-05" },
    ...{ status: { abstractGameState: state === "Final" ? "Final" : "Preview", detailedState: state }, gameNumber: 1 },
    ...{ doubleHeader: "N", venue: { id: 3, name: "Fenway Park" }, scheduledInnings: 9, ...more },
    teams: {
      away: { team: { id: 147, name: "New York Yankees" }, score: 2 },
      home: { team: { id: 111, name: "Boston Red Sox" }, score: 3 },
    },
  });
  const answer = (games: readonly object[], date = "2026-07-05", totalGames = games.length) => ({
    totalGames,
    dates: [{ date, games }],
  });
  const faults = (payload: unknown) => faultsOf("mlb-statsapi", "mlb", week, payload);
  test("such an answer is believed, also one without games", () => {
    assert.deepEqual(faults(answer([game("Final", { linescore: {} }), game("Scheduled")])), []);
    assert.deepEqual(faults({ totalGames: 0, dates: [] }), []);
  });
  test("an answer that lacks one of them is named", () => {
    assert.deepEqual(faults({ dates: [] }), ["it does not say how many games it has (totalGames)"]);
    assert.deepEqual(faults(answer([game("Scheduled")], "2026-07-05", 15)), [
      "it has 1 games, and says that they are 15",
    ]);
    assert.deepEqual(faults(answer([game("Scheduled")], "2026-07-20")), [
      "it has games of 2026-07-20, which was not asked for",
    ]);
    assert.deepEqual(faults(answer([game("Final")])), [
      "none of its 1 finals has a linescore, which was asked for (hydrate)",
    ]);
  });
});

describe("nhl-api: every day of the week, each with the number of its games", () => {
  const days = ["07", "08", "09", "10", "11", "12", "13"].map((day) => `2025-10-${day}`);
  const week = (dates: readonly string[], numberOfGames: unknown = 0) => ({
    gameWeek: dates.map((date) => ({ date, numberOfGames, games: [] })),
  });
  const faults = (payload: unknown) => faultsOf("nhl-api", "nhl", ["2025-10-07", "2025-10-13"], payload);
  test("such a week is believed", () => assert.deepEqual(faults(week(days)), []));
  test("a week that lacks a day, or games, is named", () => {
    assert.deepEqual(faults(week(days.slice(0, 5))), ["it does not have 2025-10-12, which was asked for"]);
    const [fault] = faults(week(days, 4));
    assert.equal(fault, "it has 0 games of 2025-10-07, and says that they are 4 (numberOfGames)");
    assert.match(faults(week(days, null))[0] ?? "", /says that they are null/);
  });
});

describe("nflverse: the season that was asked for, with no fewer games than the one before", () => {
  const file = (counts: Readonly<Record<number, number>>) =>
    csvOf(
      ...Object.entries(counts).flatMap(([season, count]) =>
        Array.from({ length: count }, (_, index) => {
          const gameday = `${season}-10-${String((index % 28) + 1).padStart(2, "0")}`;
          return { ...nflverseOpener, game_id: `${season}_${index}`, season, week: "4", gameday };
        }),
      ),
    );
  const faults = (counts: Readonly<Record<number, number>>) =>
    faultsOf("nflverse", "nfl", ["2025-09-01", "2026-02-28"], file(counts));
  test("such a file is believed, also when a game of a season was cancelled", () => {
    assert.deepEqual(faults({ 2023: 12, 2024: 11, 2025: 12 }), []);
  });
  test("a file that ends early is named", () => {
    assert.deepEqual(faults({ 2023: 12, 2024: 12 }), ["it has no game of the season of 2025"]);
    assert.deepEqual(faults({ 2024: 12, 2025: 5 }), [
      "it has 5 games of the regular season of 2025, and of the one before 12",
    ]);
  });
});

describe("cfbd: the year that was asked for, and both parts of a season that is over", () => {
  const entry = (season: number, seasonType: string, index: number) => ({
    ...{ id: index, season, seasonType, week: 1, startDate: `${season}-09-09T16:00:00.000Z`, completed: true },
    ...{ homeTeam: "Army", awayTeam: "Navy", homePoints: 7, awayPoints: 3, neutralSite: false },
    ...{ homeClassification: "fbs", awayClassification: "fbs" },
  });
  const list = (count: number, season = 2025) =>
    Array.from({ length: count }, (_, index) => entry(season, index === 0 ? "postseason" : "regular", index + 1));
  const faults = (payload: unknown) => faultsOf("cfbd", "ncaaf", ["2025-08-01", "2025-12-31"], payload);
  test("such a list is believed, also an empty one of a season without games yet", () => {
    assert.deepEqual(faults(list(30)), []);
    assert.deepEqual(faults([]), []);
  });
  test("another year, and a season that is over without its postseason, are named", () => {
    assert.deepEqual(faults(list(30, 2024)), ["it has games of the season of 2024, and 2025 was asked for"]);
    assert.deepEqual(faults(list(30).slice(1)), ["it has no postseason, and the season of 2025 is over"]);
  });
});

describe("the-odds-api: the moment, the event, the markets and the format that were asked for", () => {
  const books = ["draftkings", "fanduel", "betmgm", "betrivers", "williamhill_us"];
  const times = { start: "2026-07-21T23:30:00Z", at: "2026-07-20T11:00:00Z" };
  const event = (id: string, price = -110, markets = ["h2h", "spreads", "totals"]) =>
    oddsEvent({ ...times, id, books, markets, prices: [price, price] });
  const atMs = Date.parse("2026-07-20T10:00:00Z");
  const snapshot = (timestamp: string, next: string | null) => ({
    timestamp,
    next_timestamp: next,
    data: [event("e1")],
  });

  test("such answers are believed", () => {
    assert.deepEqual(oddsFaults(odds.current("nba"), [event("e1"), event("e2")]), []);
    assert.deepEqual(oddsFaults(odds.current("nba"), []), []);
    const before = snapshot("2026-07-20T09:55:40Z", "2026-07-20T10:00:40Z");
    assert.deepEqual(oddsFaults(odds.historical("nba", atMs), before), []);
    assert.deepEqual(oddsFaults(odds.currentEvent("nba", "e1"), event("e1")), []);
    const ofEvent = { ...before, data: event("e1") };
    assert.deepEqual(oddsFaults(odds.historicalEvent("nba", "e1", atMs), ofEvent), []);
  });
  test("a snapshot of another moment, or of none, is refused whole", () => {
    for (const payload of [
      snapshot("2026-07-20T10:05:40Z", "2026-07-20T10:10:40Z"),
      snapshot("2026-07-20T08:00:40Z", "2026-07-20T08:05:40Z"),
      [event("e1")],
    ]) {
      const [fault, ...more] = oddsFaults(odds.historical("nba", atMs), payload);
      assert.match(fault ?? "", /^is not the snapshot of 2026-07-20T10:00:00Z, but of /);
      assert.deepEqual(more, []);
    }
  });
  test("another event is refused whole", () => {
    assert.deepEqual(oddsFaults(odds.currentEvent("nba", "e1"), event("e2")), ["is of event e2, and not of e1"]);
  });
  test("a market that no book offers is named, where there are books enough", () => {
    const without = (id: string) => event(id, -110, ["h2h", "spreads"]);
    assert.deepEqual(oddsFaults(odds.current("nba"), [without("e1")]), []);
    assert.deepEqual(oddsFaults(odds.current("nba"), [without("e1"), without("e2")]), [
      "none of its 10 books offers totals, which was asked for",
    ]);
  });
  test("prices of another format are named", () => {
    const faults = oddsFaults(odds.current("nba"), [event("e1", 1.91)]);
    assert.match(faults.at(-1) ?? "", /^15 of 15 prices are not American \(oddsFormat\)/);
  });
});
