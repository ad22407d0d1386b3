/**
 * The games that the ledger knows of, as far as a schedule of requests needs them. They are read once, and from then on
 * only the changes of each import, so that a step of the collector may look at the newest starts at little cost.
 */

import { type Database, tablesOf } from "../../database/engine.ts";
import { hourMs, minuteMs } from "../../domain/durations.ts";
import { isWitness } from "../../domain/providers.ts";
import { slateDate } from "../../domain/slate-date.ts";
import type { Sport } from "../../domain/sports.ts";
import type { GameRecord } from "../../feed/records.ts";
import { isGoodRecord } from "../../ledger/checksums.ts";
import { dateOfGame } from "../../ledger/game-records.ts";
import { lastImportId } from "../../ledger/read.ts";
import { gameRecordKey, type LedgerTables } from "../../ledger/tables.ts";

/** A provider's record of a game. */
export type KnownRecord = {
  readonly provider: string;
  readonly sport: Sport;
  readonly pair: string;
  readonly status: GameRecord["status"];
  /** The actual start, else the scheduled one. */
  readonly startMs: number | null;
  readonly date: string | null;
  readonly changedIn: number;
  readonly record: GameRecord;
};

/** A game that one or several providers have a record of. */
export type KnownGame = {
  readonly sport: Sport;
  readonly pair: string;
  readonly home: string;
  readonly away: string;
  readonly startMs: number;
  readonly date: string;
  /** Some provider says that it is over, so nothing more is asked of it. */
  readonly isOver: boolean;
  /** It is not played, or not at this start. */
  readonly isCalledOff: boolean;
};

/** An event of the odds. */
export type KnownEvent = {
  readonly provider: string;
  readonly eventId: string;
  readonly pair: string;
  readonly startMs: number;
};

/** Records of the same teams and two providers are one game when their starts are no further apart. */
const sameGameMs = 12 * hourMs;

/** An event starts at the same time as its game when the two are no further apart: the odds often say a minute later. */
const sameStartMs = 10 * minuteMs;

export class KnownGames {
  readonly #database: Database;
  readonly #records = new Map<Sport, Map<string, KnownRecord>>();
  readonly #events = new Map<Sport, Map<string, KnownEvent>>();
  #seenImport: number | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Takes over what was imported since the last call.
   * @param nowMs games of seasons before last year's are left out.
   * @throws DatabaseError
   */
  async refresh(nowMs: number): Promise<void> {
    const tables = tablesOf<LedgerTables>(this.#database.kysely);
    const last = await lastImportId(tables);
    const seen = this.#seenImport ?? 0;
    if (this.#seenImport !== null && last <= seen) return;
    const rows = await tables
      .selectFrom("ledger_records")
      .selectAll()
      .where("kind", "=", "game")
      .where("changed_in", ">", seen)
      .where("season", ">=", new Date(nowMs).getUTCFullYear() - 1)
      .execute();
    for (const row of rows) {
      // A damaged record is for a publish to tell of. Here it is as good as none.
      if (isGoodRecord(row))
        this.#add(row.record_key, row.pair ?? "", row.changed_in, JSON.parse(row.body) as GameRecord);
    }
    const events = await tables
      .selectFrom("ledger_events")
      .select(["provider", "event_id", "sport", "pair", "start_ms"])
      .where("changed_in", ">", seen)
      .where("start_ms", ">", nowMs - 2 * sameGameMs)
      .execute();
    for (const { provider, event_id: eventId, sport, pair, start_ms: startMs } of events) {
      if (startMs === null) continue;
      mapOf(this.#events, sport as Sport).set(`${provider}\n${eventId}`, { provider, eventId, pair, startMs });
    }
    this.#seenImport = last;
  }

  #add(key: string, pair: string, changedIn: number, record: GameRecord): void {
    const start = record.actual_start_time ?? record.start_time;
    const { provider, sport, status } = record;
    // A witness is asked about final scores alone: its word makes no game, and no capture goes by its start.
    if (isWitness(record)) return;
    mapOf(this.#records, sport).set(`${provider}\n${key}`, {
      provider,
      sport,
      pair,
      status,
      changedIn,
      record,
      startMs: start === null ? null : Date.parse(start),
      date: dateOfGame(record),
    });
  }

  /** Returns the record of a game by one provider; null when it has said nothing of it. */
  recordOf(provider: string, sport: Sport, gameId: string): GameRecord | null {
    const key = gameRecordKey({ sport, game_id: gameId });
    return this.#records.get(sport)?.get(`${provider}\n${key}`)?.record ?? null;
  }

  /** Games of a sport that start, or started, in this span, and whether they are over. */
  games(sport: Sport, fromMs: number, untilMs: number): KnownGame[] {
    const near = [...(this.#records.get(sport)?.values() ?? [])].filter(
      ({ startMs }) => startMs !== null && startMs >= fromMs - sameGameMs && startMs <= untilMs + sameGameMs,
    );
    const byPair = Map.groupBy(near, ({ pair }) => pair);
    return [...byPair.values()]
      .flatMap(gamesOfPair)
      .filter(({ startMs }) => startMs >= fromMs && startMs <= untilMs)
      .sort((a, b) => a.startMs - b.startMs);
  }

  /** Events of the odds that start in this span by their own provider's word. */
  events(sport: Sport, fromMs: number, untilMs: number): KnownEvent[] {
    return [...(this.#events.get(sport)?.values() ?? [])].filter(
      ({ startMs }) => startMs >= fromMs && startMs <= untilMs,
    );
  }

  /**
   * The starts for which lines are captured: those of the schedule, and those that the odds state of a game which is
   * delayed, or which the schedule does not have: the ledger keeps a game that was postponed as such until it is final, and
   * only its new event tells of the new start. The event of a game that is over or called off counts no more. Where the
   * odds and the schedule mean the same start, the earlier of the two counts, so that a close is not paid for twice.
   */
  captureStarts(sport: Sport, fromMs: number, untilMs: number): number[] {
    const { open, events } = this.#toCapture(sport, fromMs, untilMs);
    const starts = new Set([...open.map((game) => earliest(game, events)), ...events.map((e) => earliest(e, open))]);
    return [...starts].filter((startMs) => startMs >= fromMs && startMs <= untilMs).sort((a, b) => a - b);
  }

  /** The events whose lines are captured for a start in this span. */
  captureEvents(sport: Sport, fromMs: number, untilMs: number): KnownEvent[] {
    const { open, events } = this.#toCapture(sport, fromMs, untilMs);
    return events.filter((event) => {
      const startMs = earliest(event, open);
      return startMs >= fromMs && startMs <= untilMs;
    });
  }

  /** How many events will have lines of their own to capture in this span; the odds may not list all of them yet. */
  countEvents(sport: Sport, fromMs: number, untilMs: number): number {
    const { open, events } = this.#toCapture(sport, fromMs, untilMs);
    const alone = events.filter((event) => !open.some((game) => isSameStart(event, game)));
    return [...open.map((game) => earliest(game, events)), ...alone.map(({ startMs }) => startMs)].filter(
      (startMs) => startMs >= fromMs && startMs <= untilMs,
    ).length;
  }

  #toCapture(sport: Sport, fromMs: number, untilMs: number): { open: KnownGame[]; events: KnownEvent[] } {
    const games = this.games(sport, fromMs - sameGameMs, untilMs + sameGameMs);
    const open = games.filter(({ isOver }) => !isOver);
    const events = this.events(sport, fromMs - sameStartMs, untilMs + sameStartMs).filter(
      (event) => open.some((game) => isSameGame(event, game)) || !games.some((game) => isSameGame(event, game)),
    );
    return { open, events };
  }
}

type Starting = Pick<KnownGame, "pair" | "startMs">;

/** The earliest start of a game or an event, among those that mean the same. */
function earliest({ pair, startMs }: Starting, others: readonly Starting[]): number {
  const same = others.filter((each) => isSameStart(each, { pair, startMs }));
  return Math.min(startMs, ...same.map((each) => each.startMs));
}

function isSameStart(a: Starting, b: Starting): boolean {
  return a.pair === b.pair && Math.abs(a.startMs - b.startMs) <= sameStartMs;
}

/** Whether an event is that of a game, as far as its teams and its start say. */
function isSameGame(event: KnownEvent, { pair, startMs }: KnownGame): boolean {
  return event.pair === pair && Math.abs(event.startMs - startMs) <= sameGameMs;
}

function mapOf<Value>(maps: Map<Sport, Map<string, Value>>, sport: Sport): Map<string, Value> {
  const map = maps.get(sport) ?? new Map<string, Value>();
  maps.set(sport, map);
  return map;
}

const calledOff: ReadonlySet<GameRecord["status"]> = new Set(["cancelled", "postponed"]);
/** A suspended game goes on at another day, for which its provider then has a record beside this one. */
const over: ReadonlySet<GameRecord["status"]> = new Set(["final", "cancelled", "postponed", "suspended"]);

/**
 * One provider's records of a pair are games of their own, such as the two of a doubleheader. Another provider's record
 * belongs to the nearest of them. What was received last states the start.
 */
function gamesOfPair(records: readonly KnownRecord[]): KnownGame[] {
  const groups: KnownRecord[][] = [];
  for (const record of records.toSorted((a, b) => b.changedIn - a.changedIn)) {
    const free = groups.filter(
      (group) =>
        !group.some(({ provider }) => provider === record.provider) && distance(group[0], record) <= sameGameMs,
    );
    const [nearest] = free.sort((a, b) => distance(a[0], record) - distance(b[0], record));
    if (nearest === undefined) groups.push([record]);
    else nearest.push(record);
  }
  return groups.flatMap((group) => {
    const [first] = group;
    if (first === undefined || first.startMs === null) return [];
    const { sport, pair, startMs, date } = first;
    const { home, away } = first.record;
    const isOver = group.some(({ status }) => status === "final" || status === "cancelled") || over.has(first.status);
    const isCalledOff = calledOff.has(first.status);
    return [{ sport, pair, home, away, startMs, date: date ?? slateDate(startMs), isOver, isCalledOff }];
  });
}

function distance(a: KnownRecord | undefined, b: KnownRecord): number {
  return Math.abs((a?.startMs ?? Number.POSITIVE_INFINITY) - (b.startMs ?? 0));
}
