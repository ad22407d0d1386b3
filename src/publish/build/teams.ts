/** Team rows: the registry, with the facts that the feed knows better than a release. */
import type { TeamRow } from "../../contract/lists/reference.ts";
import type { Sport } from "../../domain/sports.ts";
import { teamsOf } from "../../domain/teams/registry.ts";
import type { TeamRecord } from "../../feed/records.ts";

export function buildTeams(sport: Sport, facts: readonly TeamRecord[]): TeamRow[] {
  return teamsOf(sport).map((team) => {
    const ofTeam = facts.filter((fact) => fact.sport === sport && fact.abbreviation === team.abbreviation);
    const stated = (field: "city" | "conference" | "division" | "logo_url"): string | null =>
      ofTeam.map((fact) => fact[field]).find((value) => value !== null) ?? null;
    return {
      team_id: team.teamId as number,
      abbreviation: team.abbreviation,
      name: team.name,
      city: stated("city") ?? team.city,
      school: team.school,
      mascot: team.mascot,
      conference: stated("conference") ?? team.conference,
      division: stated("division") ?? team.division,
      logo_url: stated("logo_url") ?? team.logoUrl,
    };
  });
}
