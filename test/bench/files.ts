/**
 * Files of whole seasons: all of the full sample, those of one baseball season as after a night, and what a server's callers feel while
 * they are made.
 */
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createKey } from "../../src/access/keys/operator-keys.ts";
import { openAccess, openDatabase, tablesOf } from "../../src/database/engine.ts";
import { publish } from "../../src/publish/publish.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { nodeFlags } from "../../src/serve/files-process.ts";
import { plenty } from "../support/access.ts";
import { measured } from "../support/measured-command.ts";
import { startServing } from "../support/serving-process.ts";
import type { Bench } from "./bench.ts";
import { fullSample, seconds } from "./full-sample.ts";
import { median } from "./http/statistics.ts";

const mostMs = 30 * 60_000;
const rounds = 5;
const calmMs = 8_000;

export const benchFiles: Bench = async (folder, print) => {
  const { database, url } = await fullSample(folder);
  await publish(database, { all: false, acceptRemovals: false, publishedAt: new Date().toISOString() });
  await database.close();
  const settings = { DATABASE_URL: url, DATA_DIR: folder, FILES: "on" };
  const make = async () => {
    const { code, errors, output, peakMb } = await measured(["files", "--json"], settings, mostMs, nodeFlags);
    if (code !== 0) throw new Error(errors);
    return { ...(JSON.parse(output) as { made: number; cpu_ms: number }), peakMb };
  };
  const all = await make();
  print(`all ${all.made} files: ${seconds(all.cpu_ms)} of CPU, peak memory ${Math.round(all.peakMb)} MB`);
  await forget(url);
  const night = await make();
  print(`${night.made} files of a season: ${seconds(night.cpu_ms)} of CPU, peak memory ${Math.round(night.peakMb)} MB`);

  const serving = startServing({ ...settings, FILES: "off", LOG_LEVEL: "silent" });
  const agent = new Agent({ keepAlive: true });
  try {
    const access = await openAccess(url);
    const made = { email: "reader@example.com", plan: "standard", ...plenty, now: new Date() } as const;
    const { key } = await createKey(access, made);
    await access.close();
    const ask = asker(agent, `${await serving.url}/v1/odds?sport=nfl&season=2025&limit=100`, key);
    await read(ask, sleep(calmMs));
    const calm: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round < rounds; round++) {
      calm.push(percentile99(await read(ask, sleep(calmMs))));
      await forget(url);
      beside.push(percentile99(await read(ask, make())));
    }
    print(`p99 of 100 odds rows: ${median(calm).toFixed(1)} ms, while files are made ${median(beside).toFixed(1)} ms`);
  } finally {
    agent.destroy();
    await serving.close();
  }
};

/** Takes the files of one baseball season from the list, so that the next making makes these. */
async function forget(url: string): Promise<void> {
  const database = await openDatabase(url);
  const files = tablesOf<ReleaseTables>(database.kysely).deleteFrom("offered_files");
  await files.where("sport", "=", "mlb").where("season", "=", 2025).execute();
  await database.close();
}

type Ask = () => Promise<number>;

/** Resolves with the milliseconds of an answer. */
function asker(agent: Agent, url: string, key: string): Ask {
  return () =>
    new Promise((resolve, reject) => {
      const begunMs = performance.now();
      request(url, { agent, headers: { "x-api-key": key } }, (response) => {
        response.resume();
        response.on("end", () => resolve(performance.now() - begunMs));
      })
        .on("error", reject)
        .end();
    });
}

/** Four readers with pauses, as programs have them, until something has come to its end. */
async function read(ask: Ask, end: Promise<unknown>): Promise<readonly number[]> {
  let isOver = false;
  const over = end.finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  const reader = async (): Promise<void> => {
    while (!isOver) {
      times.push(await ask());
      await sleep(5);
    }
  };
  await Promise.all([over, ...Array.from({ length: 4 }, reader)]);
  return times;
}

function percentile99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}
