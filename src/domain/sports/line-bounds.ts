/** The bounds of a period's lines, as the sports state them. Both ends of a range belong to it. */

/** No total is lower: with a line of zero there would be nothing to bet on. */
const lowestTotal = 0.5;

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
