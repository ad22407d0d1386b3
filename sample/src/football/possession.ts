/** How a possession may end, given who leads and how many are left: sides play for what the score asks for. */
import { type FootballRules, possessionPoints } from "./rules.ts";

/** How a lead changes the chances of a touchdown and of a field goal: before the last two possessions, and in them. */
type LatePlay = {
  /** The side with the ball leads by this or more; the first row that fits counts. */
  readonly from: number;
  readonly touchdown: readonly [before: number, last: number];
  readonly fieldGoal: readonly [before: number, last: number];
};

const latePlay: readonly LatePlay[] = [
  { from: 9, touchdown: [0.9, 0.35], fieldGoal: [1, 0.05] },
  // A side that leads by one score takes the field goal, and time.
  { from: 4, touchdown: [0.05, 0.05], fieldGoal: [1.75, 0.05] },
  { from: 1, touchdown: [0.45, 0.5], fieldGoal: [0.05, 0.55] },
  { from: 0, touchdown: [0.7, 0.4], fieldGoal: [1.55, 2.4] },
  { from: -2, touchdown: [1.75, 0.05], fieldGoal: [2.4, 2.4] },
  { from: -3, touchdown: [0.05, 0.85], fieldGoal: [1.75, 1.55] },
  // From here on a field goal is not enough.
  { from: -8, touchdown: [1.4, 1.25], fieldGoal: [0.75, 0.15] },
  { from: -11, touchdown: [1.4, 0.9], fieldGoal: [0.05, 1.8] },
  { from: -16, touchdown: [0.8, 1.5], fieldGoal: [0.05, 0.05] },
];
/** The rows by lead, so that none is looked for: possessions are followed in millions. */
const widestLead = 200;
const rowsByLead = Array.from(
  { length: 2 * widestLead + 1 },
  (_, index) => latePlay.find((row) => index - widestLead >= row.from) ?? null,
);
const latePossessions = 5;
const lastPossessions = 2;

/** Of the leads a touchdown makes, those from which two points are worth more than one, and how often sides try. */
const twoPointLeads: ReadonlyMap<number, number> = new Map([
  [-10, 0.85],
  [-9, 0.35],
  [-8, 0.35],
  [-5, 0.85],
  [-2, 0.85],
  [1, 0.7],
  [5, 0.7],
]);

/** Points that a side scores in an ordinary possession without the touchdowns and safeties of its defense. */
export function pointsPerPossession(rules: FootballRules, target: number): number {
  const ofDefense = rules.returned * 7 + rules.safety * 2;
  return Math.max(0.1, target / (rules.possessions / 2) - ofDefense);
}

/**
 * Fills `shares` with the chance of each end of a possession, in the order of `possessionPoints`.
 *
 * @param perPossession of the side with the ball, from pointsPerPossession.
 * @param lead of that side, before the possession.
 * @param left possessions of both sides that come after this one.
 */
export function fillPossessionShares(
  shares: Float64Array,
  rules: FootballRules,
  perPossession: number,
  lead: number,
  left: number,
): void {
  let fieldGoal = rules.fieldGoal * Math.min(1, perPossession / 1.2);
  let touchdown = Math.max(0.004, (perPossession - 3 * fieldGoal) / 6.95);
  let returned = rules.returned;
  if (left < latePossessions) {
    const stage = left < lastPossessions ? 1 : 0;
    const play = rowsByLead[lead + widestLead];
    touchdown *= play?.touchdown[stage] ?? 1;
    fieldGoal *= play?.fieldGoal[stage] ?? 1;
    if (lead < -3) returned *= 1.5;
  }
  const scoring = touchdown + fieldGoal;
  // Nobody scores every time, however weak the other side is.
  const limit = scoring > 0.92 ? 0.92 / scoring : 1;
  touchdown *= limit;
  fieldGoal *= limit;
  const isSecondHalf = left < rules.possessions / 2;
  const goesForTwo = isSecondHalf ? (twoPointLeads.get(lead + 6) ?? rules.goesForTwo) : rules.goesForTwo;
  shares[1] = fieldGoal;
  shares[2] = touchdown * (goesForTwo * (1 - rules.twoPoints) + (1 - goesForTwo) * (1 - rules.extraPoint));
  shares[3] = touchdown * (1 - goesForTwo) * rules.extraPoint;
  shares[4] = touchdown * goesForTwo * rules.twoPoints;
  shares[5] = rules.safety;
  shares[6] = returned * 0.06;
  shares[7] = returned * 0.94;
  let scored = 0;
  for (let end = 1; end < possessionPoints.length; end++) scored += shares[end] as number;
  shares[0] = 1 - scored;
}
