/**
 * The reads and additions of counting in the database, on SQLite and PostgreSQL. Nodes add increments, so none overwrites
 * what another has added; moments of a key are told apart by the node that counted them.
 */
import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { codeOfError } from "../../database/database-error.ts";
import { type Database, tablesOf } from "../../database/engine.ts";
import { windowMs } from "../meters.ts";
import type { AccountRow } from "../periods.ts";
import type { AccessTables } from "../tables.ts";
import type { Increments } from "./account-counts.ts";
import type { Runtime } from "./runtime.ts";

/** A key as the database has it. */
export type StoredKey = {
  readonly account: AccountRow;
  readonly hash: string;
  readonly keyId: string;
  readonly revokedMs: number | null;
  /** Of all quota periods with the number of the account's present one. */
  readonly uses: readonly { readonly start_ms: number; readonly used: number }[];
  /** The counts of other nodes and earlier processes within the last minute, oldest first, in monotonic time. */
  readonly others: readonly { readonly atMs: number; readonly requests: number }[];
};

/** The increments were sent, and whether the database has them is not known. */
export class ConfirmationLost extends Error {}

/** A clock that was set back leaves moments that are yet to come. Those of clocks that differ a little count all the same. */
const aheadMs = 1000;
/** The most accounts that one transaction adds to. */
export const mostAtOnce = 1000;
/** SQLite takes 32,766 parameters in a statement, and PostgreSQL 65,535. */
const mostRows = 5000;

export class CountStore {
  readonly #database: Database;
  readonly #access: Kysely<AccessTables>;
  readonly #runtime: Runtime;
  readonly #node = randomBytes(6).toString("base64url");
  /** How far PostgreSQL's clock, which all nodes share, is ahead of monotonic time. */
  #serverAheadMs = 0;

  constructor(database: Database, runtime: Runtime) {
    this.#database = database;
    this.#access = tablesOf<AccessTables>(database.kysely);
    this.#runtime = runtime;
  }

  /** Epoch milliseconds. On PostgreSQL they are known once a key was read. */
  nowMs(): number {
    if (this.#database.engine === "sqlite") return this.#runtime.nowMs();
    return this.#runtime.serverNowMs() ?? Math.floor(this.#runtime.elapsedMs() + this.#serverAheadMs);
  }

  /** Returns those of the keys that exist. */
  async read(hashes: readonly string[]): Promise<readonly StoredKey[]> {
    const isPostgres = this.#database.engine === "postgres";
    const sentMs = this.#runtime.elapsedMs();
    const keys = await this.#access
      .selectFrom("account_keys as key")
      .innerJoin("accounts as account", "account.email", "key.email")
      .selectAll("account")
      .select(["key.secret_hash", "key.key_id", "key.revoked_ms"])
      .select((isPostgres ? sql`extract(epoch from clock_timestamp()) * 1000` : sql`0`).as("server_ms"))
      .where("key.secret_hash", "in", hashes)
      .execute();
    const [first] = keys;
    if (first === undefined) return [];
    const elapsedMs = this.#runtime.elapsedMs();
    this.#serverAheadMs = Number(first.server_ms) - (sentMs + elapsedMs) / 2;
    const nowMs = this.nowMs();
    const emails = [...new Set(keys.map(({ email }) => email))];
    const uses = await this.#access
      .selectFrom("period_uses as use")
      .innerJoin("accounts as account", (join) =>
        join.onRef("account.email", "=", "use.email").onRef("account.period", "=", "use.period"),
      )
      .selectAll("use")
      .where("use.email", "in", emails)
      .execute();
    const moments = await this.#access
      .selectFrom("key_windows")
      .select(["key_id", "at_ms", "requests"])
      .where(
        "key_id",
        "in",
        keys.map(({ key_id: keyId }) => keyId),
      )
      .where("node", "<>", this.#node)
      .where("at_ms", ">", nowMs - windowMs)
      .where("at_ms", "<", nowMs + aheadMs)
      .orderBy("at_ms")
      .execute();
    const usesOf = Map.groupBy(uses, ({ email }) => email);
    const momentsOf = Map.groupBy(moments, (moment) => moment.key_id);
    return keys.map(({ secret_hash: hash, key_id: keyId, revoked_ms: revokedMs, server_ms: _, ...account }) => ({
      ...{ account, hash, keyId, revokedMs },
      uses: usesOf.get(account.email) ?? [],
      others: (momentsOf.get(keyId) ?? []).map(({ at_ms: atMs, requests }) => ({
        atMs: Math.min(elapsedMs, elapsedMs - nowMs + atMs),
        requests,
      })),
    }));
  }

  /**
   * Adds increments of up to `mostAtOnce` accounts, all or none. Those of accounts that do not exist any more are dropped.
   * @returns the accounts to which nothing was added, because somebody else has locked them for the moment.
   * @throws ConfirmationLost when it may have been done; after any other error it was not.
   */
  async add(increments: readonly Increments[]): Promise<ReadonlySet<Increments>> {
    this.#database.checkPlace();
    let isCommitting = false;
    try {
      const busy = await this.#access.transaction().execute(async (access) => {
        const left = await this.#addIn(access, increments);
        isCommitting = true;
        return left;
      });
      // The counts that were written must be in the present files.
      this.#database.checkPlace();
      return busy;
    } catch (error) {
      if (!isCommitting || this.#database.engine === "sqlite" || isRolledBack(error)) throw error;
      throw new ConfirmationLost("the database did not confirm what was counted", { cause: error });
    }
  }

  async #addIn(access: Kysely<AccessTables>, increments: readonly Increments[]): Promise<ReadonlySet<Increments>> {
    const emails = increments.map(({ owner }) => owner.email);
    const accounts = access.selectFrom("accounts").select(["email", "created_ms"]).where("email", "in", emails);
    // No node waits for what another has locked, so none can keep the others' accounts from being written.
    const isPostgres = this.#database.engine === "postgres";
    const free = await (isPostgres ? accounts.forNoKeyUpdate().skipLocked() : accounts).execute();
    const all = isPostgres && free.length < emails.length ? await accounts.execute() : free;
    const among = (rows: typeof free) => {
      const created = new Map(rows.map(({ email, created_ms: createdMs }) => [email, createdMs]));
      return increments.filter(({ owner }) => created.get(owner.email) === owner.createdMs);
    };
    const added = among(free);
    if (added.length > 0) await this.#write(access, added);
    return new Set(among(all)).difference(new Set(added));
  }

  async #write(access: Kysely<AccessTables>, added: readonly Increments[]): Promise<void> {
    const uses = added.flatMap(({ owner: { email }, uses }) =>
      uses.map(({ period, startMs, requests }) => ({ email, period, start_ms: startMs, used: requests })),
    );
    const days = added.flatMap(({ owner: { email }, days }) => days.map((day) => ({ email, ...day })));
    const nowMs = this.nowMs();
    const toClockMs = nowMs - Math.floor(this.#runtime.elapsedMs());
    const moments = added.flatMap(({ moments }) =>
      moments.map(({ keyId, atMs, requests }) => ({
        key_id: keyId,
        node: this.#node,
        at_ms: atMs + toClockMs,
        requests,
      })),
    );
    for (const values of inParts(uses)) {
      await access
        .insertInto("period_uses")
        .values(values)
        .onConflict((known) =>
          known.columns(["email", "period", "start_ms"]).doUpdateSet({ used: sql`period_uses.used + excluded.used` }),
        )
        .execute();
    }
    for (const values of inParts(days)) {
      await access
        .insertInto("account_days")
        .values(values)
        .onConflict((known) =>
          known.columns(["email", "day"]).doUpdateSet({ requests: sql`account_days.requests + excluded.requests` }),
        )
        .execute();
    }
    // The newest moment of a key stays: it says when the key was last used.
    const windowFromMs = nowMs - windowMs;
    const asking = moments.filter((moment) => moment.at_ms > windowFromMs).map((moment) => moment.key_id);
    for (const values of inParts([...new Set(asking)])) {
      await access
        .deleteFrom("key_windows")
        .where("key_id", "in", values)
        .where(({ eb, or }) => or([eb("at_ms", "<=", windowFromMs), eb("at_ms", ">=", nowMs + aheadMs)]))
        .execute();
    }
    for (const values of inParts(moments)) {
      await access
        .insertInto("key_windows")
        .values(values)
        .onConflict((known) =>
          known.columns(["key_id", "node", "at_ms"]).doUpdateSet({
            requests: sql`key_windows.requests + excluded.requests`,
          }),
        )
        .execute();
    }
  }
}

function* inParts<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += mostRows) yield rows.slice(from, from + mostRows);
}

/**
 * Whether PostgreSQL itself has said that it did nothing: any SQLSTATE but those of a connection that fails, and of a
 * server that ends it, which it may also say after a commit.
 */
function isRolledBack(error: unknown): boolean {
  return /^(?=.*\d)(?!08|57P)[0-9A-Z]{5}$/.test(codeOfError(error));
}
