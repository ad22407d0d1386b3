/** The end of basketball games: they are played with these rules and priced with them. */

/** Deviation of the margin of each quarter from its expectation. */
export const marginDeviations = [8.4, 8.4, 8.4, 7.8] as const;

/** Part of a lead beyond the expected one that the other side makes up in the next quarter. */
export const comeback = 0.14;

/** By how many points a side trails, how often it ties the game at the end, and how often its fouls cost it more. */
export const lateTie = [0, 0.12, 0.11, 0.12] as const;
export const fouls = [0, 0.34, 0.15, 0.14, 0.16, 0.16] as const;
/** The most points that free throws add to a lead: each number up to it is as likely. */
export const mostFreeThrows = 5;

/** Points of a side in five minutes of overtime. */
export const overtimeDeviation = 3.3;

export function overtimeMean(margin: number): number {
  return 11.3 + margin / 20;
}
