/** Disks, connections and callers without end. */
import { execFileSync } from "node:child_process";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { usualRate } from "../callers.ts";
import type { Cluster } from "../rig/cluster.ts";
import type { DatabaseMachine } from "../rig/database-machine.ts";
import { until } from "../rig/processes.ts";
import type { Case } from "../trial.ts";

export const exhaustionCases: Readonly<Record<string, Case>> = {
  "disk-full": {
    title: "the disk of the primary is full",
    backWithinS: null,
    async meet({ cluster, begin, back, note }) {
      const small = await cluster.synchronousStandby();
      await withSmallDisk(cluster, small, async () => {
        await switchOver(cluster, small);
        // Until it has named its synchronous standby, there is nobody who may take over.
        await cluster.whole(60_000);
        begin();
        execFileSync("sh", ["-c", `dd if=/dev/zero of="${join(small.data, "filler")}" bs=1M 2>/dev/null || true`]);
        await until("another primary", 120_000, async () => {
          if (!(await small.isPrimary())) return true;
          // The log goes on in a new file of 16 MB, for which there is no room: usually that takes some minutes.
          await small.query("select pg_switch_wal()").catch(() => {});
          return null;
        });
        await back();
        note(`${(await cluster.primary()).name} took over from ${small.name}`);
      });
    },
  },
  "connections-used-up": {
    title: "somebody else uses up the database's connections for 20 s",
    backWithinS: 0,
    async meet({ cluster, begin, note }) {
      const url = await cluster.databaseUrl();
      const held: Client[] = [];
      begin();
      const untilMs = performance.now() + 20_000;
      while (performance.now() < untilMs) {
        const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
        client.on("error", () => {});
        await client.connect().then(
          () => held.push(client),
          () => sleep(100),
        );
      }
      note(`${held.length} connections were taken`);
      await Promise.all(held.map((client) => client.end().catch(() => {})));
    },
  },
  "idle-connections": {
    title: "10,000 connections that say nothing",
    backWithinS: 0,
    async meet({ cluster, begin, note }) {
      const sockets: Socket[] = [];
      let open = 0;
      begin();
      for (let number = 0; number < 10_000; number++) {
        const socket = connect(443, cluster.front.place.address, () => open++);
        socket.on("error", () => {});
        sockets.push(socket);
        if (number % 200 === 199) await sleep(50);
      }
      await sleep(10_000);
      note(`${open} connections were open`);
      for (const socket of sockets) socket.destroy();
    },
  },
  burst: {
    title: "ten times as many requests for 10 s",
    backWithinS: 0,
    async meet({ asking, begin, note }) {
      begin();
      const before = asking.answers.length;
      asking.setRate(10 * usualRate);
      await sleep(10_000);
      asking.setRate(usualRate);
      note(`${asking.answers.length - before} answers in these 10 s`);
    },
  },
};

/** Makes a standby anew on a disk that can be filled, and on its own again afterwards. */
async function withSmallDisk(cluster: Cluster, machine: DatabaseMachine, work: () => Promise<void>): Promise<void> {
  await machine.endPatroni();
  execFileSync("sh", [
    "-c",
    `rm -rf "${machine.data}"/* && mount -t tmpfs -o size=400m,mode=0700 gradeline "${machine.data}"`,
  ]);
  execFileSync("chown", ["postgres:postgres", machine.data]);
  machine.startPatroni();
  try {
    await cluster.whole(120_000);
    await work();
  } finally {
    machine.kill();
    await until("the end of the machine", 10_000, () => (machine.databaseProcesses().length === 0 ? true : null));
    execFileSync("umount", ["-l", machine.data]);
    machine.startPatroni();
  }
}

/** Only the synchronous standby may be the next primary, so the other one goes away until this one is that. */
async function switchOver(cluster: Cluster, to: DatabaseMachine): Promise<void> {
  const from = await cluster.primary();
  const other = cluster.databases.find((database) => database !== from && database !== to) as DatabaseMachine;
  await other.endPatroni();
  await until(`${to.name} as the synchronous standby`, 60_000, async () =>
    (await cluster.synchronousStandby()) === to ? true : null,
  );
  other.startPatroni();
  await cluster.whole(60_000);
  await until(`${to.name} as the primary`, 60_000, async () => {
    await fetch(`http://${from.place.address}:8008/switchover`, {
      method: "POST",
      body: JSON.stringify({ leader: from.name, candidate: to.name }),
      signal: AbortSignal.timeout(30_000),
    }).catch(() => null);
    return (await to.isPrimary()) ? true : null;
  });
}
