/** Events as the ledger knows them: an event is the thing that a provider prices under an id of its own. */
import type { Kysely } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { PairKey } from "../domain/game-ids.ts";
import { type Sport, sports } from "../domain/sports.ts";
import { hourMs, slateDate } from "../domain/times.ts";
import type { GameRecord } from "../feed/records.ts";
import { CaptureList, type Captures, unpackCaptures } from "./captures.ts";
import { readEvents } from "./read.ts";
import { byTrust, compareTexts, dateOfGame, isCalledOff } from "./records.ts";
import type { EventRow, LedgerTables } from "./tables.ts";

export type LedgerEvent = {
  readonly provider: string;
  readonly eventId: string;
  readonly home: string;
  readonly away: string;
  readonly gameDate: string | null;
  readonly startMs: number | null;
  /** When the provider listed it last; null where it does not say. */
  readonly seenMs: number | null;
  /** When the provider stated this date and start; null where nothing tells. */
  readonly startStatedMs: number | null;
};

export type PricedEvent = LedgerEvent & {
  readonly sport: Sport;
  readonly pair: PairKey;
  readonly captures: Captures;
};

export async function readPricedEvents(
  tables: Kysely<LedgerTables>,
  pairs: readonly PairKey[],
): Promise<PricedEvent[]> {
  if (pairs.length === 0) return [];
  const rows = await readEvents(tables, pairs);
  return rows.map((row) => eventOf(row, unpackCaptures(row.captures)));
}

function eventOf(row: Omit<EventRow, "captures" | "changed_in">, captures: Captures): PricedEvent {
  return {
    provider: row.provider,
    eventId: row.event_id,
    sport: row.sport as Sport,
    home: row.home,
    away: row.away,
    pair: row.pair,
    gameDate: row.game_date,
    startMs: row.start_ms,
    seenMs: row.seen_ms,
    startStatedMs: row.start_stated_ms ?? row.seen_ms,
    captures,
  };
}

const noCaptures = new CaptureList().sorted();

/** Events as they were listed, without their captures, of which megabytes need not be read to know which game an event is of. */
export async function readListedEvents(
  tables: Kysely<LedgerTables>,
  which: (query: ReturnType<typeof listedEvents>) => ReturnType<typeof listedEvents>,
): Promise<PricedEvent[]> {
  return (await which(listedEvents(tables)).execute()).map((row) => eventOf(row, noCaptures));
}

function listedEvents(tables: Kysely<LedgerTables>) {
  return tables
    .selectFrom("ledger_events")
    .select(["provider", "event_id", "sport", "home", "away", "pair"])
    .select(["game_date", "start_ms", "seen_ms", "start_stated_ms"]);
}

// When a provider says that the game of an event begins. It says so in every answer, and not always the same: games are
// moved, and once one is in play, The Odds API may state a start that is hours early. Pure.

/** An event as one answer states it, or the part of several answers that counts. Times are epoch milliseconds. */
export type StatedStart = {
  /** The slate date. */
  readonly gameDate: string | null;
  readonly startMs: number | null;
  /** When the provider said so; null where nothing tells. */
  readonly startStatedMs: number | null;
};

/** Whether a start was stated at or after that start itself: then it is about a game in play, and is no witness [D-52]. */
export function isStatedInPlay({ startMs, startStatedMs }: Omit<StatedStart, "gameDate">): boolean {
  return startMs !== null && startStatedMs !== null && startStatedMs >= startMs;
}

/**
 * Of all that a provider stated of an event, the whole of one statement counts: one with a start, made before it, and of
 * those the last. What was stated at once is put in order by its values, so that the order of imports cannot matter.
 * @returns a positive number when the first statement counts before the second, 0 when they are the same.
 */
export function compareStated(one: StatedStart, other: StatedStart): number {
  return (
    Number(one.startMs !== null) - Number(other.startMs !== null) ||
    Number(isStatedInPlay(other)) - Number(isStatedInPlay(one)) ||
    (one.startStatedMs ?? 0) - (other.startStatedMs ?? 0) ||
    (one.startMs ?? 0) - (other.startMs ?? 0) ||
    compareTexts(one.gameDate ?? "", other.gameDate ?? "")
  );
}

/** When an event was listed last, of two times at which it was. */
export function laterOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

// When the game of an event begins, as far as an import can know: enough to count the captures that came too late. It
// makes no games of the records. That is the work of a publish, which judges every capture anew against the start that is
// known then.

type EventTimes = { readonly gameDate: string | null; readonly startMs: number | null };

/** A start this far from an event's own is that of another game, unless the dates agree. */
export const nearestStartMs = 12 * hourMs;

/** The slate date that an event's game is looked for on; null when the provider states neither date nor start. */
export function dateOfEvent({ gameDate, startMs }: EventTimes): string | null {
  return startMs === null ? gameDate : (gameDate ?? slateDate(startMs));
}

/**
 * The start that the records of the event's day state, else the nearest one within half a day, else the event's own.
 * @param records all game records of the event's two teams.
 */
export function expectedStart(event: EventTimes, records: readonly GameRecord[]): number | null {
  const date = dateOfEvent(event);
  const played = records.filter((record) => !isCalledOff(record)).sort(byTrust);
  const ofDay = played.filter((record) => dateOfGame(record) === date);
  const isOneGame = ofDay.length > 0 && new Set(ofDay.map(({ provider }) => provider)).size === ofDay.length;
  if (isOneGame) {
    const times = [...ofDay.map((record) => record.actual_start_time), ...ofDay.map((record) => record.start_time)];
    return msOrNull(times.find((time) => time !== null) ?? null) ?? event.startMs;
  }
  // Several games of a day are told apart by their starts.
  const own = event.startMs;
  if (own === null) return null;
  const withinMs = ofDay.length > 0 ? Number.POSITIVE_INFINITY : nearestStartMs;
  const starts = (ofDay.length > 0 ? ofDay : played).flatMap((record) => {
    const startMs = msOrNull(record.actual_start_time ?? record.start_time);
    return startMs === null || Math.abs(startMs - own) > withinMs ? [] : [startMs];
  });
  return starts.sort((one, other) => Math.abs(one - own) - Math.abs(other - own))[0] ?? own;
}

export function msOrNull(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}

// When lines were last captured, and which games are about to start, by what the ledger's events say.

/**
 * The time of each sport's last capture, in epoch milliseconds; a sport without captures is missing. It reads one entry of an
 * index for each sport. Captures whose provider does not say when it saw the game are not counted.
 */
export async function readLastCaptures(connection: Kysely<AnyTables>): Promise<ReadonlyMap<Sport, number>> {
  const last = new Map<Sport, number>();
  for (const sport of sports) {
    const row = await tablesOf<LedgerTables>(connection)
      .selectFrom("ledger_events")
      .where("sport", "=", sport)
      .select(({ fn }) => fn.max<number | null>("seen_ms").as("last_ms"))
      .executeTakeFirst();
    const lastMs = row?.last_ms ?? null;
    if (lastMs !== null) last.set(sport, lastMs);
  }
  return last;
}

/**
 * How many games of each sport start after one time and no later than another, both in epoch milliseconds. Several
 * providers' events of the same two teams are one game.
 */
export async function countStarts(
  connection: Kysely<AnyTables>,
  { afterMs, untilMs }: { readonly afterMs: number; readonly untilMs: number },
): Promise<ReadonlyMap<string, number>> {
  const rows = await tablesOf<LedgerTables>(connection)
    .selectFrom("ledger_events")
    .where("start_ms", ">", afterMs)
    .where("start_ms", "<=", untilMs)
    .select(["sport", "pair"])
    .distinct()
    .execute();
  return new Map([...Map.groupBy(rows, ({ sport }) => sport)].map(([sport, games]) => [sport, games.length]));
}
