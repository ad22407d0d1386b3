/** Overtime: how often it ends in which score. The same figures play it and price it. */
import type { FootballRules } from "./rules.ts";

/** Points of the winner and of the loser, and how often; the sides are level in a tie. */
type OvertimeEnd = { readonly winner: number; readonly loser: number; readonly share: number };

const professional: readonly OvertimeEnd[] = [
  { winner: 3, loser: 0, share: 0.53 },
  { winner: 6, loser: 0, share: 0.31 },
  { winner: 6, loser: 3, share: 0.06 },
  { winner: 10, loser: 3, share: 0.02 },
  { winner: 8, loser: 7, share: 0.02 },
  { winner: 2, loser: 0, share: 0.01 },
  { winner: 0, loser: 0, share: 0.03 },
  { winner: 3, loser: 3, share: 0.02 },
];

/** In the playoffs somebody wins. */
const decided = professional.filter(({ winner, loser }) => winner !== loser);
const decidedShare = decided.reduce((sum, { share }) => sum + share, 0);
const playoff = decided.map((end) => ({ ...end, share: end.share / decidedShare }));

export const professionalOvertime = { professional, "professional playoff": playoff } as const;

type Possession = { readonly points: number; readonly share: number };

/** The points that a side makes of its turn in a round of college overtime; from the third round on there are only conversions. */
export function collegePossession(round: number): readonly Possession[] {
  if (round > 2) return conversions;
  return round === 2 ? secondRound : firstRound;
}

const firstRound: readonly Possession[] = [
  { points: 0, share: 0.27 },
  { points: 3, share: 0.25 },
  { points: 7, share: 0.48 },
];
// After a touchdown in the second round both sides must go for two.
const secondRound: readonly Possession[] = [
  { points: 0, share: 0.27 },
  { points: 3, share: 0.25 },
  { points: 6, share: 0.26 },
  { points: 8, share: 0.22 },
];
const conversions: readonly Possession[] = [
  { points: 0, share: 0.55 },
  { points: 2, share: 0.45 },
];

/** Every way that overtime may end. College overtime is followed for as many rounds as matter. */
export function overtimeEnds(rules: FootballRules): readonly OvertimeEnd[] {
  return rules.overtime === "college" ? collegeEnds : professionalOvertime[rules.overtime];
}

const collegeRounds = 8;
const collegeEnds = endsOfCollege();

function endsOfCollege(): readonly OvertimeEnd[] {
  const ends = new Map<string, OvertimeEnd>();
  let level = new Map([[0, 1]]);
  for (let round = 1; round <= collegeRounds; round++) {
    const next = new Map<number, number>();
    const possession = collegePossession(round);
    for (const [points, reached] of level) {
      for (const first of possession) {
        for (const second of possession) {
          const share = reached * first.share * second.share;
          if (first.points === second.points)
            next.set(points + first.points, (next.get(points + first.points) ?? 0) + share);
          else
            addEnd(
              ends,
              points + Math.max(first.points, second.points),
              points + Math.min(first.points, second.points),
              share,
            );
        }
      }
    }
    level = next;
  }
  return [...ends.values()];
}

function addEnd(ends: Map<string, OvertimeEnd>, winner: number, loser: number, share: number): void {
  const key = `${winner} ${loser}`;
  ends.set(key, { winner, loser, share: (ends.get(key)?.share ?? 0) + share });
}

/** How often the home side wins overtime: it is nearly a coin's toss. */
export function homeOvertimeShare(margin: number): number {
  return 0.5 + Math.max(-0.2, Math.min(0.2, margin * 0.012));
}
