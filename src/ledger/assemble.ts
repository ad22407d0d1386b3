/**
 * From what was received about two teams to their games: several providers' records of one game become one, and every
 * priced event finds its game. Pure, and a function of the whole ledger of the pair: the order of imports cannot matter.
 */
import { isWithinADay } from "../domain/bounds-in-time.ts";
import { providerRank } from "../domain/providers.ts";
import { slateDate } from "../domain/slate-date.ts";
import type { GameRecord } from "../feed/records.ts";
import { type Captures, mirrorCaptures } from "./captures.ts";

/** A start this far from an event's own is another game, unless the dates agree. */
const nearestStartMs = 12 * 3_600_000;

export type LedgerEvent = {
  readonly provider: string;
  readonly eventId: string;
  readonly home: string;
  readonly away: string;
  readonly gameDate: string | null;
  readonly startMs: number | null;
  readonly seenMs: number | null;
};

export type LedgerGame<Event extends LedgerEvent = LedgerEvent> = {
  /** All providers' records of this game, the one believed first at the front, all with the front's home side. */
  readonly records: readonly [GameRecord, ...GameRecord[]];
  readonly gameDate: string;
  /** 1, or the place among the games of this day between these teams. */
  readonly gameNumber: number;
  /** The actual start where known, else the scheduled one, else what the odds say; null when nobody knows. */
  readonly startMs: number | null;
  readonly events: readonly Event[];
};

/** Games of one pair of teams, with their events. Games that were called off take no events and no number. */
export function assembleGames<Event extends LedgerEvent>(
  records: readonly GameRecord[],
  events: readonly Event[],
): LedgerGame<Event>[] {
  const games = groupRecords(resumeSuspended(records)).map((group) => ({ ...group, events: [] as Event[] }));
  const played = games.filter((game) => !isCalledOff(game.records[0]));
  for (const [event, game] of matchEvents(events, played)) game.events.push(event);
  return games.map((game) => ({ ...game, startMs: game.startMs ?? startByOdds(game.events) }));
}

export function isCalledOff(record: GameRecord): boolean {
  return record.status === "cancelled" || record.status === "postponed";
}

/** The day that a record is filed under; null when it has neither a date nor a start. */
function dateOf(record: GameRecord): string | null {
  if (record.game_date !== null) return record.game_date;
  const start = record.start_time ?? record.actual_start_time;
  return start === null ? null : slateDate(Date.parse(start));
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
    const date = dateOf(begun) ?? record.game_date;
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

/** Whether a time can be the start of a game of that date [D-44], and not that of the day when it went on. */
function isStartOfDate(time: string | null, date: string | null): boolean {
  return time !== null && (date === null || isWithinADay(slateDate(Date.parse(time)), date));
}

function hasEnded(record: GameRecord): boolean {
  return record.status === "final" || record.status === "cancelled";
}

type Group = Omit<LedgerGame, "events">;

function groupRecords(records: readonly GameRecord[]): Group[] {
  const all: Group[] = [];
  const byDate = Map.groupBy(records, dateOf);
  for (const [gameDate, ofDate] of byDate) {
    if (gameDate === null) continue;
    const groups: Group[] = [];
    // The n-th game of each provider that day is the same game; called-off ones are counted apart.
    const byNumber = new Map<string, GameRecord[]>();
    for (const ofProvider of Map.groupBy(ofDate, (record) => record.provider).values()) {
      for (const calledOff of [false, true]) {
        const inOrder = ofProvider.filter((record) => isCalledOff(record) === calledOff).sort(inOrderOfPlay);
        for (const [index, record] of inOrder.entries()) {
          const key = `${calledOff}:${index + 1}`;
          byNumber.set(key, [...(byNumber.get(key) ?? []), record]);
        }
      }
    }
    for (const [key, sameGame] of byNumber) {
      const [first, ...others] = sameGame.sort(byTrust);
      if (first === undefined) continue;
      const aligned = [first, ...others.map((record) => (record.home === first.home ? record : mirrorGame(record)))];
      groups.push({
        records: aligned as [GameRecord, ...GameRecord[]],
        gameDate,
        gameNumber: Number(key.split(":")[1]),
        startMs: firstPitch(aligned, gameDate) ?? firstTime(aligned.map((record) => record.start_time)),
      });
    }
    all.push(...withStatedNumbers(groups, ofDate));
  }
  return all;
}

/**
 * The second game of a doubleheader is the second one also while nothing is known of the first: else a rebuild, which
 * knows both, would give it another id. Games that were called off have no number, so they are not counted.
 */
function withStatedNumbers(groups: readonly Group[], ofDate: readonly GameRecord[]): Group[] {
  const numbered = groups.map((group) => ({ ...group, gameNumber: statedNumber(group, ofDate) }));
  const played = numbered.filter((group) => !isCalledOff(group.records[0]));
  // Numbers that do not tell the games of a day apart tell nothing.
  return new Set(played.map(({ gameNumber }) => gameNumber)).size === played.length ? numbered : [...groups];
}

function statedNumber({ records, gameNumber }: Group, ofDate: readonly GameRecord[]): number {
  const stating = records.find((record) => record.game_number !== null);
  if (stating === undefined || stating.sport !== "mlb" || isCalledOff(stating)) return gameNumber;
  const stated = stating.game_number ?? 0;
  const calledOff = ofDate.filter(
    (each) => each.provider === stating.provider && isCalledOff(each) && (each.game_number ?? stated) < stated,
  );
  return Math.max(gameNumber, stated - calledOff.length);
}

function inOrderOfPlay(a: GameRecord, b: GameRecord): number {
  return (
    (a.game_number ?? 0) - (b.game_number ?? 0) ||
    compareTexts(a.start_time ?? "", b.start_time ?? "") ||
    compareTexts(a.game_id, b.game_id)
  );
}

function byTrust(a: GameRecord, b: GameRecord): number {
  return providerRank(a.provider) - providerRank(b.provider) || compareTexts(a.provider, b.provider);
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** When the game began. A provider that states the day on which a suspended game went on does not know it [D-4]. */
function firstPitch(records: readonly GameRecord[], gameDate: string): number | null {
  return firstTime(records.map(({ actual_start_time: time }) => (isStartOfDate(time, gameDate) ? time : null)));
}

function firstTime(times: readonly (string | null)[]): number | null {
  const time = times.find((value) => value !== null) ?? null;
  return time === null ? null : Date.parse(time);
}

/** The record of the same game by a provider that takes the other team for the home side (neutral sites). */
function mirrorGame(record: GameRecord): GameRecord {
  const line = record.line_score;
  return {
    ...record,
    home: record.away,
    away: record.home,
    home_score: record.away_score,
    away_score: record.home_score,
    line_score: line === null ? null : { home: line.away, away: line.home },
  };
}

/** What the odds say of the start: the last snapshot knows best. */
function startByOdds(events: readonly LedgerEvent[]): number | null {
  const known = events.filter((event) => event.startMs !== null);
  known.sort((a, b) => (a.seenMs ?? 0) - (b.seenMs ?? 0) || (a.startMs ?? 0) - (b.startMs ?? 0));
  return known.at(-1)?.startMs ?? null;
}

/**
 * An event belongs to the game of its slate date. On a day of two games they are paired in order of start where the
 * provider lists as many events as there are games, else by the nearest start. Off its date, only a start within half
 * a day will do. What finds no game stays pending.
 */
function* matchEvents<Event extends LedgerEvent, Game extends Group>(
  events: readonly Event[],
  games: readonly Game[],
): Generator<[Event, Game]> {
  const dateOfEvent = (event: Event): string | null =>
    event.startMs === null ? event.gameDate : (event.gameDate ?? slateDate(event.startMs));
  for (const sameDay of Map.groupBy(events, (event) => `${event.provider} ${dateOfEvent(event)}`).values()) {
    const [anyEvent] = sameDay;
    if (anyEvent === undefined) continue;
    const ofDate = games
      .filter((game) => game.gameDate === dateOfEvent(anyEvent))
      .sort((a, b) => a.gameNumber - b.gameNumber);
    const inOrder = sameDay.toSorted(
      (a, b) => (a.startMs ?? 0) - (b.startMs ?? 0) || compareTexts(a.eventId, b.eventId),
    );
    for (const [index, event] of inOrder.entries()) {
      const byOrder = ofDate.length === inOrder.length ? ofDate[index] : undefined;
      const game = byOrder ?? nearest(event, ofDate, Number.POSITIVE_INFINITY) ?? nearest(event, games, nearestStartMs);
      if (game !== null) yield [event, game];
    }
  }
}

function nearest<Game extends Group>(event: LedgerEvent, games: readonly Game[], withinMs: number): Game | null {
  const distance = (game: Game): number =>
    event.startMs === null || game.startMs === null ? Number.POSITIVE_INFINITY : Math.abs(event.startMs - game.startMs);
  const [closest] = games.toSorted((a, b) => distance(a) - distance(b) || a.gameNumber - b.gameNumber);
  return closest !== undefined && distance(closest) <= withinMs ? closest : null;
}

/** The captures of an event as its game sees them: home is the game's home. */
export function capturesForGame(event: LedgerEvent & { readonly captures: Captures }, home: string): Captures {
  return event.home === home ? event.captures : mirrorCaptures(event.captures);
}
