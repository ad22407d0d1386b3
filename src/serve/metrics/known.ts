/**
 * The figures that only the databases and the disk know: whether they answer, how old the last publish and the last captures are,
 * and how asking the providers goes. A scrape waits a second for them at most, and then tells what was known before.
 */
import { statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { AskTables } from "../../collect/asking/memory.ts";
import { readCollecting, readFailingJobs } from "../../collect/runs.ts";
import { type Database, tablesOf } from "../../database/engine.ts";
import { atMostEvery } from "../../http/at-most-every.ts";
import { countStarts, readLastCaptures } from "../../ledger/events.ts";
import { readRevision } from "../../release/manifest.ts";

/** Games that start within this time need captures now. */
const soonMs = 3_600_000;
/** Every job that has something to do runs within this time. */
const jobsMs = 48 * 3_600_000;

/** Milliseconds for which what was found is used again: a scrape every second costs no more than one every five. */
const everyMs = 5_000;
/** Milliseconds that a scrape waits for it. */
const patienceMs = 1_000;

type KnownParts = {
  /** Connections of their own where the engine has them. */
  readonly facts: Database;
  /** Whether the database of keys and counts answers. */
  readonly isAccessUp: () => Promise<boolean>;
  /** The folder of the embedded database; with PostgreSQL there may be none. */
  readonly dataDir: string;
};

/** The figures that were last read. They stay when the database goes away, and their ages go on growing. */
export class Known {
  newestRevision = 0;
  publishedMs: number | null = null;
  capturedMs: ReadonlyMap<string, number> = new Map();
  startingSoon: ReadonlyMap<string, number> = new Map();
  /** Null: nobody has ever collected. */
  isCollecting: boolean | null = null;
  failedJobs = 0;
  providers: readonly ProviderFigures[] = [];
  diskFree = Number.NaN;
  diskSize = Number.NaN;
  isFactsUp = false;
  isAccessUp = false;
  readonly #facts: Database;
  readonly #looks: readonly (() => Promise<"done" | "failed">)[];

  constructor({ facts, isAccessUp, dataDir }: KnownParts) {
    this.#facts = facts;
    const askAccess = async (): Promise<void> => {
      if (!(await isAccessUp())) throw new Error("the accounts cannot be read or written");
    };
    this.#looks = [() => this.#read(), askAccess, () => this.#readDisk(dataDir)].map((look) =>
      atMostEvery(everyMs, () =>
        look().then(
          () => "done" as const,
          () => "failed" as const,
        ),
      ),
    );
  }

  /** It never fails, and takes no longer than a scrape may wait. */
  async refresh(): Promise<void> {
    const late = sleep(patienceMs, "late" as const, { ref: false });
    const [ofFacts, ofAccess] = await Promise.all(this.#looks.map((look) => Promise.race([look(), late])));
    // In one process an SQLite file has one connection: a reading that waits for a night there says nothing of the file.
    this.isFactsUp = ofFacts === "done" || (ofFacts === "late" && this.#facts.engine === "sqlite");
    this.isAccessUp = ofAccess === "done";
  }

  async #readDisk(dataDir: string): Promise<void> {
    [this.diskFree, this.diskSize] = [Number.NaN, Number.NaN];
    const { bsize, bavail, blocks } = await statfs(dataDir);
    [this.diskFree, this.diskSize] = [bavail * bsize, blocks * bsize];
  }

  async #read(): Promise<void> {
    this.#facts.checkPlace();
    const { kysely } = this.#facts;
    const last = await readRevision(kysely);
    this.newestRevision = last?.revision ?? 0;
    this.publishedMs = last === undefined ? null : Date.parse(last.published_at);
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

/** How asking one provider goes, since collecting began. Milliseconds are 0 where there is no such moment. */
export type ProviderFigures = Awaited<ReturnType<typeof readProviderFigures>>[number];

/** Names become labels, so that a row can hold nothing else, and there is an end to them. */
const name = /^[a-z0-9_-]{1,40}$/;
const mostProviders = 50;

/** Empty where nothing was ever collected. */
async function readProviderFigures({ kysely }: Pick<Database, "kysely">) {
  const rows = await tablesOf<AskTables>(kysely)
    .selectFrom("collect_providers")
    .select(["provider", "requests", "failures_total", "last_success_ms", "stopped_until_ms", "open_until_ms"])
    .orderBy("provider")
    .limit(mostProviders)
    .execute();
  return rows.filter(({ provider }) => name.test(provider));
}
