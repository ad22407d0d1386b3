/** Ranks teams by their wins: playoff places are given by it. */
import type { Sport } from "../../../src/domain/sports.ts";
import { presentTeamsOf } from "../../../src/domain/teams/successions.ts";
import type { Fixture } from "../fixture.ts";
import type { SeasonContext } from "../season-context.ts";
import type { Seeded } from "./series.ts";

export type RankedTeam = { readonly team: string; readonly wins: number; readonly share: number };

/** Every team that played, best first. Ties of records go to the better score difference, then to the alphabet. */
export function rankingOf(context: SeasonContext, fixtures: readonly Fixture[]): readonly RankedTeam[] {
  const records = new Map<string, { wins: number; games: number; difference: number }>();
  const add = (team: string, difference: number): void => {
    const record = records.get(team) ?? { wins: 0, games: 0, difference: 0 };
    record.games++;
    record.wins += difference > 0 ? 1 : difference === 0 ? 0.5 : 0;
    record.difference += difference;
    records.set(team, record);
  };
  for (const fixture of fixtures) {
    const result = context.resultOf(fixture);
    if (result === null) continue;
    add(fixture.home, result.home - result.away);
    add(fixture.away, result.away - result.home);
  }
  return [...records]
    .map(([team, { wins, games, difference }]) => ({ team, wins, share: wins / games, difference }))
    .sort((a, b) => b.share - a.share || b.difference - a.difference || (a.team < b.team ? -1 : 1));
}

/** The regular season is over once its last day has passed; before that nobody knows the playoffs. */
export function isOver(context: SeasonContext, fixtures: readonly Fixture[]): boolean {
  return fixtures.every((fixture) => fixture.day < context.today);
}

/** The teams of a conference, or of a league inside MLB, in the order that they come in. */
export function ofConference(sport: Sport, conference: string, ranked: readonly Seeded[]): readonly Seeded[] {
  const members = presentTeamsOf(sport).filter((team) => team.conference === conference);
  const names = new Set(members.map((team) => team.abbreviation));
  return ranked.filter(({ team }) => names.has(team));
}

/** The first places of a conference: its division winners, then the best of the others. Their ranks are the places. */
export function seedsOf(
  sport: Sport,
  conference: string,
  ranked: readonly Seeded[],
  places: number,
): readonly Seeded[] {
  const divisionOf = new Map(presentTeamsOf(sport).map((team) => [team.abbreviation, team.division]));
  const members = ofConference(sport, conference, ranked);
  const winners = [...Map.groupBy(members, ({ team }) => divisionOf.get(team)).values()].map(
    ([first]) => first as Seeded,
  );
  const others = members.filter((team) => !winners.includes(team));
  return [...winners, ...others].slice(0, places).map(({ team }, rank) => ({ team, rank }));
}
