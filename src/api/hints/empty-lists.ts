/** Why a list can have no row, whatever is published: such a request is no error [D-5, D-26], and its caller wonders all the same. */
import { sportBounds } from "../../domain/bounds.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";

export type AskedWhen = {
  readonly sport: Sport;
  readonly season: number | null;
  readonly week?: number | null;
  readonly week_min?: number | null;
  readonly week_max?: number | null;
};

/** A sentence for the header X-Note; null when games could match. */
export function whyNothingMatches(asked: AskedWhen): string | null {
  const { sport, season, week = null, week_min: weekMin = null, week_max: weekMax = null } = asked;
  const { firstSeason } = sportFacts[sport];
  if (season !== null && season < firstSeason)
    return `Seasons of ${sport} begin with ${firstSeason}, so none is ${season}.`;
  const { weeks } = sportBounds[sport];
  const [first, last] = [week ?? weekMin, week ?? weekMax];
  if (first === null && last === null) return null;
  if (weeks === null) return `Games of ${sport} have no week; use from and to.`;
  if ((first ?? 1) <= weeks && (last ?? weeks) >= 1) return null;
  return `Weeks of ${sport} are 1 to ${weeks}, so no game is of week ${week ?? first ?? last}.`;
}
