/**
 * The games of a sport in API order, over all its seasons. A season normally ends before the next begins and is one
 * span. Where two seasons overlap, their spans alternate. Either way, the spans in order contain every game once and in
 * order.
 */

import { compareKeys } from "../release/season-table.ts";
import type { SeasonShelf } from "./season.ts";

export type Span = {
  readonly season: SeasonShelf;
  readonly from: number;
  /** One past the last game. */
  readonly to: number;
};

export function spansOf(seasons: readonly SeasonShelf[]): Span[] {
  const spans: Span[] = [];
  const heads = seasons.map((season) => ({ season, at: 0 })).filter(({ season }) => season.gameIds.length > 0);
  while (heads.length > 0) {
    heads.sort((a, b) => compareGames(a.season, a.at, b.season, b.at));
    const [first, second] = heads as [(typeof heads)[number], (typeof heads)[number]?];
    const { season, at: from } = first;
    const to =
      second === undefined
        ? season.gameIds.length
        : firstNotBefore(
            season,
            second.season.startMs[second.at] as number,
            second.season.gameIds[second.at] as string,
          );
    spans.push({ season, from, to });
    first.at = to;
    if (to === season.gameIds.length) heads.shift();
  }
  return spans;
}

/** Returns the first game of a season that is not before a key; the number of games when all are before it. */
export function firstNotBefore(season: SeasonShelf, startMs: number, gameId: string): number {
  let low = 0;
  let high = season.gameIds.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const isBefore =
      compareKeys(season.startMs[middle] as number, season.gameIds[middle] as string, startMs, gameId) < 0;
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compareGames(a: SeasonShelf, gameA: number, b: SeasonShelf, gameB: number): number {
  return compareKeys(
    a.startMs[gameA] as number,
    a.gameIds[gameA] as string,
    b.startMs[gameB] as number,
    b.gameIds[gameB] as string,
  );
}
