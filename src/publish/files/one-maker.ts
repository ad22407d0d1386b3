/** Lets one process at a time make the files of seasons: two would make the same ones, each with half a gigabyte of memory. */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { DatabaseError } from "../../database/database-error.ts";
import { canBeOpenedAgain, type Database } from "../../database/engine.ts";
import { holdTurn } from "../../database/sqlite-files.ts";

const lookEveryMs = 200;
/** The first making of all seasons takes minutes on a busy machine; after this time something is wrong. */
const longestMakingMs = 60 * 60_000;

const busy = "another process is making the files of seasons, and has not ended within an hour; try again later";

/**
 * Works when no other process does. It waits in the place of leaving: the one that works may have begun before the newest publish. The
 * lock ends with its process, however that ends.
 * @throws DatabaseError when the other one is not done in an hour.
 */
export async function asOneMaker<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  if (!canBeOpenedAgain(database)) return work();
  if (database.engine === "sqlite") {
    const turn = await untilHeld(() => turnAt(`${database.url}-files`));
    try {
      return await work();
    } finally {
      turn.release();
    }
  }
  return database.kysely.connection().execute(async (connection) => {
    // Advisory locks are of the database, which may have several of our schemas.
    const number = sql`hashtext('gradeline files ' || current_schema())`;
    await untilHeld(async () => {
      const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${number}) as held`.execute(connection);
      return rows[0]?.held === true ? true : null;
    });
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${number})`.execute(connection);
    }
  });
}

/** @param tryIt null: another process holds it. */
async function untilHeld<Held>(tryIt: () => Promise<Held | null> | Held | null): Promise<Held> {
  const untilMs = performance.now() + longestMakingMs;
  for (;;) {
    const held = await tryIt();
    if (held !== null) return held;
    if (performance.now() >= untilMs) throw new DatabaseError(busy);
    await sleep(lookEveryMs);
  }
}

function turnAt(path: string) {
  try {
    return holdTurn(path, busy);
  } catch (error) {
    if (error instanceof DatabaseError) return null;
    throw error;
  }
}
