/**
 * The metrics of a server for Prometheus. This file is loaded only where METRICS_PORT is set: without it nothing below is
 * in the way of a request.
 */
import type { Logger } from "pino";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { Gate } from "../../access/gate.ts";
import { type Config, isThisMachine } from "../../config/config.ts";
import type { Database } from "../../database/engine.ts";
import type { Shelf } from "../../query/shelf.ts";
import { type MetricsEndpoint, openEndpoint } from "./endpoint.ts";
import { Known } from "./known.ts";
import { registerReadings } from "./readings.ts";
import { Traffic, watchGate, watchReloads } from "./requests.ts";

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
  readonly watch: Traffic;
  /** The gate and the shelf's refreshing, watched. */
  readonly gate: Gate;
  readonly reloads: Pick<Shelf, "refresh">;
  /**
   * Resolves with the address of the metrics.
   * @throws ListenFailure by the setting that can mend it.
   */
  listen(): Promise<string>;
  close(): Promise<void>;
};

/** Milliseconds between two looks at the event loop's delay: each wakes the process up, whether anybody asks or not. */
const delayEveryMs = 20;

export function openMetrics({ address, dataDir, facts, shelf, gate, log }: MetricsParts): Metrics {
  const registry = new Registry();
  const known = new Known({ facts, isAccessUp: () => gate.isDatabaseUp(), dataDir });
  const watch = new Traffic(registry);
  registerReadings(registry, { shelf, known, traffic: watch });
  // CPU, memory, garbage collection and the delay of the event loop have the names that every Node program's have.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: delayEveryMs });
  let endpoint: MetricsEndpoint | null = null;

  async function render() {
    await known.refresh();
    return { type: registry.contentType, text: await registry.metrics() };
  }
  return {
    watch,
    gate: watchGate(registry, gate),
    reloads: watchReloads(registry, shelf),
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
