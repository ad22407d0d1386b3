/**
 * The rule by which odds wait for a result. An event has its result when a published game of its two teams starts within half a day of it, or is
 * of its date; a game that was called off has none to wait for. No capture is unpacked. Of a doubleheader with one final game,
 * both events have one.
 */
import { type Kysely, sql } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { type PairKey, pairOf, parseGameId } from "../domain/game-ids.ts";
import { SeasonMap, seasonOf } from "../domain/seasons.ts";
import { isSport } from "../domain/sports.ts";
import { hourMs } from "../domain/times.ts";
import { capturesIn } from "../ledger/captures.ts";
import { dateOfEvent, msOrNull, nearestStartMs } from "../ledger/events.ts";
import { readGameRecords } from "../ledger/read.ts";
import { dateOfGame, isCalledOff } from "../ledger/records.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import type { ReleaseTables } from "../release/tables.ts";

/** Events without a final game, and the quotes that were captured of them. */
type EventCount = { readonly events: number; readonly quotes: number };

export type WaitingOdds = {
  /** Their games should be over: the results are missing, or the events are of no game. */
  readonly waiting: EventCount;
  /** Their games are still to be played, or are being played. */
  readonly ahead: EventCount;
  /** Newest time at which a provider was seen to list an event of the season, in epoch milliseconds. */
  readonly lastSeenMs: number | null;
};

/** The longest that a game lasts, from its scheduled start until a provider calls it final. */
const longestGameMs = 8 * hourMs;

const none: EventCount = { events: 0, quotes: 0 };
export const noOdds: WaitingOdds = { waiting: none, ahead: none, lastSeenMs: null };

/** An event, or a game that has its result or needs none. */
type Meeting = { readonly pair: PairKey; readonly date: string | null; readonly startMs: number | null };

/** By season, of every season that the ledger has an event of. */
export async function readWaitingOdds(kysely: Kysely<AnyTables>, nowMs: number): Promise<SeasonMap<WaitingOdds>> {
  const ledger = tablesOf<LedgerTables>(kysely);
  const rows = await ledger
    .selectFrom("ledger_events")
    .select(["sport", "pair", "game_date as gameDate", "start_ms as startMs", "seen_ms as seenMs"])
    .select(sql<number>`length(captures)`.as("bytes"))
    .execute();
  const events = rows.map((event) => ({ ...event, date: dateOfEvent(event) }));
  // These columns are an index, so the rows themselves are not read; the teams are those of the id.
  const columns = ["sport", "season", "start_ms", "game_id"] as const;
  const games = await tablesOf<ReleaseTables>(kysely).selectFrom("published_games").select(columns).execute();
  const isPublished = amongMeetings(
    games.flatMap(({ game_id: gameId, start_ms: startMs }): Meeting[] => {
      const identity = parseGameId(gameId);
      return identity === null ? [] : [{ pair: pairOf(identity), date: identity.gameDate, startMs }];
    }),
  );
  const open = events.filter((event) => !isPublished(event));
  const records = await readGameRecords(ledger, [...new Set(open.map(({ pair }) => pair))]);
  const isOff = amongMeetings(
    records.filter(isCalledOff).map((record): Meeting => {
      return { pair: pairOf(record), date: dateOfGame(record), startMs: msOrNull(record.start_time) };
    }),
  );
  const waits = new Set(open.filter((event) => !isOff(event)));
  const found = new SeasonMap<WaitingOdds>();
  for (const event of events) {
    const { sport, date, startMs } = event;
    if (!isSport(sport) || date === null) continue;
    const key = { sport, season: seasonOf(sport, date) };
    const known = found.get(key) ?? noOdds;
    const seen = { ...known, lastSeenMs: Math.max(known.lastSeenMs ?? 0, event.seenMs ?? 0) || null };
    const isAhead = (startMs ?? Date.parse(`${date}T23:59:59-05:00`)) + longestGameMs > nowMs;
    const state = isAhead ? "ahead" : "waiting";
    const { events: count, quotes } = known[state];
    const more = { events: count + 1, quotes: quotes + capturesIn(event.bytes) };
    found.set(key, waits.has(event) ? { ...seen, [state]: more } : seen);
  }
  return found;
}

/** Finds whether an event is of one of some games: of their date, or starting with them. */
function amongMeetings(games: readonly Meeting[]): (event: Meeting) => boolean {
  const ofPair = Map.groupBy(games, ({ pair }) => pair);
  return ({ pair, date, startMs }) =>
    (ofPair.get(pair) ?? []).some(
      (game) =>
        (date !== null && game.date === date) ||
        (startMs !== null && game.startMs !== null && Math.abs(game.startMs - startMs) <= nearestStartMs),
    );
}
