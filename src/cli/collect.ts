/** `gradeline collect`: asks providers when something is due, and publishes every night, until a signal ends it. */
import type { Config } from "../config/config.ts";
import { openDatabase } from "../database/engine.ts";
import { openCollecting } from "../serve/open-collecting.ts";
import { stopOnSignals, within } from "../serve/stopping.ts";
import { openLongLog } from "./output/terminal-log.ts";
import { patienceOf, refuseSample } from "./with-database.ts";

type CollectOptions = { readonly once?: true; readonly quiet?: true };

/** For requests that are broken off, and then for connections to be closed. */
const closeMs = 1_000;

export async function collectCommand(config: Config, options: CollectOptions): Promise<void> {
  // On a terminal a person sees what happens; a collector that a server has started is as quiet as the server.
  const log = openLongLog(config, options.quiet ? "warn" : "info");
  const stopping = stopOnSignals((why) => log.error(`ending at once: ${why}`));
  const database = await openDatabase(config.databaseUrl, patienceOf(config));
  const collecting = openCollecting(config, database, log);
  try {
    await refuseSample(database, "collect");
    if (config.collect.oddsApiKey === null)
      log.info("THE_ODDS_API_KEY is not set, so lines are of the one or two books that ESPN has");
    if (!options.once) await collecting.run(stopping.signal);
    else {
      const isLeader = await collecting.runDue(Date.now(), stopping.signal);
      if (!isLeader) log.info("another node collects now, so there is nothing to do");
      await collecting.filesMade();
    }
  } finally {
    const complain = (error: unknown) => log.error(error, "not everything was closed in good order");
    await within(closeMs, collecting.close(), complain);
    await within(closeMs, database.close(), complain);
  }
  stopping.leave();
}
