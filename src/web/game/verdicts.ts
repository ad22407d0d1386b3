/** How a game ended against its lines, in words. */
import type { Game } from "../../contract/lists/games.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import { signedText } from "../frame/formats.ts";
import { lineText } from "../ui/words.ts";
import type { GameView, ShownLines } from "./game-view.ts";

/** The thing that is graded: a game, or a period of it with the period's consensus and score. */
export type Graded = {
  readonly sport: Sport;
  readonly home: string;
  readonly away: string;
  readonly score: { readonly home: number; readonly away: number };
  readonly spread: number | null;
  readonly total: number | null;
  readonly moneyline: { readonly home: number | null; readonly away: number | null };
};

export type Verdict = {
  readonly market: "spread" | "total" | "moneyline";
  /** The bet and what became of it: `Titans −3 covered by 4`. */
  readonly text: string;
  /** The side that won; null: a push, or nothing to go by. */
  readonly winner: "home" | "away" | "over" | "under" | null;
};

/** @returns null without a score or a consensus: then there is nothing to say. */
export function gradedGame({ sport, home, away, consensus }: Game): Graded | null {
  if (home.score === null || away.score === null || consensus === null) return null;
  return {
    sport,
    home: nameOf(home),
    away: nameOf(away),
    score: { home: home.score, away: away.score },
    spread: consensus.spread.close,
    total: consensus.total.close,
    moneyline: { home: consensus.moneyline.home_close, away: consensus.moneyline.away_close },
  };
}

export function nameOf({ name, abbreviation }: Game["home"]): string {
  return name ?? abbreviation ?? "Unknown team";
}

/** One verdict for each market that has a close. */
export function verdictsOf(graded: Graded): readonly Verdict[] {
  return [spreadVerdict(graded), totalVerdict(graded), moneylineVerdict(graded)].filter((each) => each !== null);
}

export function spreadVerdict({ home, away, score, spread }: Graded): Verdict | null {
  if (spread === null) return null;
  const by = score.home - score.away + spread;
  const homeText = `${home} ${lineText(spread, "spread")}`;
  if (by === 0) return { market: "spread", winner: null, text: `${homeText} was a push` };
  if (by > 0) return { market: "spread", winner: "home", text: `${homeText} covered by ${by}` };
  // Subtracting from 0 makes 0 of -0.
  return {
    market: "spread",
    winner: "away",
    text: `${away} ${lineText(0 - spread, "spread")} covered by ${-by}`,
  };
}

export function totalVerdict({ sport, score, total }: Graded): Verdict | null {
  if (total === null) return null;
  const sum = score.home + score.away;
  const unit = sportFacts[sport].scoredIn;
  if (sum === total) return { market: "total", winner: null, text: `${sum} ${unit} were a push on ${total}` };
  if (sum > total)
    return { market: "total", winner: "over", text: `${sum} ${unit} went over ${total} by ${sum - total}` };
  return { market: "total", winner: "under", text: `${sum} ${unit} stayed under ${total} by ${total - sum}` };
}

export function moneylineVerdict({ home, away, score, moneyline }: Graded): Verdict | null {
  if (moneyline.home === null && moneyline.away === null) return null;
  if (score.home === score.away)
    return { market: "moneyline", winner: null, text: "Nobody led: moneylines were a push" };
  const winner = score.home > score.away ? "home" : "away";
  const price = moneyline[winner];
  const name = winner === "home" ? home : away;
  return { market: "moneyline", winner, text: price === null ? `${name} won` : `${name} won at ${signedText(price)}` };
}

/** The sides of a market as the page names them: the first is home or the over. */
export function sidesOf({ game }: GameView, { market }: ShownLines): readonly [string, string] {
  if (market === "total") return ["Over", "Under"];
  return [game.home.abbreviation ?? nameOf(game.home), game.away.abbreviation ?? nameOf(game.away)];
}
