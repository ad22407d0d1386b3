/** When lines were last captured, and which games are about to start, by what the ledger's events say. */
import type { Kysely } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { LedgerTables } from "./tables.ts";

/** An event that starts in time to come, or started not long ago. */
export type StatedEvent = {
  /** Tells it from every other event. */
  readonly key: string;
  readonly sport: string;
  readonly pair: string;
  /** Epoch milliseconds. */
  readonly startMs: number;
};

export type CaptureNews = {
  /** The newest import that is part of this; the next reading may begin after it. */
  readonly importId: number;
  /** The time of the last capture by sport, in epoch milliseconds, among the events that changed. */
  readonly lastMs: ReadonlyMap<string, number>;
  readonly events: readonly StatedEvent[];
};

/**
 * Reads the events that changed after an import, so that only the first reading goes through all of them.
 * @param after the import up to which everything is known already; 0 reads everything.
 * @param startAfterMs only events are listed that start later than this. One that was put forward starts earlier than it
 * did, so that this lies well before the starts that are wanted.
 */
export async function readCaptureNews(
  connection: Kysely<AnyTables>,
  { after, startAfterMs }: { readonly after: number; readonly startAfterMs: number },
): Promise<CaptureNews> {
  const changed = tablesOf<LedgerTables>(connection).selectFrom("ledger_events").where("changed_in", ">", after);
  const bySport = await changed
    .select(({ fn }) => [
      "sport",
      fn.max<number | null>("seen_ms").as("last_ms"),
      fn.max<number>("changed_in").as("import_id"),
    ])
    .groupBy("sport")
    .execute();
  // An import that is committed between the two questions is read again by the next reading.
  const events = await changed
    .where("start_ms", ">", startAfterMs)
    .select(["provider", "event_id", "home", "away", "sport", "pair", "start_ms"])
    .execute();
  return {
    importId: Math.max(after, ...bySport.map(({ import_id: id }) => id)),
    lastMs: new Map(bySport.flatMap(({ sport, last_ms: lastMs }) => (lastMs === null ? [] : [[sport, lastMs]]))),
    events: events.map(({ provider, event_id: id, home, away, sport, pair, start_ms: startMs }) => ({
      key: [provider, sport, id, home, away].join("\n"),
      ...{ sport, pair, startMs: startMs ?? startAfterMs },
    })),
  };
}
