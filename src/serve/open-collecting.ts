/** Puts a collector together: clients, asker, credits, and what remembers them in the database. */
import type { Logger } from "pino";
import { realClock } from "../collect/asking/ask.ts";
import { creditsLeftOf, databaseMemory } from "../collect/asking/memory.ts";
import { oddsClient, resultsClients } from "../collect/clients/all.ts";
import { type Collector, openCollector } from "../collect/collector.ts";
import type { Config } from "../config/config.ts";
import type { Database } from "../database/engine.ts";
import { tellAlarms } from "./alarm-webhook.ts";
import { openFilesMaking } from "./files-process.ts";
import { openProviderAsker } from "./provider-asker.ts";

export type Collecting = Collector & {
  /** Resolves when the files of what was published are made. */
  filesMade(): Promise<void>;
  /** Ends requests under way, and the making of files. */
  close(): Promise<void>;
};

export function openCollecting(config: Config, database: Database, log: Logger): Collecting {
  const { collect, alarmWebhookUrl } = config;
  const files = openFilesMaking(config, (why) => log.warn({ why }, "the files of the seasons were not made"));
  const memory = databaseMemory(database);
  const asker = openProviderAsker({ collect }, database, log);
  const odds = oddsClient(collect);
  const collector = openCollector({
    database,
    clock: realClock,
    asker,
    log,
    resultsClients: resultsClients(collect),
    oddsClient: odds,
    sports: collect.sports,
    afterPublish: async () => {
      files.ask();
      const why = await tellAlarms(database, alarmWebhookUrl);
      if (why !== null) log.warn({ why }, "nobody was told of the alarms");
    },
    ...(odds === null ? {} : { creditsLeft: creditsLeftOf(memory, odds.provider, collect.creditsPerDay) }),
  });
  return {
    ...collector,
    filesMade: () => files.idle(),
    close() {
      files.end();
      return asker.close();
    },
  };
}
