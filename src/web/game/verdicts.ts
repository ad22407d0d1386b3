/** How a game ended against its lines, in words. */
import type { Game } from "../../contract/lists/games.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import { signedText } from "../frame/formats.ts";
import { lineText } from "../ui/words.ts";
import type { GameView, ShownLines, ShownMarket } from "./game-view.ts";

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

/** The bet of a market and what became of it: `Titans −3 covered by 4`. Null: it has no close. */
export const verdictOf: Readonly<Record<ShownMarket, (graded: Graded) => string | null>> = {
  spread({ home, away, score, spread }) {
    if (spread === null) return null;
    const by = score.home - score.away + spread;
    if (by === 0) return `${home} ${lineText(spread, "spread")} was a push`;
    if (by > 0) return `${home} ${lineText(spread, "spread")} covered by ${by}`;
    // Subtracting from 0 makes 0 of -0.
    return `${away} ${lineText(0 - spread, "spread")} covered by ${-by}`;
  },
  total({ sport, score, total }) {
    if (total === null) return null;
    const sum = score.home + score.away;
    const scored = `${sum} ${sportFacts[sport].scoredIn}`;
    if (sum === total) return `${scored} were a push on ${total}`;
    return sum > total
      ? `${scored} went over ${total} by ${sum - total}`
      : `${scored} stayed under ${total} by ${total - sum}`;
  },
  moneyline({ home, away, score, moneyline }) {
    if (moneyline.home === null && moneyline.away === null) return null;
    if (score.home === score.away) return "Nobody led: moneylines were a push";
    const [name, price] = score.home > score.away ? [home, moneyline.home] : [away, moneyline.away];
    return price === null ? `${name} won` : `${name} won at ${signedText(price)}`;
  },
};

/** One verdict for each market that has a close. */
export function verdictsOf(graded: Graded): readonly { readonly market: ShownMarket; readonly text: string }[] {
  return (["spread", "total", "moneyline"] as const).flatMap((market) => {
    const text = verdictOf[market](graded);
    return text === null ? [] : [{ market, text }];
  });
}

/** The verdicts of a game alone, or that it has no lines. */
export function verdictTexts(game: Game, otherwise: string): readonly string[] {
  const graded = gradedGame(game);
  return graded === null ? [otherwise] : verdictsOf(graded).map(({ text }) => text);
}

/** The sides of a market as the page names them: the first is home or the over. */
export function sidesOf({ game }: GameView, { market }: ShownLines): readonly [string, string] {
  return market === "total" ? ["Over", "Under"] : [shortName(game.home), shortName(game.away)];
}

export function shortName(side: Game["home"]): string {
  return side.abbreviation ?? nameOf(side);
}

export function hasWon(side: Game["home"], other: Game["home"]): boolean {
  return side.score !== null && other.score !== null && side.score > other.score;
}
