/** A whole server with metrics, on sockets, over the databases that a DATABASE_URL names; and what collecting has noted there of providers. */
import assert from "node:assert/strict";
import type { AskTables } from "../../src/collect/asking/memory.ts";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { openServerLog } from "../../src/serve/log.ts";
import { openServer, type ServerOptions } from "../../src/serve/open-server.ts";
import { siteConfig } from "../support/api.ts";
import type { Settings } from "../support/process.ts";
import { until } from "../support/until.ts";
import { Scrape } from "./prometheus-text.ts";

export type MeteredServer = Awaited<ReturnType<typeof startMetered>>;

export async function startMetered(
  databaseUrl: string,
  { settings = {}, ...options }: ServerOptions & { readonly settings?: Settings } = {},
) {
  const lines: string[] = [];
  const server = await openServer(siteConfig({ DATABASE_URL: databaseUrl, METRICS_PORT: "0", ...settings }), {
    log: openServerLog("info", { write: (line) => void lines.push(line) }),
    ...options,
  });
  const url = await server.listen();
  const metricsUrl = server.metricsUrl() ?? assert.fail("there are no metrics");
  const scrape = async (): Promise<Scrape> => {
    const answer = await fetch(metricsUrl, { signal: AbortSignal.timeout(20_000) });
    assert.equal(answer.status, 200);
    return new Scrape(await answer.text());
  };
  return {
    server,
    /** Where callers ask. */
    url,
    metricsUrl,
    /** The lines of its log. */
    lines: lines as readonly string[],
    scrape,
    /** The first scrape that has something: a request is counted when its answer has gone out, which its caller may know a moment earlier. */
    async scraped(isThere: (scrape: Scrape) => boolean, what: string): Promise<Scrape> {
      let found = await scrape();
      await until(async () => {
        found = await scrape();
        return isThere(found);
      }, what);
      return found;
    },
    close: () => server.close(0),
  };
}

type ProviderRow = AskTables["collect_providers"];

/** Rows of the table in which collecting keeps how asking the providers goes. A time of 0: there is no such time. */
export async function writeProviders(
  { kysely }: Database,
  rows: readonly (Partial<ProviderRow> & Pick<ProviderRow, "provider" | "requests" | "failures_total">)[],
): Promise<void> {
  const nothingYet = { failures: 0, stopped_until_ms: 0, open_until_ms: 0, last_success_ms: 0 };
  const values = rows.map((row) => ({ ...nothingYet, ...row }));
  await tablesOf<AskTables>(kysely).insertInto("collect_providers").values(values).execute();
}
