/** What `gradeline status` says of collecting: whether a node does it, and which jobs fail. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, type TestContext, test } from "vitest";
import { Lease } from "../../src/collect/runs/lease.ts";
import { beginRun, endRun } from "../../src/collect/runs/runs.ts";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { runCommand } from "../support/run-command.ts";
import { until } from "../support/until.ts";
import { longIf } from "../support/volume.ts";

type Told = {
  readonly collecting: string;
  readonly failing_jobs: readonly object[];
  readonly overdue: readonly { readonly what: string }[];
};

for (const name of engineNames) {
  describe(`status of collecting on ${name}`, longIf(name === "postgres"), () => {
    let engine: TestEngine;
    let url: string;
    let database: Database;
    beforeAll(async () => {
      engine = await startEngine(name);
      url = await engine.freshUrl();
      database = await openDatabase(url);
    });
    afterAll(async () => {
      await database.close();
      await engine.close();
    });

    async function status(): Promise<readonly [code: number | null, told: Told]> {
      const { code, output, errors } = await runCommand(["status", "--json"], { DATABASE_URL: url });
      assert.equal(errors, "");
      return [code, JSON.parse(output) as Told];
    }
    async function take(context: TestContext, times = { ttlMs: 2_000, everyMs: 500 }): Promise<Lease> {
      const lease = (await Lease.tryTake(database, "a node", times)) ?? assert.fail("somebody collects");
      context.onTestFinished(() => lease.release());
      return lease;
    }

    test("where nobody has ever collected, and after a collector has ended in good order, all is well", async (context) => {
      const [before, empty] = await status();
      assert.deepEqual([before, empty.collecting, empty.overdue], [0, "never", []]);
      const lease = await take(context);
      assert.equal((await status())[1].collecting, "running");
      await lease.release();
      const [code, told] = await status();
      assert.deepEqual([code, told.collecting, told.overdue], [0, "stopped", []]);
    });

    test("jobs whose newest run failed are named with the reason, until a run succeeds", async (context) => {
      const lease = await take(context);
      const failure = {
        provider: "espn",
        label: "https://espn.example/scoreboard",
        reason: "status",
        detail: "status 500",
      };
      const end = async (dueMs: number, outcome: "failed" | "partly" | "done") => {
        assert.equal(await beginRun(lease, { job: "finals", dueMs }, dueMs), null);
        await endRun(lease, { job: "finals", dueMs }, dueMs, { outcome, report: { failures: [failure] } });
      };
      await end(1_000, "done");
      assert.deepEqual((await status())[1].failing_jobs, []);
      await end(2_000, "partly");
      const [code, told] = await status();
      assert.equal(code, 0, "a provider that fails is no missing night yet");
      assert.deepEqual(told.failing_jobs, [
        {
          ...{ job: "finals", outcome: "partly", due: "1970-01-01T00:00:02.000Z" },
          detail: "https://espn.example/scoreboard: status 500",
        },
      ]);
      await end(3_000, "failed");
      assert.equal((await status())[0], 1, "a job that failed as a whole is an alarm");
      const { output } = await runCommand(["status"], { DATABASE_URL: url });
      assert.match(output, /\nfailed +finals of .*status 500\nnext +gradeline collect --once\n/);
      assert.match(output, /\nTHE_ODDS_API_KEY is not set, so results are collected and no lines\n$/);
      assert.doesNotMatch(output, /nothing is overdue/);
      await end(4_000, "done");
      assert.deepEqual((await status())[1].failing_jobs, []);
      assert.equal((await status())[0], 0);
    });

    test("a collector that is gone without a word is overdue, and the exit code says so", async (context) => {
      // Nobody renews this lease, as after a SIGKILL; it ended two minutes ago.
      await take(context, { ttlMs: -120_000, everyMs: 3_600_000 });
      await until(async () => (await status())[1].collecting === "gone", "the node is gone");
      const [code, { overdue }] = await status();
      assert.deepEqual([code, overdue.map(({ what }) => what)], [1, ["collecting"]]);
      const { output } = await runCommand(["status"], { DATABASE_URL: url });
      assert.match(output, /OVERDUE: collecting: the process that collected is gone, and no other has taken over/);
    });
  });
}
