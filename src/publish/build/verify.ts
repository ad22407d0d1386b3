/** Checks what must hold before a game is published. A game that fails is held back as it stood, and reported. */

import { seasonOf } from "../../domain/seasons.ts";
import { sportFacts } from "../../domain/sports.ts";
import type { BuiltGame } from "./build-game.ts";

/** The reasons against publishing a built game; none when it is sound. */
export function verifyGame({ values: { facts: game }, lines }: BuiltGame): string[] {
  const problems: string[] = [];
  const check = (holds: boolean, problem: string): void => {
    if (!holds) problems.push(problem);
  };
  const { home, away, result, consensus } = game;
  const margin = (home.score ?? 0) - (away.score ?? 0);
  check(result.margin_home === margin, `margin ${result.margin_home} is not ${margin}`);
  check(home.abbreviation !== away.abbreviation, "a team plays itself");
  check(game.season >= sportFacts[game.sport].firstSeason, `season ${game.season} is before the coverage`);
  check(game.season === seasonOf(game.sport, game.game_date), `${game.game_date} is not in season ${game.season}`);

  const scores = game.period_scores;
  const parts = (["1h", "2h", "p1", "p2", "p3", "ot"] as const).map((period) => scores[period]);
  if (scores["1h"] !== undefined || scores.p1 !== undefined) {
    for (const side of ["home", "away"] as const) {
      const sum = parts.reduce((total, part) => total + (part?.[side] ?? 0), 0);
      check(sum === game[side].score, `periods of ${side} add up to ${sum}, not ${game[side].score}`);
    }
  }
  const spread = consensus?.spread.close ?? null;
  const covers = spread === null ? 0 : margin + spread;
  check(result.home_covered === (covers === 0 ? null : covers > 0), "home_covered contradicts the consensus close");
  const books = lines.get("full") ?? [];
  const posted = books.map(({ markets }) => markets.spread?.close?.line ?? null);
  if (posted.some((line) => line !== null)) {
    check(posted.includes(spread), `no book closed at the consensus spread ${spread}`);
  }
  check((consensus === null) === (books.length === 0), "a consensus without books, or books without a consensus");
  return problems;
}
