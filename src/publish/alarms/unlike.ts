/**
 * Closes against what the teams' own closes of earlier dates expect. Margin and total are judged together, in usual misses of the
 * sport: stars who rest move a margin alone, and a storm takes a total down, but neither turns a margin round and leaves the total.
 */
import type { SportBands } from "../../domain/sports/plausibility.ts";
import type { Expected } from "./expected.ts";

type Limit = {
  /** How far margin and total may be, as one distance. */
  readonly together: number;
  /** A total alone; lines fall further than they rise. */
  readonly over: number;
  readonly under: number;
  /** How much better the other sign of a margin fits, as twice the log of the likelihoods' ratio; of a slate the sum. */
  readonly turned: number;
  /** Of slates of so many games, how far the median of totals may be. */
  readonly slateGames: number;
  readonly slateMiss: number;
};

type Compared = {
  readonly gameId: string;
  readonly date: string;
  readonly expected: Expected;
  /** In usual misses; 0 where nobody posted it. */
  readonly offMargin: number;
  readonly offTotal: number;
  readonly turned: number;
};

type Game = { readonly gameId: string; readonly gameDate: string };

/** One sentence for each slate that is off as a whole, which names its games, and for each other game that is off. */
export function unlikeLastWeeks(
  games: readonly Game[],
  expectedOf: (gameId: string) => Expected | null,
  misses: SportBands["usualMisses"],
  most: Limit,
): string[] {
  const compared = games.flatMap((game) => comparedOf(game, expectedOf(game.gameId), misses));
  return [...Map.groupBy(compared, ({ date }) => date)].flatMap(([date, ofSlate]) => {
    const whole = wholeSlate(date, ofSlate, most);
    return whole === null ? ofSlate.flatMap((game) => ofGame(game, most)) : [whole];
  });
}

function comparedOf(
  { gameId, gameDate: date }: Game,
  expected: Expected | null,
  misses: SportBands["usualMisses"],
): Compared[] {
  if (expected === null) return [];
  const usual = misses[expected.knowledge];
  if (usual === null) return [];
  const { margin, expectedMargin, total, expectedTotal } = expected;
  const known = (value: number): number => (Number.isNaN(value) ? 0 : value);
  return [
    {
      ...{ gameId, date, expected },
      offMargin: known((margin - expectedMargin) / usual.margin),
      offTotal: known((total - expectedTotal) / usual.total),
      turned: known((-2 * margin * expectedMargin) / usual.margin ** 2),
    },
  ];
}

function wholeSlate(date: string, games: readonly Compared[], most: Limit): string | null {
  if (games.length < most.slateGames) return null;
  const names = `of ${games.length} games: ${games.map(({ gameId }) => gameId).join(", ")}`;
  const turned = games.reduce((sum, game) => sum + game.turned, 0);
  if (turned > most.turned) return `${date}: margins fit the other way round ${names}`;
  const misses = games.map(({ offTotal }) => offTotal).sort((a, b) => a - b);
  const miss = misses[misses.length >> 1] ?? 0;
  if (Math.abs(miss) <= most.slateMiss) return null;
  return `${date}: totals are ${miss > 0 ? "over" : "under"} what is expected ${names}`;
}

function ofGame({ gameId, expected, offMargin, offTotal, turned }: Compared, most: Limit): string[] {
  const { margin, expectedMargin, total, expectedTotal } = expected;
  const words = `margin ${margin.toFixed(1)}, expected ${expectedMargin.toFixed(1)}, total ${total.toFixed(1)}, expected ${expectedTotal.toFixed(1)}`;
  const isNearer = Math.abs(margin + expectedMargin) < Math.abs(margin - expectedMargin) / 2;
  if (turned > most.turned && isNearer && Math.abs(offTotal) < 2)
    return [`${gameId}: the other way round fits, ${words}`];
  const isFar = Math.hypot(offMargin, offTotal) > most.together || offTotal > most.over || offTotal < -most.under;
  return isFar ? [`${gameId}: ${words}`] : [];
}
