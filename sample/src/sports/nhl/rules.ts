/** Hockey is made of rare goals and of late play: it is played with these rules and priced with them. */

export const periodShares = [0.31, 0.34, 0.35] as const;

/** How often the side that trails by one goal ties the game late. */
export const lateEqualizer = 0.19;

/** How often a lead of one, two or three goals grows by one into the empty net. */
export const emptyNet = [0, 0.28, 0.36, 0.12] as const;

/** Goals that late play adds on the mean; the periods bring so many fewer. */
export const lateGoals = 0.22;

/** Of the regular-season games that are tied after three periods, how many the five minutes do not decide. */
export const shootoutShare = 0.34;

/** How often the home side wins after regulation: it is nearly a coin's toss. */
export function homeOvertimeShare(margin: number): number {
  return 0.5 + Math.max(-0.15, Math.min(0.15, margin / 12));
}
