/**
 * Decides for every event of two teams which game it prices, and says why. A provider may list more events than there
 * are games: the id of a game that was postponed or moved lives on beside the new one for hours, and the second event of
 * a day may be nothing but a price of the first game in play. Such an event gives its lines to no game.
 */
import { compareRanks } from "../../domain/consensus.ts";
import { hourMs, minuteMs } from "../../domain/times.ts";
import { bookIdsOf } from "../../ledger/captures.ts";
import { dateOfEvent, nearestStartMs, type PricedEvent } from "../../ledger/events.ts";
import { compareTexts } from "../../ledger/records.ts";
import { togetherMs } from "./starts.ts";

/** The facts of a game that an event is matched by. */
type DatedGame = { readonly gameDate: string; readonly gameNumber: number; readonly startMs: number | null };

/** Why an event gives its lines to a game, or to none, for a person who asks. The starts and dates are shown beside it. */
export const matchReasons = {
  nearest: "of the provider's events of that day, the one that fits the game best",
  twin: "its start is about that of the event that fits best: two ids of one game",
  neighbour: "the game of these teams on the day beside has no known start, and they meet once in two days",
  abandoned:
    "left the list long before its start, while others of these teams went on: its game was moved or called off",
  beaten: "its start is not near enough: the games of that day have other events",
  calledOff: "the game of these teams on that day was called off",
  unknown: "no game of these teams on that day is known, and none that starts within half a day of it",
} as const;

/** `game` is null when the event gives its lines to no game. */
export type EventMatch<Event, Game> = { readonly event: Event; readonly game: Game | null; readonly reason: string };

/**
 * Two events that state starts this near to each other are two ids of one game: two games of a day cannot be. The NBA's
 * cup games of 2023 were listed a month ahead under other ids, and up to 70 minutes before the hour that was set later.
 */
export const sameStartMs = 90 * minuteMs;

/** The distance of an event from a game when one of the two has no start. */
const unknownDistanceMs = nearestStartMs;

/**
 * An event competes for the games of its slate date. Where none of them begins when it does and a game of another day does,
 * that is its day; where its day has no game, it is that of the game which starts nearest to it, within half a day. Each game gets one event of a provider, in order of start and as near as can be.
 * Only events whose starts lie close together share a game. The order in which the events are given does not matter.
 *
 * @param games those that take events, so none that was called off.
 * @param calledOff the slate dates of games that were called off.
 */
export function matchEvents<Event extends PricedEvent, Game extends DatedGame>(
  events: readonly Event[],
  games: readonly Game[],
  calledOff: ReadonlySet<string>,
): EventMatch<Event, Game>[] {
  const byProvider = Map.groupBy(events.toSorted(byStart), ({ provider }) => provider);
  return [...byProvider.values()].flatMap((ofProvider) => {
    const byDay = Map.groupBy(ofProvider, (event) => dayOf(event, games, calledOff));
    return [...byDay].flatMap(([date, rivals]) => {
      if (date === null) {
        return rivals.map((event) => {
          const isCalledOff = calledOff.has(dateOfEvent(event) ?? "");
          return { event, game: null, reason: isCalledOff ? matchReasons.calledOff : matchReasons.unknown };
        });
      }
      const ofDay = games.filter(({ gameDate }) => gameDate === date).sort(inOrderOfStart);
      return matchDay(rivals, ofDay, ofProvider);
    });
  });
}

/** The slate date whose games an event competes for; null when there are none. */
function dayOf(event: PricedEvent, games: readonly DatedGame[], calledOff: ReadonlySet<string>): string | null {
  const own = dateOfEvent(event);
  const together = games.filter((game) => (distanceMs(event, game) ?? Number.POSITIVE_INFINITY) <= togetherMs);
  const [alike] = together.sort((a, b) => compareTexts(a.gameDate, b.gameDate));
  if (alike !== undefined) return together.some(({ gameDate }) => gameDate === own) ? own : alike.gameDate;
  if (own === null || games.some(({ gameDate }) => gameDate === own)) return own;
  if (calledOff.has(own)) return null;
  const [nearest] = games
    .map((game) => ({ date: game.gameDate, distance: distanceMs(event, game) ?? Number.POSITIVE_INFINITY }))
    .filter(({ distance }) => distance <= nearestStartMs)
    .sort((a, b) => a.distance - b.distance || compareTexts(a.date, b.date));
  return nearest?.date ?? null;
}

/**
 * @param rivals the events of one provider that compete for the games of a day, in order of start.
 * @param games in order of start.
 * @param ofProvider all events of that provider and pair of teams.
 */
function matchDay<Event extends PricedEvent, Game extends DatedGame>(
  rivals: readonly Event[],
  games: readonly Game[],
  ofProvider: readonly Event[],
): EventMatch<Event, Game>[] {
  const abandoned = new Set(rivals.length < 2 ? [] : rivals.filter((event) => isAbandoned(event, ofProvider)));
  const listed = rivals.filter((event) => !abandoned.has(event));
  const pairs = alignInOrder(listed.length === 0 ? rivals : listed, games, costsOf);
  const gameOf = new Map(pairs);
  const taken = pairs.map(([event]) => event);
  return rivals.map((event) => {
    const game = gameOf.get(event);
    if (game !== undefined) return { event, game, reason: matchReasons.nearest };
    const twin = taken.find((other) => isSameStart(event, other, games.length));
    if (twin !== undefined) return { event, game: gameOf.get(twin) ?? null, reason: matchReasons.twin };
    return { event, game: null, reason: abandoned.has(event) ? matchReasons.abandoned : matchReasons.beaten };
  });
}

/**
 * The nearest start decides; between equals, an event that states a start, then the one that more books price, then the
 * one that was listed last.
 */
function costsOf(event: PricedEvent, game: DatedGame): number[] {
  const hasNoStart = Number(event.startMs === null);
  return [
    distanceMs(event, game) ?? unknownDistanceMs,
    hasNoStart,
    -bookIdsOf(event.captures).size,
    -(event.seenMs ?? 0),
  ];
}

/** Null when one of the two has no start. */
function distanceMs(event: Start, game: Start): number | null {
  return event.startMs === null || game.startMs === null ? null : Math.abs(event.startMs - game.startMs);
}

type Start = { readonly startMs: number | null };

/** On a day of one game, an event without a start contradicts no other. */
function isSameStart(event: PricedEvent, other: PricedEvent, gamesOfDay: number): boolean {
  if (event.startMs === null) return gamesOfDay === 1;
  const distance = distanceMs(event, other);
  return distance !== null && distance <= sameStartMs;
}

/** The numbers of a doubleheader say nothing where they contradict the starts. */
function inOrderOfStart(a: DatedGame, b: DatedGame): number {
  return a.startMs === null || b.startMs === null ? a.gameNumber - b.gameNumber : a.startMs - b.startMs;
}

function byStart(a: PricedEvent, b: PricedEvent): number {
  return (
    (a.startMs ?? 0) - (b.startMs ?? 0) ||
    compareTexts(a.eventId, b.eventId) ||
    compareTexts(a.home, b.home) ||
    compareTexts(a.away, b.away)
  );
}

// Pairs two rows of things in order, at the least cost: events or a provider's records with the games of a day.

type Alignment<One, Other> = { readonly costs: readonly number[]; readonly pairs: readonly (readonly [One, Other])[] };

/**
 * As many pairs as the shorter row is long. The n-th pair never lies before the one that comes ahead of it in either row.
 * @param costsOf the costs of a pair. The first of two lists that differ decides, each summed over all pairs.
 */
export function alignInOrder<One, Other>(
  ones: readonly One[],
  others: readonly Other[],
  costsOf: (one: One, other: Other) => readonly number[],
): (readonly [One, Other])[] {
  const none: Alignment<One, Other> = { costs: [], pairs: [] };
  // The best alignment of the things so far with the first `index` others.
  let row: Alignment<One, Other>[] = [none, ...others.map(() => none)];
  for (const one of ones) {
    const next = [none];
    for (const [index, other] of others.entries()) {
      const before = row[index] ?? none;
      const paired = {
        costs: added(before.costs, costsOf(one, other)),
        pairs: [...before.pairs, [one, other] as const],
      };
      next.push(best([row[index + 1] ?? none, next[index] ?? none, paired]));
    }
    row = next;
  }
  return [...(row.at(-1) ?? none).pairs];
}

/** The alignment with the most pairs; among those, the cheapest; among equals, the first. */
function best<One, Other>(candidates: readonly Alignment<One, Other>[]): Alignment<One, Other> {
  return candidates.reduce((least, each) => {
    const gain = each.pairs.length - least.pairs.length;
    return gain > 0 || (gain === 0 && compareRanks(each.costs, least.costs) < 0) ? each : least;
  });
}

function added(some: readonly number[], more: readonly number[]): number[] {
  return more.map((cost, index) => cost + (some[index] ?? 0));
}

// When a provider listed an event, as far as its captures tell.

/** Books take their prices away for minutes, when a pitcher is changed for example; an event that is gone longer is gone. */
const briefAbsenceMs = hourMs;

/** When an event was listed last, in epoch milliseconds; null when nothing tells. */
export function lastListedMs({ seenMs, captures }: PricedEvent): number | null {
  if (seenMs !== null) return seenMs;
  const last = captures.times.reduce((most, time) => (Number.isFinite(time) && time > most ? time : most), 0);
  return last === 0 ? null : last;
}

/**
 * Whether a provider stopped listing an event long before the start that it had stated, and went on pricing others of
 * the same teams. That is how an event ends whose game was postponed, or got a new id.
 * @param others all events of its provider and its two teams; the event itself may be among them.
 */
function isAbandoned(event: PricedEvent, others: readonly PricedEvent[]): boolean {
  const { startMs } = event;
  const lastMs = lastListedMs(event);
  if (startMs === null || lastMs === null) return false;
  const isAbsence = (time: number): boolean => time > lastMs + briefAbsenceMs && time < startMs;
  return others.some((other) => other !== event && other.captures.times.some(isAbsence));
}
