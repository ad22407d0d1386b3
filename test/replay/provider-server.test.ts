/** The parts of a replay: the simulated clock, and the server of all providers. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";

import { openDatabase } from "../../src/database/engine.ts";
import { startEngine } from "../support/engines.ts";
import { type ProviderServer, startProviderServer } from "../support/provider-server.ts";
import { noFaults } from "../support/replay/provider-faults.ts";
import { ProviderRecord, readRecord } from "../support/replay/provider-record.ts";
import { ReplayClock } from "../support/replay/replay-clock.ts";
import { timeOfCapture } from "../support/replay/replay-world.ts";
import { tinyDay } from "../support/replay/tiny-day.ts";
import { watchWork } from "../support/replay/work-under-way.ts";

const work = watchWork();

describe("the simulated clock", () => {
  test("a week of sleep passes at once, and sleepers wake in the order of their times", async () => {
    const clock = new ReplayClock(0, work);
    const woken: string[] = [];
    const sleeper = async (name: string, ms: number): Promise<void> => {
      await clock.sleep(ms);
      woken.push(`${name} ${clock.nowMs()}`);
    };
    const startedMs = performance.now();
    await Promise.all([sleeper("last", 604_800_000), sleeper("first", 60_000), sleeper("second", 60_001)]);
    assert.deepEqual(woken, ["first 60000", "second 60001", "last 604800000"]);
    assert.ok(performance.now() - startedMs < 30_000);
  });

  test("no time passes while a provider is answering", async () => {
    const server = createServer((_, response) => void setTimeout(() => response.end("{}"), 50));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const clock = new ReplayClock(0, work);
    const nap = clock.sleep(1_000);
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`).then((answer) => answer.text());
    assert.equal(clock.nowMs(), 0);
    await nap;
    assert.equal(clock.nowMs(), 1_000);
    server.closeAllConnections();
    server.close();
  });

  test("no time passes while PostgreSQL works on a statement", async () => {
    const engine = await startEngine("postgres");
    const database = await openDatabase(await engine.freshUrl());
    const clock = new ReplayClock(0, work);
    const nap = clock.sleep(1_000);
    await database.kysely.selectNoFrom(({ fn, val }) => fn("pg_sleep", [val(0.1)]).as("slept")).execute();
    assert.equal(clock.nowMs(), 0);
    await nap;
    await database.close();
    await engine.close();
  });

  test("a sleeper whose signal is aborted wakes without any time passing", async () => {
    const clock = new ReplayClock(5, work);
    const end = new AbortController();
    const nap = clock.sleep(60_000, end.signal);
    end.abort();
    await nap;
    await clock.sleep(60_000, end.signal);
    assert.equal(clock.nowMs(), 5);
  });
});

describe("the server of all providers", () => {
  const world = tinyDay();
  let nowMs = world.fromMs;
  let folder: string;
  let server: ProviderServer;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "gradeline-provider-"));
    server = await startProviderServer({
      world,
      nowMs: () => nowMs,
      faults: noFaults,
      record: new ProviderRecord(folder),
    });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const odds = (): string => `${server.url}/v4/sports/baseball_mlb/odds?apiKey=secret&regions=us&markets=h2h,spreads`;
  const schedule = (): string => `${server.url}/api/v1/schedule?sportId=1&startDate=2026-05-20&endDate=2026-05-20`;

  type Game = { readonly gamePk: number; readonly status: { readonly detailedState: string }; readonly teams: object };
  const statesAt = async (time: string): Promise<Record<string, string>> => {
    nowMs = Date.parse(time);
    const answer = (await (await fetch(schedule())).json()) as {
      readonly dates: readonly { readonly games: Game[] }[];
    };
    const games = answer.dates.flatMap((day) => day.games);
    return Object.fromEntries(games.map((game) => [game.gamePk, game.status.detailedState]));
  };

  test("odds are those of the newest capture, they cost credits, and the record says what was given without the key", async () => {
    nowMs = Date.parse("2026-05-20T12:22:00Z");
    const answer = await fetch(odds());
    const events = (await answer.json()) as readonly {
      readonly bookmakers: readonly { readonly last_update: string }[];
    }[];
    assert.deepEqual(
      [...new Set(events.flatMap((event) => event.bookmakers.map((book) => book.last_update)))],
      ["2026-05-20T12:15:00Z"],
    );
    assert.equal(answer.headers.get("x-requests-last"), "2");
    const [given] = readRecord(folder).answers;
    assert.deepEqual(
      { ...given, file: null },
      {
        kind: "answer",
        nowMs,
        endpoint: "odds",
        request: "/v4/sports/baseball_mlb/odds?regions=us&markets=h2h%2Cspreads",
        status: 200,
        failure: null,
        file: null,
      },
    );
    assert.equal((await fetch(odds().replace("apiKey=secret&", ""))).status, 401);
  });

  test("a game is scheduled, in progress and final, and its score is not known before it is final", async () => {
    assert.deepEqual(await statesAt("2026-05-20T12:00:00Z"), {
      900001: "Scheduled",
      900002: "Scheduled",
      900003: "Scheduled",
    });
    const early = await (await fetch(schedule())).text();
    assert.doesNotMatch(early, /score|isWinner/);
    assert.deepEqual(await statesAt("2026-05-20T22:45:00Z"), {
      900001: "Final",
      900002: "Scheduled",
      900003: "In Progress",
    });
    assert.deepEqual(await statesAt("2026-05-21T05:00:00Z"), { 900001: "Final", 900002: "Final", 900003: "Final" });
  });

  test("an answer that did not change since the last one is not sent again", async () => {
    const first = await fetch(schedule());
    await first.text();
    const again = await fetch(schedule(), { headers: { "if-none-match": first.headers.get("etag") ?? "" } });
    assert.equal(again.status, 304);
  });
});

describe("ordered faults", () => {
  const world = tinyDay();
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "gradeline-provider-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What becomes of 200 requests, one a minute. */
  async function outcomes(seed: number): Promise<string[]> {
    let nowMs = world.fromMs;
    const record = new ProviderRecord(join(folder, String(seed)));
    const faults = { failing: 0.2, older: 0.1, seed };
    const server = await startProviderServer({ world, nowMs: () => nowMs, faults, record });
    const seen: string[] = [];
    for (let request = 0; request < 200; request += 1) {
      nowMs += 60_000;
      seen.push(
        await fetch(`${server.url}/v4/sports/baseball_mlb/odds?apiKey=k`).then(
          async (answer) => {
            const text = await answer.text().catch(() => "truncated");
            if (answer.status !== 200) return `status ${answer.status}`;
            return text === "truncated" || text.startsWith("<") ? text.slice(0, 9) : "sound";
          },
          () => "hang-up",
        ),
      );
    }
    await server.close();
    return seen;
  }

  test("about every fifth answer fails, in every way, and the same seed gives the same failures", async () => {
    const first = await outcomes(1);
    const kinds = new Set(first);
    assert.deepEqual([...kinds].sort(), ["<!DOCTYPE", "hang-up", "sound", "status 429", "status 500", "truncated"]);
    const failed = first.filter((outcome) => outcome !== "sound").length;
    assert.ok(failed >= 20 && failed <= 60, `${failed} of 200`);
    rmSync(join(folder, "1"), { recursive: true });
    assert.deepEqual(await outcomes(1), first);
    assert.notDeepEqual(await outcomes(2), first);
  });

  test("some sound answers are older than the newest capture", () => {
    const given = readRecord(join(folder, "1")).answers.filter(({ file }) => file !== null);
    assert.ok(given.length > 100);
    const files = given.map(({ file }) => file);
    // An older capture comes after a newer one, so its file stands in two places with another one between.
    const runs = files.filter((file, index) => file !== files[index - 1]).length;
    assert.ok(runs > new Set(files).size, `${runs} runs of ${new Set(files).size} files`);
  });
});

test("a recorder's file name states the time of capture", () => {
  assert.equal(timeOfCapture("20260705T061527Z.json.gz"), Date.parse("2026-07-05T06:15:27Z"));
  assert.throws(() => timeOfCapture("notes.txt"), RangeError);
});
