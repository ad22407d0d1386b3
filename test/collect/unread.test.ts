/** Answers that came and are no good, since a field was renamed or left out. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { oddsApiClient } from "../../src/collect/clients/the-odds-api.ts";
import { readFailingJobs } from "../../src/collect/runs.ts";
import type { FeedRecord } from "../../src/feed/records.ts";
import { importItems } from "../../src/ledger/import.ts";
import { oddsEvent } from "../feed/odds-api.ts";
import { onSqliteDaily } from "../support/engines.ts";
import { items, quoteRecord } from "../support/records.ts";
import { runCommand } from "../support/run-command.ts";
import { collect, collectIn, type Run, scheduledGame, timesOf } from "./support/collecting.ts";
import type { Reply, Script } from "./support/scripted.ts";
import { worldReply } from "./support/world.ts";

const ms = (time: string): number => Date.parse(time);
const runsOfJob = (runs: readonly Run[], job: string) =>
  runs.filter((run) => run.job === job).map(({ due, outcome }) => `${due.slice(11, 16)} ${outcome}`);
/** Games of three evenings, so that captures are due at every hour. */
const games: readonly FeedRecord[] = ["2025-01-11", "2025-01-18", "2025-01-19"].map((day) =>
  scheduledGame({ game_id: day, start_time: `${day}T20:30:00Z`, game_date: day }),
);
const quotesAt = (nowMs: number): Reply => [
  quoteRecord({ start_time: "2025-01-18T20:30:00Z", captured_at: new Date(nowMs).toISOString() }),
];

onSqliteDaily((databases) => {
  test("odds that cannot be read are a failed run, and are asked for once an hour until they can be", async () => {
    const { url, database } = await databases.fresh();
    await importItems(database, items(...games), "2025-01-09T00:00:00Z");
    const script: Script = (label, nowMs) => {
      if (!label.includes("odds")) return [];
      return nowMs < ms("2025-01-11T19:00:00Z") ? "unreadable" : quotesAt(nowMs);
    };
    const broken = { from: "2025-01-11T16:00:00Z", until: "2025-01-11T18:30:00Z", script };
    const { runs } = await collectIn(database, broken);
    assert.deepEqual(runsOfJob(runs, "captures:nba"), ["16:00 failed", "17:00 failed", "18:00 failed"]);
    const [failing] = (await readFailingJobs(database)).filter(({ job }) => job === "captures:nba");
    assert.equal(failing?.outcome, "failed");
    assert.match(failing?.detail ?? "", /^odds nba: 1 of 1 records could not be read, such as .*is no answer/);
    const { code, output } = await runCommand(["status"], { DATABASE_URL: url });
    assert.equal(code, 1);
    assert.match(output, /^ {2}job captures:nba, outcome failed, detail odds nba: 1 of 1 records/m);

    // A collector that is started anew knows of it.
    const mended = { from: "2025-01-11T18:30:00Z", until: "2025-01-11T19:41:00Z", script };
    const after = await collectIn(database, mended);
    assert.deepEqual(timesOf(after, "odds nba"), ["19:00:00", "19:30:00", "19:35:00", "19:40:00"]);
    assert.deepEqual(await readFailingJobs(database), []);
  });

  test("odds without anything are no failure", async () => {
    const { runs } = await collect(databases, games, { from: "2025-01-11T14:00:00Z", until: "2025-01-11T20:00:00Z" });
    assert.ok(runs.some(({ job }) => job === "captures:nba"));
    assert.ok(runs.every(({ outcome }) => outcome === "done"));
  });

  test("events' own lines that cannot be read cost one request, and are asked for again after an hour", async () => {
    const starts = ["20:30:00", "20:31:00", "21:10:00", "22:00:00"].map((time) => `2025-01-11T${time}Z`);
    const known = starts.flatMap((start_time, index) => {
      const teams = {
        home: ["BOS", "LAL", "MIA", "DEN"][index] ?? "",
        away: ["NYK", "PHX", "CHI", "UTA"][index] ?? "",
      };
      const game = scheduledGame({ game_id: `g${index}`, start_time, game_date: "2025-01-11", ...teams });
      return [game, quoteRecord({ event_id: `e${index}`, start_time, captured_at: "2025-01-11T15:00:00Z", ...teams })];
    });
    const script: Script = (label, nowMs) =>
      label.includes("event") && nowMs < ms("2025-01-11T21:30:00Z") ? "unreadable" : [];
    const { asked } = await collect(databases, known, {
      ...{ from: "2025-01-11T20:10:00Z", until: "2025-01-11T22:10:00Z", script },
    });
    assert.deepEqual(
      asked.filter(({ label }) => label.includes("event")).map(({ at, label }) => `${at.slice(11, 16)} ${label}`),
      ["20:22 odds nba event e0", "21:52 odds nba event e3"],
    );
  });

  test("at a first start a schedule that cannot be read is a failed run, which is asked for again every hour until it can be", async () => {
    const script: Script = (label, nowMs) => {
      const isBroken = label.startsWith("espn nba") && nowMs < ms("2025-01-10T23:00:00Z");
      return isBroken ? "unreadable" : worldReply(label, nowMs);
    };
    const { database } = await databases.fresh();
    const span = { from: "2025-01-10T17:00:00Z", until: "2025-01-11T00:05:00Z", script };
    const { runs, asked } = await collectIn(database, span);
    assert.deepEqual(runsOfJob(runs, "calendar"), [
      ...["11:00 failed", "18:00 failed", "19:00 failed", "20:00 failed", "21:00 failed", "22:00 failed"],
      "23:00 done",
    ]);
    assert.equal(timesOf({ asked }, "odds nba")[0], "23:00:00", "lines are captured at once");
  });

  test("where most events have no bookmakers, the run has failed, what could be read is taken, and it is asked for again after an hour", async () => {
    const event = (id: string) => oddsEvent({ id, start: "2025-01-11T20:30:00Z", at: "2025-01-11T15:59:00Z" });
    const renamed = (id: string) => {
      const { bookmakers: books, ...rest } = event(id);
      return { ...rest, books };
    };
    const payload = [event("e1"), renamed("e2"), renamed("e3")];
    const script: Script = (label) => (label.includes("/v4/") ? (payload as unknown as Reply) : []);
    const client = oddsApiClient({ base: "http://odds.test", apiKey: "k", regions: ["us", "us2"] });
    const span = { from: "2025-01-11T16:00:00Z", until: "2025-01-11T17:01:00Z", script, oddsClient: client };
    const { runs, asked } = await collect(databases, games, span);
    const [first] = runs.filter(({ job }) => job === "captures:nba");
    assert.deepEqual([first?.outcome, first?.report.imports[0]?.accepted], ["failed", 1]);
    assert.match(
      first?.report.failures[0]?.detail ?? "",
      /^2 of 3 records could not be read, such as .*field bookmakers/,
    );
    const queries = asked
      .filter(({ label }) => label.includes("/v4/"))
      .map(({ label }) => new URL(label).searchParams)
      .map((query) => [query.get("markets"), query.get("regions")]);
    assert.deepEqual(queries, [
      ["h2h,spreads,totals", "us,us2"],
      ["h2h,spreads,totals", "us,us2"],
    ]);
  });
});
