/** Opens the asker as the settings want it: who asks, and what may be spent. */
import type { Logger } from "pino";
import { type Asker, realClock } from "../collect/asking/ask.ts";
import { HttpAsker, userAgent } from "../collect/asking/asker.ts";
import { databaseMemory } from "../collect/asking/memory.ts";
import type { Config } from "../config/config.ts";
import type { Database } from "../database/engine.ts";
import { programPage, programVersion } from "../http/version.ts";

type More = {
  /** Otherwise the setting CREDITS_PER_DAY. */
  readonly creditsPerDay?: number | null;
};

export function openProviderAsker(
  { collect }: Pick<Config, "collect">,
  database: Database,
  log: Pick<Logger, "debug" | "warn" | "error">,
  { creditsPerDay = collect.creditsPerDay }: More = {},
): Asker {
  return new HttpAsker({
    clock: realClock,
    memory: databaseMemory(database),
    userAgent: userAgent({ version: programVersion(), page: programPage(), contact: collect.contact }),
    log,
    creditsPerDay,
  });
}
