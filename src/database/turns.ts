/**
 * Lets one process at a time do a piece of work, on whichever machine it is. A turn ends with its process, however that ends. On
 * PostgreSQL it is an advisory lock of a connection, on SQLite a lock on a file beside the database.
 */
import { type Kysely, sql } from "kysely";
import { canBeOpenedAgain, type Database } from "./engine.ts";
import type { AnyTables } from "./names.ts";
import { holdTurn, isTurnHeld, TurnHeld } from "./sqlite-files.ts";

/** `collector`: who asks the providers; `files`: who makes the files of seasons. */
type Work = "collector" | "files";

/** `session` is the connection that holds the lock; null: a file is locked, or nothing needs to be. */
export type Turn = { readonly session: Kysely<AnyTables> | null; release(): Promise<void> };

/** Advisory locks are of the database, which may have several of our schemas. */
const lockOf = (work: Work) => sql`hashtext(${`gradeline ${work} `} || current_schema())`;

const fileOf = ({ url }: Pick<Database, "url">, work: Work): string => `${url}-${work}`;

/** Null while another process has its turn. @throws DatabaseError */
export async function tryTurn(database: Database, work: Work): Promise<Turn | null> {
  if (database.engine === "postgres") return trySession(database, work);
  if (!canBeOpenedAgain(database)) return { session: null, release: async () => {} };
  try {
    const file = holdTurn(fileOf(database, work), "another process has its turn");
    return { session: null, release: async () => file.release() };
  } catch (error) {
    if (error instanceof TurnHeld) return null;
    throw error;
  }
}

async function trySession({ kysely }: Database, work: Work): Promise<Turn | null> {
  const locked = Promise.withResolvers<Kysely<AnyTables> | null>();
  const ended = Promise.withResolvers<void>();
  const whole = kysely.connection().execute(async (session) => {
    const asked = sql<{ held: boolean }>`select pg_try_advisory_lock(${lockOf(work)}) as held`;
    const { rows } = await asked.execute(session);
    if (rows[0]?.held !== true) return locked.resolve(null);
    locked.resolve(session);
    await ended.promise;
    await sql`reset idle_session_timeout`.execute(session);
    await sql`select pg_advisory_unlock(${lockOf(work)})`.execute(session);
  });
  whole.catch(locked.reject);
  const session = await locked.promise;
  const release = () => {
    ended.resolve();
    // A connection that is gone has no lock either.
    return whole.catch(() => {});
  };
  return session === null ? null : { session, release };
}

/** Whether some process has its turn. @throws DatabaseError */
export async function isTurnTaken(database: Pick<Database, "kysely" | "engine" | "url">, work: Work): Promise<boolean> {
  if (database.engine === "sqlite") return isTurnHeld(fileOf(database, work));
  // A lock that is shared, of this one statement, can be had unless somebody holds it.
  const looked = sql<{ free: boolean }>`select pg_try_advisory_xact_lock_shared(${lockOf(work)}) as free`;
  const { rows } = await looked.execute(database.kysely);
  return rows[0]?.free !== true;
}
