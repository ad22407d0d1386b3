/** Puts a collector together: clients, asker, credits, and what remembers them in the database. */
import type { Logger } from "pino";
import { databaseMemory } from "../collect/asking/memory.ts";
import { oddsClient, resultsClients } from "../collect/clients/all.ts";
import { realClock } from "../collect/clock.ts";
import { type Collector, openCollector } from "../collect/collector.ts";
import { creditLimitOf } from "../collect/credit-limit.ts";
import type { Config } from "../config/config.ts";
import type { Database } from "../database/engine.ts";
import { tellAlarms } from "./alarm-webhook.ts";
import { openProviderAsker } from "./provider-asker.ts";

export type Collecting = Collector & {
  /** Ends requests under way. */
  close(): Promise<void>;
};

export function openCollecting({ collect, alarmWebhookUrl }: Config, database: Database, log: Logger): Collecting {
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
      const why = await tellAlarms(database, alarmWebhookUrl);
      if (why !== null) log.warn({ why }, "nobody was told of the alarms");
    },
    ...(odds === null ? {} : { credits: creditLimitOf(memory, odds.provider, collect.creditsPerDay) }),
  });
  return { ...collector, close: () => asker.close() };
}
