/**
 * Makes the games of two teams: several providers' records of one game become one game, and every event finds its game.
 * It is pure and looks at the whole ledger of the pair, so that the order of imports cannot matter.
 */
import { isWithinADay } from "../domain/bounds-in-time.ts";
import { slateDate } from "../domain/slate-date.ts";
import type { GameRecord } from "../feed/records.ts";
import type { LedgerEvent, PricedEvent } from "../ledger/events.ts";
import { byTrust, compareTexts, dateOfGame, isCalledOff } from "../ledger/game-records.ts";
import { type EventMatch, matchEvents } from "./match-events.ts";

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

export type AssembledPair<Event extends LedgerEvent = LedgerEvent> = {
  /** All of them, those that were called off too: these take no events and no number. */
  readonly games: readonly LedgerGame<Event>[];
  /** The decision about every event of the two teams. */
  readonly matches: readonly EventMatch<Event, LedgerGame<Event>>[];
};

/** Games of one pair of teams, with their events. */
export function assembleGames<Event extends PricedEvent>(
  records: readonly GameRecord[],
  events: readonly Event[],
): LedgerGame<Event>[] {
  return [...assemblePair(records, events).games];
}

/** The same, with the decision about every event: which game it prices, and why. */
export function assemblePair<Event extends PricedEvent>(
  records: readonly GameRecord[],
  events: readonly Event[],
): AssembledPair<Event> {
  const groups = groupRecords(resumeSuspended(records));
  const played = groups.filter((group) => !isCalledOff(group.records[0]));
  const calledOff = groups.filter((group) => isCalledOff(group.records[0]));
  const matches = matchEvents(events, played, new Set(calledOff.map(({ gameDate }) => gameDate)));
  const gameOf = new Map(
    groups.map((group): [Group, LedgerGame<Event>] => {
      const ofGame = matches.filter(({ game }) => game === group).map(({ event }) => event);
      return [group, { ...group, events: ofGame, startMs: group.startMs ?? startByOdds(ofGame) }];
    }),
  );
  return {
    games: [...gameOf.values()],
    matches: matches.map(({ game, ...match }) => ({
      ...match,
      game: game === null ? null : (gameOf.get(game) ?? null),
    })),
  };
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
  const byDate = Map.groupBy(records, dateOfGame);
  for (const [gameDate, ofDate] of byDate) {
    if (gameDate === null) continue;
    const groups: Group[] = [];
    // The n-th game of each provider that day is the same game; called-off ones are counted apart.
    for (const calledOff of [false, true]) {
      const ofKind = ofDate.filter((record) => isCalledOff(record) === calledOff);
      const inOrder = [...Map.groupBy(ofKind, (record) => record.provider).values()].map((ofProvider) =>
        ofProvider.sort(inOrderOfPlay),
      );
      const most = Math.max(0, ...inOrder.map(({ length }) => length));
      for (let index = 0; index < most; index++) {
        const sameGame = inOrder.map((ofProvider) => ofProvider[index]).filter((record) => record !== undefined);
        groups.push(groupOf(sameGame.sort(byTrust), gameDate, index + 1));
      }
    }
    all.push(...withStatedNumbers(groups, ofDate));
  }
  return all;
}

/** @param sameGame the records of one game, the one believed first at the front. */
function groupOf(sameGame: readonly GameRecord[], gameDate: string, gameNumber: number): Group {
  const [first, ...others] = sameGame as [GameRecord, ...GameRecord[]];
  const records: Group["records"] = [
    first,
    ...others.map((record) => (record.home === first.home ? record : mirrorGame(record))),
  ];
  const startMs = firstPitch(records, gameDate) ?? firstTime(records.map((record) => record.start_time));
  return { records, gameDate, gameNumber, startMs };
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

/** When the game began. A provider that states the day on which a suspended game went on does not know it [D-4]. */
function firstPitch(records: readonly GameRecord[], gameDate: string): number | null {
  return firstTime(records.map(({ actual_start_time: time }) => (isStartOfDate(time, gameDate) ? time : null)));
}

function firstTime(times: readonly (string | null)[]): number | null {
  const time = times.find((value) => value !== null) ?? null;
  return time === null ? null : Date.parse(time);
}

/** The same record with its sides swapped: on neutral sites, providers differ about which team is at home. */
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

/** The start that the odds state: the event that was seen last is believed. */
function startByOdds(events: readonly LedgerEvent[]): number | null {
  const known = events.filter((event) => event.startMs !== null);
  known.sort((a, b) => (a.seenMs ?? 0) - (b.seenMs ?? 0) || (a.startMs ?? 0) - (b.startMs ?? 0));
  return known.at(-1)?.startMs ?? null;
}
