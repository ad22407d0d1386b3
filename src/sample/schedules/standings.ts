/** Who won how often: what playoff places are given by. */
import type { Fixture } from "../fixture.ts";
import type { SeasonContext } from "../season-context.ts";

export type Standing = { readonly team: string; readonly wins: number; readonly share: number };

/** Every team that played, best first. Ties of records go to the better score difference, then to the alphabet. */
export function standings(context: SeasonContext, fixtures: readonly Fixture[]): readonly Standing[] {
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
