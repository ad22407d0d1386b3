/** What a day was like in one sentence: favorites, covers, overs, and the longest shot that came in. */
import type { Game } from "../../contract/lists/games.ts";
import { signedText } from "../frame/formats.ts";
import { gradedGame, nameOf } from "../game/verdicts.ts";

type Tally = { won: number; lost: number; push: number };

/** @param games of one sport or of several. Empty: no game has a line. */
export function dayRecord(games: readonly Game[]): string {
  const favorites: Tally = { won: 0, lost: 0, push: 0 };
  const covers: Tally = { won: 0, lost: 0, push: 0 };
  const overs: Tally = { won: 0, lost: 0, push: 0 };
  let upset: { readonly name: string; readonly price: number } | null = null;
  for (const game of games) {
    const graded = gradedGame(game);
    if (graded === null) continue;
    const { score, spread, total, moneyline } = graded;
    const { favorite } = game.result;
    const margin = score.home - score.away;
    const sign = favorite === "home" ? 1 : -1;
    if (favorite !== null) count(favorites, sign * margin);
    if (favorite !== null && spread !== null) count(covers, sign * (margin + spread));
    if (total !== null) count(overs, score.home + score.away - total);
    const price = margin === 0 ? null : moneyline[margin > 0 ? "home" : "away"];
    if (price !== null && price > (upset?.price ?? 0))
      upset = { name: nameOf(margin > 0 ? game.home : game.away), price };
  }
  const parts = [
    ...(isEmpty(favorites) ? [] : [`favorites won ${text(favorites)}`]),
    ...(isEmpty(covers) ? [] : [`${text(covers)} against the spread`]),
    ...(isEmpty(overs) ? [] : [`overs ${text(overs)}`]),
    ...(upset === null ? [] : [`longest shot: ${upset.name} at ${signedText(upset.price)}`]),
  ];
  const sentence = parts.join("; ");
  return sentence === "" ? "" : `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

function count(tally: Tally, ahead: number): void {
  if (ahead > 0) tally.won++;
  else if (ahead < 0) tally.lost++;
  else tally.push++;
}

function isEmpty({ won, lost, push }: Tally): boolean {
  return won + lost + push === 0;
}

/** Pushes are named where there are some. */
function text({ won, lost, push }: Tally): string {
  return `${won}–${lost}${push === 0 ? "" : `–${push}`}`;
}
