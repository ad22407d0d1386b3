/** The command line of the collector, and a server that collects. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import type { CollectTables } from "../../src/collect/tables.ts";
import { openDatabase, tablesOf } from "../../src/database/engine.ts";
import { importItems } from "../../src/ledger/import.ts";
import { readNewestRelease } from "../../src/release/manifest.ts";
import { espnEvent, espnScoreboard, type SiteEvent } from "../feed/espn.ts";
import { testFolder } from "../support/folders.ts";
import { type HttpServer, startHttp } from "../support/http-server.ts";
import { publishAt } from "../support/nights.ts";
import { gradeline, type Settings, startCommand, startServing } from "../support/process.ts";
import { gameRecord, items } from "../support/records.ts";
import { until } from "../support/until.ts";
import { long } from "../support/volume.ts";
import { runsOf, scheduledGame } from "./support/collecting.ts";
import { hurry } from "./support/hurried.ts";

const folder = testFolder("collect");
const commandFile = join(import.meta.dirname, "..", "..", "bin", "gradeline.js");
const key = "0123456789abcdef0123456789abcdef";

/** A server in the place of every provider: nothing is on anywhere but what ESPN lists. */
let provider: HttpServer;
let listed: readonly SiteEvent[] = [];
let paths: string[] = [];
let hangs = false;

beforeAll(async () => {
  provider = await startHttp((request, response) => {
    paths.push(request.url ?? "");
    if (hangs) return;
    response.setHeader("content-type", "application/json");
    const isOdds = request.url?.startsWith("/v4") === true;
    const isMlb = request.url?.startsWith("/api/v1") === true;
    const isCsv = request.url?.includes("games.csv") === true;
    if (isOdds) response.end("[]");
    else if (isCsv) response.end("game_id,season\n");
    else if (isMlb) response.end(JSON.stringify({ totalGames: 0, dates: [] }));
    else response.end(JSON.stringify(espnScoreboard(request, listed).body));
  });
});
afterAll(() => provider.close());

let count = 0;
function freshSettings(): Settings & { readonly DATABASE_URL: string } {
  count += 1;
  const names = ["ESPN_URL", "MLB_STATSAPI_URL", "NHL_API_URL", "NFLVERSE_URL", "CFBD_URL", "THE_ODDS_API_URL"];
  return {
    ...Object.fromEntries(names.map((name) => [name, provider.url])),
    DATABASE_URL: join(folder, `${count}.db`),
    THE_ODDS_API_KEY: key,
    COLLECT_SPORTS: "nba",
  };
}

async function inDatabase<Result>(
  url: string,
  work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<Result>,
) {
  const database = await openDatabase(url);
  return work(database).finally(() => database.close());
}

/** A game that starts in so many minutes. */
function soon(minutes: number) {
  const start = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + minutes * 60_000).toISOString();
  const season = Number(start.slice(0, 4)) + (Number(start.slice(5, 7)) >= 8 ? 1 : 0);
  return scheduledGame({ start_time: start, game_date: null, season });
}

test("--once does what is due and ends; a second call finds nothing more to do", async () => {
  const settings = freshSettings();
  const game = { ...soon(200), game_id: "401000001" };
  await inDatabase(settings.DATABASE_URL, (database) =>
    importItems(database, items(game, gameRecord()), new Date().toISOString()),
  );
  const teams = { away: "New York Knicks", home: "Boston Celtics", state: "STATUS_SCHEDULED" };
  listed = [
    espnEvent({ sport: "nba", id: game.game_id, start: (game.start_time ?? "").replace(":00.000Z", "Z"), ...teams }),
  ];
  paths = [];
  const first = await gradeline(["collect", "--once"], { ...settings, ...hurry });
  assert.equal(first.code, 0, first.output + first.errors);
  const lines = first.output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const jobs = lines.filter(({ msg }) => msg === "a run has ended").map(({ job }) => job);
  assert.deepEqual(jobs.sort(), ["calendar", "captures:nba", "publish", "recheck"]);
  assert.equal(paths.filter((path) => path.startsWith("/v4/sports/basketball_nba/odds")).length, 1);
  assert.ok(!`${first.output}${first.errors}`.includes(key));
  paths = [];
  const second = await gradeline(["collect", "--once"], { ...settings, ...hurry });
  assert.equal(second.code, 0);
  assert.deepEqual(paths, []);
  const published = (await inDatabase(settings.DATABASE_URL, runsOf)).find(({ job }) => job === "publish");
  assert.equal(published?.report.games, 1);
});

test("a database that holds the sample is not collected into", long, async () => {
  const settings = freshSettings();
  await inDatabase(settings.DATABASE_URL, (database) =>
    importItems(database, items(gameRecord({ provider: "sample" })), new Date().toISOString()),
  );
  const { code, errors } = await gradeline(["collect", "--once"], settings);
  assert.equal(code, 1);
  assert.match(errors, /^gradeline: the database holds the sample; collect into one of its own/);
});

test("a sample is not filled with real games by itself, and an archive of both says that it is a sample", async () => {
  const settings = freshSettings();
  const file = join(folder, "real.ndjson");
  writeFileSync(file, JSON.stringify(gameRecord({ provider: "mine" })));
  await inDatabase(settings.DATABASE_URL, async (database) => {
    await importItems(database, items(gameRecord({ provider: "sample" })), new Date().toISOString());
  });
  const filled = await gradeline(["backfill", "results", "--sport", "nfl", "--season", "2025"], settings);
  assert.equal(filled.code, 1);
  assert.match(filled.errors, /^gradeline: the database holds the sample; fill into one of its own/m);
  const imported = await gradeline(["import", "canonical", file], settings);
  assert.equal(imported.code, 0);
  assert.match(imported.errors, /^gradeline: the database holds the sample, so all of it is published as a sample/m);
  await inDatabase(settings.DATABASE_URL, async (database) => {
    await publishAt(database, new Date().toISOString());
    assert.equal((await readNewestRelease(database.kysely))?.is_sample, 1);
  });
});

test("SIGTERM ends a collector within ten seconds, also while a provider hangs, and another one takes over at once", async () => {
  const settings = freshSettings();
  hangs = true;
  paths = [];
  const collector = startCommand(["collect"], settings);
  await until(() => paths.length > 0, "a provider is asked");
  const beganMs = performance.now();
  assert.equal(await collector.stop(), 0);
  assert.ok(performance.now() - beganMs < 10_000);
  hangs = false;
  const next = await gradeline(["collect", "--once"], { ...settings, ...hurry });
  assert.match(next.output, /"job":"publish"/);
});

test("a collector whose output nobody reads any more goes on asking, and SIGTERM ends it", async () => {
  const settings = freshSettings();
  paths = [];
  const child = spawn(process.execPath, [commandFile, "collect"], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // As `collect 2>&1 | head -1` leaves it.
  await once(child.stdout, "data");
  child.stdout.destroy();
  child.stderr.destroy();
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const asked = paths.length;
  await until(() => paths.length > asked, "it asks on");
  child.kill("SIGTERM");
  assert.equal(await ended, 0);
});

/** A server that collects, and the process in which it does. */
function startCollecting() {
  const settings = { ...freshSettings(), COLLECT: "on" };
  const server = startServing(settings);
  const collectorPid = () =>
    Number(/"pid":(\d+),[^\n]*"msg":"this node collects from now on"/.exec(server.screen())?.[1]);
  return { settings, server, collectorPid };
}

test(
  "a server with COLLECT=on collects in a process of its own, whose end disturbs no caller, and SIGTERM ends both",
  long,
  async () => {
    const { settings, server, collectorPid } = startCollecting();
    const seen = (pattern: RegExp, times = 1) =>
      until(() => [...server.screen().matchAll(new RegExp(pattern, "g"))].length >= times, `in the log: ${pattern}`);
    try {
      await seen(/"job":"publish".*a run has ended/);
      assert.notEqual(collectorPid(), server.pid);
      process.kill(collectorPid(), "SIGKILL");
      await seen(/the collector has ended, and is started again; serving goes on/);
      assert.equal((await fetch(`${await server.url}/readyz`)).status, 200);
      await seen(/this node collects from now on/, 2);
      const beganMs = performance.now();
      assert.equal(await server.stop(), 0, server.screen());
      assert.ok(performance.now() - beganMs < 10_000);
    } finally {
      await server.close();
    }
    // The lead was given back: nobody has to wait for its end.
    await inDatabase(settings.DATABASE_URL, async (database) => {
      const [lead] = await tablesOf<CollectTables>(database.kysely).selectFrom("collect_leader").selectAll().execute();
      assert.equal(lead?.since_ms, 0);
    });
  },
);

test("a server that is killed takes its collector with it", long, async () => {
  const { server, collectorPid } = startCollecting();
  await until(() => collectorPid() > 0, "it collects");
  const pid = collectorPid();
  await server.close();
  const isAlive = (): boolean => {
    try {
      // A process that has ended and was not waited for is a zombie.
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
    } catch {
      return false;
    }
  };
  await until(() => !isAlive(), "its collector has ended");
});
