/** The chances of a baseball game, of its first five innings and of its first: the sums of all their half innings. */

import type { GameChances, MarketChances } from "../../chances/game-chances.ts";
import { Outcomes, sumDistribution } from "../../chances/outcomes.ts";
import { extraInningShares, inningMean, inningShares, walkOffShares } from "./innings.ts";

export function baseballChances(isPlayoff: boolean, margin: number, total: number): GameChances {
  const home = (total + margin) / 2;
  const away = (total - margin) / 2;
  const homeFirst = inningShares(inningMean(home, 1));
  const awayFirst = inningShares(inningMean(away, 1));
  const homeLater = inningShares(inningMean(home, 2));
  const awayLater = inningShares(inningMean(away, 2));
  const homeFive = sumDistribution(homeFirst, homeLater, 4);
  const awayFive = sumDistribution(awayFirst, awayLater, 4);
  const homeEight = sumDistribution(homeFive, homeLater, 3);
  const awayNine = sumDistribution(awayFive, awayLater, 4);
  return {
    ...nineInnings(homeEight, homeLater, awayNine, isPlayoff),
    parts: { inn5: independent(homeFive, awayFive), inn1: independent(homeFirst, awayFirst) },
  };
}

function nineInnings(
  homeEight: Float64Array,
  homeNinth: Float64Array,
  awayNine: Float64Array,
  isPlayoff: boolean,
): MarketChances {
  const outcomes = new Outcomes();
  const extra = extraOutcomes[isPlayoff ? "playoff" : "regular"];
  for (const [home, homeShare] of homeEight.entries()) {
    for (const [away, awayShare] of awayNine.entries()) {
      const share = homeShare * awayShare;
      if (share < 1e-7) continue;
      if (home > away) outcomes.add(home, away, share);
      else
        for (const [runs, runShare] of homeNinth.entries())
          bottomOfNinth(outcomes, extra, home, away, runs, share * runShare);
    }
  }
  return outcomes.chances();
}

function bottomOfNinth(
  outcomes: Outcomes,
  extra: readonly ExtraOutcome[],
  home: number,
  away: number,
  runs: number,
  share: number,
): void {
  const lead = home + runs - away;
  if (lead < 0) outcomes.add(home + runs, away, share);
  else if (lead === 0) for (const end of extra) outcomes.add(away + end.home, away + end.away, share * end.share);
  else for (const end of walkOffs(lead)) outcomes.add(away + end.by, away, share * end.share);
}

type WalkOff = { readonly by: number; readonly share: number };

/** By how much a walk-off wins, from the lead that it could have brought. */
const walkOffsByLead: readonly (readonly WalkOff[])[] = Array.from({ length: walkOffShares.length + 1 }, (_, lead) => {
  let rest = 1;
  return Array.from(walkOffShares.subarray(0, lead), (share, index) => {
    const kept = index + 1 === lead ? rest : share;
    rest -= share;
    return { by: index + 1, share: kept };
  });
});

function walkOffs(lead: number): readonly WalkOff[] {
  return walkOffsByLead[Math.min(lead, walkOffShares.length)] as readonly WalkOff[];
}

type ExtraOutcome = { readonly home: number; readonly away: number; readonly share: number };

const extraOutcomes = { regular: followExtraInnings(false), playoff: followExtraInnings(true) } as const;

/** The runs that extra innings add to both sides. They are followed until hardly any game is left. */
function followExtraInnings(isPlayoff: boolean): readonly ExtraOutcome[] {
  const shares = extraInningShares(isPlayoff);
  const ends = new Map<number, ExtraOutcome>();
  const add = (home: number, away: number, share: number): void => {
    const key = home * 100 + away;
    ends.set(key, { home, away, share: (ends.get(key)?.share ?? 0) + share });
  };
  let level = new Map([[0, 1]]);
  for (let inning = 0; inning < 6; inning++) {
    const next = new Map<number, number>();
    for (const [runs, reached] of level) {
      for (const [away, awayShare] of shares.entries()) {
        for (const [home, homeShare] of shares.entries()) {
          const share = reached * awayShare * homeShare;
          if (home < away) add(runs + home, runs + away, share);
          else if (home === away) next.set(runs + away, (next.get(runs + away) ?? 0) + share);
          else for (const end of walkOffs(home - away)) add(runs + away + end.by, runs + away, share * end.share);
        }
      }
    }
    level = next;
  }
  return [...ends.values()].filter((end) => end.share > 1e-5);
}

function independent(home: Float64Array, away: Float64Array): MarketChances {
  const outcomes = new Outcomes();
  for (const [homeRuns, homeShare] of home.entries()) {
    for (const [awayRuns, awayShare] of away.entries()) outcomes.add(homeRuns, awayRuns, homeShare * awayShare);
  }
  return outcomes.chances();
}
