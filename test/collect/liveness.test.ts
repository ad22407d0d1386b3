/** What `gradeline status` says of collecting: whether a node does it, and which jobs fail. */
import assert from "node:assert/strict";
import { beforeAll, type TestContext, test } from "vitest";
import { Leader } from "../../src/collect/leader.ts";
import { beginRun, endRun } from "../../src/collect/runs.ts";
import type { CollectTables } from "../../src/collect/tables.ts";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { onSqliteDaily } from "../support/engines.ts";
import { runCommand } from "../support/run-command.ts";

type Told = {
  readonly collecting: string;
  readonly failing_jobs: readonly object[];
  readonly overdue: readonly { readonly what: string }[];
};

onSqliteDaily((databases) => {
  let url: string;
  let database: Database;
  beforeAll(async () => {
    ({ url, database } = await databases.fresh());
  });

  async function status(): Promise<readonly [code: number | null, told: Told]> {
    const { code, output, errors } = await runCommand(["status", "--json"], { DATABASE_URL: url });
    assert.equal(errors, "");
    return [code, JSON.parse(output) as Told];
  }
  async function take(context: TestContext): Promise<Leader> {
    const leader = (await Leader.tryTake(database)) ?? assert.fail("somebody collects");
    context.onTestFinished(() => leader.release());
    return leader;
  }

  test("where nobody has ever collected, and after a collector has ended in good order, all is well", async (context) => {
    const [before, empty] = await status();
    assert.deepEqual([before, empty.collecting, empty.overdue], [0, "never", []]);
    const leader = await take(context);
    assert.equal((await status())[1].collecting, "running");
    await leader.release();
    const [code, told] = await status();
    assert.deepEqual([code, told.collecting, told.overdue], [0, "stopped", []]);
  });

  test("jobs whose newest run failed are named with the reason, until a run succeeds", async (context) => {
    const leader = await take(context);
    const failure = {
      provider: "espn",
      label: "https://espn.example/scoreboard",
      reason: "status",
      detail: "status 500",
    };
    const end = async (dueMs: number, outcome: "failed" | "partly" | "done") => {
      assert.equal(await beginRun(leader, { job: "finals", dueMs }, dueMs), null);
      await endRun(leader, { job: "finals", dueMs }, dueMs, { outcome, report: { failures: [failure] } });
    };
    await end(1_000, "done");
    assert.deepEqual((await status())[1].failing_jobs, []);
    await end(2_000, "partly");
    const [code, told] = await status();
    assert.equal(code, 0, "a provider that fails is no missing night yet");
    assert.deepEqual(told.failing_jobs, [
      {
        ...{ job: "finals", outcome: "partly", due: "1970-01-01T00:00:02.000Z", next: "gradeline collect --once" },
        detail: "https://espn.example/scoreboard: status 500",
      },
    ]);
    await end(3_000, "failed");
    assert.equal((await status())[0], 1, "a job that failed as a whole is an alarm");
    const { output } = await runCommand(["status"], { DATABASE_URL: url });
    assert.match(output, /^ {2}finals +failed +.*status 500 .* gradeline collect --once$/m);
    assert.match(output, /^ {2}lines +0 books by ESPN; for ten and more set THE_ODDS_API_KEY$/m);
    await end(4_000, "done");
    assert.deepEqual((await status())[1].failing_jobs, []);
    assert.equal((await status())[0], 0);
  });

  test("a collector that is gone without a word is overdue, and the exit code says so", async () => {
    // This is what a killed process leaves: since when it collected, and a lock that is free. That kills are survived is held by leader.test.ts.
    await tablesOf<CollectTables>(database.kysely)
      .updateTable("collect_leader")
      .set({ since_ms: Date.now() })
      .execute();
    const [code, { collecting, overdue }] = await status();
    assert.deepEqual([code, collecting, overdue[0]?.what], [1, "gone", "collecting"]);
    const { output } = await runCommand(["status"], { DATABASE_URL: url });
    assert.match(
      output,
      /^overdue\n.*\n {2}collecting .* the process that collected is gone, and no other has taken over$/m,
    );
  });
});
