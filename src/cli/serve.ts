/** `gradeline serve`: opens a server, listens, and takes over every new revision until a signal ends it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../config.ts";
import { openServerLog } from "../serve/log.ts";
import { openServer, type ServerDatabases } from "../serve/open-server.ts";
import { type Stopping, stopOnSignals } from "../serve/stopping.ts";
import { greeting } from "./output/start-screen.ts";
import { ensureSample } from "./sample.ts";
import { trialKeyOf } from "./trial-key.ts";
import { patienceOfServe } from "./waiting.ts";

/** For answers under way, counted from the signal that ends the server. */
const answersMs = 6_500;

export async function serveCommand(config: Config, options: { readonly sample?: true }): Promise<void> {
  const log = openServerLog(config.logLevel);
  let stopping: Stopping | null = null;
  let trialKey: string | null = null;
  const prepare = async ({ facts, access }: ServerDatabases): Promise<void> => {
    await ensureSample(facts);
    trialKey = await trialKeyOf(access, config.dataDir);
  };
  const server = await openServer(config, {
    log,
    patience: patienceOfServe(config),
    isDemo: options.sample === true,
    health: { isStopping: () => stopping?.signal.aborted === true },
    ...(options.sample ? { prepare } : {}),
  });
  stopping = stopOnSignals((why) => log.error(`ending at once: ${why}`));
  let graceMs = 0;
  try {
    const url = await server.listen();
    console.log(greeting(url, server.manageUrl, server.shelf, trialKey).join("\n"));
    server.signIn.warmUp().catch((error) => log.error(error, "signing in is out of order"));
    await server.refreshUntil(stopping.signal);
    // Load balancers see that this server is not ready any more, and send no new requests.
    const drainMs = config.drainSeconds * 1000;
    await sleep(drainMs);
    graceMs = answersMs - drainMs;
  } finally {
    await server.close(graceMs);
  }
  stopping.leave();
}
