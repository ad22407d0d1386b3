/**
 * The reads and additions of counting in the database, on SQLite and PostgreSQL. Nodes add increments, so none overwrites what
 * another has added; moments of a key are told apart by the node that counted them.
 */
import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { type Database, tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { AccountRow } from "../periods.ts";
import { windowMs } from "../plans.ts";
import type { AccessTables } from "../tables.ts";
import type { AccountUse, RowName, Runtime } from "./memory.ts";

export type StoredKey = {
  readonly account: AccountRow;
  readonly hash: string;
  readonly keyId: string;
  readonly revokedMs: number | null;
  /** The account's use, by quota period. */
  readonly uses: readonly (readonly [RowName, number])[];
  /** The counts of other nodes and earlier processes within the last minute, oldest first, in monotonic time. */
  readonly others: readonly { readonly atMs: number; readonly requests: number }[];
};

export type Increments = { readonly use: AccountUse; readonly rows: ReadonlyMap<RowName, number> };

/** The increments were sent, and whether the database has them is not known. */
export class ConfirmationLost extends Error {}

/** A clock that was set back leaves moments that are yet to come. Those of clocks that differ a little count all the same. */
const aheadMs = 1000;
/** SQLite takes 32,766 parameters in a statement, and PostgreSQL 65,535. */
const mostRows = 5000;

export class Settlement {
  readonly #database: Database;
  readonly #access: Kysely<AccessTables>;
  readonly #runtime: Runtime;
  readonly #node = randomBytes(6).toString("base64url");

  constructor(database: Database, runtime: Runtime) {
    this.#database = database;
    this.#access = tablesOf<AccessTables>(database.kysely);
    this.#runtime = runtime;
  }

  /** How far the clock, by which nodes tell each other of moments, is ahead of monotonic time. */
  get #clockAheadMs(): number {
    return this.#runtime.nowMs() - Math.floor(this.#runtime.elapsedMs());
  }

  /** Returns those of the keys that exist. */
  async read(hashes: readonly string[]): Promise<readonly StoredKey[]> {
    const keys = await this.#access
      .selectFrom("account_keys as key")
      .innerJoin("accounts as account", "account.email", "key.email")
      .selectAll("account")
      .select(["key.secret_hash as hash", "key.key_id as keyId", "key.revoked_ms as revokedMs"])
      .where("key.secret_hash", "in", hashes)
      .execute();
    if (keys.length === 0) return [];
    const emails = [...new Set(keys.map(({ email }) => email))];
    const ids = keys.map(({ keyId }) => keyId);
    const nowMs = this.#runtime.nowMs();
    const [uses, moments] = await Promise.all([
      this.#access.selectFrom("period_uses").selectAll().where("email", "in", emails).execute(),
      this.#access
        .selectFrom("key_windows")
        .selectAll()
        .where("key_id", "in", ids)
        .where("node", "<>", this.#node)
        .where("at_ms", ">", nowMs - windowMs)
        .where("at_ms", "<", nowMs + aheadMs)
        .orderBy("at_ms")
        .execute(),
    ]);
    const usesOf = Map.groupBy(uses, ({ email }) => email);
    const momentsOf = Map.groupBy(moments, (moment) => moment.key_id);
    const clockAheadMs = this.#clockAheadMs;
    return keys.map(({ hash, keyId, revokedMs, ...account }) => ({
      account,
      hash,
      keyId,
      revokedMs,
      uses: (usesOf.get(account.email) ?? []).map((use) => [`use ${use.period} ${use.start_ms}`, use.used]),
      others: (momentsOf.get(keyId) ?? []).map(({ at_ms: atMs, requests }) => ({
        atMs: Math.min(nowMs, atMs) - clockAheadMs,
        requests,
      })),
    }));
  }

  /**
   * Adds increments, all or none. Those of accounts that do not exist any more are dropped.
   * @throws ConfirmationLost when they may have been added; any other error when they were not.
   */
  async add(all: readonly Increments[]): Promise<void> {
    this.#database.checkPlace();
    let isCommitting = false;
    try {
      await this.#database.kysely.transaction().execute(async (connection) => {
        await this.#addIn(connection, all);
        isCommitting = true;
      });
    } catch (cause) {
      if (!isCommitting || this.#database.engine === "sqlite") throw cause;
      throw new ConfirmationLost("the database did not confirm what was counted", { cause });
    }
  }

  async #addIn(connection: Kysely<AnyTables>, all: readonly Increments[]): Promise<void> {
    const access = tablesOf<AccessTables>(connection);
    const emails = all.map(({ use }) => use.email);
    const accounts = access.selectFrom("accounts").select(["email", "created_ms"]).where("email", "in", emails);
    // On PostgreSQL an account must not be deleted before its counts are there, and nobody's lock is waited for. SQLite has one writer.
    const isPostgres = this.#database.engine === "postgres";
    const there = await (isPostgres ? accounts.forKeyShare().noWait() : accounts).execute();
    const createdMs = new Map(there.map((account) => [account.email, account.created_ms]));
    // All nodes add in the same order, so that none waits for one that waits for it.
    const added = all
      .filter(({ use }) => createdMs.get(use.email) === use.createdMs)
      .toSorted((one, other) => (one.use.email < other.use.email ? -1 : 1));

    const windowFromMs = this.#runtime.nowMs() - windowMs;
    const clockAheadMs = this.#clockAheadMs;
    const uses: AccessTables["period_uses"][] = [];
    const days: AccessTables["account_days"][] = [];
    const moments: AccessTables["key_windows"][] = [];
    for (const { use, rows } of added) {
      const { email } = use;
      for (const [row, requests] of rows) {
        const [table, first = "", second] = row.split(" ");
        if (table === "use") uses.push({ email, period: Number(first), start_ms: Number(second), used: requests });
        else if (table === "day") days.push({ email, day: first, requests });
        else {
          // After an outage many moments have left the window. The newest of a key stays: it says when the key was last used.
          const before = moments.at(-1);
          if (before?.key_id === first && before.at_ms <= windowFromMs) moments.pop();
          moments.push({ key_id: first, node: this.#node, at_ms: Number(second) + clockAheadMs, requests });
        }
      }
    }
    await addRows(connection, "period_uses", ["email", "period", "start_ms"], "used", uses);
    await addRows(connection, "account_days", ["email", "day"], "requests", days);
    const asking = moments.filter((moment) => moment.at_ms > windowFromMs).map((moment) => moment.key_id);
    // No key has the empty id: PostgreSQL takes no empty list.
    await access
      .deleteFrom("key_windows")
      .where("key_id", "in", ["", ...new Set(asking)])
      .where(({ eb, or }) =>
        or([eb("at_ms", "<=", windowFromMs), eb("at_ms", ">=", windowFromMs + windowMs + aheadMs)]),
      )
      .execute();
    await addRows(connection, "key_windows", ["key_id", "node", "at_ms"], "requests", moments);
  }
}

/** Makes rows; to those that are there already, the sum is added. */
async function addRows(
  connection: Kysely<AnyTables>,
  table: string,
  key: readonly string[],
  sum: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const more = sql`${sql.ref(`${table}.${sum}`)} + ${sql.ref(`excluded.${sum}`)}`;
  for (let from = 0; from < rows.length; from += mostRows) {
    await connection
      .insertInto(table)
      .values(rows.slice(from, from + mostRows))
      .onConflict((known) => known.columns(key).doUpdateSet({ [sum]: more }))
      .execute();
  }
}
