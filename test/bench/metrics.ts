/**
 * What metrics cost a request: CPU time of two servers over the same database, one with METRICS_PORT and one without,
 * which are asked in turns. Needs Linux, where the kernel says how long each thread ran.
 */
import { Agent, get } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fillForLoad, seasonOfLoad } from "../support/load-archive.ts";
import { type ServingProcess, startServing } from "../support/serving-process.ts";
import type { Bench } from "./bench.ts";
import { cpuNs } from "./cpu.ts";
import { median } from "./full-sample.ts";

const rounds = 100;
const warmUpRounds = 10;
const requestsPerRound = 500;
const atOnce = 16;
const idleMs = 10_000;

type Side = {
  readonly serving: ServingProcess;
  readonly url: string;
  readonly agent: Agent;
};

export const benchMetrics: Bench = async (folder, print) => {
  const databaseUrl = join(folder, "metrics.db");
  const { callers } = await fillForLoad(databaseUrl, { games: 600 });
  const key = callers[0]?.key ?? "";
  const open = async (settings: Readonly<Record<string, string>>): Promise<Side> => {
    const serving = startServing({ DATABASE_URL: databaseUrl, ...settings });
    return { serving, url: await serving.url, agent: new Agent({ keepAlive: true, maxSockets: atOnce }) };
  };
  const without = await open({ LOG_LEVEL: "silent" });
  // The log says where the metrics are, and costs nothing more: no request is logged from here on.
  const metricsPort = String(20_000 + (process.pid % 20_000));
  const withMetrics = await open({ LOG_LEVEL: "silent", METRICS_PORT: metricsPort });
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  try {
    const page = `/v1/games?sport=nfl&season=${seasonOfLoad}`;
    const { etag = "" } = await ask(without, page, { "x-api-key": key });
    const asks = { "304": { "if-none-match": etag }, "100 games": {} } as const;
    for (const [name, more] of Object.entries(asks)) {
      const headers = { "x-api-key": key, ...more };
      const times = new Map<Side, number[]>([
        [without, []],
        [withMetrics, []],
      ]);
      const differences: number[] = [];
      for (let round = -warmUpRounds; round < rounds; round++) {
        const order = round % 2 === 0 ? [without, withMetrics] : [withMetrics, without];
        const spent = new Map<Side, number>();
        for (const side of order) spent.set(side, await cpuPerRequestUs(side, page, headers));
        if (round < 0) continue;
        for (const [side, values] of times) values.push(spent.get(side) ?? 0);
        differences.push((spent.get(withMetrics) ?? 0) - (spent.get(without) ?? 0));
      }
      const plain = undisturbed(times.get(without) ?? []);
      const measured = undisturbed(times.get(withMetrics) ?? []);
      const share = (((measured - plain) / plain) * 100).toFixed(1);
      print(
        `${name}: ${plain.toFixed(2)} µs of CPU a request without, ${measured.toFixed(2)} µs with (${share}%); ` +
          `median of ${rounds} differences ${median(differences).toFixed(2)} µs`,
      );
    }
    const scrapes: number[] = [];
    for (let round = 0; round < 30; round++) {
      const before = cpuNs(withMetrics.serving.pid);
      await (await fetch(metricsUrl)).text();
      scrapes.push((cpuNs(withMetrics.serving.pid) - before) / 1e6);
    }
    print(`a scrape: ${median(scrapes).toFixed(2)} ms of CPU, the longest ${Math.max(...scrapes).toFixed(2)} ms`);
    // Last, when both have long been started: what a process spends whether anybody asks or not.
    const idle = [without, withMetrics].map((side) => [side, cpuNs(side.serving.pid)] as const);
    await sleep(idleMs);
    const [plain = 0, measured = 0] = idle.map(([side, before]) => (cpuNs(side.serving.pid) - before) / 1000 / idleMs);
    print(`idle: ${plain.toFixed(2)} ms of CPU a second without, ${measured.toFixed(2)} ms with`);
  } finally {
    for (const { serving, agent } of [without, withMetrics]) {
      agent.destroy();
      await serving.close();
    }
  }
};

/** What nine of ten rounds exceed: other programs on the machine can only make a round dearer. */
function undisturbed(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)] ?? Number.NaN;
}

type Headers = Readonly<Record<string, string>>;

async function cpuPerRequestUs(side: Side, path: string, headers: Headers): Promise<number> {
  const before = cpuNs(side.serving.pid);
  let asked = 0;
  const askers = Array.from({ length: atOnce }, async () => {
    while (asked++ < requestsPerRound) await ask(side, path, headers);
  });
  await Promise.all(askers);
  return (cpuNs(side.serving.pid) - before) / requestsPerRound / 1000;
}

function ask({ url, agent }: Side, path: string, headers: Headers): Promise<{ readonly etag?: string | undefined }> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}${path}`, { agent, headers }, (response) => {
      response.resume().on("end", () => resolve({ etag: response.headers.etag }));
    });
    request.on("error", reject);
  });
}
