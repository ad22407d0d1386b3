/**
 * Puts a server together whose answers come from several threads. The main thread does what is to be done once: it opens
 * and fills the databases, writes the log, tells the metrics, and replaces workers that end. Each worker counts through
 * PostgreSQL, as each node does; wrong keys and allowances are counted by each worker for itself.
 */
import type { Logger } from "pino";
import { type Gate, openGate } from "../../access/gate.ts";
import type { Config } from "../../config/config.ts";
import { connectionsFor, type Database, openAccess, openDatabase } from "../../database/engine.ts";
import { impatient, type Patience, patiently } from "../../database/patience.ts";
import { openShelf, type Shelf } from "../../query/shelf.ts";
import { openThreadLoader, type ThreadLoader } from "../../query/thread-loader.ts";
import { findPort, reachableHost } from "../address.ts";
import { secretOf, warnOfPage } from "../manage.ts";
import type { MetricsEndpoint } from "../metrics/endpoint.ts";
import type { ServerDatabases } from "../open-server.ts";
import { refreshUntil } from "../refresh.ts";
import { within } from "../stopping.ts";
import { reservePort } from "./port.ts";
import { Slots } from "./slots.ts";
import type { Served } from "./worker.ts";

export type WorkersOptions = {
  readonly log: Logger;
  /** Gets whole lines of the workers' logs, to be written where `log` is. */
  readonly onLines: (lines: string) => void;
  /** The level of the workers' logs. */
  readonly logLevel: string;
  readonly patience?: Patience;
  /** Fills the databases, before the workers read them. */
  readonly prepare?: (databases: ServerDatabases) => Promise<void>;
  readonly isDemo?: boolean;
  /** The file that each thread runs. */
  readonly script?: URL;
};

/** As much of a server as there is where several threads serve. */
export type WorkersServer = {
  readonly manageUrl: string;
  served(): Served;
  metricsUrl(): string | null;
  /** As `listen` of a server does; resolves when every worker listens. */
  listen(): Promise<string>;
  /** Loads what the first signing in would otherwise wait for. */
  warmUp(): Promise<void>;
  refreshUntil(stop: AbortSignal): Promise<void>;
  close(graceMs?: number): Promise<void>;
};

const usualScript = new URL("./thread.ts", import.meta.url);
/** For what was counted to be written down, and for connections to be closed. */
const closeMs = 1_000;

/** @throws as `openServer` does. Whatever fails, nothing stays open. */
export async function openWorkers(config: Config, options: WorkersOptions): Promise<WorkersServer> {
  const { log, patience = impatient } = options;
  const reserved = await reservePort(config);
  const { port } = reserved;
  const manageUrl = config.manageUrl ?? `http://${reachableHost(config.host)}:${port}/manage`;
  const opened: Database[] = [];
  let gate: Gate | null = null;
  let slots: Slots | null = null;
  let metrics: MetricsEndpoint | null = null;
  let threads: ThreadLoader | null = null;

  async function keep(opening: Promise<Database>): Promise<Database> {
    const database = await opening;
    opened.push(database);
    return database;
  }
  async function close(graceMs = 0): Promise<void> {
    const complain = (error: unknown) => log.error(error, "not everything was closed in good order");
    await slots?.close(graceMs);
    if (metrics !== null) await within(closeMs, metrics.close(), complain);
    if (gate !== null) await within(closeMs, gate.close(), complain);
    if (threads !== null) await within(closeMs, threads.close(), complain);
    await within(closeMs, Promise.all(opened.map((each) => each.close())), complain);
    reserved.release();
  }

  try {
    if (config.metrics !== null) await findPort(config.metrics, "METRICS_");
    const facts = await keep(openDatabase(config.databaseUrl, patience));
    const access = await keep(openAccess(config.databaseUrl, patience));
    await options.prepare?.({ facts, access });
    warnOfPage(config, access, manageUrl, log);
    // Loaded once for all workers: columns and texts lie in memory that they share.
    const loader = openThreadLoader(facts);
    threads = loader;
    const shelf = await patiently(patience, async () =>
      openShelf(await keep(connectionsFor(facts, "refresh")), { log, loader }),
    );
    const ownSlots = new Slots(config.workers, {
      script: options.script ?? usualScript,
      start: {
        config: { ...config, port, sessionSecret: secretOf(config, log) },
        isDemo: options.isDemo === true,
        logLevel: options.logLevel,
      },
      snapshot: () => shelf.current,
      onLines: options.onLines,
      log,
    });
    slots = ownSlots;
    await ownSlots.open();
    let metricsUrl: string | null = null;
    let reloads: Pick<Shelf, "refresh"> = {
      async refresh() {
        const isNew = await shelf.refresh();
        await ownSlots.refresh();
        return isNew;
      },
    };
    return {
      manageUrl,
      served: () => ownSlots.served,
      metricsUrl: () => metricsUrl,
      async listen() {
        const url = await ownSlots.listen();
        if (config.metrics !== null) {
          const { openPoolMetrics } = await import("../metrics/pool-metrics.ts");
          // It counts nothing, and tells whether a request could be counted.
          const ownGate = openGate(await keep(connectionsFor(access, "admission")));
          gate = ownGate;
          const poolMetrics = await openPoolMetrics({
            address: config.metrics,
            dataDir: config.dataDir,
            log,
            facts: await keep(connectionsFor(facts, "metrics")),
            probe: () => ownGate.probe(),
            told: () => ownSlots.figures(),
            reloading: reloads,
          });
          metrics = poolMetrics;
          reloads = poolMetrics.reloads;
          metricsUrl = poolMetrics.url;
        }
        return url;
      },
      warmUp: () => ownSlots.warmUp(),
      async refreshUntil(stop) {
        stop.addEventListener("abort", () => ownSlots.stopping());
        await refreshUntil(stop, reloads, log);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
