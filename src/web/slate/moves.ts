/** How far the consensus of a game moved from open to close, and which games of a day moved most. */
import type { Game } from "../../contract/lists/games.ts";
import { noVigShift } from "../../domain/bets/grading.ts";

export type Move = {
  readonly game: Game;
  readonly market: "spread" | "moneyline" | "total";
  /** The home side's line or price, or the total. */
  readonly from: number;
  readonly to: number;
  /** How large the move is beside others of its kind: see `sideMove` and `totalMove`. */
  readonly size: number;
};

const mostOfSides = 3;
const mostOfTotals = 2;

/** The largest moves of sides, and then those of totals. */
export function largestMoves(games: readonly Game[]): readonly Move[] {
  const largest = (moves: readonly (Move | null)[], most: number): readonly Move[] =>
    moves
      .filter((move): move is Move => move !== null && move.size > 0)
      .sort((a, b) => b.size - a.size)
      .slice(0, most);
  return [...largest(games.map(sideMove), mostOfSides), ...largest(games.map(totalMove), mostOfTotals)];
}

/**
 * Sides are compared over all sports by the home side's probability without the vig, open against close. The spread is told where it
 * moved, because bettors say it so; otherwise the moneyline.
 */
function sideMove(game: Game): Move | null {
  const { moneyline, spread } = game.consensus ?? {};
  if (moneyline === undefined || spread === undefined) return null;
  const { home_open: homeOpen, home_close: homeClose, away_open: awayOpen, away_close: awayClose } = moneyline;
  if (homeOpen === null || homeClose === null || awayOpen === null || awayClose === null) return null;
  const size = Math.abs(noVigShift(homeOpen, awayOpen, homeClose, awayClose));
  const { open, close } = spread;
  if (open !== null && close !== null && open !== close) return { game, market: "spread", from: open, to: close, size };
  return { game, market: "moneyline", from: homeOpen, to: homeClose, size };
}

/** Totals are compared by the share of the opening total that they moved by: a run is more than a point. */
function totalMove(game: Game): Move | null {
  const { open, close } = game.consensus?.total ?? { open: null, close: null };
  if (open === null || close === null || open === 0) return null;
  return { game, market: "total", from: open, to: close, size: Math.abs(close - open) / open };
}
