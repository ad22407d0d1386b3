/** Nights that are published, and the collector's lease, while the primary changes. */
import { setTimeout as sleep } from "node:timers/promises";
import { markOf, publish } from "../archive.ts";
import type { Cluster } from "../rig/cluster.ts";
import type { NodeMachine } from "../rig/node-machine.ts";
import { type Running, until } from "../rig/processes.ts";
import type { Case, Trial } from "../trial.ts";

/** Each publish of a run has a number of its own. */
let published = 1;

export const publishingCases: Readonly<Record<string, Case>> = {
  "paused-replay": {
    title: "the standbys replay nothing while a night is published, and the primary is killed after it",
    backWithinS: null,
    async meet(trial) {
      const { cluster, begin, back, note } = trial;
      const primary = await cluster.primary();
      for (const database of cluster.databases) {
        if (database !== primary) await database.query("select pg_wal_replay_pause()");
      }
      await publish(cluster, cluster.nodes[0] as NodeMachine, ++published);
      note("the night was published while no standby replayed");
      begin();
      primary.kill();
      await back();
      await shown(trial);
    },
  },
  "publish-and-lease": {
    title: "the primary is killed during a publish, while two nodes want to collect",
    backWithinS: null,
    async meet(trial) {
      const { cluster, begin, back, note, violated } = trial;
      const [first, second] = cluster.nodes as [NodeMachine, NodeMachine];
      const collecting = [first.startCollector(), second.startCollector()];
      const leaders = watchLease(cluster);
      await until("a node that collects", 180_000, async () => (leaders.holders().length > 0 ? true : null));
      const primary = await cluster.primary();
      const publishing = publish(cluster, first, ++published).then(
        () => "was done",
        (error: Error) => error.message.slice(0, 300),
      );
      await sleep(3_000);
      begin();
      primary.kill();
      note(`the publish ${await publishing}`);
      await back();
      await publish(cluster, first, published);
      await shown(trial);
      await sleep(5_000);
      const holders = leaders.stop();
      note(`the lease had ${holders.length} holders, one after the other`);
      if (new Set(holders).size !== holders.length)
        violated("a node that had lost the lease led again under its old name");
      await Promise.all(collecting.map((each: Running) => each.end(8_000)));
      const { code, screen } = await first.command(["check"], 60_000);
      if (code !== 0) violated(`gradeline check: ${screen}`);
    },
  },
};

/** Resolves when every answer is of the newest publish. */
async function shown({ asking, note }: Trial): Promise<void> {
  const sinceMs = asking.nowMs();
  await until("the newest publish everywhere", 30_000, async () => {
    const last = asking.answers.filter(({ endedMs, status }) => status === 200 && endedMs > asking.nowMs() - 1_000);
    return last.length > 50 && last.every(({ marks }) => marks[0] === markOf(published)) ? true : null;
  });
  note(`every answer was of the newest publish after ${((asking.nowMs() - sinceMs) / 1000).toFixed(1)} s`);
}

/** Sees which node collects, as the present primary has it. */
function watchLease(cluster: Cluster) {
  const holders: string[] = [];
  let isOver = false;
  void (async () => {
    while (!isOver) {
      const primary = await cluster.primary().catch(() => null);
      const sql = "select holder, since_ms from collect_leader where since_ms > 0";
      const rows = (await primary?.query<{ holder: string; since_ms: string }>(sql, "gradeline").catch(() => [])) ?? [];
      const now = rows.map(({ holder, since_ms: since }) => `${holder} ${since}`)[0];
      if (now !== undefined && now !== holders.at(-1)) holders.push(now);
      await sleep(500);
    }
  })();
  return {
    holders: () => holders,
    stop() {
      isOver = true;
      return holders;
    },
  };
}
