/**
 * The two engines behind one door: SQLite through node:sqlite (the default) and PostgreSQL.
 * This folder knows no table's meaning; whoever owns tables declares them and takes a typed view with `tablesOf`.
 */
import { closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import { DatabaseError, DatabaseOutage, reasonOf, withoutPassword } from "./database-error.ts";
import { migrate } from "./migrate.ts";
import type { AnyTables, EngineName, Part } from "./names.ts";
import { NodeSqlite, NodeSqliteDialect } from "./node-sqlite.ts";
import { impatient, type Patience, patiently } from "./patience.ts";
import { Place } from "./place.ts";
import { BoundedPool } from "./postgres-pool.ts";
import { refuseOtherSchema } from "./schema.ts";
import { setUp } from "./set-up.ts";
import { refuseUnfinishedSwap, soundFile } from "./swap.ts";
import { limitsOf, sqliteBusyMs, type Use } from "./uses.ts";

export type Database = {
  readonly engine: EngineName;
  readonly part: Part;
  /** The file or the postgres:// URL that holds this part. */
  readonly url: string;
  readonly kysely: Kysely<AnyTables>;
  /** @throws DatabaseError when this part's files are no longer those that were opened: nothing is safe there any more. */
  checkPlace(): void;
  close(): Promise<void>;
};

export function engineOf(url: string): EngineName {
  return /^postgres(ql)?:\/\//.test(url) ? "postgres" : "sqlite";
}

/**
 * Opens the ledger and the archive, in a file or at a postgres:// URL, and brings their tables up to date. Its
 * connections may take a night's time; `connectionsFor` gives those of other uses.
 * @throws DatabaseError in one line without a password: why it cannot be opened.
 */
export function openDatabase(url: string, patience: Patience = impatient): Promise<Database> {
  return openPart(url, "facts", patience);
}

/** Opens the accounts that belong to a DATABASE_URL, as `openDatabase` does. */
export function openAccess(url: string, patience: Patience = impatient): Promise<Database> {
  return openPart(url, "access", patience);
}

/**
 * The same tables through connections of their own, which wait as long as this use may. The one connection of an SQLite
 * file serves all uses; from now on it waits no longer for other processes than this use does. Whoever opened the
 * database closes it last.
 */
export async function connectionsFor(database: Database, use: Use): Promise<Database> {
  if (database.engine === "sqlite") {
    await sql.raw(`pragma busy_timeout = ${sqliteBusyMs[use]}`).execute(database.kysely);
    return { ...database, close: async () => {} };
  }
  const kysely = new Kysely<AnyTables>({ dialect: postgresDialect(database.url, use) });
  return { ...database, kysely, close: () => kysely.destroy() };
}

/** The file that opening the accounts would make, or null: they are there, or on a server. */
export function missingAccess(url: string): string | null {
  if (engineOf(url) === "postgres") return null;
  refuseUnfinishedSwap(placeOf(url, "facts"));
  const path = placeOf(url, "access");
  // What may not be looked at is not missing: that throws.
  return statSync(path, { throwIfNoEntry: false }) === undefined ? path : null;
}

/** The file or the postgres:// URL that holds a part of a DATABASE_URL. */
export function placeOf(url: string, part: Part): string {
  if (engineOf(url) === "postgres") return url;
  return part === "access" ? accessPathOf(pathOf(url)) : pathOf(url);
}

/** `gradeline.db` has its accounts beside it, in `gradeline-access.db`. */
function accessPathOf(path: string): string {
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}-access${ext}`);
}

function pathOf(url: string): string {
  return url.replace(/^(sqlite|file):(\/\/)?/, "");
}

function openPart(url: string, part: Part, patience: Patience): Promise<Database> {
  const engine = engineOf(url);
  const place = placeOf(url, part);
  return patiently(patience, async () => {
    const checkAgain = engine === "sqlite" ? soundFile(placeOf(url, "facts"), place) : () => {};
    const kysely = new Kysely<AnyTables>({
      dialect: engine === "postgres" ? postgresDialect(place, "night") : sqliteDialect(place, part),
    });
    try {
      await migrate(kysely, engine, part);
      if (engine === "sqlite") await refuseOtherSchema(kysely, part, place);
      checkAgain();
    } catch (error) {
      await kysely.destroy();
      if (error instanceof DatabaseError && !(error instanceof DatabaseOutage)) throw error;
      throw new DatabaseError(`the database ${withoutPassword(place)} cannot be opened: ${reasonOf(error)}`, {
        cause: error,
      });
    }
    const files = engine === "postgres" || place === ":memory:" ? null : new Place(place);
    return { engine, part, url: place, kysely, checkPlace: () => files?.check(), close: () => kysely.destroy() };
  });
}

export function postgresDialect(url: string, use: Use): PostgresDialect {
  return new PostgresDialect({ pool: new BoundedPool(url, use) });
}

function sqliteDialect(path: string, part: Part): NodeSqliteDialect {
  return new NodeSqliteDialect({
    database: async () => {
      if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true });
      // Accounts and sessions are their owner's alone; SQLite gives the files beside this one its mode.
      if (part === "access" && !existsSync(path)) closeSync(openSync(path, "a", 0o600));
      return setUp(new NodeSqlite(path), (database) => {
        database.pragma(`busy_timeout = ${sqliteBusyMs.night}`);
        // A commit writes whole pages, and the door commits a row or two a moment. It counts only for a new file.
        if (part === "access") database.pragma("page_size = 1024");
        database.pragma("journal_mode = WAL");
        // WAL with NORMAL survives a killed process; only a power cut may undo the last commits, never tear one.
        database.pragma("synchronous = NORMAL");
        database.pragma("foreign_keys = ON");
        database.pragma("cache_size = -65536");
      });
    },
  });
}

const lockTables: Readonly<Record<Part, string>> = { facts: "write_lock", access: "access_lock" };

/** A view of the database that knows the owner's tables. */
export function tablesOf<Tables>(connection: Kysely<AnyTables>): Kysely<Tables> {
  return connection as unknown as Kysely<Tables>;
}

/** SQLSTATE of a lock that was not to be had in time. */
const lockNotAvailable = "55P03";

/**
 * Runs one writer of a part at a time, on either engine and from any process: the first statement takes the only row of
 * the part's lock, which in SQLite takes the file's write lock before anything is read.
 * @throws DatabaseOutage when the database went away; its message says whether anything was changed.
 * @throws DatabaseError when the files were deleted or replaced meanwhile: what was written is in none that is there.
 */
export async function writeTransaction<Result>(
  database: Database,
  work: (connection: Transaction<AnyTables>) => Promise<Result>,
): Promise<Result> {
  let stage: "waiting" | "working" | "committing" = "waiting";
  try {
    const written = await database.kysely.transaction().execute(async (connection) => {
      await sql`update ${sql.table(lockTables[database.part])} set taken = taken + 1 where id = 1`.execute(connection);
      stage = "working";
      const worked = await work(connection);
      stage = "committing";
      return worked;
    });
    database.checkPlace();
    return written;
  } catch (error) {
    throw error instanceof DatabaseOutage ? new DatabaseOutage(database.url, error, noteAt(stage, error)) : error;
  }
}

function noteAt(stage: "waiting" | "working" | "committing", { code }: DatabaseOutage): string {
  if (stage === "committing") return " (whether the changes were kept is not known; making them again is safe)";
  if (stage === "working" || code !== lockNotAvailable) return " (nothing was changed)";
  return ` (another command has been writing for ${limitsOf.night.lockMs / 1000} s and is not done; nothing was changed)`;
}
