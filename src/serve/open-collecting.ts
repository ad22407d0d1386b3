/** Puts a collector together: clients, asker, credits, and what remembers them in the database. */
import type { Logger } from "pino";
import { openAsker, userAgent } from "../collect/asking/asker.ts";
import { keptAnswers } from "../collect/asking/kept-answers.ts";
import { databaseMemory } from "../collect/asking/memory.ts";
import { oddsClient, resultsClients } from "../collect/clients/all.ts";
import { realClock } from "../collect/clock.ts";
import { type Collector, openCollector } from "../collect/collector.ts";
import { creditLimitOf } from "../collect/credit-limit.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/engine.ts";
import { programVersion } from "../http/version.ts";

export type Collecting = Collector & {
  /** Ends requests under way. */
  close(): Promise<void>;
};

export function openCollecting({ collect }: Config, database: Database, log: Logger): Collecting {
  const memory = databaseMemory(database);
  const asker = openAsker({
    ...{ clock: realClock, memory, log },
    userAgent: userAgent(programVersion(), collect.contact),
    creditsPerDay: collect.creditsPerDay,
    ...(collect.answers === null ? {} : { keep: keptAnswers({ ...collect.answers, log }) }),
  });
  const odds = oddsClient(collect);
  const collector = openCollector({
    ...{ database, clock: realClock, asker, log },
    resultsClients: resultsClients(collect),
    oddsClient: odds,
    sports: collect.sports,
    ...(odds === null ? {} : { credits: creditLimitOf(memory, odds.provider, collect.creditsPerDay) }),
  });
  return { ...collector, close: () => asker.close() };
}
