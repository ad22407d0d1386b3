/**
 * Where the market went between a bet's open and its close, as the side of the bet sees it: `toward` when the close asks more
 * of the bet than the open did, `away` when it asks less, `none` when both are the same.
 */

export const movements = ["toward", "away", "none"] as const;
export type Movement = (typeof movements)[number];

/** 1 is toward the selection, -1 away from it, 0 neither, null unknown. */
export type MovementSign = -1 | 0 | 1 | null;

/** In columns of numbers, where null has no place. */
export const unknownMovement = 2;

export const movementSigns: Readonly<Record<Movement, -1 | 0 | 1>> = { toward: 1, away: -1, none: 0 };

/**
 * By how many quarters of a point the open was better for the bettor than the close: a higher line for a team and for
 * under, a lower one for over. Null for a moneyline, and where a line is missing.
 * @param lineSign, openLine, closeLine, noLine: as `movementOf` takes them.
 */
export function betterQuarters(
  hasLine: boolean,
  lineSign: -1 | 1,
  openLine: number,
  closeLine: number,
  noLine: number,
): number | null {
  if (!hasLine || openLine === noLine || closeLine === noLine) return null;
  // 0 - 0 is 0, where -0 would come out of a minus sign [D-15].
  return lineSign === 1 ? openLine - closeLine : closeLine - openLine;
}

/**
 * The line decides, and the price where the line is the same.
 * @param hasLine whether the bet is one on a line; a moneyline has prices alone.
 * @param lineSign that of the selection, see `lineSign` in grading.ts.
 * @param openLine and closeLine: as the selection sees them, in quarters of a point; `noLine` is none.
 * @param openPrice and closePrice: American odds; 0 is none.
 * @returns null when one of the numbers that decide is not known, so that nothing can be said.
 */
export function movementOf(
  hasLine: boolean,
  lineSign: -1 | 1,
  openLine: number,
  closeLine: number,
  noLine: number,
  openPrice: number,
  closePrice: number,
): MovementSign {
  if (hasLine) {
    if (openLine === noLine || closeLine === noLine) return null;
    // The points that are added to the score of the selection: the fewer, the harder the bet is to win.
    if (openLine !== closeLine) return lineSign * (closeLine - openLine) < 0 ? 1 : -1;
  }
  if (openPrice === 0 || closePrice === 0) return null;
  // The smaller number of American odds is the higher probability, on either side of zero.
  return Math.sign(openPrice - closePrice) as -1 | 0 | 1;
}
