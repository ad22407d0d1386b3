/** One node collects at a time, and nothing is done twice. That kills lose nothing is held by test/replay. */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, test } from "vitest";
import { openCollector } from "../../src/collect/collector.ts";
import { Lease, LeaseLost } from "../../src/collect/runs/lease.ts";
import { beginRun, endRun } from "../../src/collect/runs/runs.ts";
import type { CollectTables } from "../../src/collect/runs/tables.ts";
import { openDirect } from "../../src/database/direct.ts";
import { type Database, openDatabase, tablesOf } from "../../src/database/engine.ts";
import { importItems } from "../../src/ledger/import.ts";
import { dumpArchive } from "../support/archive-dump.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { gameRecord, items } from "../support/records.ts";
import { long, longIf } from "../support/volume.ts";
import { runsOf, scheduledGame, silentLog, timesOf } from "./support/collecting.ts";
import { startCollector } from "./support/collecting-processes.ts";
import { allClients, oddsClient, scriptedAsker } from "./support/scripted.ts";
import { simulatedClock } from "./support/simulated-clock.ts";
import { worldReply } from "./support/world.ts";

const quick = { ttlMs: 800, everyMs: 200 };

for (const name of engineNames) {
  describe(`leading on ${name}`, longIf(name === "postgres"), () => {
    let engine: TestEngine;
    beforeAll(async () => {
      engine = await startEngine(name);
    });
    afterAll(() => engine.close());

    async function withDatabases<Result>(
      count: number,
      work: (databases: readonly Database[], url: string) => Promise<Result>,
    ): Promise<Result> {
      const url = await engine.freshUrl();
      const databases: Database[] = [];
      for (let index = 0; index < count; index += 1) databases.push(await openDatabase(url));
      return work(databases, url).finally(() => Promise.all(databases.map((each) => each.close())));
    }

    test(
      "a leader that is killed is replaced within 30 seconds, and the other one goes on where it was",
      long,
      async () => {
        await withDatabases(1, async ([database], url) => {
          const span = { url, from: "2025-01-10T12:00:00Z" };
          const first = startCollector({ ...span, holder: "first" });
          await first.line(({ job, outcome }) => job === "publish" && outcome === "done", 30_000);
          const second = startCollector({ ...span, holder: "second" });
          try {
            await second.line(({ message }) => String(message).startsWith("another node collects"), 20_000);
            first.kill("SIGKILL");
            const killedMs = performance.now();
            await second.line(({ message }) => String(message).startsWith("this node collects"), 30_000);
            assert.ok(performance.now() - killedMs < 30_000);
            await pause(1_000);
            const runs = database === undefined ? [] : await runsOf(database);
            assert.equal(runs.filter(({ job }) => job === "publish").length, 1);
            assert.deepEqual(
              second.lines.filter(({ asked }) => asked !== undefined),
              [],
            );
          } finally {
            second.kill("SIGTERM");
            assert.equal(await second.ended, 0);
          }
        });
      },
    );

    test("two nodes that find the same runs due do each of them once", async () => {
      await withDatabases(2, async (databases) => {
        const [first] = databases;
        if (first === undefined) return;
        await importItems(first, items(scheduledGame()), "2025-01-10T00:00:00Z");
        const asked = await Promise.all(
          databases.map(async (database) => {
            const clock = simulatedClock("2025-01-11T00:24:00Z", "2025-01-11T00:31:00Z");
            const asker = scriptedAsker(clock, worldReply);
            const options = { database, clock, asker, resultsClients: allClients, oddsClient: oddsClient() };
            await openCollector({ ...options, log: silentLog, lease: quick }).run(clock.stop);
            return asker.asked;
          }),
        );
        const times = timesOf({ asked: asked.flat() }, "odds nba").sort();
        assert.deepEqual(times, [...new Set(times)]);
        assert.deepEqual(times.slice(-1), ["00:28:30"]);
        assert.equal(asked.flat().filter(({ label }) => label.startsWith("espn nba 2025-01-10 2025-01-18")).length, 1);
        const runs = await runsOf(first);
        assert.equal(runs.filter(({ job }) => job === "publish").length, 1);
      });
    });

    test(
      "of many nodes that want to lead at once, one does, and its successor's word counts more than its own",
      long,
      async () => {
        await withDatabases(4, async (databases) => {
          const taken = await Promise.all(databases.map((each, index) => Lease.tryTake(each, `node-${index}`, quick)));
          const leases = taken.filter((lease) => lease !== null);
          assert.equal(leases.length, 1);
          const [leader] = leases;
          const [database] = databases;
          if (leader === undefined || database === undefined) return;
          const run = { job: "publish", dueMs: 1000 };
          assert.equal(await beginRun(leader, run, 1000), null);

          // The lease runs out without a word, as that of a process that is stopped.
          await tablesOf<CollectTables>(database.kysely)
            .updateTable("collect_lease")
            .set({ expires_ms: 0, token: 99 })
            .execute();
          const next = await Lease.tryTake(database, "next", quick);
          assert.ok(next !== null);
          await assert.rejects(endRun(leader, run, 2000, { outcome: "done", report: {} }), LeaseLost);
          assert.equal(leader.lost.aborted, true);
          assert.equal(await beginRun(next, run, 2000), null);
          await endRun(next, run, 2000, { outcome: "done", report: {} });
          assert.deepEqual(await beginRun(next, run, 3000), { dueMs: 1000, endedMs: 2000, outcome: "done" });
          await leader.release();
          await next.release();
        });
      },
    );

    test("a leader that loses its lease stops asking, and does not publish", async () => {
      await withDatabases(2, async ([database, other]) => {
        if (database === undefined || other === undefined) return;
        const clock = simulatedClock("2025-01-11T05:00:00Z", "2025-01-11T12:00:00Z");
        const stolen = Promise.withResolvers<void>();
        const asker = scriptedAsker(clock, async (label, nowMs) => {
          if (label.startsWith("espn nba 2025-01-10 ")) {
            await tablesOf<CollectTables>(other.kysely)
              .updateTable("collect_lease")
              .set({ token: 1000, holder: "thief", expires_ms: Date.now() + 3_600_000 })
              .execute();
            stolen.resolve();
            await pause(1_000);
          }
          return worldReply(label, nowMs);
        });
        const stop = new AbortController();
        const options = { database, clock, asker, resultsClients: allClients, oddsClient: null, lease: quick };
        const running = openCollector({ ...options, log: silentLog }).run(stop.signal);
        await stolen.promise;
        await pause(2_000);
        const askedThen = asker.asked.length;
        await pause(1_000);
        stop.abort();
        await running;
        assert.equal(asker.asked.at(-1)?.label.startsWith("espn nba 2025-01-10 "), true);
        assert.equal(asker.asked.length, askedThen);
        const runs = await runsOf(database);
        assert.deepEqual(
          runs.map(({ job, outcome }) => [job, outcome]),
          [["calendar", null]],
        );
      });
    });

    // Only an SQLite file can be written in the middle of a step, by a second connection of the same process.
    if (name === "sqlite") {
      test("a publish of a node that has lost its lease meanwhile is undone", async () => {
        await withDatabases(1, async ([database]) => {
          if (database === undefined) return;
          await importItems(database, items(gameRecord()), "2025-01-11T05:00:00Z");
          const direct = openDirect(database);
          const span = simulatedClock("2025-01-11T12:00:00Z", "2025-01-11T12:00:00Z");
          let steals = true;
          const clock = {
            ...span,
            // The night asks for the time of its publish when the run has begun, and before anything is written.
            nowMs: () => {
              if (steals && new Error().stack?.includes("publish-night.ts")) {
                direct.prepare("update collect_lease set token = 1000, expires_ms = 9e15").run();
              }
              return span.nowMs();
            },
          };
          const options = {
            database,
            clock,
            asker: scriptedAsker(clock, () => []),
            resultsClients: [],
            oddsClient: null,
          };
          const collector = openCollector({ ...options, log: silentLog, lease: quick });
          await collector.runDue(span.nowMs());
          const count = async (): Promise<number> => (await dumpArchive(database.url)).length;
          assert.equal(await count(), 0);
          assert.deepEqual((await runsOf(database)).find(({ job }) => job === "publish")?.outcome, null);
          // The node that leads next does it.
          steals = false;
          direct.prepare("update collect_lease set expires_ms = 0").run();
          direct.close();
          assert.equal(await collector.runDue(span.nowMs()), true);
          assert.ok((await count()) > 0);
          assert.deepEqual((await runsOf(database)).find(({ job }) => job === "publish")?.outcome, "done");
        });
      });
    }
  });
}
