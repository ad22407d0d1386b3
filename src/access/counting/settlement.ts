/**
 * The reads and additions of counting in the database, on SQLite and PostgreSQL. Nodes add increments, so none overwrites what
 * another has added; moments of a key are told apart by the node that counted them.
 */
import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { codeOfError } from "../../database/database-error.ts";
import { type Database, tablesOf } from "../../database/engine.ts";
import { windowMs } from "../meters.ts";
import type { AccountRow } from "../periods.ts";
import type { AccessTables } from "../tables.ts";
import type { Due, Owner } from "./memory.ts";
import type { Runtime } from "./runtime.ts";

/** A key as the database has it. */
export type StoredKey = {
  readonly account: AccountRow;
  readonly hash: string;
  readonly keyId: string;
  readonly revokedMs: number | null;
  /** The account's use by quota period: `period startMs`. */
  readonly uses: ReadonlyMap<string, number>;
  /** The counts of other nodes and earlier processes within the last minute, oldest first, in monotonic time. */
  readonly others: readonly { readonly atMs: number; readonly requests: number }[];
};

export type Increments = Due & { readonly owner: Owner };

/** The increments were sent, and whether the database has them is not known. */
class ConfirmationLost extends Error {}

/** A clock that was set back leaves moments that are yet to come. Those of clocks that differ a little count all the same. */
const aheadMs = 1000;
/** The most keys that one call reads, and accounts that one transaction adds to. */
const mostAtOnce = 1000;
/** SQLite takes 32,766 parameters in a statement, and PostgreSQL 65,535. */
const mostRows = 5000;

export class Settlement {
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
    const found: StoredKey[] = [];
    for (const some of inParts(hashes, mostAtOnce)) found.push(...(await this.#readSome(some)));
    return found;
  }

  async #readSome(hashes: readonly string[]): Promise<readonly StoredKey[]> {
    const isPostgres = this.#database.engine === "postgres";
    const sentMs = this.#runtime.elapsedMs();
    const keys = await this.#access
      .selectFrom("account_keys as key")
      .innerJoin("accounts as account", "account.email", "key.email")
      .selectAll("account")
      .select(["key.secret_hash as hash", "key.key_id as keyId", "key.revoked_ms as revokedMs"])
      .select((isPostgres ? sql`extract(epoch from clock_timestamp()) * 1000` : sql`0`).as("serverMs"))
      .where("key.secret_hash", "in", hashes)
      .execute();
    const [first] = keys;
    if (first === undefined) return [];
    const elapsedMs = this.#runtime.elapsedMs();
    this.#serverAheadMs = Number(first.serverMs) - (sentMs + elapsedMs) / 2;
    const nowMs = this.nowMs();
    const emails = [...new Set(keys.map(({ email }) => email))];
    const uses = await this.#access.selectFrom("period_uses").selectAll().where("email", "in", emails).execute();
    const ids = keys.map(({ keyId }) => keyId);
    const moments = await this.#access
      .selectFrom("key_windows")
      .selectAll()
      .where("key_id", "in", ids)
      .where("node", "<>", this.#node)
      .where("at_ms", ">", nowMs - windowMs)
      .where("at_ms", "<", nowMs + aheadMs)
      .orderBy("at_ms")
      .execute();
    const usesOf = Map.groupBy(uses, ({ email }) => email);
    const momentsOf = Map.groupBy(moments, (moment) => moment.key_id);
    return keys.map(({ hash, keyId, revokedMs, serverMs: _, ...account }) => ({
      ...{ account, hash, keyId, revokedMs },
      uses: new Map(usesOf.get(account.email)?.map((use) => [`${use.period} ${use.start_ms}`, use.used])),
      others: (momentsOf.get(keyId) ?? []).map(({ at_ms: atMs, requests }) => ({
        atMs: Math.min(elapsedMs, elapsedMs - nowMs + atMs),
        requests,
      })),
    }));
  }

  /**
   * Adds increments, all or none of every thousand accounts. Those of accounts that do not exist any more are dropped.
   * @param done is told of each that is added, dropped or, since a confirmation was lost, in doubt: for the caller, it is not sent again.
   * @returns whether that were all: somebody else may have locked accounts for the moment.
   * @throws any error after which nothing more was added.
   */
  async add(all: readonly Increments[], done: (increments: Increments) => void): Promise<boolean> {
    let isAll = true;
    for (const some of inParts(all, mostAtOnce)) {
      let busy: ReadonlySet<Increments> = new Set();
      try {
        busy = await this.#addSome(some);
      } catch (error) {
        if (!(error instanceof ConfirmationLost)) throw error;
        for (const increments of some) done(increments);
        throw error;
      }
      for (const increments of some) if (!busy.has(increments)) done(increments);
      isAll &&= busy.size === 0;
    }
    return isAll;
  }

  async #addSome(some: readonly Increments[]): Promise<ReadonlySet<Increments>> {
    this.#database.checkPlace();
    let isCommitting = false;
    try {
      const busy = await this.#access.transaction().execute(async (access) => {
        const left = await this.#addIn(access, some);
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

  /** Returns those to which nothing was added, because somebody else has locked their accounts: no node waits for another. */
  async #addIn(access: Kysely<AccessTables>, some: readonly Increments[]): Promise<ReadonlySet<Increments>> {
    const emails = some.map(({ owner }) => owner.email);
    const accounts = access.selectFrom("accounts").select(["email", "created_ms"]).where("email", "in", emails);
    const isPostgres = this.#database.engine === "postgres";
    const free = await (isPostgres ? accounts.forNoKeyUpdate().skipLocked() : accounts).execute();
    const there = free.length < emails.length ? await accounts.execute() : free;
    const among = (rows: typeof free) => {
      const created = new Map(rows.map(({ email, created_ms: createdMs }) => [email, createdMs]));
      return some.filter(({ owner }) => created.get(owner.email) === owner.createdMs);
    };
    const added = among(free);
    await this.#write(access, added);
    return new Set(among(there)).difference(new Set(added));
  }

  async #write(access: Kysely<AccessTables>, added: readonly Increments[]): Promise<void> {
    const uses = added.flatMap(({ owner: { email }, uses }) =>
      Array.from(uses, ([name, used]) => ({ email, ...periodOf(name), used })),
    );
    const days = added.flatMap(({ owner: { email }, days }) =>
      Array.from(days, ([day, requests]) => ({ email, day, requests })),
    );
    const nowMs = this.nowMs();
    const toClockMs = nowMs - Math.floor(this.#runtime.elapsedMs());
    const moments = added.flatMap(({ moments }) =>
      Array.from(moments, ([name, requests]) => {
        const [key_id = "", atMs] = name.split(" ");
        return { key_id, node: this.#node, at_ms: Number(atMs) + toClockMs, requests };
      }),
    );
    const sum = (column: string) => sql<number>`${sql.ref(column)} + ${sql.ref(`excluded.${column.split(".")[1]}`)}`;
    for (const values of inParts(uses, mostRows)) {
      const insert = access.insertInto("period_uses").values(values);
      const set = { used: sum("period_uses.used") };
      await insert.onConflict((known) => known.columns(["email", "period", "start_ms"]).doUpdateSet(set)).execute();
    }
    for (const values of inParts(days, mostRows)) {
      const insert = access.insertInto("account_days").values(values);
      const set = { requests: sum("account_days.requests") };
      await insert.onConflict((known) => known.columns(["email", "day"]).doUpdateSet(set)).execute();
    }
    // The newest moment of a key stays: it says when the key was last used.
    const windowFromMs = nowMs - windowMs;
    const asking = moments.filter((moment) => moment.at_ms > windowFromMs).map((moment) => moment.key_id);
    for (const values of inParts([...new Set(asking)], mostRows)) {
      await access
        .deleteFrom("key_windows")
        .where("key_id", "in", values)
        .where(({ eb, or }) => or([eb("at_ms", "<=", windowFromMs), eb("at_ms", ">=", nowMs + aheadMs)]))
        .execute();
    }
    for (const values of inParts(moments, mostRows)) {
      const insert = access.insertInto("key_windows").values(values);
      const set = { requests: sum("key_windows.requests") };
      await insert.onConflict((known) => known.columns(["key_id", "node", "at_ms"]).doUpdateSet(set)).execute();
    }
  }
}

function periodOf(name: string) {
  const [period = 0, start_ms = 0] = name.split(" ").map(Number);
  return { period, start_ms };
}

function* inParts<Row>(rows: readonly Row[], most: number): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += most) yield rows.slice(from, from + most);
}

/**
 * Whether PostgreSQL itself has said that it did nothing: any SQLSTATE but those of a connection that fails, and of a
 * server that ends it, which it may also say after a commit.
 */
function isRolledBack(error: unknown): boolean {
  return /^(?=.*\d)(?!08|57P)[0-9A-Z]{5}$/.test(codeOfError(error));
}
