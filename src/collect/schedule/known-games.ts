/**
 * The games that the ledger knows of, as far as a schedule of requests needs them: what is a game, and which event of the odds is
 * of it, is what a publish says (`publish/match`). They are read once, and from then on only the changes of each import.
 */
import { type Database, tablesOf } from "../../database/engine.ts";
import type { PairKey } from "../../domain/game-ids.ts";
import { seasonOf } from "../../domain/seasons.ts";
import type { Sport } from "../../domain/sports.ts";
import { dayMs, minuteMs } from "../../domain/times.ts";
import type { GameRecord } from "../../feed/records.ts";
import { dateOfEvent, type PricedEvent, readListedEvents } from "../../ledger/events.ts";
import { lastImportId, readSeasonGameRecords } from "../../ledger/read.ts";
import { gameRecordKey, type LedgerTables } from "../../ledger/tables.ts";
import { assembleGames, type LedgerGame } from "../../publish/match/assemble.ts";
import { isGameCalledOff } from "../../publish/match/group-records.ts";
import type { SlateDays } from "../asking/ask.ts";

/** A game that no provider says is over, at its start. */
export type OpenGame = { readonly sport: Sport; readonly startMs: number; readonly date: string };

/** A start for which lines are captured, with the events of the odds that are known to begin then. */
type KnownStart = {
  readonly sport: Sport;
  readonly startMs: number;
  readonly events: readonly Pick<PricedEvent, "provider" | "eventId">[];
};

/** The odds often state a start a minute after the schedule's: starts no further apart than this are one. */
const sameStartMs = 10 * minuteMs;

type Pair = { readonly open: readonly OpenGame[]; readonly starts: readonly KnownStart[] };

export class KnownGames {
  readonly #database: Database;
  readonly #records = new Map<string, { readonly pair: PairKey; readonly record: GameRecord }>();
  readonly #events = new Map<string, PricedEvent>();
  readonly #pairs = new Map<PairKey, Pair>();
  /** Of all pairs, in order of start. */
  #open: readonly OpenGame[] = [];
  #starts: readonly KnownStart[] = [];
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
      .select(["provider", "record_key", "pair", "body"])
      .where("kind", "=", "game")
      .where("changed_in", ">", seen)
      .where("season", ">=", new Date(nowMs).getUTCFullYear() - 1)
      .execute();
    const touched = new Set<PairKey>();
    for (const { provider, record_key: recordKey, pair, body } of rows) {
      const key = `${provider}\n${recordKey}`;
      const before = this.#records.get(key);
      if (before !== undefined) touched.add(before.pair);
      this.#records.set(key, { pair: pair as PairKey, record: JSON.parse(body) as GameRecord });
      touched.add(pair as PairKey);
    }
    const events = await readListedEvents(tables, (event) =>
      event.where("changed_in", ">", seen).where("start_ms", ">", nowMs - dayMs),
    );
    for (const event of events) {
      this.#events.set(`${event.provider}\n${event.eventId}\n${event.pair}`, event);
      touched.add(event.pair);
    }
    this.#assemble(touched);
    this.#seenImport = last;
  }

  #assemble(touched: ReadonlySet<PairKey>): void {
    if (touched.size === 0) return;
    const records = Map.groupBy(this.#records.values(), ({ pair }) => pair);
    const events = Map.groupBy(this.#events.values(), ({ pair }) => pair);
    for (const pair of touched) {
      const ofPair = (records.get(pair) ?? []).map(({ record }) => record);
      this.#pairs.set(pair, knownPair(ofPair, events.get(pair) ?? []));
    }
    const all = [...this.#pairs.values()];
    this.#open = all.flatMap(({ open }) => open).sort((a, b) => a.startMs - b.startMs);
    this.#starts = all.flatMap(({ starts }) => starts).sort((a, b) => a.startMs - b.startMs);
  }

  /** Returns the record of a game by one provider; null when it has said nothing of it. */
  recordOf(provider: string, sport: Sport, gameId: string): GameRecord | null {
    return this.#records.get(`${provider}\n${gameRecordKey({ sport, game_id: gameId })}`)?.record ?? null;
  }

  /** The games of a sport that start, or started, in this span and are not over, in order of start. */
  open(sport: Sport, fromMs: number, untilMs: number): OpenGame[] {
    return this.#open.filter((each) => each.sport === sport && each.startMs >= fromMs && each.startMs <= untilMs);
  }

  /** The starts in this span for which lines are captured, in order. */
  starts(sport: Sport, fromMs: number, untilMs: number): KnownStart[] {
    return this.#starts.filter((each) => each.sport === sport && each.startMs >= fromMs && each.startMs <= untilMs);
  }
}

function knownPair(records: readonly GameRecord[], events: readonly PricedEvent[]): Pair {
  const sport = records[0]?.sport ?? events[0]?.sport;
  if (sport === undefined) return { open: [], starts: [] };
  const { games, matches } = assembleGames(records, events);
  const open = games.filter((game) => !isOver(game));
  // Where a game was postponed, only a new event tells of the new start; events of games that are over count no more.
  const listed = matches.flatMap(({ event, game }) => {
    const ofDay = games.filter(({ gameDate }) => gameDate === dateOfEvent(event));
    const isOpen =
      game === null ? ofDay.length === 0 || ofDay.some((each) => open.includes(each)) : open.includes(game);
    return isOpen ? [event] : [];
  });
  return {
    open: open.flatMap(({ startMs, gameDate: date }) => (startMs === null ? [] : [{ sport, startMs, date }])),
    starts: startsOf(sport, open, listed),
  };
}

/** A suspended game goes on at another day, for which its provider then has a record beside this one. */
function isOver(game: LedgerGame<PricedEvent>): boolean {
  return isGameCalledOff(game) || game.records.some(({ status }) => status === "final" || status === "suspended");
}

/** Each start that the schedule or the odds state. Where they mean the same one, the earlier counts: a close is paid for once. */
function startsOf(sport: Sport, open: readonly LedgerGame[], listed: readonly PricedEvent[]): KnownStart[] {
  const stated = [
    ...open.map(({ startMs }) => ({ startMs, events: [] })),
    ...listed.map((event) => ({ startMs: event.startMs, events: [event] })),
  ];
  const starts: { sport: Sport; startMs: number; events: PricedEvent[] }[] = [];
  for (const { startMs, events } of stated.sort((a, b) => (a.startMs ?? 0) - (b.startMs ?? 0))) {
    if (startMs === null) continue;
    const last = starts.at(-1);
    if (last !== undefined && startMs - last.startMs <= sameStartMs) last.events.push(...events);
    else starts.push({ sport, startMs, events: [...events] });
  }
  return starts;
}

/** The games of spans of days of a sport, as a publish makes them of the ledger's records. @throws DatabaseError */
export async function gamesOfDays(
  { kysely }: Pick<Database, "kysely">,
  sport: Sport,
  spans: readonly SlateDays[],
): Promise<LedgerGame[]> {
  const seasons = new Set<number>();
  for (const { from, to } of spans) {
    for (let season = seasonOf(sport, from); season <= seasonOf(sport, to); season += 1) seasons.add(season);
  }
  const records: GameRecord[] = [];
  for (const season of seasons) {
    records.push(...(await readSeasonGameRecords(tablesOf<LedgerTables>(kysely), { sport, season })));
  }
  const isOfSpan = (date: string) => spans.some(({ from, to }) => date >= from && date <= to);
  return assembleGames(records, []).games.filter(({ gameDate }) => isOfSpan(gameDate));
}
