/** Finds for every event of two teams the game that it prices. */

import { dateOfEvent, nearestStartMs } from "../ledger/event-start.ts";
import type { LedgerEvent } from "../ledger/events.ts";
import { compareTexts } from "../ledger/game-records.ts";

/** The facts of a game that an event is matched by. */
type DatedGame = { readonly gameDate: string; readonly gameNumber: number; readonly startMs: number | null };

/**
 * The events of each game. An event belongs to the game of its slate date. On a day of two games they are paired in
 * order of start where the provider lists as many events as there are games, else by the nearest start. On another day
 * than the event's, only a game that starts within half a day of it will do. An event that finds no game stays pending.
 */
export function matchEvents<Event extends LedgerEvent, Game extends DatedGame>(
  events: readonly Event[],
  games: readonly Game[],
): Map<Game, Event[]> {
  const matches: { readonly game: Game; readonly event: Event }[] = [];
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
      if (game !== null) matches.push({ game, event });
    }
  }
  return new Map(
    [...Map.groupBy(matches, ({ game }) => game)].map(([game, own]) => [game, own.map(({ event }) => event)]),
  );
}

function nearest<Game extends DatedGame>(event: LedgerEvent, games: readonly Game[], withinMs: number): Game | null {
  const distance = (game: Game): number =>
    event.startMs === null || game.startMs === null ? Number.POSITIVE_INFINITY : Math.abs(event.startMs - game.startMs);
  const [closest] = games.toSorted((a, b) => distance(a) - distance(b) || a.gameNumber - b.gameNumber);
  return closest !== undefined && distance(closest) <= withinMs ? closest : null;
}
