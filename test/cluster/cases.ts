/** What goes wrong under load: the primary dies or is switched over, and a node dies. */
import { setTimeout as sleep } from "node:timers/promises";
import { createKey } from "../../src/access/keys/operator-keys.ts";
import { openAccess } from "../../src/database/engine.ts";
import type { Cluster } from "./rig/cluster.ts";
import { until } from "./rig/processes.ts";
import type { Case, Trial } from "./trial.ts";

/** What callers of one key may ask of a node in its last second, and what is under way. */
const lastSecond = 15;

export const cases: Readonly<Record<string, Case>> = {
  "kill-primary": {
    title: "kill -9 of the primary and its Patroni",
    missesNothing: true,
    mayExceed: 0,
    async meet(trial) {
      const primary = await trial.cluster.primary();
      const strange = await strangeKey(trial.cluster);
      trial.begin();
      primary.kill();
      await untilAnswered(trial, strange);
    },
  },
  switchover: {
    title: "a planned switchover",
    missesNothing: true,
    mayExceed: 0,
    async meet(trial) {
      const primary = await trial.cluster.primary();
      const next = await trial.cluster.synchronousStandby();
      const strange = await strangeKey(trial.cluster);
      trial.begin();
      await fetch(`http://${primary.place.address}:8008/switchover`, {
        method: "POST",
        body: JSON.stringify({ leader: primary.name, candidate: next.name }),
        signal: AbortSignal.timeout(60_000),
      });
      await until("the switchover", 60_000, async () => ((await next.isPrimary()) ? true : null));
      await untilAnswered(trial, strange);
    },
  },
  "kill-node": {
    title: "kill -9 of a node",
    missesNothing: false,
    mayExceed: lastSecond,
    async meet({ cluster, begin, losingNode }) {
      const [, node] = cluster.nodes;
      if (node === undefined) throw new Error("there is no second node");
      begin();
      losingNode();
      node.signal("SIGKILL");
      await sleep(8_000);
      node.start();
      await node.ready();
      await sleep(8_000);
    },
  },
};

/** A key that no node has read. */
async function strangeKey(cluster: Cluster) {
  const access = await openAccess(await cluster.databaseUrl());
  try {
    const account = `strange-${Date.now()}@example.com`;
    return { account, key: (await createKey(access, { email: account, plan: "standard", now: new Date() })).key };
  } finally {
    await access.close();
  }
}

async function untilAnswered({ asking, note }: Trial, strange: { account: string; key: string }): Promise<void> {
  const beganMs = asking.nowMs();
  await until("an answer for a key that no node knows", 120_000, async () =>
    (await asking.ask(strange)).status === 200 ? true : null,
  );
  note(`a key that no node knew was answered after ${((asking.nowMs() - beganMs) / 1000).toFixed(1)} s`);
}
