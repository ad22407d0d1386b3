/**
 * Makes the games of two teams: several providers' records of one game become one game, and every event finds its game.
 * It is pure and looks at the whole ledger of the pair, so that the order of imports cannot matter.
 */
import { isWithinADay } from "../../domain/bounds-in-time.ts";
import { isWitness } from "../../domain/providers.ts";
import { slateDate } from "../../domain/slate-date.ts";
import { sportFacts } from "../../domain/sports.ts";
import type { GameRecord } from "../../feed/records.ts";
import { dateOfEvent } from "../../ledger/event-start.ts";
import type { LedgerEvent, PricedEvent } from "../../ledger/events.ts";
import { dateOfGame } from "../../ledger/game-records.ts";
import { type AgreedStart, agreedStart, isStartOfDate } from "./agreed-start.ts";
import { groupRecords, isGameCalledOff, type RecordGroup } from "./group-records.ts";
import { type EventMatch, matchEvents } from "./match-events.ts";
import { whyNextTo } from "./match-reasons.ts";
import { onOneDate } from "./one-date.ts";
import { type RepeatedFinal, repeatedFinals } from "./repeated-finals.ts";
import { withWitnesses } from "./witnesses.ts";

export type LedgerGame<Event extends LedgerEvent = LedgerEvent> = {
  /** All providers' records of this game, the one believed first at the front, all with the front's home side. */
  readonly records: readonly [GameRecord, ...GameRecord[]];
  readonly gameDate: string;
  /** 1, or the place among the games of this day between these teams. */
  readonly gameNumber: number;
  readonly events: readonly Event[];
  /** Set where its provider states another game of these teams by it once more; else null. */
  readonly repeated: RepeatedFinal | null;
} & AgreedStart;

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
  const own = records.filter((record) => !isWitness(record));
  const dated = onOneDate(resumeSuspended(own));
  const repeated = repeatedFinals(dated, events);
  const isApart = (record: GameRecord): boolean => repeated.get(record)?.hasEvent === false;
  const listed = groupRecords(dated.filter((record) => !isApart(record)));
  const apart = numberedAfter(listed, groupRecords(dated.filter(isApart)));
  const groups = [...withWitnesses(listed, records.filter(isWitness)), ...apart];
  const played = groups.filter((group) => !isGameCalledOff(group) && !apart.includes(group));
  const calledOff = groups.filter(isGameCalledOff);
  const matches = withNeighbours(
    matchEvents(events, played, new Set(calledOff.map(({ gameDate }) => gameDate))),
    played,
  );
  const gameOf = new Map(
    groups.map((group): [RecordGroup, LedgerGame<Event>] => {
      const ofGame = matches.filter(({ game }) => game === group).map(({ event }) => event);
      const start = agreedStart({ ...group, events: ofGame });
      return [group, { ...group, events: ofGame, ...start, repeated: repeated.get(group.records[0]) ?? null }];
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

/** The others of a day keep the numbers that they have without these. */
function numberedAfter(games: readonly RecordGroup[], apart: readonly RecordGroup[]): RecordGroup[] {
  return apart.map((group) => {
    const ofDay = games.filter((game) => game.gameDate === group.gameDate && !isGameCalledOff(game));
    return { ...group, gameNumber: group.gameNumber + Math.max(0, ...ofDay.map(({ gameNumber }) => gameNumber)) };
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
        resumed_on: record.resumed_on ?? dayOfEnd(record, date),
      },
    ];
  });
}

/** The day that the record of a suspended game's end is of; null where it is that of the first pitch. */
function dayOfEnd({ game_date: ofEnd, actual_start_time: actual }: GameRecord, date: string | null): string | null {
  const days = [ofEnd, actual === null ? null : slateDate(Date.parse(actual))];
  return days.find((day) => day !== null && date !== null && day > date) ?? null;
}

function hasEnded(record: GameRecord): boolean {
  return record.status === "final" || record.status === "cancelled";
}

/**
 * Gives a game of football without a start the pending events of the days beside it: no pair of teams plays twice in two
 * days there, and a date is all that is known of the game.
 */
function withNeighbours<Event extends PricedEvent>(
  matches: readonly EventMatch<Event, RecordGroup>[],
  games: readonly RecordGroup[],
): EventMatch<Event, RecordGroup>[] {
  const waiting = games.filter(
    (game) => game.startMs === null && hasWeeks(game) && !matches.some((match) => match.game === game),
  );
  return matches.map((match) => {
    const date = match.game === null ? dateOfEvent(match.event) : null;
    const game = date === null ? undefined : waiting.find(({ gameDate }) => isWithinADay(date, gameDate));
    return game === undefined ? match : { ...match, game, reason: whyNextTo(match.event, game) };
  });
}

function hasWeeks({ records: [{ sport }] }: RecordGroup): boolean {
  return sportFacts[sport].hasWeeks;
}
