/** `gradeline serve`: opens a server, listens, and takes over every new revision until a signal ends it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { DestinationStream, Logger } from "pino";
import type { Config } from "../config/config.ts";
import { engineOf } from "../database/engine.ts";
import { nextFreePort } from "../serve/address.ts";
import { runCollectorProcess } from "../serve/collector-process.ts";
import { ListenFailure } from "../serve/listen-failure.ts";
import { openServerLog, standardOutput } from "../serve/log.ts";
import { openServer, type ServerDatabases } from "../serve/open-server.ts";
import { type Stopping, stopOnSignals } from "../serve/stopping.ts";
import { openWorkers } from "../serve/workers/open-workers.ts";
import { canSharePort } from "../serve/workers/port.ts";
import type { Served } from "../serve/workers/worker.ts";
import { startLine, startScreen } from "./output/start-screen.ts";
import { terminalLog } from "./output/terminal-log.ts";
import { ensureSample } from "./sample.ts";
import { trialKeyOf } from "./trial-key.ts";
import { patienceOfServe } from "./waiting.ts";

/** For answers under way, counted from the signal that ends the server. */
const answersMs = 6_500;

type ServeOptions = { readonly sample?: true };

/** A server as this command uses it: one thread or several. */
type Serving = {
  readonly manageUrl: string;
  served(): Served;
  listen(): Promise<string>;
  warmUp(): Promise<void>;
  refreshUntil(stop: AbortSignal): Promise<void>;
  close(graceMs: number): Promise<void>;
};

type Opening = {
  readonly config: Config;
  readonly options: ServeOptions;
  readonly log: ServeLog;
  readonly isStopping: () => boolean;
  readonly prepare: (databases: ServerDatabases) => Promise<void>;
};

export async function serveCommand(config: Config, options: ServeOptions): Promise<void> {
  const isTerminal = process.stdout.isTTY === true;
  const ownLog = openOwnLog(config, isTerminal);
  const { log } = ownLog;
  let stopping: Stopping | null = null;
  let trialKey: string | null = null;
  const prepare = async ({ facts, access }: ServerDatabases): Promise<void> => {
    await ensureSample(facts);
    trialKey = await trialKeyOf(access, config.dataDir);
  };
  const isStopping = (): boolean => stopping?.signal.aborted === true;
  const server = await openServing({ config, options, log: ownLog, isStopping, prepare }).catch((error: unknown) =>
    offerAnotherPort(error, config, options),
  );
  stopping = stopOnSignals((why) => log.error(`ending at once: ${why}`));
  let graceMs = 0;
  let collecting = Promise.resolve();
  try {
    const url = await server.listen();
    const started = { url, manageUrl: server.manageUrl, ...server.served(), trialKey };
    process.stdout.write(isTerminal ? startScreen(started) : startLine(started, new Date()));
    if (config.collect.isOn && options.sample)
      log.warn("COLLECT=on is passed over: real games do not go with a sample");
    else if (config.collect.isOn) collecting = runCollectorProcess(stopping.signal, log);
    server.warmUp().catch((error) => log.error(error, "signing in or the first page is out of order"));
    await server.refreshUntil(stopping.signal);
    // Load balancers see that this server is not ready any more, and send no new requests.
    const drainMs = config.drainSeconds * 1000;
    await sleep(drainMs);
    graceMs = answersMs - drainMs;
  } finally {
    await server.close(graceMs);
  }
  await collecting;
  stopping.leave();
}

async function openServing({ config, options, log, isStopping, prepare }: Opening): Promise<Serving> {
  const common = {
    patience: patienceOfServe(config),
    isDemo: options.sample === true,
    ...(options.sample ? { prepare } : {}),
  };
  const isSqlite = engineOf(config.databaseUrl) === "sqlite";
  if (config.workers > 1 && isSqlite) {
    log.log.warn("WORKERS is passed over: with SQLite one thread answers; several need PostgreSQL");
  }
  if (config.workers > 1 && canSharePort && !isSqlite) {
    const { destination, level } = log;
    const onLines = (lines: string): void => void destination.write(lines);
    return openWorkers(config, { ...common, log: log.log, onLines, logLevel: level });
  }
  const server = await openServer(config, { ...common, log: log.log, health: { isStopping } });
  const served = (): Served => {
    const { revision, isSample } = server.shelf.current;
    return { revision, isSample };
  };
  return { ...server, served };
}

type ServeLog = { readonly log: Logger; readonly destination: DestinationStream; readonly level: string };

/** A line for every request would bury the start screen, so a terminal shows them only where LOG_LEVEL says so. */
function openOwnLog({ logLevel }: Config, isTerminal: boolean): ServeLog {
  const level = logLevel ?? (isTerminal ? "warn" : "info");
  const destination = isTerminal ? terminalLog() : standardOutput();
  return { log: openServerLog(level, destination), destination, level };
}

/** Adds to the message the command that would work. */
async function offerAnotherPort(error: unknown, config: Config, { sample }: ServeOptions): Promise<never> {
  if (!(error instanceof ListenFailure) || !error.isTaken) throw error;
  const port = await nextFreePort(config);
  if (port === null) throw error;
  const command = sample ? "npm start" : "bin/gradeline.js serve";
  throw new ListenFailure(`${error.message}; another one is free: PORT=${port} ${command}`, { isTaken: true });
}
