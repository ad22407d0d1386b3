/**
 * A process that collects under a simulated clock until the end of a span: see `lives.ts`, which starts it, tells
 * it what to do, and may kill it.
 */
import { once } from "node:events";
import { flushCompileCache } from "node:module";
import { setImmediate as turnOfLoop } from "node:timers/promises";
import { type ClientSettings, oddsClient, resultsClients } from "../../src/collect/clients/all.ts";
import { openCollector } from "../../src/collect/collector.ts";
import { openDatabase } from "../../src/database/engine.ts";
import { askedProviders } from "../../src/domain/providers.ts";
import type { Life } from "./lives.ts";
import { ProviderRecord, replayAsker } from "./providers.ts";
import { worldOf } from "./world.ts";

const longestAfterMarkMs = 2 * 3_600_000;

const quiet = { info() {}, warn() {}, error: (...line: unknown[]) => console.error(...line) };

async function live({ world: name, databaseUrl, record: folder, fromMs, untilMs, faults, markMs }: Life) {
  const record = new ProviderRecord(folder);
  const stop = new AbortController();
  let nowMs = fromMs;
  record.noteTime(nowMs);
  /** Time passes only while the collector sleeps, and then at once. */
  const clock = {
    nowMs: () => nowMs,
    async sleep(ms: number) {
      const isMarked = markMs !== null && nowMs >= markMs;
      nowMs = Math.min(untilMs, nowMs + Math.max(0, ms));
      record.noteTime(nowMs);
      if (markMs !== null && nowMs >= markMs && !isMarked) process.send?.("marked");
      // A process that nobody has killed hours later, because the machine is busy, stands still until somebody does.
      if (markMs !== null && nowMs > markMs + longestAfterMarkMs)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      if (nowMs === untilMs) stop.abort();
      await turnOfLoop();
    },
  };
  const urls = Object.keys(askedProviders).map((provider) => [provider, "http://provider.test"]);
  const baseUrls = Object.fromEntries(urls) as ClientSettings["baseUrls"];
  const settings = { baseUrls, cfbdKey: null, oddsApiKey: "a-key", oddsApiRegions: ["us"] };
  const database = await openDatabase(databaseUrl);
  const collector = openCollector({
    ...{ database, clock, log: quiet, sports: ["mlb"] },
    asker: replayAsker({ world: worldOf(name), clock, faults, record }),
    resultsClients: resultsClients(settings),
    oddsClient: oddsClient(settings),
  });
  await collector.run(stop.signal);
  await database.close();
}

// A killed process has no end at which it could do so.
flushCompileCache();
const [life] = (await once(process, "message")) as [Life];
await live(life);
process.disconnect?.();
