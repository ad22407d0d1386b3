/**
 * One of several nodes collects: the one that holds the lease in the database. The lease goes by the database's clock,
 * so neither a simulated clock nor one that is wrong makes two leaders. Its token rises whenever it changes hands, and
 * every write of a run's bookkeeping checks the token in the same transaction.
 */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Database, tablesOf } from "../../database/engine.ts";
import type { AnyTables, EngineName } from "../../database/names.ts";
import type { CollectTables } from "./tables.ts";

export type LeaseTimes = {
  /** A leader that says nothing for so long is replaced. */
  readonly ttlMs: number;
  /** How often a leader renews, and how often the others look whether it is gone. */
  readonly everyMs: number;
};

/** A killed leader is replaced after 15 seconds; what was promised is 30. */
export const usualLeaseTimes: LeaseTimes = { ttlMs: 12_000, everyMs: 3_000 };

/** A database that is away is not waited for longer when a lease is given back: the lease ends by itself. */
const releaseMs = 2_000;

/** Another node collects now. Whatever was under way must stop. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
  constructor() {
    super("another node collects now");
  }
}

/** A name that no other process has. */
export function newHolder(): string {
  return `${hostname()}:${process.pid}:${randomBytes(4).toString("hex")}`;
}

export class Lease {
  readonly holder: string;
  /** Aborted when this node is not the leader any more, or cannot know. */
  readonly lost: AbortSignal;
  readonly #database: Database;
  readonly #token: number;
  readonly #ttlMs: number;
  readonly #losing = new AbortController();
  readonly #ending = new AbortController();
  #renewing: Promise<void> = Promise.resolve();

  private constructor(database: Database, holder: string, token: number, { ttlMs, everyMs }: LeaseTimes) {
    this.#database = database;
    this.holder = holder;
    this.#token = token;
    this.#ttlMs = ttlMs;
    this.lost = this.#losing.signal;
    this.#renewing = this.#renewEvery(everyMs);
  }

  /**
   * Returns null while another node has the lease.
   * @throws DatabaseError
   */
  static async tryTake(database: Database, holder: string, times: LeaseTimes): Promise<Lease | null> {
    const tables = tablesOf<CollectTables>(database.kysely);
    const now = databaseNow(database.engine);
    // A node that only looks needs no lock for writing, which a publish may hold for long.
    const free = await tables
      .selectFrom("collect_lease")
      .select("id")
      .where("expires_ms", "<=", now)
      .executeTakeFirst();
    if (free === undefined) return null;
    const row = await tables
      .updateTable("collect_lease")
      .set({ holder, token: sql`token + 1`, expires_ms: sql`${now} + ${sql.lit(times.ttlMs)}` })
      .where("id", "=", 1)
      .where("expires_ms", "<=", now)
      .returning("token")
      .executeTakeFirst();
    return row === undefined ? null : new Lease(database, holder, Number(row.token), times);
  }

  /**
   * Checks, as a part of a transaction, that this node is still the leader, and renews the lease.
   * @throws LeaseLost, which undoes the transaction.
   */
  async confirm(connection: Kysely<AnyTables>): Promise<void> {
    const now = databaseNow(this.#database.engine);
    const { numUpdatedRows } = await tablesOf<CollectTables>(connection)
      .updateTable("collect_lease")
      .set({ expires_ms: sql`${now} + ${sql.lit(this.#ttlMs)}` })
      .where("id", "=", 1)
      .where("token", "=", this.#token)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) return;
    this.#losing.abort();
    throw new LeaseLost();
  }

  /** Does work in a transaction that is kept only when this node is the leader. */
  fenced<Result>(work: (connection: Kysely<AnyTables>) => Promise<Result>): Promise<Result> {
    return this.#database.kysely.transaction().execute(async (connection) => {
      await this.confirm(connection);
      return work(connection);
    });
  }

  /** Lets another node take over at once, where the database can be told so. */
  async release(): Promise<void> {
    this.#ending.abort();
    const wasLost = this.lost.aborted;
    this.#losing.abort();
    const released = this.#renewing.then(() => (wasLost ? null : this.#giveBack())).catch(() => {});
    const timer = new AbortController();
    const limit = pause(releaseMs, undefined, { signal: timer.signal }).catch(() => {});
    await Promise.race([released, limit]).finally(() => timer.abort());
  }

  async #giveBack(): Promise<void> {
    await tablesOf<CollectTables>(this.#database.kysely)
      .updateTable("collect_lease")
      .set({ expires_ms: 0 })
      .where("id", "=", 1)
      .where("token", "=", this.#token)
      .execute();
  }

  async #renewEvery(everyMs: number): Promise<void> {
    const signal = AbortSignal.any([this.#ending.signal, this.lost]);
    let knownUntilMs = performance.now() + this.#ttlMs;
    let pauseMs = everyMs;
    while (!signal.aborted) {
      await pause(pauseMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      const askedMs = performance.now();
      const isRenewed = await this.#renewedBy(knownUntilMs);
      if (isRenewed) knownUntilMs = askedMs + this.#ttlMs;
      else if (this.#mayBeTaken(knownUntilMs)) this.#losing.abort();
      pauseMs = isRenewed ? everyMs : Math.min(everyMs, 1000);
    }
  }

  /** A renewal that PostgreSQL does not answer in time counts as one that failed. */
  async #renewedBy(knownUntilMs: number): Promise<boolean> {
    const renewed = this.confirm(this.#database.kysely).then(
      () => true,
      () => false,
    );
    if (this.#database.engine === "sqlite") return renewed;
    const timer = new AbortController();
    const leftMs = Math.max(0, knownUntilMs - performance.now());
    const late = pause(leftMs, false, { signal: timer.signal }).catch(() => false);
    return Promise.race([renewed, late]).finally(() => timer.abort());
  }

  /**
   * Whether another node may have the lease by now. An SQLite file that cannot be written is locked for the others too:
   * there only the file itself can say that the lease is lost.
   */
  #mayBeTaken(knownUntilMs: number): boolean {
    return this.#database.engine === "postgres" && performance.now() >= knownUntilMs;
  }
}

/** The time of the database in epoch milliseconds, at the moment of the statement. */
function databaseNow(engine: EngineName): RawBuilder<number> {
  return engine === "postgres"
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
}
