/** One node collects at a time, and nothing is done twice. That kills lose nothing is held by test/replay, and that a killed one is replaced by command.test.ts. */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { test } from "vitest";
import { openCollector } from "../../src/collect/collector.ts";
import { lookEveryMs } from "../../src/collect/leader.ts";
import { importItems } from "../../src/ledger/import.ts";
import { onSqliteDaily } from "../support/engines.ts";
import { items } from "../support/records.ts";
import { runsOf, scheduledGame, silentLog, timesOf } from "./support/collecting.ts";
import { allClients, oddsClient, scriptedAsker } from "./support/scripted.ts";
import { simulatedClock } from "./support/simulated-clock.ts";
import { worldReply } from "./support/world.ts";

onSqliteDaily((databases) => {
  test("two nodes that find the same runs due do each of them once", async () => {
    const { url, database: first } = await databases.fresh();
    await importItems(first, items(scheduledGame()), "2025-01-10T00:00:00Z");
    const asked = await Promise.all(
      [first, await databases.open(url)].map(async (database) => {
        const clock = simulatedClock("2025-01-11T00:24:00Z", "2025-01-11T00:31:00Z");
        const asker = scriptedAsker(clock, worldReply);
        const options = { database, clock, asker, resultsClients: allClients, oddsClient: oddsClient() };
        await openCollector({ ...options, log: silentLog }).run(clock.stop);
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

  // The lock of an SQLite file can be lost only with the process.
  if (databases.name === "postgres") {
    test("a leader that is cut off from the database stops asking, and whoever leads next goes on where it was", async () => {
      const { url, database } = await databases.fresh();
      const other = await databases.open(url);
      const clock = simulatedClock("2025-01-11T05:00:00Z", "2025-01-11T12:00:00Z");
      const told: string[] = [];
      let isCut = false;
      const asker = scriptedAsker(clock, async (label, nowMs) => {
        told.push(label);
        if (label.startsWith("espn nba 2025-01-11 ") && !isCut) {
          isCut = true;
          const session = sql`select pid from pg_locks where locktype = 'advisory' and granted`;
          await sql`select pg_terminate_backend(pid) from (${session}) as session`.execute(other.kysely);
          told.push("cut off");
          // Longer than a leader takes to notice.
          await pause(2 * lookEveryMs);
        }
        return worldReply(label, nowMs);
      });
      const info = (about: unknown, text = String(about)) => void (text.startsWith("this node") && told.push(text));
      const options = { database, clock, asker, resultsClients: allClients, oddsClient: null };
      await openCollector({ ...options, log: { ...silentLog, info } as typeof silentLog }).run(clock.stop);
      const [, next, ...asked] = told.slice(told.indexOf("cut off"));
      assert.equal(next, "this node collects from now on");
      assert.deepEqual(asked, [...new Set(asked)], "nothing is asked by two");
      const outcomes = (await runsOf(database)).map(({ job, outcome }) => `${job} ${outcome}`);
      assert.deepEqual([...new Set(outcomes)].sort(), ["calendar done", "publish done", "recheck done"]);
    });
  }
});
