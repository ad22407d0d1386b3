/**
 * Tries the cluster of docs/scaling.md: starts all of it on this machine, makes trouble under load, and judges what callers got.
 * `npm run cluster` tries every case once, and with names of cases these alone.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { openAccess } from "../../src/database/engine.ts";
import { plenty } from "../support/access.ts";
import { type Caller, Callers, violationsOf } from "./callers.ts";
import { Cluster } from "./cluster.ts";
import { until, whyNoCluster } from "./machines.ts";

/** Each makes its trouble, and resolves when it is over. */
const cases: Readonly<Record<string, (cluster: Cluster) => Promise<void>>> = {
  "kill-primary": async (cluster) => (await cluster.primary()).kill(),
  async switchover(cluster) {
    const primary = await cluster.primary();
    const next = await cluster.synchronousStandby();
    await fetch(`http://${primary.machine.address}:8008/switchover`, {
      method: "POST",
      body: JSON.stringify({ leader: primary.machine.name, candidate: next.machine.name }),
      signal: AbortSignal.timeout(60_000),
    });
    await until("the switchover", 60_000, async () => ((await next.isPrimary()) ? true : null));
  },
  async "kill-node"({ nodes: [, node] }) {
    node?.kill();
    await sleep(8_000);
    await node?.start();
  },
};

const names = process.argv.slice(2).filter((word) => !word.startsWith("-"));
for (const name of names) if (!(name in cases)) throw new Error(`there is no case ${name}`);
const why = whyNoCluster();
if (why !== null) {
  console.error(`the cluster cannot be tried here: ${why}`);
  process.exitCode = 2;
} else process.exitCode = (await tryAll()) ? 0 : 1;

async function tryAll(): Promise<boolean> {
  const cluster = await Cluster.open();
  // Ctrl-C ends what was started, too.
  const end = (): void => void cluster.close().finally(() => process.exit(130));
  process.once("SIGINT", end).once("SIGTERM", end);
  try {
    const [first] = cluster.nodes;
    await first?.command(["import", "canonical", writeResults(cluster.folder)], /accepted/);
    await first?.command(["publish"], /revision 1/);
    for (const node of cluster.nodes) await node.start();
    cluster.startNginx();
    let isGood = true;
    for (const name of names.length === 0 ? Object.keys(cases) : names) {
      const violations = await tryCase(cluster, name);
      console.log(`${violations.length === 0 ? "ok" : "NOT OK"} ${name}`);
      for (const violation of violations.slice(0, 20)) console.log(`  VIOLATED: ${violation}`);
      isGood &&= violations.length === 0;
    }
    return isGood;
  } finally {
    await cluster.close();
  }
}

async function tryCase(cluster: Cluster, name: string): Promise<readonly string[]> {
  const callers = await makeCallers(cluster, name);
  const strange = await makeCallers(cluster, `strange-${name}`, 1);
  const writes = await startWriting(cluster, name);
  const asking = new Callers(cluster.url, callers);
  await sleep(4_000);
  const beganMs = asking.nowMs();
  await cases[name]?.(cluster);
  await until("an answer for a key that no node knows", 120_000, async () =>
    (await asking.ask(strange[0] as Caller)).status === 200 ? true : null,
  );
  console.log(`  a key that no node knew was answered after ${((asking.nowMs() - beganMs) / 1000).toFixed(1)} s`);
  await cluster.whole();
  await sleep(6_000);
  await asking.stop();
  const lost = await writes.lost();
  // Nodes add what they have counted twice a second.
  await sleep(3_000);
  const used = "select email, sum(used)::int as used from period_uses group by email";
  const rows = await (await cluster.primary()).query<{ email: string; used: number }>(used, "gradeline");
  const charged = new Map(rows.map((row) => [row.email, row.used]));
  console.log(`  ${asking.answers.length} answers, ${writes.confirmed().length} confirmed writes, ${lost.length} lost`);
  const found = violationsOf(callers, asking.answers, charged, beganMs, name === "kill-node");
  return lost.length === 0 ? found : [`${lost.length} writes were confirmed and are gone`, ...found];
}

async function makeCallers(cluster: Cluster, name: string, count = 30): Promise<Caller[]> {
  const access = await openAccess((await cluster.primary()).url());
  try {
    const callers: Caller[] = [];
    for (let number = 0; number < count; number++) {
      const email = `${name}-${number}@example.com`;
      const { key } = await createKey(access, { email, plan: "standard", ...plenty, now: new Date() });
      callers.push({ account: email, key });
    }
    return callers;
  } finally {
    await access.close();
  }
}

/** Writes that are confirmed must be there at the end, whatever was killed. */
async function startWriting(cluster: Cluster, name: string) {
  const [node] = cluster.nodes as [Cluster["nodes"][number]];
  const table = "drop table if exists confirmed_writes; create table confirmed_writes (number integer);";
  await (await cluster.primary()).query(table, "gradeline");
  const screen = `confirmed-${name}.log`;
  const writer = node.run([join(import.meta.dirname, "writer.ts")], screen);
  const confirmed = (): number[] => node.screen(screen).split("\n").filter(Boolean).map(Number);
  return {
    confirmed,
    async lost(): Promise<number[]> {
      await writer.end(2_000);
      const all = "select number from confirmed_writes";
      const rows = await (await cluster.primary()).query<{ number: number }>(all, "gradeline");
      const kept = new Set(rows.map(({ number }) => number));
      return confirmed().filter((number) => !kept.has(number));
    },
  };
}

/** Writes a small season as a provider states it, and returns the file. */
function writeResults(folder: string): string {
  const games = ["KC BUF", "PHI DAL", "SF SEA", "GB CHI", "NYG WAS", "NE MIA", "BAL PIT", "DEN LV"].map(
    (pair, number) => {
      const [home, away] = pair.split(" ");
      return JSON.stringify({
        ...{ type: "game", provider: "cluster", game_id: `${number}`, sport: "nfl", season: 2025 },
        ...{ season_type: "regular", week: 1, game_date: "2025-09-07", game_number: null },
        ...{ start_time: "2025-09-07T17:00:00.000Z", actual_start_time: null, status: "final", home, away },
        ...{ neutral_site: false, overtime: false, home_score: 24, away_score: 20, line_score: null, venue: null },
        ...{ referee: null, weather: null, other_ids: null },
      });
    },
  );
  const file = join(folder, "results.ndjson");
  writeFileSync(file, `${games.join("\n")}\n`);
  return file;
}
