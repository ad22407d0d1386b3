/** The chances of a hockey game and of its first period. */

import type { GameChances } from "../../chances/game-chances.ts";
import { Outcomes } from "../../chances/outcomes.ts";
import { poissonShares } from "../../chances/poisson.ts";
import { emptyNet, homeOvertimeShare, lateEqualizer, lateGoals, periodShares } from "./rules.ts";

export function hockeyChances(margin: number, total: number): GameChances {
  const home = (total - lateGoals + margin) / 2;
  const away = (total - lateGoals - margin) / 2;
  const full = new Outcomes();
  const homeOvertime = homeOvertimeShare(margin);
  const addFinal = (homeGoals: number, awayGoals: number, share: number): void => {
    if (homeGoals !== awayGoals) {
      full.add(homeGoals, awayGoals, share);
    } else {
      full.add(homeGoals + 1, awayGoals, share * homeOvertime);
      full.add(homeGoals, awayGoals + 1, share * (1 - homeOvertime));
    }
  };
  eachScore(home, away, (homeGoals, awayGoals, share) => {
    const gap = Math.abs(homeGoals - awayGoals);
    const equalizes = gap === 1 ? lateEqualizer : 0;
    const widens = (1 - equalizes) * (emptyNet[gap] ?? 0);
    const [leaderHome, leaderAway] = homeGoals > awayGoals ? [1, 0] : [0, 1];
    addFinal(homeGoals + leaderAway, awayGoals + leaderHome, share * equalizes);
    addFinal(homeGoals + leaderHome, awayGoals + leaderAway, share * widens);
    addFinal(homeGoals, awayGoals, share * (1 - equalizes - widens));
  });
  const first = new Outcomes();
  const [part] = periodShares;
  eachScore(home * part, away * part, (homeGoals, awayGoals, share) => first.add(homeGoals, awayGoals, share));
  return { ...full.chances(), parts: { p1: first.chances() } };
}

function eachScore(home: number, away: number, visit: (home: number, away: number, share: number) => void): void {
  const homeShares = poissonShares(home);
  const awayShares = poissonShares(away);
  for (const [homeGoals, homeShare] of homeShares.entries()) {
    for (const [awayGoals, awayShare] of awayShares.entries()) visit(homeGoals, awayGoals, homeShare * awayShare);
  }
}
