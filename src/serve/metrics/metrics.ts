/**
 * The metrics of a server for Prometheus. This file is loaded only where METRICS_PORT is set: without it nothing below is
 * in the way of a request.
 */
import type { Logger } from "pino";
import { Registry } from "prom-client";
import { type Config, isThisMachine } from "../../config/config.ts";
import type { Database } from "../../database/engine.ts";
import { watchDatabases } from "./database.ts";
import { type MetricsEndpoint, openEndpoint } from "./endpoint.ts";
import { watchDisk, watchProcess } from "./machine.ts";
import { type ServingParts, type WatchedServing, watchServing } from "./serving.ts";

export type MetricsParts = ServingParts & {
  readonly address: NonNullable<Config["metrics"]>;
  readonly dataDir: string;
  /** Connections of their own where the engine has them. */
  readonly facts: Database;
  readonly log: Logger;
};

export type Metrics = WatchedServing & {
  /**
   * Resolves with the address of the metrics.
   * @throws ListenFailure by the setting that can mend it.
   */
  listen(): Promise<string>;
  close(): Promise<void>;
};

export function openMetrics({ address, dataDir, facts, shelf, gate, log }: MetricsParts): Metrics {
  const registry = new Registry();
  const watched = watchServing(registry, { shelf, gate });
  const readDatabases = watchDatabases(registry, { facts, isAccessUp: () => gate.isDatabaseUp() });
  const readDisk = watchDisk(registry, dataDir);
  watchProcess(registry);
  let endpoint: MetricsEndpoint | null = null;

  async function render() {
    await Promise.all([readDatabases(), readDisk()]);
    return { type: registry.contentType, text: await registry.metrics() };
  }
  return {
    ...watched,
    async listen() {
      endpoint = await tellAt(address, render, log);
      return endpoint.url;
    },
    async close() {
      await endpoint?.close();
    },
  };
}

/** Opens the endpoint, and tells the log where it is. */
async function tellAt(
  address: MetricsParts["address"],
  render: Parameters<typeof openEndpoint>[1],
  log: Logger,
): Promise<MetricsEndpoint> {
  if (!isThisMachine(address.host)) {
    log.warn(`METRICS_HOST is ${address.host}: whoever can connect to it reads the metrics, which need no key`);
  }
  const endpoint = await openEndpoint(address, render, (error) => log.error(error, "a scrape failed"));
  log.info({ metricsUrl: endpoint.url }, "metrics can be scraped");
  return endpoint;
}
