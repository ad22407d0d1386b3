/**
 * Imports twenty million quotes: captured answers of The Odds API over and over, each time with other event ids and a week
 * later. The answers are read where they are; only the time of shifting them is not counted.
 */
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { openDatabase } from "../../src/database/engine.ts";
import { parseJson } from "../../src/feed/parse.ts";
import { readOddsApi, seenAtOfFileName } from "../../src/feed/providers/the-odds-api.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import type { Bench } from "./bench.ts";
import { cpuMs, cpuMsOf, peakMemory } from "./cpu.ts";
import { seconds } from "./full-sample.ts";
import { perSecond } from "./import.ts";

const wantedQuotes = 20_000_000;
const weekMs = 7 * 24 * 3_600_000;
/** After the last shifted start. */
const nowMs = Date.UTC(2035, 0, 1);
const captures = ["nfl-2025", "mlb-2026-07-week"];

/** The texts with another time wherever there is one, and other ids. */
class Shifter {
  readonly #copy: number;
  readonly #times = new Map<string, string>();

  constructor(copy: number) {
    this.#copy = copy;
  }

  time(text: string): string {
    const known = this.#times.get(text);
    if (known !== undefined) return known;
    const shifted = new Date(Date.parse(text) + this.#copy * weekMs).toISOString().replace(".000Z", "Z");
    this.#times.set(text, shifted);
    return shifted;
  }

  text(text: string): string {
    return text
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, (time) => this.time(time))
      .replace(/"id":(\s*)"([0-9a-f]{32})"/g, (_, space, id) => `"id":${space}"${id}${this.#copy}"`);
  }
}

type Spent = { shiftingMs: number; shiftingCpuMs: number; quotes: number };

function* shiftedQuotes(files: readonly string[], spent: Spent): Generator<FeedItem> {
  const packed = files.map((file) => ({ file, bytes: readFileSync(file) }));
  for (let copy = 0; ; copy++) {
    const shifter = new Shifter(copy);
    for (const { file, bytes } of packed) {
      const text = gunzipSync(bytes).toString("utf8");
      const begun = performance.now();
      const begunCpu = process.threadCpuUsage();
      const shifted = shifter.text(text);
      spent.shiftingCpuMs += cpuMsOf(process.threadCpuUsage(begunCpu));
      spent.shiftingMs += performance.now() - begun;
      const seenAt = seenAtOfFileName(file);
      const source = { file, nowMs, sport: null, seenAt: seenAt === null ? null : shifter.time(seenAt) };
      for (const item of readOddsApi(parseJson(shifted, file), source)) {
        spent.quotes += 1;
        yield item;
      }
      if (spent.quotes >= wantedQuotes) return;
    }
  }
}

export const benchImport20m: Bench = async (folder, print) => {
  const data = process.argv[process.argv.indexOf("import-20m") + 1] ?? join("..", "shared", "data");
  const files = captures.flatMap((name) => globSync(join(data, "the-odds-api", name, "*.json.gz")).sort());
  if (files.length === 0) throw new Error(`no captured answers in ${data}: name the folder after import-20m`);
  const url = join(folder, "import-20m.db");
  const database = await openDatabase(url);
  const spent: Spent = { shiftingMs: 0, shiftingCpuMs: 0, quotes: 0 };
  const begun = performance.now();
  let readMs = 0;
  const items = (function* () {
    yield* shiftedQuotes(files, spent);
    readMs = performance.now() - begun - spent.shiftingMs;
  })();
  const begunCpu = process.cpuUsage();
  const report = await importItems(database, items, new Date().toISOString());
  const ms = performance.now() - begun - spent.shiftingMs;
  const usedMs = cpuMs(begunCpu) - spent.shiftingCpuMs;
  await database.close();
  const counts = [report.read, report.accepted, report.refused].map((count) => count.toLocaleString("en-US"));
  print(`${counts[0]} quotes read, ${counts[1]} accepted, ${counts[2]} refused`);
  print(`${seconds(ms)}: ${seconds(readMs)} to read them, ${seconds(ms - readMs)} to sort and write them`);
  print(`${seconds(usedMs)} of CPU, which is ${perSecond((report.read / usedMs) * 1000)} quotes a second of CPU`);
  print(`${perSecond((report.read / ms) * 1000)} quotes/s; ${peakMemory()}; ${statSync(url).size >> 20} MB on disk`);
};
