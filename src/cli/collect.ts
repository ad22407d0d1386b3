/** `gradeline collect`: asks providers when something is due, and publishes every night, until a signal ends it. */
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import { type Database, openDatabase } from "../database/engine.ts";
import { dayMs } from "../domain/durations.ts";
import { openServerLog } from "../serve/log.ts";
import { type Collecting, openCollecting } from "../serve/open-collecting.ts";
import { stopOnSignals, within } from "../serve/stopping.ts";
import { CommandError } from "./failure.ts";
import { missingKey } from "./output/next-steps.ts";
import { print } from "./output/print.ts";
import { isoOf } from "./output/table-text.ts";
import { terminalLog } from "./output/terminal-log.ts";
import { holdsOnlySample } from "./sample.ts";
import { patienceOfServe } from "./with-database.ts";

type CollectOptions = {
  readonly once?: true;
  readonly plan?: true;
  readonly json?: true;
  readonly quiet?: true;
};

/** For requests that are broken off, and then for connections to be closed. */
const closeMs = 1_000;

export async function collectCommand(config: Config, options: CollectOptions): Promise<void> {
  const log = openOwnLog(config, options);
  const stopping = stopOnSignals((why) => log.error(`ending at once: ${why}`));
  const database = await openDatabase(config.databaseUrl, patienceOfServe(config));
  const collecting = openCollecting(config, database, log);
  try {
    await refuseSample(database);
    if (config.collect.oddsApiKey === null && !options.plan) log.warn(missingKey);
    if (options.plan) await printPlan(config, collecting, options);
    else if (options.once) await collectOnce(collecting, log, stopping.signal);
    else await collecting.run(stopping.signal);
  } finally {
    const complain = (error: unknown) => log.error(error, "not everything was closed in good order");
    await within(closeMs, collecting.close(), complain);
    await within(closeMs, database.close(), complain);
  }
  stopping.leave();
}

/** On a terminal a person wants to see what happens; a collector that a server has started is as quiet as the server. */
function openOwnLog({ logLevel }: Config, { quiet, plan }: CollectOptions): Logger {
  if (plan) return openServerLog("silent");
  if (process.stdout.isTTY !== true) return openServerLog(logLevel ?? "info");
  return openServerLog(logLevel ?? (quiet ? "warn" : "info"), terminalLog());
}

/** Real games beside invented ones would make an archive that nobody can believe. */
async function refuseSample(database: Database): Promise<void> {
  if (!(await holdsOnlySample(database))) return;
  throw new CommandError("the database holds the sample; collect into one of its own (DATABASE_URL)");
}

async function collectOnce(collecting: Collecting, log: Logger, stop: AbortSignal): Promise<void> {
  const isLeader = await collecting.runDue(Date.now(), stop);
  if (!isLeader) log.info("another node collects now, so there is nothing to do");
  await collecting.filesMade();
}

async function printPlan(config: Config, collecting: Collecting, { json }: CollectOptions): Promise<void> {
  const nowMs = Date.now();
  const planned = await collecting.plan(nowMs, nowMs + dayMs);
  const requests = planned.map(({ atMs, ...each }) => ({ at: isoOf(atMs), ...each }));
  if (json) return print(requests, { json });
  const creditsOf = (some: typeof requests) => some.reduce((sum, { credits }) => sum + credits, 0);
  const { creditsPerDay, oddsApiKey } = config.collect;
  const plan = {
    plan: "what costs credits in the next 24 hours, by the games that are known now",
    credits: creditsOf(requests),
    ...(creditsPerDay === null ? {} : { credits_that_a_day_may_cost: creditsPerDay }),
    ...(oddsApiKey === null ? { no_key: missingKey } : {}),
    jobs: [...Map.groupBy(requests, ({ job }) => job)].map(([job, some]) => {
      const times = some.map(({ at }) => at).sort();
      return { job, requests: some.length, credits: creditsOf(some), first: times[0], last: times.at(-1) };
    }),
  };
  print(plan, { json });
}
