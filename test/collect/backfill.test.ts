/** Back-fills as an operator gives them: the real command, towards a server that sells the past for credits. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, beforeEach, test } from "vitest";
import { openDatabase, tablesOf } from "../../src/database/engine.ts";
import { importItems } from "../../src/ledger/import.ts";
import type { LedgerTables } from "../../src/ledger/tables.ts";
import { oddsEvent } from "../feed/odds-api.ts";
import { onEachEngine } from "../support/engines.ts";
import { testFolder } from "../support/folders.ts";
import { json, type Reply, type ScriptedServer, scriptedServer, status } from "../support/http-server.ts";
import type { Settings } from "../support/process.ts";
import { gameRecord, items } from "../support/records.ts";
import { runCommand } from "../support/run-command.ts";
import { long } from "../support/volume.ts";

const key = "s3cr3t-odds-key";
const teams = { BOS: "Boston Celtics", NYK: "New York Knicks", MIA: "Miami Heat", ORL: "Orlando Magic" };
type Team = keyof typeof teams;

const games = [
  { id: "e1", home: "BOS", away: "NYK", date: "2025-01-10", start: "2025-01-11T00:30:00Z" },
  { id: "e2", home: "MIA", away: "ORL", date: "2025-01-10", start: "2025-01-11T00:30:00Z" },
  { id: "e3", home: "ORL", away: "BOS", date: "2025-01-12", start: "2025-01-12T23:10:00Z" },
] as const satisfies readonly { home: Team; away: Team; id: string; date: string; start: string }[];

/** A snapshot as the provider sells it: the games that have not begun, priced a minute before. */
function seller(credits: { used: number }): Reply {
  return (response, request) => {
    const url = new URL(request.url ?? "", "http://provider.example");
    if (url.searchParams.get("apiKey") !== key) return status(401, {}, '{"message":"no"}')(response, request);
    const atMs = Date.parse(url.searchParams.get("date") ?? "");
    const timestamp = new Date(atMs - 60_000).toISOString().replace(".000Z", "Z");
    const eventId = /\/events\/([^/]+)\/odds$/.exec(url.pathname)?.[1] ?? null;
    const keys = (url.searchParams.get("markets") ?? "").split(",");
    const regions = (url.searchParams.get("regions") ?? "").split(",").length;
    const sold = games
      .filter(({ id, start }) => Date.parse(start) > atMs && (eventId === null || id === eventId))
      .map(({ id, home, away, start }) => {
        const markets = keys.filter((each) => ["h2h", "spreads", "totals", "h2h_q1"].includes(each));
        const sides = { home: teams[home], away: teams[away] };
        return oddsEvent({ id, start, ...sides, at: timestamp, markets, prices: [-110, -110] });
      });
    const cost = 10 * regions * (eventId === null ? keys.length : sold.length);
    credits.used += cost;
    const headers = {
      "x-requests-last": `${cost}`,
      "x-requests-used": `${credits.used}`,
      "x-requests-remaining": `${100_000 - credits.used}`,
    };
    if (eventId !== null && sold.length === 0)
      return status(404, headers, '{"message":"Event not found"}')(response, request);
    json({ timestamp, data: eventId === null ? sold : sold[0] }, headers)(response, request);
  };
}

onEachEngine((engine) => {
  let server: ScriptedServer;
  let settings: Settings;
  let credits: { used: number };
  const folder = testFolder("backfill");

  beforeAll(async () => {
    server = await scriptedServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    credits = { used: 5000 };
    server.answers(seller(credits));
    server.requests.length = 0;
    const url = await engine.freshUrl();
    settings = { DATABASE_URL: url, DATA_DIR: folder, THE_ODDS_API_URL: server.base, THE_ODDS_API_KEY: key };
    const database = await openDatabase(url);
    const records = games.map(({ id, home, away, date, start }) =>
      gameRecord({ game_id: id, home, away, game_date: date, start_time: start }),
    );
    await importItems(database, items(...records), "2025-01-20T00:00:00Z");
    await database.close();
  });

  const backfill = (...more: string[]) =>
    runCommand(
      ["backfill", "the-odds-api", "--sport", "nba", "--from", "2025-01-10", "--to", "2025-01-12", ...more],
      settings,
    );

  async function captured(): Promise<string[]> {
    const database = await openDatabase(settings.DATABASE_URL ?? "");
    const rows = await tablesOf<LedgerTables>(database.kysely)
      .selectFrom("ledger_events")
      .select("event_id")
      .orderBy("event_id")
      .execute();
    await database.close();
    return rows.map((row) => row.event_id);
  }

  test("a dry run shows the plan and its cost, and asks for nothing", async () => {
    // Somebody who has no key yet wants to know what a season would cost.
    settings = { ...settings, THE_ODDS_API_KEY: "" };
    const { code, output } = await backfill("--credits-per-day", "100", "--dry-run", "--json");
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(output), {
      ...{ sport: "nba", from: "2025-01-10", to: "2025-01-12", games: 3, withoutStart: 0, tooEarlyForPeriods: 0 },
      parts: ["opening snapshots", "closing snapshots"].map((what) => {
        return { what, requests: 2, had_before: 0, credits: 120 };
      }),
      ...{ credits: 240, creditsPerDay: 100, leftToday: 100, days: 3 },
    });
    assert.equal(server.requests.length, 0);
  });

  test("a game is asked for once whoever tells of it, before its delayed first pitch, and not when it was called off", async () => {
    const of = (home: string, more: object) =>
      gameRecord({ ...{ home, away: "UTA", game_date: "2025-01-11", start_time: "2025-01-12T00:30:00Z" }, ...more });
    const database = await openDatabase(settings.DATABASE_URL ?? "");
    const more = [
      ...[of("LAL", { game_id: "off", status: "postponed" }), of("DEN", { game_id: "open", start_time: null })],
      ...[of("PHX", { game_id: "late", actual_start_time: "2025-01-12T02:10:00Z" })],
      of("PHX", { game_id: "again", provider: "espn", start_time: "2025-01-12T00:32:00Z" }),
    ];
    await importItems(database, items(...more), "2025-01-20T00:00:00Z");
    await database.close();
    const { output } = await backfill("--credits-per-day", "1000", "--dry-run", "--json");
    const { games: known, withoutStart, parts } = JSON.parse(output);
    assert.deepEqual([known, withoutStart, parts[1].requests], [4, 1, 3]);
    await backfill("--no-opening", "--credits-per-day", "1000", "--yes");
    const dates = server.requests.map(({ url }) => new URL(url, server.base).searchParams.get("date"));
    assert.ok(dates.includes("2025-01-12T02:09:59Z"), dates.join(" "));
  });

  test("without --yes nothing is spent", async () => {
    const { code, errors } = await backfill("--credits-per-day", "1000");
    assert.equal(code, 1);
    assert.match(errors, /this costs at most 240 credits: to spend them, add --yes/);
    assert.equal(server.requests.length, 0);
  });

  test("lines come into the ledger, and a second back-fill pays for nothing again", async () => {
    const first = await backfill("--credits-per-day", "1000", "--yes");
    assert.equal(first.code, 0, first.errors);
    assert.match(first.output, /^ {2}asked +4\n {2}had before +0\n {2}spent +240$/m);
    assert.deepEqual(await captured(), ["e1", "e2", "e3"]);
    assert.deepEqual(
      server.requests.map(({ url }) => new URL(url, server.base).searchParams.get("date")),
      ["2025-01-10T01:00:00Z", "2025-01-11T00:29:59Z", "2025-01-12T01:00:00Z", "2025-01-12T23:09:59Z"],
    );
    const second = await backfill("--credits-per-day", "1000", "--yes");
    assert.equal(second.code, 0);
    assert.match(second.output, /^ {2}had before +4$/m);
    assert.equal(server.requests.length, 4);
    assert.doesNotMatch(first.output + first.errors + second.output + second.errors, new RegExp(key));
  });

  test("when the day's budget is spent it says what is left, and goes on where it ended", async () => {
    const first = await backfill("--credits-per-day", "130", "--yes", "--json");
    assert.equal(first.code, 0, first.errors);
    const lines = first.output.trim().split("\n");
    const result = JSON.parse(lines.at(-1) ?? "");
    assert.deepEqual([result.asked, result.spent, result.left], [2, 120, { requests: 2, credits: 120 }]);
    assert.equal(result.ended.reason, "no-credits");
    assert.match(result.ended.detail, /10 are left, and the answer may cost 60/);
    const second = await backfill("--credits-per-day", "1000", "--yes");
    assert.match(second.output, /^ {2}asked +2$/m);
    assert.equal(credits.used, 5240);
  });

  test("periods are asked for event by event, and what an event has none of is not asked for again", {
    ...long,
    timeout: 600_000,
  }, async () => {
    const all = ["--periods", "--no-opening", "--credits-per-day", "5000", "--yes"] as const;
    const first = await backfill(...all);
    assert.equal(first.code, 0, first.errors);
    const ofEvents = () => server.requests.filter(({ url }) => url.includes("/events/")).length;
    assert.match(first.output, /games with periods and team totals +3 +0 +420$/m);
    assert.equal(ofEvents(), 3);
    const second = await backfill(...all);
    assert.match(second.output, /games with periods and team totals +3 +3 +0$/m);
    assert.equal(ofEvents(), 3);
  });

  test("where requests failed, the next step is the same command, and not nothing", async () => {
    const answer = seller(credits);
    server.answers((response, request) => {
      if (server.requests.length === 1) json({ schema: "changed" }, { "x-requests-last": "60" })(response, request);
      else answer(response, request);
    });
    const { code, output } = await backfill("--credits-per-day", "5000", "--yes");
    assert.equal(code, 1);
    assert.match(output, /^next\n {2}the same command again asks for what is missing\n$/m);
  });

  test("answers that nobody can read end it after three with what is left, and are paid for again once they can be read", async () => {
    const event = { id: "e", sport_key: "basketball_nba", commence_time: "2025-01-11T00:30:00Z", books: [] };
    const teamsOfEvent = { home_team: "Boston Celtics", away_team: "New York Knicks" };
    const data = [{ ...event, ...teamsOfEvent }];
    server.answers(json({ timestamp: "2025-01-10T23:00:00Z", data }, { "x-requests-last": "60" }));
    const { code, output } = await backfill("--credits-per-day", "5000", "--yes");
    assert.equal(code, 1);
    assert.match(output, /1 of 1 records could not be read, such as .*field bookmakers: the event has no bookmakers/);
    assert.match(output, /3 answers in a row cannot be read/);
    assert.match(output, /^left\n +requests +1\n +credits +60$/m);
    assert.deepEqual([server.requests.length, await captured()], [3, []]);
    server.answers(seller(credits));
    server.requests.length = 0;
    const again = await backfill("--credits-per-day", "5000", "--yes");
    assert.equal(again.code, 0, again.output);
    assert.equal(server.requests.length, 4);
  });

  test("a refused key is asked with once, ends it with exit code 1 and what to do, and is not shown", async () => {
    settings = { ...settings, THE_ODDS_API_KEY: "another-key-that-is-wrong" };
    const { code, output, errors } = await backfill("--credits-per-day", "5000", "--yes");
    assert.equal(code, 1);
    assert.equal(server.requests.length, 1);
    assert.match(output, /key-refused\n +detail +status 401: no/);
    assert.match(output, /give the same command when THE_ODDS_API_KEY is a key that the provider accepts\n$/);
    assert.doesNotMatch(output + errors, /another-key/);
  });

  test("what makes no sense is refused in a line", async () => {
    const refused = async (more: readonly string[], says: RegExp, changes: Settings = {}) => {
      settings = { ...settings, ...changes };
      const { code, errors } = await backfill(...more);
      assert.equal(code, 1);
      assert.match(errors, says);
    };
    await refused([], /Give --credits-per-day, or set CREDITS_PER_DAY/);
    await refused(["--credits-per-day", "9", "--markets", "h2h,props"], /--markets is "h2h,props"/);
    await refused(["--credits-per-day", "9", "--from", "2025-02-01"], /--from 2025-02-01 is after --to/);
    await refused(["--credits-per-day", "9", "--from", "yesterday"], /a date such as/);
    await refused(["--credits-per-day", "9", "--sport", "nhl"], /the ledger knows no nhl games that began/);
    await refused(["--credits-per-day", "9"], /THE_ODDS_API_KEY is not set/, { THE_ODDS_API_KEY: "" });
    assert.equal(server.requests.length, 0);
  });
});
