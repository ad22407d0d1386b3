/** The metrics of a server whose answers come from several threads: the sum of theirs, and what is known once. */
import type { Logger } from "pino";
import { Registry } from "prom-client";
import type { Config } from "../../config/config.ts";
import type { Database } from "../../database/engine.ts";
import type { Shelf } from "../../query/shelf.ts";
import { watchReloads } from "./archive.ts";
import { watchDatabases } from "./database.ts";
import type { MetricsEndpoint } from "./endpoint.ts";
import { type Figure, figuresOfRegistry, sumOf, watchThread } from "./figures.ts";
import { watchDisk, watchProcess } from "./machine.ts";
import { tellAt } from "./metrics.ts";

export type PoolMetricsParts = {
  readonly address: NonNullable<Config["metrics"]>;
  readonly dataDir: string;
  /** Connections of their own where the engine has them. */
  readonly facts: Database;
  /** Whether a request with a good key would be decided now. */
  readonly probe: () => Promise<boolean>;
  /** What every worker tells now, and what those that are gone have told; it never fails. */
  readonly told: () => Promise<readonly (readonly Figure[])[]>;
  /** Loads a new revision for all workers. */
  readonly reloading: Pick<Shelf, "refresh">;
  readonly log: Logger;
};

export type PoolMetrics = MetricsEndpoint & {
  /** The loading of new revisions, timed. */
  readonly reloads: Pick<Shelf, "refresh">;
};

/** Resolves when the metrics can be scraped. @throws ListenFailure by the setting that can mend it. */
export async function openPoolMetrics(parts: PoolMetricsParts): Promise<PoolMetrics> {
  const { address, dataDir, facts, probe, told, reloading, log } = parts;
  const once = new Registry();
  const readDatabases = watchDatabases(once, { facts, probe });
  const readDisk = watchDisk(once, dataDir);
  watchProcess(once);
  const readThread = watchThread();
  const ofReloads = new Registry();
  const reloads = watchReloads(ofReloads, reloading);
  // They are summed with those of the workers.
  for (const { name } of await readThread()) once.removeSingleMetric(name);

  async function render() {
    const [threads, own] = await Promise.all([told(), readThread(), readDatabases(), readDisk()]);
    const summed = sumOf([own, await figuresOfRegistry(ofReloads), ...threads]);
    return { type: once.contentType, text: `${await once.metrics()}\n${await summed.metrics()}` };
  }
  return { ...(await tellAt(address, render, log)), reloads };
}
