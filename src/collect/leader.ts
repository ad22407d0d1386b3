/**
 * The one node that collects, of several. It holds a lock of the database, which ends with its process, however that ends. On
 * PostgreSQL it is an advisory lock of a connection, and what a run notes is written through that same connection: a node that has lost
 * the lock can note nothing. On SQLite it is a lock on a file beside the database, as a server has one.
 */
import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { type Turn, tryTurn } from "../database/turns.ts";
import type { CollectTables } from "./tables.ts";

/** How often a leader asks whether its connection still lives, and the others look whether it is gone. */
export const lookEveryMs = 3_000;
/** PostgreSQL ends the connection of a leader that says nothing for so long, as one that stands still or is cut off. */
const silentMs = 12_000;
/** A database that is away is not waited for longer when the lock is given back: the lock ends with the process. */
const releaseMs = 2_000;
/** A process that only looks at a lock holds it for a moment, so taking it is tried again for this long. */
const lookedAtMs = 50;

/** Another node collects now. Whatever was under way must stop. */
export class LeadLost extends Error {
  override readonly name = "LeadLost";
  constructor() {
    super("another node collects now");
  }
}

export class Leader {
  /** Aborted when this node is not the leader any more, or cannot know. */
  readonly lost: AbortSignal;
  readonly #database: Database;
  readonly #lock: Turn;
  readonly #losing = new AbortController();

  private constructor(database: Database, lock: Turn) {
    this.#database = database;
    this.#lock = lock;
    this.lost = this.#losing.signal;
    if (lock.session !== null) void this.#watch(lock.session);
  }

  /** Returns null while another node collects. @throws DatabaseError */
  static async tryTake(database: Database): Promise<Leader | null> {
    const lock =
      (await tryTurn(database, "collector")) ?? (await pause(lookedAtMs).then(() => tryTurn(database, "collector")));
    if (lock === null) return null;
    const leader = new Leader(database, lock);
    try {
      if (lock.session !== null) await sql`set idle_session_timeout = ${sql.lit(silentMs)}`.execute(lock.session);
      await leader.fenced((tables) => noteLeadSince(tables, Date.now()));
      return leader;
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Does work in a transaction that is kept only when this node is the leader. @throws LeadLost, DatabaseError */
  async fenced<Result>(work: (tables: Kysely<CollectTables>) => Promise<Result>): Promise<Result> {
    if (this.lost.aborted) throw new LeadLost();
    const inTables = (connection: Kysely<AnyTables>) => work(tablesOf<CollectTables>(connection));
    const { session } = this.#lock;
    return session === null ? writeTransaction(this.#database, inTables) : session.transaction().execute(inTables);
  }

  /** @throws LeadLost when another node may collect by now. */
  async confirm(): Promise<void> {
    if (this.#lock.session !== null) await this.#ask(this.#lock.session);
    if (this.lost.aborted) throw new LeadLost();
  }

  /** Lets another node take over at once, where the database can be told so. */
  async release(): Promise<void> {
    const noted = this.fenced((tables) => noteLeadSince(tables, 0)).catch(() => {});
    this.#losing.abort();
    await within(
      noted.then(() => this.#lock.release()),
      releaseMs,
    );
  }

  async #watch(session: Kysely<AnyTables>): Promise<void> {
    while (!this.lost.aborted) {
      await pause(lookEveryMs, undefined, { signal: this.lost }).catch(() => {});
      if (!this.lost.aborted) await this.#ask(session);
    }
  }

  /** A connection that is gone has lost the lock. */
  async #ask(session: Kysely<AnyTables>): Promise<void> {
    await sql`select 1`.execute(session).catch(() => this.#losing.abort());
  }
}

/** Resolves with the work, after so long by the machine's clock, or when the signal says so. */
export async function within(work: Promise<unknown>, ms: number, signal?: AbortSignal): Promise<void> {
  const timer = new AbortController();
  const ends = signal === undefined ? timer.signal : AbortSignal.any([timer.signal, signal]);
  const limit = pause(ms, undefined, { signal: ends }).catch(() => {});
  await Promise.race([work, limit]).finally(() => timer.abort());
}

async function noteLeadSince(tables: Kysely<CollectTables>, sinceMs: number): Promise<void> {
  await tables.updateTable("collect_leader").set({ since_ms: sinceMs }).where("id", "=", 1).execute();
}
