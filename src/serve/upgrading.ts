/** A database of a version before releases is upgraded before anything is served. It takes a minute, in which callers are told to wait. */
import { createServer } from "node:http";
import type { Logger } from "pino";
import { healthPath } from "../api/health.ts";
import type { Database } from "../database/engine.ts";
import { needsUpgrade, upgradeArchive } from "../release/archive/upgrade.ts";

type Place = { readonly host: string; readonly port: number };

/** Answers every request with 503 meanwhile, also /readyz; /healthz says that the process lives, so that nobody ends it. */
export async function upgradeBeforeServing(facts: Database, place: Place, log: Logger): Promise<void> {
  if (!(await needsUpgrade(facts.kysely))) return;
  log.warn("what an earlier version has published becomes a release, which takes a minute; /readyz is 503 meanwhile");
  const waiting = createServer(({ url }, response) => {
    const isWell = url === healthPath;
    response.setHeader("cache-control", "no-store").setHeader("content-type", "text/plain; charset=utf-8");
    if (!isWell) response.setHeader("retry-after", "5");
    response.statusCode = isWell ? 200 : 503;
    response.end(isWell ? "ok\n" : "unavailable: the database is being upgraded\n");
  });
  // The server itself says why it cannot listen, where it cannot.
  waiting.on("error", () => {});
  waiting.listen(place.port, place.host);
  try {
    const done = await upgradeArchive(facts, (season) => log.info({ season }, "a season becomes part of a release"));
    if (done === null) return;
    log.warn({ revision: done.revision, games: done.games }, "the database is upgraded");
    for (const id of done.damaged) log.error(`${id} was damaged: gradeline publish --all builds it of the ledger`);
  } finally {
    waiting.closeAllConnections();
    await new Promise((resolve) => waiting.close(resolve));
  }
}
