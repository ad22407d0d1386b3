/** How US books settle bets, read a second time: sport by sport in plain conditions, without the table of rules. */
import type { BetKind } from "./contract.ts";
import type { OracleGame, Score } from "./game.ts";

export type Rules = "house" | "score";

export type Standing = {
  /** Null where the score alone settles. */
  readonly rule: string | null;
  readonly score: Score;
  /** @param ahead points by which the selection is ahead of its line. */
  readonly isVoid: (selection: string, ahead: number) => boolean;
};

type Asked = Pick<OracleGame, "keys" | "score" | "periodScores" | "innings">;

/** Null: the period was not played. */
export function standingOf(game: Asked, kind: BetKind, book: string, rules: Rules): Standing | null {
  const { period } = kind;
  const alone = period === "game" ? game.score : game.periodScores[period];
  if (alone === undefined) return null;
  const never = () => false;
  if (rules === "score") return { rule: null, score: alone, isVoid: never };
  const { sport } = game.keys;
  if (sport === "mlb") return { ...baseball(game, kind, book), score: alone };
  const { ot } = game.periodScores;
  const isSecondHalf = period === "2h" && ot !== undefined;
  const score = isSecondHalf ? { home: alone.home + ot.home, away: alone.away + ot.away } : alone;
  return { rule: wholeGames[sport]?.[period] ?? "football_quarter", score, isVoid: never };
}

const footballGames = {
  game: "football_game",
  "1h": "football_first_half",
  "2h": "football_second_half",
};

const wholeGames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  nfl: footballGames,
  ncaaf: footballGames,
  nba: { game: "basketball_game", "1h": "basketball_period", q1: "basketball_period" },
  nhl: { game: "hockey_game", p1: "hockey_first_period" },
};

function baseball({ innings, score }: Asked, { period, market }: BetKind, book: string): Omit<Standing, "score"> {
  const never = () => false;
  const always = () => true;
  if (period === "inn1") return { rule: "baseball_first_inning", isVoid: never };
  // A home side that is ahead need not bat in the last inning.
  const hasPlayed = (whole: number): boolean =>
    innings !== null && (innings >= whole || (score.home > score.away && innings + 0.5 >= whole));
  if (period === "inn5") {
    // Of the fifth inning only the home side's half can be missing, and what it would score helps itself and the over.
    const isOpen = (selection: string, ahead: number): boolean =>
      ["home", "over"].includes(selection) ? ahead <= 0 : ahead >= 0;
    if (innings === null || innings >= 5) return { rule: "baseball_first_five", isVoid: never };
    if (book === "draftkings") return { rule: "baseball_first_five_short_draftkings", isVoid: isOpen };
    if (hasPlayed(5)) return { rule: "baseball_first_five", isVoid: never };
    return { rule: "baseball_first_five_short", isVoid: isOpen };
  }
  if (innings === null) return { rule: "baseball_length_unknown", isVoid: never };
  if (market === "moneyline") {
    return hasPlayed(5)
      ? { rule: "baseball_moneyline", isVoid: never }
      : { rule: "baseball_moneyline_short", isVoid: always };
  }
  if (hasPlayed(9)) return { rule: "baseball_nine_innings", isVoid: never };
  if (market === "spread") return { rule: "baseball_run_line_short", isVoid: always };
  // Only a total that is passed stands: over has won, and under has lost.
  const isNotPassed = (selection: string, ahead: number): boolean => (selection === "over" ? ahead <= 0 : ahead >= 0);
  return { rule: "baseball_total_short", isVoid: isNotPassed };
}

/** Whether fewer innings than nine, or eight and a half with the home side ahead, were played; null where it is not known. */
export function isCutShort({ innings, score }: Asked): boolean | null {
  return innings === null ? null : score.home > score.away ? innings < 8.5 : innings < 9;
}
