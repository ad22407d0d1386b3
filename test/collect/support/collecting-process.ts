/**
 * A collector in a process of its own, to be killed. Its argument is JSON:
 * - `url`: the database, `from` and `until`: the span of simulated time, `holder`: its name in the bookkeeping;
 * - `timeFile`: where the simulated time is kept, so that the next process goes on at the moment at which this was killed;
 * - `killAt`: it kills itself, as SIGKILL does, when this many things have happened (a request, or a look at the clock);
 *   null: never;
 * - `realTime`: the clock is the machine's, plus what `from` is away from now.
 * It writes a line for every request and for every line of its log.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { openCollector } from "../../../src/collect/collector.ts";
import { type LeaseTimes, usualLeaseTimes } from "../../../src/collect/runs/lease.ts";
import { openDatabase } from "../../../src/database/engine.ts";
import { allClients, oddsClient, scriptedAsker } from "./scripted.ts";
import { simulatedClock } from "./simulated-clock.ts";
import { worldReply } from "./world.ts";

export type ProcessOptions = {
  readonly url: string;
  readonly from: string;
  readonly until: string;
  readonly holder: string;
  readonly timeFile?: string;
  readonly killAt?: number | null;
  readonly realTime?: boolean;
  readonly lease?: LeaseTimes;
};

const options = JSON.parse(process.argv[2] ?? "{}") as ProcessOptions;
const { url, from, until, holder, timeFile, killAt = null } = options;

let happened = 0;
function happens(): void {
  happened += 1;
  if (happened === killAt) process.kill(process.pid, "SIGKILL");
}

const simulated = simulatedClock(from, until);
const aheadMs = Date.parse(from) - Date.now();
const clock = {
  nowMs: () => {
    happens();
    return options.realTime ? Date.now() + aheadMs : simulated.nowMs();
  },
  async sleep(ms: number, signal?: AbortSignal) {
    happens();
    if (options.realTime) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(ms, 500));
        signal?.addEventListener("abort", () => {
          clearTimeout(timer);
          resolve();
        });
      });
      return;
    }
    await simulated.sleep(ms);
    if (timeFile !== undefined) writeFileSync(timeFile, String(simulated.nowMs()));
  },
};

if (timeFile !== undefined) {
  const known = readFileSync(timeFile, "utf8");
  if (known !== "") simulated.set(Number(known));
}
const tell = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const asker = scriptedAsker(clock, (label, nowMs) => {
  tell({ asked: label, atMs: nowMs });
  return worldReply(label, nowMs);
});
const write = (about: object, message?: string): void => tell({ message, ...about });
const database = await openDatabase(url);
const collector = openCollector({
  ...{ database, clock, asker, holder, resultsClients: allClients, oddsClient: oddsClient() },
  lease: options.lease ?? usualLeaseTimes,
  log: { info: write, warn: write, error: write } as Parameters<typeof openCollector>[0]["log"],
});
const stopping = new AbortController();
process.on("SIGTERM", () => stopping.abort());
await collector.run(AbortSignal.any([stopping.signal, simulated.stop]));
await database.close();
