/**
 * Counting on PostgreSQL, where several nodes serve. One call decides on all requests of a moment. When its answer is
 * lost, its requests are given back before they are asked for again, whether it was done or not [D-40].
 */
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../database/engine.ts";
import { isSameDigest } from "../keys/keys.ts";
import { type KeyRefusal, plans } from "../plans.ts";
import { Batches } from "./batches.ts";
import { type Counting, noHash, type Receipt, type Taken, Undecided } from "./counting.ts";
import { functionNamed, makeFunctions } from "./postgres-functions.ts";
import type { Runtime } from "./runtime.ts";

type TakeRow = {
  readonly secret_hash: string;
  readonly email: string;
  readonly is_busy: boolean;
  readonly refusal: KeyRefusal | null;
  readonly now_ms: number;
  readonly minute_limit: number;
  readonly counted: number;
  readonly oldest_ms: number | null;
  readonly quota_limit: number;
  readonly used: number;
  readonly period: number;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly day: string;
  readonly granted: number;
};
type GivenRow = { readonly given_hash: string; readonly is_busy: boolean; readonly used: number };
/** Requests to give back. Where they were charged is not known when the answer was lost. */
type Given = Pick<Receipt, "hash"> & Partial<Receipt> & { readonly requests?: number };

const planLimits = JSON.stringify(
  Object.fromEntries(
    Object.entries(plans).map(([plan, terms]) => [plan, { minute: terms.requestsPerMinute, quota: terms.requests }]),
  ),
);

/** SQLSTATE of a call to a function that does not exist. */
const undefinedFunction = "42883";
/** By then the asker has been told that there is no answer. */
const lostPatienceMs = 1600;
const probePatienceMs = 900;
const settlePatienceMs = 1000;
const betweenLooksMs = 10;

/** The call was sent, and whether it was done is not known. */
class AnswerLost extends Error {}

export class PostgresCounting implements Counting {
  readonly #database: Database;
  readonly #runtime: Runtime;
  readonly #taking: Batches<string, Taken>;
  readonly #giving: Batches<Given, number>;
  #areFunctionsMade = false;

  constructor(database: Database, runtime: Runtime) {
    this.#database = database;
    this.#runtime = runtime;
    this.#taking = new Batches(runtime, {
      answerAll: (hashes) => this.#takeAll(hashes),
      onLate: (taken) => {
        if (taken.outcome === "taken") void this.giveBack(taken.receipt, 0);
      },
    });
    this.#giving = new Batches(runtime, { answerAll: (given) => this.#giveAllBack(given), onLate: null });
  }

  take(hash: string, patienceMs: number): Promise<Taken | Undecided> {
    return this.#taking.ask(hash, patienceMs);
  }

  async giveBack(given: Given, patienceMs: number): Promise<number | null> {
    const used = await this.#giving.ask(given, patienceMs);
    return used instanceof Undecided ? null : used;
  }

  async probe(): Promise<boolean> {
    return !((await this.take(noHash, probePatienceMs)) instanceof Undecided);
  }

  async settle(): Promise<void> {
    for (let looks = settlePatienceMs / betweenLooksMs; looks > 0 && this.#giving.unanswered > 0; looks--) {
      await this.#runtime.sleep(betweenLooksMs);
    }
  }

  async close(): Promise<void> {
    this.#taking.close();
    await this.settle();
    this.#giving.close();
  }

  async #takeAll(hashes: readonly string[]): Promise<readonly (Taken | null)[]> {
    const wanted = new Map<string, number>();
    for (const hash of hashes) wanted.set(hash, (wanted.get(hash) ?? 0) + 1);
    const statement = sql<TakeRow>`select * from ${functionNamed("access_take")}(${[...wanted.keys()]}::text[],
      ${[...wanted.values()]}::integer[], ${planLimits}::jsonb, ${this.#runtime.serverNowMs()}::bigint)`;
    const rows = await this.#call(statement).catch(async (error: unknown) => {
      if (error instanceof AnswerLost) {
        const given = Array.from(wanted, ([hash, requests]) => ({ hash, requests }));
        await Promise.all(given.map((each) => this.giveBack(each, lostPatienceMs)));
      }
      throw error;
    });
    const byHash = new Map(rows.map((row) => [row.secret_hash, row]));
    const before = new Map<string, number>();
    return hashes.map((hash) => {
      const row = byHash.get(hash);
      if (row === undefined || !isSameDigest(row.secret_hash, hash)) return { outcome: "unknown" };
      if (row.is_busy) return null;
      const earlier = before.get(hash) ?? 0;
      before.set(hash, earlier + 1);
      return takenOf(row, earlier);
    });
  }

  async #giveAllBack(given: readonly Given[]): Promise<readonly (number | null)[]> {
    const column = <Name extends keyof Receipt>(name: Name) => given.map((each) => each[name] ?? null);
    const rows = await this.#call(sql<GivenRow>`select * from ${functionNamed("access_give_back")}(
      ${column("hash")}::text[], ${column("period")}::bigint[], ${column("startMs")}::bigint[],
      ${column("day")}::text[], ${given.map(({ requests = 1 }) => requests)}::integer[],
      ${this.#runtime.serverNowMs()}::bigint)`);
    const byHash = new Map(rows.map((row) => [row.given_hash, row]));
    return given.map(({ hash }) => {
      const row = byHash.get(hash);
      if (row === undefined) return 0;
      return row.is_busy ? null : row.used;
    });
  }

  async #call<Row>(statement: RawBuilder<Row>): Promise<readonly Row[]> {
    let isSent = false;
    try {
      return await this.#database.kysely.connection().execute(async (connection) => {
        if (!this.#areFunctionsMade) await makeFunctions.execute(connection);
        this.#areFunctionsMade = true;
        isSent = true;
        return (await statement.execute(connection)).rows;
      });
    } catch (error) {
      const { code } = error as { readonly code?: unknown };
      if (code === undefinedFunction) this.#areFunctionsMade = false;
      if (!isSent || isRolledBack(code)) throw error;
      throw new AnswerLost("the database's answer was lost", { cause: error });
    }
  }
}

/**
 * Whether PostgreSQL itself has said that it did nothing: any SQLSTATE but those of a connection that fails, and of a
 * server that ends it, which it may also say after a commit.
 */
function isRolledBack(code: unknown): boolean {
  return typeof code === "string" && /^(?=.*\d)(?!08|57P)[0-9A-Z]{5}$/.test(code);
}

/**
 * Returns the outcome of a request. `before` is the number of requests of the batch with the same key that came before
 * it.
 */
function takenOf(row: TakeRow, before: number): Taken {
  const { email, refusal, secret_hash: hash, period, start_ms: startMs, day } = row;
  const granted = Math.min(before + 1, row.granted);
  const counts = {
    nowMs: row.now_ms,
    minuteLimit: row.minute_limit,
    counted: row.counted + granted,
    oldestMs: row.oldest_ms,
    quotaLimit: row.quota_limit,
    used: Math.max(0, row.used + granted),
    periodEndMs: row.end_ms,
  };
  if (refusal !== null) return { outcome: refusal, email, counts };
  if (before < row.granted) return { outcome: "taken", email, counts, receipt: { hash, period, startMs, day } };
  return { outcome: counts.counted >= counts.minuteLimit ? "rate_limited" : "quota_exceeded", email, counts };
}
