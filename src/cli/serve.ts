/** `gradeline serve`: opens the database, loads the shelf, listens, and takes over every new revision. */
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Gate, openGate } from "../access/gate.ts";
import { buildApp } from "../api/app.ts";
import { registerHealth } from "../api/health.ts";
import { openLog } from "../api/log.ts";
import type { Config } from "../config.ts";
import { connectionsFor, type Database, openAccess, openDatabase } from "../database/engine.ts";
import { patiently } from "../database/patience.ts";
import { startServer } from "../http/server.ts";
import { readableUrl } from "../http/unreadable.ts";
import { notListening } from "../serve/listen-failure.ts";
import { openManage } from "../serve/manage.ts";
import { refreshUntil } from "../serve/refresh.ts";
import { type Stopping, stopOnSignals, within } from "../serve/stopping.ts";
import { openShelf } from "../shelf/shelf.ts";
import { registerDocs } from "../web/docs/routes.ts";
import { greeting } from "./output/start-screen.ts";
import { ensureSample } from "./sample.ts";
import { trialKeyOf } from "./trial-key.ts";
import { patienceOfServe } from "./waiting.ts";

/** For answers under way, counted from the signal that ends the server. */
const answersMs = 6_500;
/** Time for the gate to write down what it knows, and then for connections to be closed. */
const closeMs = 1_000;

export async function serveCommand(config: Config, options: { readonly sample?: true }): Promise<void> {
  const logger = openLog(config.logLevel);
  const patience = patienceOfServe(config);
  const databases: Database[] = [];
  const keep = (database: Database): Database => {
    databases.push(database);
    return database;
  };
  let gate: Gate | null = null;
  let stopping: Stopping | null = null;
  try {
    const facts = keep(await openDatabase(config.databaseUrl, patience));
    const accounts = keep(await openAccess(config.databaseUrl, patience));
    if (options.sample) await ensureSample(facts);
    const trialKey = options.sample ? await trialKeyOf(accounts, config.dataDir) : null;

    const seasons = keep(await connectionsFor(facts, "refresh"));
    const details = keep(await connectionsFor(facts, "details"));
    // Through connections of its own, which a server that has had one for the opening may not have.
    const shelf = await patiently(patience, () => openShelf(seasons, { details, log: logger }));
    const door = openGate(keep(await connectionsFor(accounts, "admission")));
    gate = door;
    const access = keep(await connectionsFor(accounts, "pages"));

    const cannotListen = notListening(config);
    const port = config.port || (await freePort(config.host).catch(cannotListen));
    const manageUrl = config.manageUrl ?? `http://${reachableHost(config.host)}:${port}/manage`;
    const { trustProxy } = config;
    const app = buildApp({ shelf, gate, logger, manageUrl, trustProxy, rewriteUrl: readableUrl });
    stopping = stopOnSignals((why) => logger.error(`ending at once: ${why}`));
    const stop = stopping.signal;
    registerHealth(app, { isStopping: () => stop.aborted, probe: () => door.probe() });
    registerDocs(app);
    const isSample = options.sample === true && shelf.current.isSample;
    const { signIn } = await openManage(app, { config, access, manageUrl, isSample, log: logger });
    const server = await startServer(app, { host: config.host, port }).catch(cannotListen);
    console.log(greeting(server.url, manageUrl, shelf, trialKey).join("\n"));

    signIn.warmUp().catch((error) => logger.error(error, "signing in is out of order"));

    await refreshUntil(stop, shelf, logger);
    // Load balancers see that this server is not ready any more, and send no new requests.
    const drainMs = config.drainSeconds * 1000;
    await sleep(drainMs);
    await server.close(answersMs - drainMs);
  } finally {
    const complain = (error: unknown) => logger.error(error, "not everything was closed in good order");
    if (gate !== null) await within(closeMs, gate.close(), complain);
    await within(closeMs, Promise.all(databases.map((each) => each.close())), complain);
  }
  stopping.leave();
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
