/**
 * The ids and names under which other sources have a team, so that a caller can join our rows with theirs. Every one is taken
 * from a payload of the source, or is public knowledge about it; what is not known surely is left out, and never guessed.
 */
import { outsideProviders } from "../outside-ids.ts";
import { type Sport, sportFacts } from "../sports.ts";
import type { OutsideNames, Team } from "./team.ts";

/** @param team one that `/v1/teams` lists. */
export function outsideNamesOf(sport: Sport, team: Team): OutsideNames {
  const known = sportFacts[sport].outsideNamesOf(team);
  const all = [...outsideProviders, "the_odds_api" as const].map((provider) => [provider, known[provider] ?? []]);
  return Object.fromEntries(all) as OutsideNames;
}
