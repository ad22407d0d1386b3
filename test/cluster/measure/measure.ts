/** The figures of docs/scaling.md: what a request costs each part, what the counter decides, and how many connections that takes. */
import { readFileSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:https";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createKey } from "../../../src/access/keys/operator-keys.ts";
import { openAccess } from "../../../src/database/engine.ts";
import type { Cluster } from "../rig/cluster.ts";
import type { NodeMachine } from "../rig/node-machine.ts";
import { type Place, processesIn } from "../rig/places.ts";
import { run, until } from "../rig/processes.ts";

const roundMs = 8_000;
const connections = 48;
const path = "/v1/games?sport=nfl&limit=20";

export async function measure(cluster: Cluster, print: (line: string) => void): Promise<void> {
  const [first, second] = cluster.nodes as [NodeMachine, NodeMachine];
  const third = await cluster.addNode();
  const before = cpuMsOf([third.place]);
  const beganMs = performance.now();
  third.start();
  await third.ready();
  const startCpuMs = cpuMsOf([third.place]) - before;
  print(`a new node served after ${((performance.now() - beganMs) / 1000).toFixed(1)} s, ${startCpuMs} ms of CPU`);
  const keys = await makeKeys(cluster);
  for (const nodes of [[first], [first, second], [first, second, third]]) {
    cluster.front.reload(nodes.map(({ place }) => place.address));
    await sleep(2_000);
    await ask(cluster.front.url, keys, 2_000);
    const primary = await cluster.primary();
    const standbys = cluster.databases.filter((database) => database !== primary);
    const parts: Readonly<Record<string, readonly Place[]>> = {
      nodes: nodes.map(({ place }) => place),
      nginx: [cluster.front.place],
      primary: [primary.place],
      standbys: standbys.map(({ place }) => place),
    };
    const before = Object.entries(parts).map(([name, places]) => [name, cpuMsOf(places)] as const);
    const answered = await ask(cluster.front.url, keys, roundMs);
    const costs = before.map(
      ([name, ms]) => `${name} ${(((cpuMsOf(parts[name] ?? []) - ms) * 1000) / answered).toFixed(0)} µs`,
    );
    print(
      `${nodes.length} nodes: ${(answered / (roundMs / 1000)).toFixed(0)} requests/s; CPU a request: ${costs.join(", ")}`,
    );
    print(
      `  memory of a node: ${nodes.map(({ pid }) => memoryMibOf(pid)).join(", ")} MiB; ${await connectionsOf(cluster)}`,
    );
  }
  await decide(cluster, first, print);
}

async function decide(cluster: Cluster, node: NodeMachine, print: (line: string) => void): Promise<void> {
  const direct = node.settings().DATABASE_URL ?? "";
  const pooled = await startPgBouncer(cluster, node);
  const primary = await cluster.primary();
  for (const [what, url, commit] of [
    ["HAProxy", direct, "on"],
    ["PgBouncer and HAProxy", pooled.url, "on"],
    ["HAProxy, without synchronous replication", direct, "local"],
  ] as const) {
    // A role's setting holds for connections that are made from then on.
    await primary.query(`alter role gradeline set synchronous_commit = ${commit}`);
    for (const atOnce of ["16", "256"]) {
      const screen = join(cluster.folder, `decide-${atOnce}-${commit}-${what.length}.log`);
      writeFileSync(screen, "");
      const words = [process.execPath, join(import.meta.dirname, "decide.ts"), direct, url, "200", atOnce];
      const deciding = run({ place: node.place, words, screen });
      const said = (): string => readFileSync(screen, "utf8");
      await until("the beginning", 180_000, () => (said().includes("begin") ? true : null), 50);
      const before = cpuMsOf([primary.place]);
      await sleep(4_000);
      const held = await connectionsOf(cluster);
      const line = await until("the end", 60_000, () => /^\{.*\}$/m.exec(said())?.[0] ?? null, 20);
      const cpuMs = cpuMsOf([primary.place]) - before;
      const { perSecond, asked, undecided, p50Ms, p95Ms } = JSON.parse(line) as Record<string, number>;
      print(
        `decisions by ${what}, ${atOnce} at once: ${perSecond}/s, p50 ${p50Ms?.toFixed(1)} ms, p95 ${p95Ms?.toFixed(1)} ms, ` +
          `${((cpuMs * 1000) / (asked ?? 1)).toFixed(0)} µs of the primary's machine each, ${undecided} undecided; ${held}`,
      );
      await deciding.end(5_000);
    }
  }
  await primary.query("alter role gradeline reset synchronous_commit");
  await pooled.end();
}

/** PgBouncer as a node's operator would run it, between Gradeline and HAProxy. */
async function startPgBouncer({ folder }: Cluster, node: NodeMachine) {
  const direct = new URL(node.settings().DATABASE_URL ?? "");
  const [config, users] = [join(folder, "pgbouncer.ini"), join(folder, "users.txt")];
  writeFileSync(users, `"gradeline" "${direct.password}"\n`);
  const ignored = "statement_timeout,lock_timeout,idle_in_transaction_session_timeout,extra_float_digits";
  writeFileSync(
    config,
    `[databases]\ngradeline = host=127.0.0.1 port=5432\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = 6432\nunix_socket_dir =\nauth_type = plain\nauth_file = ${users}\npool_mode = transaction\ndefault_pool_size = 8\nignore_startup_parameters = ${ignored}\n`,
  );
  const running = run({
    place: node.place,
    user: "postgres",
    words: ["pgbouncer", config],
    screen: join(folder, "pgbouncer.log"),
  });
  await sleep(1_000);
  direct.port = "6432";
  return { url: direct.toString(), end: () => running.end(2_000) };
}

async function makeKeys(cluster: Cluster): Promise<string[]> {
  const access = await openAccess(await cluster.databaseUrl());
  const keys: string[] = [];
  for (let number = 0; number < 30; number++) {
    const limits = { requestsPerMinute: 1_000_000, requestsPerMonth: 100_000_000 };
    const email = `measure-${number}@example.com`;
    keys.push((await createKey(access, { email, plan: "standard", ...limits, now: new Date() })).key);
  }
  await access.close();
  return keys;
}

/** Asks over so many connections without a pause, and returns how many were answered with 200. */
async function ask(url: string, keys: readonly string[], forMs: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, rejectUnauthorized: false });
  const untilMs = performance.now() + forMs;
  let [turn, answered] = [0, 0];
  const one = (key: string): Promise<boolean> =>
    new Promise((resolve) => {
      const request = get(url + path, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
        response.resume();
        response.on("close", () => resolve(response.complete && response.statusCode === 200));
      });
      request.setTimeout(10_000, () => request.destroy());
      request.on("error", () => resolve(false));
    });
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < untilMs) if (await one(keys[turn++ % keys.length] as string)) answered++;
    }),
  );
  agent.destroy();
  return answered;
}

/** CPU of all processes of machines, with those that have ended and were waited for. Linux counts hundredths of a second. */
function cpuMsOf(places: readonly Place[]): number {
  return places.flatMap(processesIn).reduce((sum, pid) => sum + ticksOf(pid) * 10, 0);
}

function ticksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    // utime, stime, and those of children that have ended: PostgreSQL has a process for each connection.
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
  } catch {
    return 0;
  }
}

function memoryMibOf(pid: number): number {
  const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "0";
  return Math.round(Number(kib) / 1024);
}

/** The database's connections of Gradeline, by use. */
async function connectionsOf(cluster: Cluster): Promise<string> {
  const primary = await cluster.primary();
  const rows = await primary.query<{ use: string; n: number }>(
    "select split_part(application_name, ' ', 2) use, count(*)::int n from pg_stat_activity where usename = 'gradeline' group by 1 order by 1",
  );
  return `connections: ${rows.map(({ use, n }) => `${use || "other"} ${n}`).join(", ")}`;
}
