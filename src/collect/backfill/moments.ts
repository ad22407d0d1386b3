/** The moments of the past whose snapshots a back-fill asks for: one serves every game that starts then. Pure. */
import { dayMs, minuteMs } from "../../domain/durations.ts";
import { newYorkInstantMs } from "../../domain/slate-date.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import type { PlayedGame } from "./played-games.ts";

export type Moment = { readonly atMs: number; readonly games: readonly PlayedGame[] };

/**
 * Starts this close together share a closing snapshot. Snapshots are five minutes apart, so the closing line of the last
 * of them is ten minutes old at most.
 */
const sharedMs = 5 * minuteMs;

/** The last snapshot before each start, or before the first of several that share it. */
export function closingMoments(games: readonly PlayedGame[]): readonly Moment[] {
  const moments: { atMs: number; games: PlayedGame[] }[] = [];
  let firstMs = Number.NEGATIVE_INFINITY;
  for (const game of games) {
    const last = moments.at(-1);
    if (last !== undefined && game.startMs < firstMs + sharedMs) {
      last.games.push(game);
      continue;
    }
    firstMs = game.startMs;
    // A snapshot of the very moment of the start could be in play already.
    moments.push({ atMs: firstMs - 1000, games: [game] });
  }
  return moments;
}

/**
 * One snapshot for the games of a day: at eight in the evening before it, when books have posted the next day. Football
 * has one for the games of a week, on Tuesday at noon, when the week before is over and every book has posted the next.
 */
export function openingMoments(sport: Sport, games: readonly PlayedGame[]): readonly Moment[] {
  const byMoment = Map.groupBy(games, ({ date }) => openingMs(sport, date));
  return [...byMoment]
    .map(([atMs, ofMoment]) => ({ atMs, games: ofMoment.filter(({ startMs }) => startMs > atMs) }))
    .filter((moment) => moment.games.length > 0)
    .sort((one, other) => one.atMs - other.atMs);
}

function openingMs(sport: Sport, date: string): number {
  if (!sportFacts[sport].hasWeeks) return newYorkInstantMs(date, "20:00") - dayMs;
  const day = Temporal.PlainDate.from(date);
  // The Tuesday on or before the day; a game on a Tuesday evening belongs to the week that begins then.
  const tuesday = day.subtract({ days: (day.dayOfWeek + 5) % 7 });
  return newYorkInstantMs(tuesday.toString(), "12:00");
}
