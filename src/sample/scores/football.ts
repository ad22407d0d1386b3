/** Football, drive by drive: the scores are made of touchdowns and field goals, as real ones are. */
import type { Expectation, Result } from "../fixture.ts";
import type { Random } from "../random.ts";

export type FootballRules = {
  /** Possessions of each side in regulation. */
  readonly drives: number;
  readonly fieldGoals: number;
  readonly overtime: "college" | "professional" | "professional playoff";
};

const touchdown = 6.95;
/** Running totals of each quarter's part of the scoring; the ends of the halves are the busy ones. */
const quarterEnds = [0.22, 0.51, 0.73] as const;
/** How often a game decided by 3 or 7 is tied late instead: sides that trail by one score play for exactly that. */
const lateTie = 0.2;

export function playFootball(rules: FootballRules, expected: Expectation, random: Random): Result {
  const homeLine = [0, 0, 0, 0];
  const awayLine = [0, 0, 0, 0];
  scoreDrives(homeLine, rules, (expected.total + expected.margin) / 2, random);
  scoreDrives(awayLine, rules, (expected.total - expected.margin) / 2, random);
  const margin = sumOf(homeLine) - sumOf(awayLine);
  if ((Math.abs(margin) === 3 || Math.abs(margin) === 7) && random.chance(lateTie)) {
    const trailing = margin > 0 ? awayLine : homeLine;
    trailing[3] = (trailing[3] as number) + Math.abs(margin);
  }
  const overtime = sumOf(homeLine) === sumOf(awayLine);
  if (overtime && rules.overtime === "college") playCollegeOvertime(homeLine, awayLine, random);
  if (overtime && rules.overtime !== "college") {
    // A professional regular-season game may stay tied, about once in thirty overtimes.
    const isTied = rules.overtime === "professional" && random.chance(0.035);
    const points = isTied ? 0 : random.chance(0.55) ? 3 : 6;
    const homeWins = random.chance(0.5 + Math.max(-0.2, Math.min(0.2, expected.margin / 50)));
    homeLine.push(homeWins ? points : 0);
    awayLine.push(homeWins ? 0 : points);
  }
  return { home: sumOf(homeLine), away: sumOf(awayLine), homeLine, awayLine, overtime };
}

function scoreDrives(line: number[], rules: FootballRules, target: number, random: Random): void {
  const perDrive = target / rules.drives;
  const fieldGoal = Math.min(rules.fieldGoals, (perDrive * 0.45) / 3);
  const touchdownChance = Math.max(0, Math.min(0.9, (perDrive - 3 * fieldGoal) / touchdown));
  for (let drive = 0; drive < rules.drives; drive++) {
    const roll = random.next();
    if (roll >= touchdownChance + fieldGoal) continue;
    const when = random.next();
    let quarter = 0;
    while (quarter < 3 && when > (quarterEnds[quarter] as number)) quarter++;
    line[quarter] = (line[quarter] as number) + (roll < touchdownChance ? 6 + extraPoints(random) : 3);
  }
}

function extraPoints(random: Random): number {
  const roll = random.next();
  if (roll < 0.91) return 1;
  return roll < 0.95 ? 2 : 0;
}

function playCollegeOvertime(homeLine: number[], awayLine: number[], random: Random): void {
  for (let round = 1; ; round++) {
    // From the third overtime on the sides only try two-point conversions.
    const possession = (): number => {
      if (round > 2) return random.chance(0.45) ? 2 : 0;
      const roll = random.next();
      if (roll < 0.5) return round === 2 ? (random.chance(0.45) ? 8 : 6) : 7;
      return roll < 0.8 ? 3 : 0;
    };
    const home = possession();
    const away = possession();
    homeLine.push(home);
    awayLine.push(away);
    if (home !== away) return;
  }
}

function sumOf(line: readonly number[]): number {
  let sum = 0;
  for (const points of line) sum += points;
  return sum;
}
