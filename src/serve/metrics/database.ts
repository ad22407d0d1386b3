/**
 * The metrics that only the databases know: whether they answer, how old the last publish and the last captures are, and
 * how asking the providers goes. A scrape waits a second for them at most, and then tells what was known before.
 */
import { Counter, Gauge, type Registry } from "prom-client";
import { readLastPublish } from "../../archive/last-publish.ts";
import { isLeftAlone } from "../../collect/asking/provider-state.ts";
import { isSomebodyCollecting, readFailingJobs } from "../../collect/runs/liveness.ts";
import type { Database } from "../../database/engine.ts";
import { sports } from "../../domain/sports.ts";
import { countStarts, readLastCaptures } from "../../ledger/capture-times.ts";
import { type Paced, paced } from "./paced.ts";
import { type ProviderFigures, readProviderFigures } from "./provider-figures.ts";

/** Games that start within this time need captures now. */
const soonMs = 3_600_000;
/** Every job that has something to do runs within this time. */
const jobsMs = 48 * 3_600_000;

export type DatabaseParts = {
  /** Connections of their own where the engine has them. */
  readonly facts: Database;
  /** Whether a request with a good key would be decided now. */
  readonly probe: () => Promise<boolean>;
};

/** @returns what is to be done before each scrape. It never fails, and takes no longer than a scrape may wait. */
export function watchDatabases(registry: Registry, { facts, probe }: DatabaseParts): () => Promise<void> {
  const known = new Known(facts);
  const reading = paced(() => known.read());
  const admission = paced(async () => {
    if (!(await probe())) throw new Error("no request can be decided");
  });
  const up = new Gauge({
    name: "gradeline_database_up",
    help: "Whether the database answers in time: 1 or 0, for the archive (facts) and for keys and counts (access)",
    labelNames: ["part"],
    registers: [registry],
  });
  registerFreshness(registry, known);
  registerProviders(registry, known);
  return async () => {
    await Promise.all([reading.refresh(), admission.refresh()]);
    up.set({ part: "facts" }, isUp(reading, facts) ? 1 : 0);
    up.set({ part: "access" }, admission.hasFailed() || admission.isLate() ? 0 : 1);
  };
}

/** In one process an SQLite file has one connection: a reading that waits for a night there says nothing of the file. */
function isUp(reading: Paced, { engine }: Database): boolean {
  return !reading.hasFailed() && (engine === "sqlite" || !reading.isLate());
}

/** The figures that were last read. They stay when the database goes away, and their ages go on growing. */
class Known {
  readonly #facts: Database;
  newestRevision = 0;
  publishedMs: number | null = null;
  capturedMs: ReadonlyMap<string, number> = new Map();
  startingSoon: ReadonlyMap<string, number> = new Map();
  /** Null: nobody has ever collected. */
  isCollecting: boolean | null = null;
  failedJobs = 0;
  providers: readonly ProviderFigures[] = [];

  constructor(facts: Database) {
    this.#facts = facts;
  }

  async read(): Promise<void> {
    this.#facts.checkPlace();
    const { kysely } = this.#facts;
    const last = await readLastPublish(kysely);
    this.newestRevision = last?.revision ?? 0;
    this.publishedMs = last?.publishedMs ?? null;
    this.capturedMs = await readLastCaptures(kysely);
    const nowMs = Date.now();
    this.startingSoon = await countStarts(kysely, { afterMs: nowMs, untilMs: nowMs + soonMs });
    this.isCollecting = await isSomebodyCollecting(this.#facts, nowMs);
    const failing = await readFailingJobs(this.#facts, nowMs - jobsMs);
    this.failedJobs = failing.filter(({ outcome }) => outcome === "failed").length;
    this.providers = await readProviderFigures(this.#facts);
  }
}

function registerFreshness(registry: Registry, known: Known): void {
  const registers = [registry];
  new Gauge({
    name: "gradeline_newest_revision",
    help: "Number of the newest revision in the database; 0 before the first",
    registers,
    collect() {
      this.set(known.newestRevision);
    },
  });
  new Gauge({
    name: "gradeline_publish_age_seconds",
    help: "Time since the last publish that brought a revision; NaN before the first",
    registers,
    collect() {
      this.set(secondsSince(known.publishedMs ?? Number.NaN));
    },
  });
  const captures = new Gauge({
    name: "gradeline_capture_age_seconds",
    help: "Time since the last capture of a line, by sport; not there for a sport without captures",
    labelNames: ["sport"],
    registers,
    collect() {
      captures.reset();
      for (const [sport, atMs] of known.capturedMs) captures.set({ sport }, secondsSince(atMs));
    },
  });
  const soon = new Gauge({
    name: "gradeline_games_starting_soon",
    help: "Games that start within the next hour, by sport, as the events of captured lines say",
    labelNames: ["sport"],
    registers,
    collect() {
      for (const sport of sports) soon.set({ sport }, known.startingSoon.get(sport) ?? 0);
    },
  });
}

function registerProviders(registry: Registry, known: Known): void {
  const common = { labelNames: ["provider"], registers: [registry] };
  new Gauge({
    name: "gradeline_collecting",
    help: "Whether any node collects: 1 or 0; NaN where nobody has ever collected into this database",
    registers: [registry],
    collect() {
      this.set(known.isCollecting === null ? Number.NaN : Number(known.isCollecting));
    },
  });
  new Gauge({
    name: "gradeline_failed_jobs",
    help: "Jobs of collecting whose newest run of the last two days failed as a whole",
    registers: [registry],
    collect() {
      this.set(known.failedJobs);
    },
  });
  const requests = new Counter({
    name: "gradeline_provider_requests_total",
    help: "Requests that collecting has sent, by provider",
    ...common,
    collect() {
      requests.reset();
      for (const { provider, requests: count } of known.providers) requests.inc({ provider }, count);
    },
  });
  const failures = new Counter({
    name: "gradeline_provider_failures_total",
    help: "Requests of collecting that failed, by provider",
    ...common,
    collect() {
      failures.reset();
      for (const { provider, failures: count } of known.providers) failures.inc({ provider }, count);
    },
  });
  const age = new Gauge({
    name: "gradeline_provider_success_age_seconds",
    help: "Time since a provider's last good answer; not there for one that has never given any",
    ...common,
    collect() {
      age.reset();
      for (const { provider, lastSuccessMs } of known.providers) {
        if (lastSuccessMs !== null) age.set({ provider }, secondsSince(lastSuccessMs));
      }
    },
  });
  const stopped = new Gauge({
    name: "gradeline_provider_stopped",
    help: "Whether a provider is not asked for now, after failures or because it said so: 1 or 0",
    ...common,
    collect() {
      stopped.reset();
      const nowMs = Date.now();
      for (const { provider, leftAloneUntilMs } of known.providers) {
        stopped.set({ provider }, leftAloneUntilMs.some((untilMs) => isLeftAlone(untilMs, nowMs)) ? 1 : 0);
      }
    },
  });
}

function secondsSince(atMs: number): number {
  return (Date.now() - atMs) / 1000;
}
