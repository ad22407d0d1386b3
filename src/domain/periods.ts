/** The periods of each sport, in the order in which lists have a row for each of them. */
import { type OddsPeriod, oddsPeriods, type ScorePeriod, type Sport, sportFacts, sports } from "./sports.ts";

/** A period that odds are published for, and that is not the full game. */
export type PricedPeriod = Exclude<OddsPeriod, "full">;

/** The periods that odds are published for come first, in the order of `period_odds` [D-22]. Places must never change. */
export const listedPeriods = [
  ...["1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5"],
  ...["p2", "p3", "ot"],
] as const satisfies readonly ScorePeriod[];

export const pricedPeriods = oddsPeriods.slice(1) as readonly PricedPeriod[];

const scored: Readonly<Record<Sport, ReadonlySet<ScorePeriod>>> = {
  mlb: new Set(["inn1", "inn5", "ot"]),
  nfl: new Set(["1h", "2h", "q1", "q2", "q3", "q4", "ot"]),
  ncaaf: new Set(["1h", "2h", "q1", "q2", "q3", "q4", "ot"]),
  nba: new Set(["1h", "2h", "q1", "q2", "q3", "q4", "ot"]),
  nhl: new Set(["p1", "p2", "p3", "ot"]),
};

function ofEachSport<Value>(of: (sport: Sport) => Value): Readonly<Record<Sport, Value>> {
  return Object.fromEntries(sports.map((sport) => [sport, of(sport)])) as Record<Sport, Value>;
}

/** The keys that `period_scores` of a sport can have [D-9]. */
export const scoredPeriodsOf = ofEachSport((sport) => listedPeriods.filter((period) => scored[sport].has(period)));

/** The periods that a sport publishes odds for. */
export const pricedPeriodsOf = ofEachSport((sport) =>
  pricedPeriods.filter((period) => sportFacts[sport].publishedMarkets[period] !== undefined),
);
