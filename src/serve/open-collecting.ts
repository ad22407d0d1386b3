/** Puts a collector together: clients, asker, credits, and what remembers them in the database. */
import type { Logger } from "pino";
import { type Asker, realClock } from "../collect/asking/ask.ts";
import { HttpAsker, userAgent } from "../collect/asking/asker.ts";
import { AskMemory } from "../collect/asking/memory.ts";
import { oddsClient, resultsClients } from "../collect/clients/all.ts";
import { type Collector, openCollector } from "../collect/collector.ts";
import type { Config } from "../config/config.ts";
import type { Database } from "../database/engine.ts";
import { programPage, programVersion } from "../http/version.ts";
import { tellAlarms } from "./alarm-webhook.ts";
import { openFilesMaking } from "./own-processes.ts";

export type Collecting = Collector & {
  /** Resolves when the files of what was published are made. */
  filesMade(): Promise<void>;
  /** Ends requests under way, and the making of files. */
  close(): Promise<void>;
};

export function openCollecting(config: Config, database: Database, log: Logger): Collecting {
  const { collect, alarmWebhookUrl } = config;
  const files = openFilesMaking(config, (why) => log.warn({ why }, "the files of the seasons were not made"));
  const memory = new AskMemory(database);
  const asker = openProviderAsker({ collect }, database, log);
  const collector = openCollector({
    database,
    clock: realClock,
    asker,
    log,
    resultsClients: resultsClients(collect),
    oddsClient: oddsClient(collect),
    sports: collect.sports,
    afterPublish: async () => {
      files.ask();
      const why = await tellAlarms(database, alarmWebhookUrl);
      if (why !== null) log.warn({ why }, "nobody was told of the alarms");
    },
    creditsLeft: (nowMs) => memory.creditsLeft("the-odds-api", nowMs, collect.creditsPerDay),
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

export function openProviderAsker(
  { collect }: Pick<Config, "collect">,
  database: Database,
  log: Pick<Logger, "debug" | "warn" | "error">,
): Asker {
  return new HttpAsker({
    clock: realClock,
    memory: new AskMemory(database),
    userAgent: userAgent({ version: programVersion(), page: programPage(), contact: collect.contact }),
    log,
    creditsPerDay: collect.creditsPerDay,
  });
}
