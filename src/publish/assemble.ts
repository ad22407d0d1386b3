/**
 * Makes the games of two teams: several providers' records of one game become one game, and every event finds its game.
 * It is pure and looks at the whole ledger of the pair, so that the order of imports cannot matter.
 */
import { slateDate } from "../domain/slate-date.ts";
import type { GameRecord } from "../feed/records.ts";
import type { LedgerEvent } from "../ledger/events.ts";
import { dateOfGame } from "../ledger/game-records.ts";
import { groupRecords, isOff, isStartOfDate } from "./group-records.ts";
import { matchEvents } from "./match-events.ts";
import { onOneDate } from "./one-date.ts";

export type LedgerGame<Event extends LedgerEvent = LedgerEvent> = {
  /** All providers' records of this game, the one believed first at the front, all with the front's home side. */
  readonly records: readonly [GameRecord, ...GameRecord[]];
  readonly gameDate: string;
  /** 1, or the place among the games of this day between these teams. */
  readonly gameNumber: number;
  /**
   * The actual start where known, else the scheduled one, else the one that the odds state; null when no provider
   * states any.
   */
  readonly startMs: number | null;
  readonly events: readonly Event[];
};

/** Games of one pair of teams, with their events. Games that were called off take no events and no number. */
export function assembleGames<Event extends LedgerEvent>(
  records: readonly GameRecord[],
  events: readonly Event[],
): LedgerGame<Event>[] {
  const games = groupRecords(onOneDate(resumeSuspended(records)));
  const played = games.filter((game) => !isOff(game));
  const eventsOf = matchEvents(events, played);
  return games.map((game) => {
    const ofGame = eventsOf.get(game) ?? [];
    return { ...game, events: ofGame, startMs: game.startMs ?? startByOdds(ofGame) };
  });
}

/**
 * A suspended game keeps the date and start of its first pitch [D-4], whatever day the record of its end states.
 * Until that record comes, the suspended one stands for the game.
 */
function resumeSuspended(records: readonly GameRecord[]): GameRecord[] {
  const keyOf = (record: GameRecord): string => `${record.provider} ${record.game_id}`;
  const suspended = new Map(records.filter((each) => each.status === "suspended").map((each) => [keyOf(each), each]));
  const ended = new Set(records.filter((each) => hasEnded(each)).map(keyOf));
  return records.flatMap((record) => {
    const begun = suspended.get(keyOf(record));
    if (begun === undefined) return [record];
    if (!hasEnded(record)) return record === begun && !ended.has(keyOf(record)) ? [record] : [];
    const date = dateOfGame(begun) ?? record.game_date;
    const actual = record.actual_start_time;
    // The record of the end may know the first pitch better, or may state when the game went on.
    const isFirstPitch = actual !== null && slateDate(Date.parse(actual)) === date;
    return [
      {
        ...record,
        game_date: date,
        start_time: begun.start_time ?? (isStartOfDate(record.start_time, date) ? record.start_time : null),
        actual_start_time: begun.actual_start_time ?? (isFirstPitch ? actual : null),
      },
    ];
  });
}

function hasEnded(record: GameRecord): boolean {
  return record.status === "final" || record.status === "cancelled";
}

/** The start that the odds state: the event that was seen last is believed. */
function startByOdds(events: readonly LedgerEvent[]): number | null {
  const known = events.filter((event) => event.startMs !== null);
  known.sort((a, b) => (a.seenMs ?? 0) - (b.seenMs ?? 0) || (a.startMs ?? 0) - (b.startMs ?? 0));
  return known.at(-1)?.startMs ?? null;
}
