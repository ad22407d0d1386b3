/**
 * Which odds wait for a result. It asks the columns of events and games that lie in indexes or at the front of a row: no
 * capture is unpacked, and no record is read but of games that were called off. So an event is told to have its game when
 * a published game of its two teams starts within half a day of it, or is of its date. Of a doubleheader with one final
 * game, both events have one.
 */
import { type Kysely, sql } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { hourMs } from "../domain/durations.ts";
import { parseGameId } from "../domain/game-ids.ts";
import { type PairKey, pairOf } from "../domain/pairs.ts";
import { type SeasonKey, seasonOf } from "../domain/seasons.ts";
import { isSport } from "../domain/sports.ts";
import type { GameRecord } from "../feed/records.ts";
import { capturesIn } from "../ledger/captures.ts";
import { nearestStartMs } from "../ledger/event-start.ts";
import { dateOfGame } from "../ledger/game-records.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import type { ReleaseTables } from "../release/tables.ts";
import type { OddsWithoutResult } from "./publish-report.ts";
import { SeasonMap } from "./season-map.ts";

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

export const noOdds: WaitingOdds = {
  waiting: { events: 0, quotes: 0 },
  ahead: { events: 0, quotes: 0 },
  lastSeenMs: null,
};

type Played = { readonly starts: number[]; readonly dates: Set<string> };

/** By season, of every season that the ledger has an event of. */
export async function readWaitingOdds(kysely: Kysely<AnyTables>, nowMs: number): Promise<SeasonMap<WaitingOdds>> {
  const played = await readPlayed(kysely);
  const calledOff = await readCalledOff(kysely);
  const found = new SeasonMap<WaitingOdds>();
  for (const event of await readEventColumns(kysely)) {
    const key = seasonOfEvent(event);
    if (key === null) continue;
    const known = found.get(key) ?? noOdds;
    const lastSeenMs = Math.max(known.lastSeenMs ?? 0, event.seen_ms ?? 0) || null;
    const seen = { ...known, lastSeenMs };
    if (isAmong(event, played) || isAmong(event, calledOff)) found.set(key, seen);
    else {
      const state = isAhead(event, nowMs) ? "ahead" : "waiting";
      found.set(key, { ...seen, [state]: withEvent(known[state], event) });
    }
  }
  return found;
}

/** The seasons of which odds wait for a result, and how many. */
export async function oddsWithoutResult(kysely: Kysely<AnyTables>, nowMs: number): Promise<OddsWithoutResult[]> {
  const all = await readWaitingOdds(kysely, nowMs);
  return all.entries().flatMap(([season, { waiting }]) => (waiting.events === 0 ? [] : [{ ...season, ...waiting }]));
}

type EventColumns = {
  readonly sport: string;
  readonly pair: PairKey;
  readonly game_date: string | null;
  readonly start_ms: number | null;
  readonly seen_ms: number | null;
  readonly bytes: number;
};

function readEventColumns(kysely: Kysely<AnyTables>): Promise<EventColumns[]> {
  return tablesOf<LedgerTables>(kysely)
    .selectFrom("ledger_events")
    .select(["sport", "pair", "game_date", "start_ms", "seen_ms", sql<number>`length(captures)`.as("bytes")])
    .execute();
}

/** The hour of the day does not matter here: no season turns while its games are played. */
function seasonOfEvent({ sport, game_date: date, start_ms: startMs }: EventColumns): SeasonKey | null {
  if (!isSport(sport)) return null;
  const day = date ?? (startMs === null ? null : new Date(startMs - nearestStartMs).toISOString());
  return day === null ? null : { sport, season: seasonOf(sport, day) };
}

function isAmong(event: EventColumns, games: ReadonlyMap<PairKey, Played>): boolean {
  const { game_date: date, start_ms: startMs } = event;
  const ofPair = games.get(event.pair);
  if (ofPair === undefined) return false;
  if (date !== null && ofPair.dates.has(date)) return true;
  return startMs !== null && ofPair.starts.some((each) => Math.abs(each - startMs) <= nearestStartMs);
}

function isAhead({ game_date: date, start_ms: startMs }: EventColumns, nowMs: number): boolean {
  const beginsMs = startMs ?? Date.parse(`${date}T23:59:59-05:00`);
  return beginsMs + longestGameMs > nowMs;
}

function withEvent({ events, quotes }: EventCount, { bytes }: EventColumns): EventCount {
  return { events: events + 1, quotes: quotes + capturesIn(bytes) };
}

async function readPlayed(kysely: Kysely<AnyTables>): Promise<Map<PairKey, Played>> {
  const played = new Map<PairKey, Played>();
  // These columns are an index, so the rows themselves are not read; the teams are those of the id.
  const rows = await tablesOf<ReleaseTables>(kysely)
    .selectFrom("published_games")
    .select(["sport", "season", "start_ms", "game_id"])
    .execute();
  for (const { game_id: gameId, start_ms: startMs } of rows) {
    const identity = parseGameId(gameId);
    if (identity !== null) note(played, pairOf(identity), { startMs, date: identity.gameDate });
  }
  return played;
}

/** Games that are not played, or not when the event says. */
async function readCalledOff(kysely: Kysely<AnyTables>): Promise<Map<PairKey, Played>> {
  const calledOff = new Map<PairKey, Played>();
  const rows = await tablesOf<LedgerTables>(kysely)
    .selectFrom("ledger_records")
    .select("body")
    .where("kind", "=", "game")
    .where((row) =>
      row.or([row("body", "like", '%"status":"cancelled"%'), row("body", "like", '%"status":"postponed"%')]),
    )
    .execute();
  for (const { body } of rows) {
    const record = JSON.parse(body) as GameRecord;
    const startMs = record.start_time === null ? null : Date.parse(record.start_time);
    note(calledOff, pairOf(record), { startMs, date: dateOfGame(record) });
  }
  return calledOff;
}

function note(
  games: Map<PairKey, Played>,
  pair: PairKey,
  { startMs, date }: { readonly startMs: number | null; readonly date: string | null },
): void {
  const ofPair = games.get(pair) ?? { starts: [], dates: new Set() };
  games.set(pair, ofPair);
  if (startMs !== null) ofPair.starts.push(startMs);
  if (date !== null) ofPair.dates.add(date);
}
