/**
 * All bets of a season at the consensus, graded. Most questions are about them, and to grade a bet takes longer than all else
 * that a trend does with it. They are graded when a season is first asked for, and go with the season; they take 29 bytes each,
 * which is a megabyte for a season of a thousand games.
 */

import { consensusBookId } from "../../domain/books.ts";
import { noLine } from "../../release/game-lines.ts";
import { sideSlots } from "../bets/side-slots.ts";
import type { SeasonShelf } from "../season.ts";
import { BetColumns } from "./columns.ts";
import { addGames, type BetTest } from "./grade.ts";

export type GradedSeason = {
  readonly bets: BetColumns;
  /** The first bet of each game; one more at the end. */
  readonly firstOf: Uint32Array;
};

const known = new WeakMap<SeasonShelf, GradedSeason>();

const consensus: BetTest = {
  books: new Set([consensusBookId]),
  lastBook: consensusBookId,
  outcome: -1,
  role: 0,
  movement: null,
  leastLine: noLine,
  mostLine: Number.POSITIVE_INFINITY,
  prices: null,
};

export function gradedSeason(season: SeasonShelf): GradedSeason {
  const before = known.get(season);
  if (before !== undefined) return before;
  const bets = new BetColumns();
  const games = season.gameIds.length;
  addGames(
    bets,
    season,
    Array.from({ length: games }, (_, game) => game),
    sideSlots[season.sport],
    consensus,
  );
  bets.shrink();
  const firstOf = new Uint32Array(games + 1);
  for (let bet = 0; bet < bets.count; bet++) {
    const next = (bets.game[bet] as number) + 1;
    firstOf[next] = (firstOf[next] as number) + 1;
  }
  for (let game = 0; game < games; game++)
    firstOf[game + 1] = (firstOf[game + 1] as number) + (firstOf[game] as number);
  const graded = { bets, firstOf };
  known.set(season, graded);
  return graded;
}
