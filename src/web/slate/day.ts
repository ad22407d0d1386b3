/** Sums up a day: favorites, covers, overs, the longest shot that came in, and which games moved most from open to close. */
import type { Game } from "../../contract/lists/games.ts";
import { noVigShift } from "../../domain/bets/grading.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import { capitalized, signedText } from "../frame/formats.ts";
import { gradedGame, nameOf } from "../game/verdicts.ts";
import { type Record3, recordText, tally } from "../ui/words.ts";

/**
 * The day in one sentence. Empty: no game has a line.
 * @param sport of all the games; null: they are of several.
 */
export function dayRecord(games: readonly Game[], sport: Sport | null): string {
  const graded = games.flatMap((game) => {
    const own = gradedGame(game);
    if (own === null) return [];
    const { favorite } = game.result;
    const margin = own.score.home - own.score.away;
    return [{ ...own, game, margin, sign: favorite === null ? null : favorite === "home" ? 1 : -1 }];
  });
  const favorites = tally(graded.map(({ sign, margin }) => sign && sign * margin));
  const covers = tally(
    graded.map(({ sign, margin, spread }) => (sign === null || spread === null ? null : sign * (margin + spread))),
  );
  const overs = tally(graded.map(({ total, score }) => (total === null ? null : score.home + score.away - total)));
  const [upset] = graded
    .flatMap(({ margin, moneyline, game }) => {
      const price = margin === 0 ? null : moneyline[margin > 0 ? "home" : "away"];
      return price === null || price < 0 ? [] : [{ price, name: nameOf(margin > 0 ? game.home : game.away) }];
    })
    .sort((a, b) => b.price - a.price);
  const spreadName = sport === null ? "spread" : sportFacts[sport].spreadName.toLowerCase();
  const said = (record: Record3, words: (text: string) => string) =>
    record.won + record.lost + record.push === 0 ? [] : [words(recordText(record))];
  const sentence = [
    ...said(favorites, (text) => `favorites won ${text}`),
    ...said(covers, (text) => `${text} against the ${spreadName}`),
    ...said(overs, (text) => `overs ${text}`),
    ...(upset === undefined ? [] : [`longest shot: ${upset.name} at ${signedText(upset.price)}`]),
  ].join("; ");
  return sentence === "" ? "" : `${capitalized(sentence)}.`;
}

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
