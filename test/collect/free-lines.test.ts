/** Lines without a key: a week of games of which ESPN alone tells, from an empty database. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { Ask, Asker, ProviderAnswer } from "../../src/collect/asking/ask.ts";
import { espnClient } from "../../src/collect/clients/espn.ts";
import { openCollector } from "../../src/collect/collector.ts";
import { openDatabase, tablesOf } from "../../src/database/engine.ts";
import { readListedEvents } from "../../src/ledger/events.ts";
import type { LedgerTables } from "../../src/ledger/tables.ts";
import { espnEvent, espnScoreboard, type SiteEvent } from "../feed/espn.ts";
import { startEngine } from "../support/engines.ts";
import { publishAt } from "../support/nights.ts";
import { publishedGames, publishedOddsRows } from "../support/published.ts";
import { runCommand } from "../support/run-command.ts";
import { type Run, runsOf, silentLog } from "./support/collecting.ts";
import { oddsClient } from "./support/scripted.ts";
import { simulatedClock } from "./support/simulated-clock.ts";

const minuteMs = 60_000;
const teams = ["Boston Celtics", "New York Knicks", "Miami Heat", "Chicago Bulls", "Utah Jazz", "Denver Nuggets"];

type Fixture = { readonly id: string; readonly startMs: number; readonly home: string; readonly away: string };

/** Three games a day for a week, two of them at once. */
const fixtures: readonly Fixture[] = Array.from({ length: 21 }, (_, index) => {
  const day = Math.floor(index / 3);
  const hours = [24, 24, 26.5][index % 3] ?? 24;
  const startMs = Date.UTC(2025, 0, 6 + day) + hours * 60 * minuteMs;
  const place = ((index % 3) + day) % 3;
  return { id: `${900 + index}`, startMs, home: teams[2 * place] ?? "", away: teams[2 * place + 1] ?? "" };
});

/** One start is told to be 70 minutes later, a quarter of an hour before it, and another one half an hour earlier, on its morning. */
function startOf({ id, startMs }: Fixture, nowMs: number): number {
  if (id === "904" && nowMs >= startMs - 15 * minuteMs) return startMs + 70 * minuteMs;
  return id === "908" && nowMs >= startMs - 10 * 60 * minuteMs ? startMs - 30 * minuteMs : startMs;
}

/** The price tells how many minutes before the start it was posted; in play it is another one. */
function oddsOf(minutesBefore: number) {
  const isInPlay = minutesBefore <= 0;
  const juice = isInPlay ? -900 : -110 - Math.ceil(minutesBefore);
  const entry = (id: string, name: string, over: number) => ({
    ...{ provider: { id, name }, spread: -3.5, overUnder: 220.5, overOdds: over, underOdds: -110 },
    ...{ homeTeamOdds: { favorite: true }, awayTeamOdds: { favorite: false } },
    total: { over: { open: { line: "o219.5", odds: "-105" } }, under: { open: { line: "u219.5", odds: "-115" } } },
  });
  return [
    entry("100", "DraftKings", juice),
    entry("59", "ESPN BET - Live Odds", -700),
    entry("1004", "consensus", -650),
  ];
}

function eventAt(fixture: Fixture, nowMs: number): SiteEvent {
  const startMs = startOf(fixture, nowMs);
  const minutesBefore = (startMs - nowMs) / minuteMs;
  const isOver = minutesBefore < -150;
  const state = isOver ? "STATUS_FINAL" : minutesBefore > 0 ? "STATUS_SCHEDULED" : "STATUS_IN_PROGRESS";
  const start = new Date(startMs).toISOString().replace(":00.000Z", "Z");
  const score = isOver ? ([101, 110] as const) : ([0, 0] as const);
  const event = espnEvent({ ...fixture, sport: "nba", start, state, score });
  const [competition] = event.competitions as [object];
  return { ...event, competitions: [{ ...competition, ...(isOver ? {} : { odds: oddsOf(minutesBefore) }) }] };
}

/** ESPN as it answers at the time of a clock. What else is asked of it is not there. */
function fakeEspn(nowMs: () => number): Asker & { readonly asked: { atMs: number; path: string }[] } {
  const asked: { atMs: number; path: string }[] = [];
  return {
    asked,
    async ask({ url }: Ask): Promise<ProviderAnswer> {
      const atMs = nowMs();
      const path = `${url.pathname}${url.search}`;
      asked.push({ atMs, path });
      const events = fixtures.map((fixture) => eventAt(fixture, atMs));
      const request = { url: path, headers: { "user-agent": "x (+https://x)" } };
      if (!path.includes("/scoreboard")) {
        return { kind: "failed", reason: "status", detail: "status 404", notBeforeMs: null, status: 404 };
      }
      return { kind: "payload", payload: espnScoreboard(request, events).body, receivedMs: atMs, credits: null };
    },
    close: async () => {},
  };
}

const capturesIn = (runs: readonly Run[]): Run[] => runs.filter(({ job }) => job.startsWith("captures:"));

test("a week without a key has every game's close, at most two minutes old, and no request more than the table says", async () => {
  const engine = await startEngine("sqlite");
  const url = await engine.freshUrl();
  const database = await openDatabase(url);
  try {
    const span = { from: "2025-01-06T12:00:00Z", until: "2025-01-13T11:00:00Z" };
    const clock = simulatedClock(span.from, span.until);
    const asker = fakeEspn(clock.nowMs);
    const options = { database, clock, asker, log: silentLog, sports: ["nba"] } as const;
    const resultsClients = [espnClient("http://espn.test")];
    await openCollector({ ...options, resultsClients, oddsClient: null }).run(clock.stop);
    const runs = await runsOf(database);
    await publishAt(database, span.until);

    const games = await publishedGames(database);
    assert.equal(games.length, fixtures.length);
    const closes = (await publishedOddsRows(database)).map(({ book, spread, total }) => [
      ...[book, spread.close, total.close],
    ]);
    assert.equal(closes.length, fixtures.length);
    for (const close of closes) assert.deepEqual(close, ["draftkings", -3.5, 220.5]);
    const seconds = new Set(games.map(({ consensus }) => (consensus?.total.over_juice_close ?? 0) + 110));
    assert.deepEqual([...seconds], [-2], "the price of the last two minutes before the real start");
    assert.equal(games.find(({ start_time }) => start_time === "2025-01-08T01:10:00.000Z")?.home.abbreviation, "UTA");

    const captures = capturesIn(runs);
    assert.ok(captures.every(({ outcome, report }) => outcome === "done" && report.asked === 1));
    const times = captures.map(({ due }) => Date.parse(due));
    for (const [index, timeMs] of times.entries())
      assert.ok(index === 0 || timeMs - (times[index - 1] ?? 0) >= minuteMs);
    // An hour has one request; the last hour before a start has twelve, and the close. Two starts have moved.
    const starts = 14 + 2;
    assert.ok(captures.length <= 7 * 24 + starts * 13, `${captures.length}`);
    const others = asker.asked.length - captures.length;
    const askedByJobs = runs
      .filter(({ job }) => !job.startsWith("captures:"))
      .map(({ report }) => Number(report.asked ?? 0));
    assert.equal(
      others,
      askedByJobs.reduce((sum, each) => sum + each, 0),
    );
    const { output } = await runCommand(["status"], { DATABASE_URL: url });
    assert.match(output, /\b1 book by ESPN; for ten and more set THE_ODDS_API_KEY/);
    // The source of each capture is the provider of its event.
    const events = await readListedEvents(tablesOf<LedgerTables>(database.kysely), (event) => event);
    assert.deepEqual(new Set(events.map(({ provider }) => provider)), new Set(["espn"]));
  } finally {
    await database.close();
    await engine.close();
  }
});

test("with a key ESPN is asked only for what there are no credits for", async () => {
  const engine = await startEngine("sqlite");
  const database = await openDatabase(await engine.freshUrl());
  try {
    const span = { from: "2025-01-06T12:00:00Z", until: "2025-01-07T00:10:00Z" };
    const clock = simulatedClock(span.from, span.until);
    let left = 6 * 3;
    const espn = fakeEspn(clock.nowMs);
    const bought: string[] = [];
    const ask = async (request: Ask, signal: AbortSignal): Promise<ProviderAnswer> => {
      if (request.provider === "espn") return espn.ask(request, signal);
      left -= 6;
      bought.push(new Date(clock.nowMs()).toISOString().slice(11, 19));
      return { kind: "payload", payload: [], receivedMs: clock.nowMs(), credits: null };
    };
    const asker = { ask, close: espn.close };
    const options = { database, clock, asker, log: silentLog, sports: ["nba"], creditsLeft: async () => left } as const;
    const resultsClients = [espnClient("http://espn.test")];
    await openCollector({ ...options, resultsClients, oddsClient: oddsClient() }).run(clock.stop);
    const captures = capturesIn(await runsOf(database));
    assert.equal(bought.at(-1), "23:58:30");
    assert.equal(bought.length, 3);
    assert.deepEqual(new Set(captures.map(({ outcome }) => outcome)), new Set(["done"]));
    const free = captures.filter(({ report }) => "reserved" in report);
    assert.equal(free.length + bought.length, captures.length);
    assert.ok(free.length > 10 && free.every(({ report }) => (report.imports[0]?.read ?? 0) > 0));
  } finally {
    await database.close();
    await engine.close();
  }
});
