/**
 * The metrics of a server for Prometheus. This file is loaded only where METRICS_PORT is set: without it nothing below is
 * in the way of a request.
 */
import type { Server } from "node:http";
import type { Logger } from "pino";
import { Registry } from "prom-client";
import type { Gate } from "../../access/gate.ts";
import type { AnswerWatch } from "../../api/follow.ts";
import { type Config, isThisMachine } from "../../config.ts";
import type { Database } from "../../database/engine.ts";
import type { Shelf } from "../../shelf/shelf.ts";
import { watchGate } from "./admission.ts";
import { watchReloads, watchShelf } from "./archive.ts";
import { watchDatabases } from "./database.ts";
import { type MetricsEndpoint, openEndpoint } from "./endpoint.ts";
import { watchDisk, watchProcess } from "./machine.ts";
import { watchConnections, watchRequests } from "./requests.ts";

export type MetricsParts = {
  readonly address: NonNullable<Config["metrics"]>;
  readonly dataDir: string;
  /** Connections of their own where the engine has them. */
  readonly facts: Database;
  readonly shelf: Shelf;
  readonly gate: Gate;
  readonly log: Logger;
};

export type Metrics = {
  readonly watch: AnswerWatch;
  /** The gate and the shelf's refreshing, watched. */
  readonly gate: Gate;
  readonly reloads: Pick<Shelf, "refresh">;
  /** Watches the connections of the server that callers ask. */
  watchConnections(server: Server): void;
  /**
   * Resolves with the address of the metrics.
   * @throws ListenFailure by the setting that can mend it.
   */
  listen(): Promise<string>;
  close(): Promise<void>;
};

export function openMetrics({ address, dataDir, facts, shelf, gate, log }: MetricsParts): Metrics {
  const registry = new Registry();
  const watch = watchRequests(registry);
  const watchedGate = watchGate(registry, gate);
  const reloads = watchReloads(registry, shelf);
  watchShelf(registry, shelf);
  const readDatabases = watchDatabases(registry, { facts, probe: () => gate.probe() });
  const readDisk = watchDisk(registry, dataDir);
  watchProcess(registry);
  let endpoint: MetricsEndpoint | null = null;

  async function render() {
    await Promise.all([readDatabases(), readDisk()]);
    return { type: registry.contentType, text: await registry.metrics() };
  }
  return {
    watch,
    gate: watchedGate,
    reloads,
    watchConnections: (server) => watchConnections(registry, server),
    async listen() {
      if (!isThisMachine(address.host)) {
        log.warn(`METRICS_HOST is ${address.host}: whoever can connect to it reads the metrics, which need no key`);
      }
      endpoint = await openEndpoint(address, render, (error) => log.error(error, "a scrape failed"));
      log.info({ metricsUrl: endpoint.url }, "metrics can be scraped");
      return endpoint.url;
    },
    async close() {
      await endpoint?.close();
    },
  };
}
