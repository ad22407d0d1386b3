/**
 * A collector in a process of its own, to be killed. Its argument is JSON: `url` is the database, `holder` its name in the
 * bookkeeping, and `from` the moment from which its clock goes on at the machine's pace. It writes a line for every request
 * and for every line of its log.
 */

import { realClock } from "../../../src/collect/asking/ask.ts";
import { openCollector } from "../../../src/collect/collector.ts";
import { openDatabase } from "../../../src/database/engine.ts";
import { allClients, oddsClient, scriptedAsker } from "./scripted.ts";
import { worldReply } from "./world.ts";

export type ProcessOptions = { readonly url: string; readonly from: string; readonly holder: string };

const { url, from, holder } = JSON.parse(process.argv[2] ?? "{}") as ProcessOptions;
const aheadMs = Date.parse(from) - Date.now();
const clock = {
  nowMs: () => Date.now() + aheadMs,
  sleep: (ms: number, signal?: AbortSignal) => realClock.sleep(Math.min(ms, 500), signal),
};
const tell = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const asker = scriptedAsker(clock, (label, nowMs) => {
  tell({ asked: label, atMs: nowMs });
  return worldReply(label, nowMs);
});
const write = (about: object, message?: string): void => tell({ message, ...about });
const database = await openDatabase(url);
const collector = openCollector({
  ...{ database, clock, asker, holder, resultsClients: allClients, oddsClient: oddsClient() },
  log: { info: write, warn: write, error: write } as Parameters<typeof openCollector>[0]["log"],
});
const stopping = new AbortController();
process.on("SIGTERM", () => stopping.abort());
await collector.run(stopping.signal);
await database.close();
