/** How long answers take while another process publishes a night of changed games into the same database. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { type Asker, openAsker } from "../asker.ts";
import { loadCore } from "../cores.ts";
import type { NightReport } from "../programs/publish-night.ts";
import { writeList } from "../recording.ts";
import { startGradeline } from "../servers/gradeline.ts";
import { median } from "../statistics.ts";
import { hundreds, oddsSeasons } from "./odds-pages.ts";
import type { Bench } from "./part.ts";

export type Night = {
  readonly games: number;
  readonly nights: number;
  readonly requestsPerSecond: number;
  /** Median of the nights: to import, and to publish. */
  readonly importMs: number;
  readonly publishMs: number;
  readonly before: Latencies;
  /** From the start of the publishing process until one second after the server answers from the new revision. */
  readonly during: Latencies;
};

/** In milliseconds, of the requests of all nights together. */
export type Latencies = {
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly most: number;
};

const games = 60;
const nights = 5;
const requestsPerSecond = 1000;
const connections = 16;
const quietMs = 5000;
const mostMs = 120_000;
const paced = join(import.meta.dirname, "..", "programs", "paced-load.ts");
const publisher = join(import.meta.dirname, "..", "programs", "publish-night.ts");

export async function measureNight({ databaseFile, folder, key, say }: Bench): Promise<Night> {
  const server = await startGradeline(databaseFile, folder);
  const asker = openAsker(server.base, key);
  try {
    const listFile = join(folder, "night-list");
    // The sport whose season changes.
    const seasons = (await oddsSeasons(asker)).filter(({ path }) => path.includes("sport=nfl"));
    writeList(
      listFile,
      (await hundreds(asker, seasons, 400)).map((path) => ({ path })),
    );
    const reports: NightReport[] = [];
    const quiet: number[] = [];
    const busy: number[] = [];
    for (let night = -1; night < nights; night++) {
      const outFile = join(folder, `night-${night}`);
      const words = [server.base, key, listFile, requestsPerSecond, connections, outFile].map(String);
      const load = spawn("taskset", ["-c", loadCore, process.execPath, paced, ...words], { stdio: "inherit" });
      const ended = new Promise((resolve) => load.on("close", resolve));
      let report: NightReport;
      let begunMs = 0;
      let endedMs = 0;
      try {
        await after(1000 + quietMs);
        const revision = await revisionOf(asker);
        begunMs = Date.now();
        report = await publishNight(databaseFile);
        await untilAfter(asker, revision);
        await after(1000);
        endedMs = Date.now();
      } finally {
        load.kill("SIGTERM");
        await ended;
      }
      // The first night warms up.
      if (night < 0) continue;
      reports.push(report);
      const asked = JSON.parse(readFileSync(outFile, "utf8")) as readonly (readonly [number, number])[];
      for (const [atMs, tookMs] of asked) {
        if (atMs >= begunMs - quietMs && atMs < begunMs) quiet.push(tookMs);
        else if (atMs >= begunMs && atMs < endedMs) busy.push(tookMs);
      }
      say(`night ${night + 1} of ${nights}: published ${report.changed} games in ${report.publishMs.toFixed(0)} ms`);
    }
    return {
      games,
      nights,
      requestsPerSecond,
      importMs: median(reports.map(({ importMs }) => importMs)),
      publishMs: median(reports.map(({ publishMs }) => publishMs)),
      before: latenciesOf(quiet),
      during: latenciesOf(busy),
    };
  } finally {
    asker.close();
    await server.close();
  }
}

function publishNight(databaseFile: string): Promise<NightReport> {
  return new Promise((resolve, reject) => {
    // With less right to the core than the load, whose clock must be on time.
    const words = ["-n", "10", "taskset", "-c", loadCore, process.execPath, publisher, databaseFile, String(games)];
    const child = spawn("nice", words, { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(JSON.parse(output) as NightReport);
      else reject(new Error(`a night was not published: ${code}`));
    });
  });
}

/** The ETag of a list that every revision changes. */
async function revisionOf(asker: Asker): Promise<string> {
  return String((await asker.ask("/v1/revisions?limit=1")).headers.etag);
}

async function untilAfter(asker: Asker, revision: string): Promise<void> {
  for (const begunMs = Date.now(); Date.now() - begunMs < mostMs; await after(100)) {
    if ((await revisionOf(asker)) !== revision) return;
  }
  throw new Error("the server never answered from the new revision");
}

function latenciesOf(values: readonly number[]): Latencies {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { requests: sorted.length, p50: at(0.5), p99: at(0.99), p999: at(0.999), most: sorted.at(-1) ?? 0 };
}
