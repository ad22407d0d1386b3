/**
 * Makes the games of pairs of teams: several providers' records of one game become one game, and every event finds its game.
 * It is pure and looks at the whole ledger of a pair, so that the order of imports cannot matter.
 */

import { pairOf } from "../../domain/game-ids.ts";
import { isWitness } from "../../domain/providers.ts";
import { sportFacts } from "../../domain/sports.ts";
import { hourMs, isWithinADay, slateDate } from "../../domain/times.ts";
import type { GameRecord } from "../../feed/records.ts";
import { dateOfEvent, type LedgerEvent, type PricedEvent } from "../../ledger/events.ts";
import { compareTexts, dateOfGame } from "../../ledger/records.ts";
import {
  groupRecords,
  isGameCalledOff,
  mirrorGame,
  type RecordGroup,
  type RepeatedFinal,
  repeatedFinals,
} from "./group-records.ts";
import { type EventMatch, matchEvents, matchReasons } from "./match-events.ts";
import { type AgreedStart, agreedStart, isStartOfDate, onOneDate } from "./starts.ts";

export type LedgerGame<Event extends LedgerEvent = LedgerEvent> = {
  /** All providers' records of this game, the one believed first at the front, all with the front's home side. */
  readonly records: readonly [GameRecord, ...GameRecord[]];
  readonly gameDate: string;
  /** 1, or the place among the games of this day between these teams. */
  readonly gameNumber: number;
  readonly events: readonly Event[];
  /** The providers that state the final with home and away the other way round. */
  readonly swappedBy: readonly string[];
  /** Set where its provider states another game of these teams by it once more; else null. */
  readonly repeated: RepeatedFinal | null;
} & AgreedStart;

type Assembled<Event extends LedgerEvent = LedgerEvent> = {
  /** All of them, those that were called off too: these take no events and no number. */
  readonly games: readonly LedgerGame<Event>[];
  /** The decision about every event of the teams: which game it prices, and why. */
  readonly matches: readonly EventMatch<Event, LedgerGame<Event>>[];
};

/** The games of some pairs of teams with their events, pair by pair. @param records all of these pairs, or all of a season. */
export function assembleGames<Event extends PricedEvent>(
  records: readonly GameRecord[],
  events: readonly Event[],
): Assembled<Event> {
  const recordsOf = Map.groupBy(records, pairOf);
  const eventsOf = Map.groupBy(events, ({ pair }) => pair);
  const pairs = [...new Set([...recordsOf.keys(), ...eventsOf.keys()])].sort();
  const parts = pairs.map((pair) => assemblePair(recordsOf.get(pair) ?? [], eventsOf.get(pair) ?? []));
  return { games: parts.flatMap(({ games }) => games), matches: parts.flatMap(({ matches }) => matches) };
}

function assemblePair<Event extends PricedEvent>(
  records: readonly GameRecord[],
  events: readonly Event[],
): Assembled<Event> {
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
    return game === undefined ? match : { ...match, game, reason: matchReasons.neighbour };
  });
}

function hasWeeks({ records: [{ sport }] }: RecordGroup): boolean {
  return sportFacts[sport].hasWeeks;
}

// Witnesses: what they say of a final game is a second opinion about its score. It stands behind the records of those who
// made it a game, so that scores that differ are a dispute, and nothing else of it is ever taken.

/** The same two teams do not begin on two days within this time. */
const sameGameMs = 12 * hourMs;

/**
 * The games with their witnesses. A witness's final is of the nearest game that others know to be final, and each game
 * hears a provider once; it is of none where there is no such game.
 * @param records of the same two teams.
 */
function withWitnesses(games: readonly RecordGroup[], records: readonly GameRecord[]): RecordGroup[] {
  const finals = games.filter(
    (game) => game.records.some(({ status }) => status === "final") && !isGameCalledOff(game),
  );
  const near = records
    .filter(({ status }) => status === "final")
    .sort((a, b) => compareTexts(a.start_time ?? "", b.start_time ?? "") || compareTexts(a.game_id, b.game_id))
    .flatMap((record) => finals.map((game) => ({ record, game, distance: distanceOf(record, game) })))
    .filter(({ distance }) => distance <= sameGameMs)
    .sort((a, b) => a.distance - b.distance);
  const heard = new Map<RecordGroup, GameRecord[]>(games.map((game) => [game, []]));
  const taken = new Set<GameRecord>();
  for (const { record, game } of near) {
    const own = heard.get(game);
    if (taken.has(record) || own?.some(({ provider }) => provider === record.provider)) continue;
    taken.add(record);
    own?.push(record.home === game.records[0].home ? record : mirrorGame(record));
  }
  return games.map((game) => ({ ...game, records: [...game.records, ...(heard.get(game) ?? [])] }));
}

/** In milliseconds between the starts. A game without a start is known by its day. */
function distanceOf(record: GameRecord, { startMs, gameDate }: RecordGroup): number {
  if (startMs !== null && record.start_time !== null) return Math.abs(Date.parse(record.start_time) - startMs);
  return dateOfGame(record) === gameDate ? 0 : Number.POSITIVE_INFINITY;
}
