/**
 * The metrics that only the databases know: whether they answer, how old the last publish and the last captures are, and
 * how asking the providers goes. A scrape waits a second for them at most, and then tells what was known before.
 */
import type { Registry } from "prom-client";
import { isLeftAlone } from "../../collect/asking/memory.ts";
import { readCollecting, readFailingJobs } from "../../collect/runs/runs.ts";
import type { Database } from "../../database/engine.ts";
import { sports } from "../../domain/sports.ts";
import { countStarts, readLastCaptures } from "../../ledger/events.ts";
import { readLastPublish } from "../../release/last-publish.ts";
import { type Paced, paced } from "./paced.ts";
import { type ProviderFigures, readProviderFigures } from "./provider-figures.ts";
import { type Reading, registerReadings, secondsSince } from "./readings.ts";

/** Games that start within this time need captures now. */
const soonMs = 3_600_000;
/** Every job that has something to do runs within this time. */
const jobsMs = 48 * 3_600_000;

export type DatabaseParts = {
  /** Connections of their own where the engine has them. */
  readonly facts: Database;
  /** Whether the database of keys and counts answers. */
  readonly isAccessUp: () => Promise<boolean>;
};

/** @returns what is to be done before each scrape. It never fails, and takes no longer than a scrape may wait. */
export function watchDatabases(registry: Registry, { facts, isAccessUp }: DatabaseParts): () => Promise<void> {
  const known = new Known(facts);
  const reading = paced(() => known.read());
  const admission = paced(async () => {
    if (!(await isAccessUp())) throw new Error("the accounts cannot be read or written");
  });
  registerReadings(registry, [
    {
      name: "gradeline_database_up",
      help: "Whether the database answers in time: 1 or 0, for the archive (facts) and for keys and counts (access)",
      label: "part",
      read: () => [
        ["facts", Number(isUp(reading, facts))],
        ["access", Number(!admission.hasFailed() && !admission.isLate())],
      ],
    },
    ...freshnessOf(known),
    ...collectingOf(known),
  ]);
  return async () => {
    await Promise.all([reading.refresh(), admission.refresh()]);
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
    const { state } = await readCollecting(this.#facts);
    this.isCollecting = state === "never" ? null : state === "running";
    const failing = await readFailingJobs(this.#facts, nowMs - jobsMs);
    this.failedJobs = failing.filter(({ outcome }) => outcome === "failed").length;
    this.providers = await readProviderFigures(this.#facts);
  }
}

function freshnessOf(known: Known): readonly Reading[] {
  return [
    {
      name: "gradeline_newest_revision",
      help: "Number of the newest revision in the database; 0 before the first",
      read: () => known.newestRevision,
    },
    {
      name: "gradeline_publish_age_seconds",
      help: "Time since the last publish that brought a revision; NaN before the first",
      read: () => secondsSince(known.publishedMs ?? Number.NaN),
    },
    {
      name: "gradeline_capture_age_seconds",
      help: "Time since the last capture of a line, by sport; not there for a sport without captures",
      label: "sport",
      read: () => Array.from(known.capturedMs, ([sport, atMs]) => [sport, secondsSince(atMs)]),
    },
    {
      name: "gradeline_games_starting_soon",
      help: "Games that start within the next hour, by sport, as the events of captured lines say",
      label: "sport",
      read: () => sports.map((sport) => [sport, known.startingSoon.get(sport) ?? 0]),
    },
  ];
}

function collectingOf(known: Known): readonly Reading[] {
  const byProvider = (figureOf: (figures: ProviderFigures) => number | null) => ({
    label: "provider",
    read: () =>
      known.providers.flatMap((each) => {
        const value = figureOf(each);
        return value === null ? [] : [[each.provider, value] as const];
      }),
  });
  return [
    {
      name: "gradeline_collecting",
      help: "Whether any node collects: 1 or 0; NaN where nobody has ever collected into this database",
      read: () => (known.isCollecting === null ? Number.NaN : Number(known.isCollecting)),
    },
    {
      name: "gradeline_failed_jobs",
      help: "Jobs of collecting whose newest run of the last two days failed as a whole",
      read: () => known.failedJobs,
    },
    {
      name: "gradeline_provider_requests_total",
      help: "Requests that collecting has sent, by provider",
      isCounter: true,
      ...byProvider(({ requests }) => requests),
    },
    {
      name: "gradeline_provider_failures_total",
      help: "Requests of collecting that failed, by provider",
      isCounter: true,
      ...byProvider(({ failures }) => failures),
    },
    {
      name: "gradeline_provider_success_age_seconds",
      help: "Time since a provider's last good answer; not there for one that has never given any",
      ...byProvider(({ lastSuccessMs }) => (lastSuccessMs === null ? null : secondsSince(lastSuccessMs))),
    },
    {
      name: "gradeline_provider_stopped",
      help: "Whether a provider is not asked for now, after failures or because it said so: 1 or 0",
      ...byProvider(({ leftAloneUntilMs: times }) => Number(times.some((each) => isLeftAlone(each, Date.now())))),
    },
  ];
}
