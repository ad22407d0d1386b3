/** The kinds of numbers that a sport states: those by which quotes and results are doubted and alarms begin, and the bounds of its lines. */

export type Thresholds = {
  /** Points of margin, or of total, for one unit of logit. */
  readonly pointsPerLogit: { readonly spread: number; readonly total: number };
  /** How far a book may be from all others: logit, points of margin, points of total. */
  readonly fromBooks: { readonly moneyline: number; readonly spread: number; readonly total: number };
  /** How far a book's spread may be from its moneyline, in points; for heavy favorites more for each unit of logit. */
  readonly fromMoneyline: { readonly points: number; readonly perLogit: number };
  /** How far all books may move between two captures. */
  readonly leap: { readonly moneyline: number; readonly spread: number; readonly total: number };
  /** The most uneven prices of a main line, as the logit of the no-vig probability. */
  readonly unevenness: { readonly spread: number; readonly total: number };
  /** The totals and spreads of whole games that books have posted. */
  readonly posted: { readonly total: readonly [least: number, most: number]; readonly spread: number };
};

type UsualMiss = { readonly margin: number; readonly total: number };

export type SportBands = {
  /** The least share of games that have a closing line. Colleges also play teams that few books price. */
  readonly closes: number;
  /**
   * How far closes usually are from what the teams' closes of the last weeks expect, by what is known of them: the root mean squares of
   * margins and totals. Null where too few real games have told it. With `none`, totals are compared with those of the other games, and
   * margins with nothing.
   */
  readonly usualMisses: Readonly<Record<"none" | "early" | "usual" | "seasoned", UsualMiss | null>>;
  /** How far finals usually are from the closing spread: the root mean square; null where every game has the same run or puck line. */
  readonly usualFinalMiss: number | null;
  /** A spread from here on must have the moneyline's favorite; null where every game has the same run or puck line. */
  readonly clearSpread: number | null;
};

export type Plausibility = {
  readonly thresholds: Thresholds;
  readonly bands: SportBands;
  /** Playing at home is worth so much in closing lines. */
  readonly homeEdge: number;
  /** No final has come sooner after its start, rain-shortened baseball among them. */
  readonly shortestGameMs: number;
};

/** No total is lower: with a line of zero there would be nothing to bet on. */
const lowestTotal = 0.5;

/** The bounds of a period's lines, as the sports state them. Both ends of a range belong to it. */
export type LineBounds = {
  /** Of the spread, on either side of zero. */
  readonly spread: number;
  readonly total: { readonly least: number; readonly most: number };
  /** Null where the sport has no market of that kind. */
  readonly teamTotal: { readonly least: number; readonly most: number } | null;
};

export function lineBounds(spread: number, mostTotal: number, mostTeamTotal: number | null = null): LineBounds {
  return {
    spread,
    total: { least: lowestTotal, most: mostTotal },
    teamTotal: mostTeamTotal === null ? null : { least: lowestTotal, most: mostTeamTotal },
  };
}
