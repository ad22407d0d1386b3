/**
 * The metrics of a server for Prometheus. This file is loaded only where METRICS_PORT is set: without it nothing below is
 * in the way of a request.
 */
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import type { Logger } from "pino";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { Gate } from "../../access/gate.ts";
import { type Config, isThisMachine } from "../../config/config.ts";
import type { Database } from "../../database/engine.ts";
import { refuseOtherMethods } from "../../http/other-methods.ts";
import type { Shelf } from "../../query/shelf.ts";
import { notListening, reachableHost } from "../address.ts";
import { Known } from "./known.ts";
import { registerReadings } from "./readings.ts";
import { Traffic, watchReloads } from "./requests.ts";

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
  /** The shelf's refreshing, watched. */
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
    reloads: watchReloads(registry, shelf),
    async listen() {
      if (!isThisMachine(address.host)) {
        log.warn(`METRICS_HOST is ${address.host}: anybody who can connect reads the metrics, which need no key`);
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

type MetricsEndpoint = {
  readonly url: string;
  /** Cuts off the scrapers that are still there: a scrape that is lost costs nothing. */
  close(): Promise<void>;
};

const path = "/metrics";
/** Two of Prometheus, and people who look. */
const maxConnections = 20;

/**
 * @param render gives the whole text and its content type.
 * @throws ListenFailure by the setting that can mend it.
 */
async function openEndpoint(
  address: { readonly host: string; readonly port: number },
  render: () => Promise<{ readonly type: string; readonly text: string }>,
  onFailure: (error: unknown) => void,
): Promise<MetricsEndpoint> {
  const app = Fastify({
    forceCloseConnections: true,
    // A request has no body, and its head is short. A connection on which nothing moves is cut off, also one whose reader takes nothing.
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 8_192 },
    requestTimeout: 5_000,
    connectionTimeout: 90_000,
    // Longer than Prometheus waits between two scrapes as a rule, so that it keeps its connection.
    keepAliveTimeout: 75_000,
  });
  app.server.maxConnections = maxConnections;
  app.addHook("onSend", async (_request, reply) => void reply.header("x-content-type-options", "nosniff"));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(`metrics are at ${path}\n`));
  app.setErrorHandler((error, _request, reply) => {
    onFailure(error);
    return reply.code(500).send("the metrics cannot be told; the log says why\n");
  });
  app.get(path, async (_request, reply) => {
    const { type, text } = await render();
    return reply.type(type).header("cache-control", "no-store").send(text);
  });
  // A body that may come is read by nobody, so the connection ends with the answer.
  refuseOtherMethods(app, [["GET", path]], (_request, reply) =>
    reply.header("connection", "close").send("only GET and HEAD are allowed here\n"),
  );
  await app.listen({ ...address }).catch(notListening(address, "METRICS_"));
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://${reachableHost(address.host)}:${port}${path}`, close: () => app.close() };
}
