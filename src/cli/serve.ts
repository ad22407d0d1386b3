/** `gradeline serve`: opens the database, loads the shelf, listens, and takes over every new revision. */
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { openGate } from "../access/gate.ts";
import { buildApp } from "../api/app.ts";
import { openLog } from "../api/log.ts";
import { startServer } from "../api/server.ts";
import { openShelf, type Shelf } from "../archive/shelf.ts";
import type { Config } from "../config.ts";
import { openAccess, openDatabase } from "../database/engine.ts";
import { registerDocs } from "../web/docs/routes.ts";
import { readableUrl } from "../web/unreadable.ts";
import { notListening } from "./listen-failure.ts";
import { openManage } from "./manage.ts";
import { ensureSample } from "./sample.ts";
import { trialKeyOf } from "./trial-key.ts";

/** How often a server looks for a new revision. */
const refreshEveryMs = 1000;

export async function serveCommand(config: Config, options: { readonly sample?: true }): Promise<void> {
  const database = await openDatabase(config.databaseUrl);
  const access = await openAccess(config.databaseUrl);
  const gate = openGate(access);
  try {
    if (options.sample) await ensureSample(database);
    const logger = openLog(config.logLevel);
    const shelf = await openShelf(database, logger);
    const cannotListen = notListening(config);
    const port = config.port || (await freePort(config.host).catch(cannotListen));
    const manageUrl = config.manageUrl ?? `http://${reachableHost(config.host)}:${port}/manage`;
    const { trustProxy } = config;
    const app = buildApp({ shelf, gate, logger, manageUrl, trustProxy, rewriteUrl: readableUrl });
    registerDocs(app);
    const { signIn } = await openManage(app, { config, access, manageUrl, log: logger });
    const server = await startServer(app, { host: config.host, port }).catch(cannotListen);
    const trialKey = options.sample ? await trialKeyOf(access, config.dataDir) : null;
    console.log(greeting(server.url, manageUrl, shelf, trialKey).join("\n"));

    signIn.warmUp().catch((error) => logger.error(error, "signing in is out of order"));

    const stop = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
    await refreshUntil(stop.signal, shelf, (error) => logger.error(error, "the newest revision could not be loaded"));
    await server.close();
  } finally {
    await gate.close();
    await access.close();
    await database.close();
  }
}

/** Who listens everywhere is reached here at least. */
function reachableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** The port is known before anything says where the page is. */
async function freePort(host: string): Promise<number> {
  const server = createServer();
  await once(server.listen(0, host), "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function refreshUntil(stop: AbortSignal, shelf: Shelf, onError: (error: unknown) => void): Promise<void> {
  while (!stop.aborted) {
    // Waking up early is what the signal is for.
    await sleep(refreshEveryMs, undefined, { signal: stop }).catch(() => {});
    if (!stop.aborted) await shelf.refresh().catch(onError);
  }
}

function greeting(url: string, manageUrl: string, shelf: Shelf, trialKey: string | null): string[] {
  const { isSample, revision } = shelf.current;
  const lines = [
    "",
    `Gradeline serves revision ${revision} at ${url}/v1`,
    `Docs for callers: ${url}/docs`,
    `Keys and accounts: ${manageUrl}`,
  ];
  if (isSample) {
    lines.push("SAMPLE DATA: real teams and calendars, invented games and prices (header X-Dataset: sample).");
  }
  if (trialKey !== null) {
    const header = `-H "Authorization: Bearer ${trialKey}"`;
    lines.push(
      "",
      `Trial key:  ${trialKey}`,
      "",
      `curl ${header} "${url}/v1/games?sport=nfl&limit=2"`,
      `curl ${header} "${url}/v1/odds?sport=nba&team=BOS&market=spread&limit=5"`,
    );
  }
  return [...lines, ""];
}
