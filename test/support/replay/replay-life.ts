/**
 * A process that collects under a simulated clock until the end of a span: see `replay-lives.ts`, which starts it, tells
 * it what to do, and may kill it.
 */
import { once } from "node:events";
import { flushCompileCache } from "node:module";
import { setTimeout as realSleep } from "node:timers/promises";
import { HttpAsker } from "../../../src/collect/asking/asker.ts";
import { databaseMemory } from "../../../src/collect/asking/memory.ts";
import { type ClientSettings, oddsClient, resultsClients } from "../../../src/collect/clients/all.ts";
import { openCollector } from "../../../src/collect/collector.ts";
import { type Database, openDatabase } from "../../../src/database/engine.ts";
import { askedProviders } from "../../../src/domain/providers.ts";
import { startProviderServer } from "../provider-server.ts";
import { ProviderRecord } from "./provider-record.ts";
import { ReplayClock } from "./replay-clock.ts";
import type { Life } from "./replay-lives.ts";
import { worldOf } from "./replay-worlds.ts";
import { watchWork } from "./work-under-way.ts";

const longestAfterMarkMs = 2 * 3_600_000;

const holder = `replay:${process.pid}`;
const quiet = { debug() {}, info() {}, warn() {}, error: (...line: unknown[]) => console.error(...line) };

/** The clock must not be moved before there is somebody who goes by it. */
async function untilItLeads({ kysely }: Database): Promise<void> {
  for (;;) {
    const lead = await kysely.selectFrom("collect_leader").select("holder").executeTakeFirst();
    if (lead?.holder === holder) return;
    await realSleep(5);
  }
}

async function live({
  world: name,
  databaseUrl,
  record: folder,
  fromMs,
  untilMs,
  faults,
  markMs,
}: Life): Promise<void> {
  const work = watchWork();
  const record = new ProviderRecord(folder);
  const world = worldOf(name);
  let isMarked = false;
  const clock = new ReplayClock(fromMs, work, (nowMs) => {
    record.noteTime(nowMs);
    if (markMs === null || nowMs < markMs) return;
    // A process that nobody has killed hours later, because the machine is busy, stands still until somebody does.
    if (nowMs > markMs + longestAfterMarkMs) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    if (!isMarked) process.send?.("marked");
    isMarked = true;
  });
  record.noteTime(fromMs);
  const server = await startProviderServer({ world, nowMs: () => clock.nowMs(), faults, record });
  const database = await openDatabase(databaseUrl);
  const urls = Object.keys(askedProviders).map((provider) => [provider, server.url]);
  const baseUrls = Object.fromEntries(urls) as ClientSettings["baseUrls"];
  const settings = {
    baseUrls,
    cfbdKey: null,
    oddsApiKey: "a-key",
    oddsApiRegions: ["us"],
  };
  const asker = new HttpAsker({
    clock,
    memory: databaseMemory(database),
    userAgent: "Gradeline/replay",
    log: quiet,
  });
  const collector = openCollector({
    ...{ database, clock, asker, log: quiet, holder, sports: ["mlb"] },
    resultsClients: resultsClients(settings),
    oddsClient: oddsClient(settings),
  });
  const stop = new AbortController();
  const collecting = collector.run(stop.signal);
  await untilItLeads(database);
  await clock.sleep(untilMs - clock.nowMs());
  stop.abort();
  await collecting;
  await asker.close();
  await server.close();
  await database.close();
}

// A killed process has no end at which it could do so.
flushCompileCache();
const [life] = (await once(process, "message")) as [Life];
await live(life);
process.disconnect?.();
