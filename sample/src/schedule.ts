/** Building blocks of schedules: who meets whom, on which day, who is best, and how playoffs go on. */
import type { Sport } from "../../src/domain/sports.ts";
import { presentTeamsOf } from "../../src/domain/teams/registry.ts";
import { weekdayOf } from "./calendar.ts";
import type { Random } from "./random.ts";
import type { Fixture, SeasonContext } from "./sport.ts";

export type Pair = { readonly home: string; readonly away: string };
/** Two teams that meet; who is at home is another question. */
export type Meeting = readonly [string, string];

/**
 * The circle method: rounds in which everybody meets everybody once. With an odd number one team a round has nobody to
 * play and is missing from it.
 */
export function roundRobin(teams: readonly string[]): Meeting[][] {
  const circle: (string | null)[] = teams.length % 2 === 0 ? [...teams] : [...teams, null];
  const half = circle.length / 2;
  return Array.from({ length: circle.length - 1 }, () => {
    const pairs = circle.slice(0, half).map((first, at) => [first, circle.at(-1 - at)]);
    circle.splice(1, 0, circle.pop() as string | null);
    return pairs.filter((pair): pair is [string, string] => !pair.includes(null));
  });
}

/** Rounds in which each group meets itself; those who are left over in groups of odd size meet each other. */
function groupRounds(groups: readonly (readonly string[])[], random: Random): Meeting[][] {
  const robins = groups.map((teams) => random.shuffled(roundRobin(random.shuffled(teams))));
  return (robins[0] as Meeting[][]).map((_, round) => {
    const pairs = robins.flatMap((rounds) => rounds[round] as Meeting[]);
    const busy = new Set(pairs.flat());
    const idle = random.shuffled(groups.flat().filter((team) => !busy.has(team)));
    for (let at = 0; at < idle.length; at += 2) pairs.push([idle[at] as string, idle[at + 1] as string]);
    return pairs;
  });
}

/** The teams of a league as one group, by conference, and by division. */
type Grouping = "league" | "conference" | "division";

/** So many rounds in which all teams of a league play, from one grouping after the other, in any order. */
export function leagueRounds(
  sport: Sport,
  groupings: readonly Grouping[],
  rounds: number,
  random: Random,
): Meeting[][] {
  const teams = presentTeamsOf(sport);
  const groupsOf = (grouping: Grouping): string[][] =>
    [...Map.groupBy(teams, (team) => (grouping === "league" ? sport : team[grouping])).values()].map((members) =>
      members.map((team) => team.abbreviation),
    );
  const all = groupings.flatMap((grouping) => groupRounds(groupsOf(grouping), random));
  return random.shuffled(all.slice(0, rounds));
}

/** Decides who is at home: sides take turns, unless one of them has been at home too often. */
export class Hosts {
  readonly #surplus = new Map<string, number>();
  readonly #last = new Map<string, string>();
  readonly #most: number;

  /** @param most games that one side may have been at home more often than the other one. */
  constructor(most: number) {
    this.#most = most;
  }

  pair([first, second]: Meeting, games = 1): Pair {
    const key = [first, second].sort().join(" ");
    const lead = (this.#surplus.get(first) ?? 0) - (this.#surplus.get(second) ?? 0);
    const last = this.#last.get(key);
    const isBalanced = last !== undefined && Math.abs(lead) <= this.#most;
    const isFirst = isBalanced ? last !== first : lead <= 0;
    const [home, away] = isFirst ? [first, second] : [second, first];
    this.#last.set(key, home);
    this.#surplus.set(home, (this.#surplus.get(home) ?? 0) + games);
    this.#surplus.set(away, (this.#surplus.get(away) ?? 0) - games);
    return { home, away };
  }
}

/** Each round has days of its own, over which its games are spread: so nobody plays twice a day, or three days in a row. */
export function spreadOverDays(
  rounds: readonly Meeting[][],
  days: readonly number[],
  /** How busy a weekday is, Sunday first. */
  weights: readonly number[],
  random: Random,
): (Pair & { readonly day: number })[] {
  const hosts = new Hosts(2);
  return rounds.flatMap((meetings, index) => {
    const from = Math.floor((index * days.length) / rounds.length);
    const own = days.slice(from, Math.floor(((index + 1) * days.length) / rounds.length));
    const dated = own.flatMap((day) => Array.from({ length: weights[weekdayOf(day)] as number }, () => day));
    return meetings.map((meeting) => ({ ...hosts.pair(meeting), day: random.pick(dated) }));
  });
}

/** Every team that played, best first. Ties of records go to the better score difference, then to the alphabet. */
export function rankingOf(context: SeasonContext, fixtures: readonly Fixture[]) {
  const records = new Map<string, { wins: number; games: number; difference: number }>();
  for (const fixture of fixtures) {
    const result = context.resultOf(fixture);
    if (result === null) continue;
    const lead = result.home - result.away;
    for (const [team, difference] of Object.entries({ [fixture.home]: lead, [fixture.away]: -lead })) {
      const record = records.getOrInsertComputed(team, () => ({ wins: 0, games: 0, difference: 0 }));
      record.games++;
      record.wins += difference > 0 ? 1 : difference === 0 ? 0.5 : 0;
      record.difference += difference;
    }
  }
  return [...records]
    .map(([team, { wins, games, difference }]) => ({ team, wins, share: wins / games, difference }))
    .sort((a, b) => b.share - a.share || b.difference - a.difference || (a.team < b.team ? -1 : 1));
}

/** A team in a bracket, and its place among those of its conference. */
export type Seed = { readonly team: string; readonly place: number };

/** The first places of a conference: division winners first, where the league has it so, then the others by their record. */
function seedsOf(
  sport: Sport,
  conference: string,
  ranked: ReturnType<typeof rankingOf>,
  places: number,
  hasWinnersFirst: boolean,
): Seed[] {
  const teams = presentTeamsOf(sport).filter((team) => team.conference === conference);
  const divisions = new Map(teams.map((team) => [team.abbreviation, team.division]));
  const members = ranked.map(({ team }) => team).filter((team) => divisions.has(team));
  const winners = hasWinnersFirst
    ? [...Map.groupBy(members, (team) => divisions.get(team)).values()].map(([best]) => best)
    : [];
  const inOrder = [...winners, ...members.filter((team) => !winners.includes(team))] as string[];
  return inOrder.slice(0, places).map((team, index) => ({ team, place: index + 1 }));
}

/** A round of a bracket: its games, day by day, and where they are played (H: the better seed is at home). One game, or as many as may be needed. */
export type Round = {
  readonly days: readonly number[];
  readonly home: string;
  /** @param at the place of the pair in its round. */
  readonly fixture: (pair: Pair, day: number, at: number) => Fixture;
};

/** The playoffs of a league, as `tables.json` states them. */
export type Playoffs = {
  readonly conferences: readonly string[];
  /** How many teams of each conference are in them. */
  readonly places: number;
  readonly hasWinnersFirst: boolean;
  /** The places in the order in which the winners of neighbours meet; 0 is nobody. */
  readonly bracket: readonly number[];
  /** The days of the games of each round, after the first day of the playoffs and of the round; H: the better one is at home. */
  readonly rounds: readonly { readonly after: number; readonly days: readonly number[]; readonly home: string }[];
};

/**
 * A season once its regular part has been played: before that nobody knows the playoffs.
 *
 * @param fixture makes a game: at which place of its round it is, and of which round.
 */
export function withPlayoffs(
  context: SeasonContext,
  { conferences, places, hasWinnersFirst, bracket, rounds }: Playoffs,
  { regular, firstDay }: { readonly regular: readonly Fixture[]; readonly firstDay: number },
  fixture: (pair: Pair, day: number, at: number, round: number) => Fixture,
): readonly Fixture[] {
  if (regular.some(({ day }) => day >= context.today)) return regular;
  const ranked = rankingOf(context, regular);
  const entrants = conferences.flatMap((conference) => {
    const seeds = seedsOf(context.sport, conference, ranked, places, hasWinnersFirst);
    return bracket.map((place) => seeds[place - 1] ?? "bye");
  });
  const played = rounds.map(({ after, days, home }, round) => ({
    days: days.map((day) => firstDay + after + day),
    home,
    fixture: (pair: Pair, day: number, at: number) => fixture(pair, day, at, round),
  }));
  return [...regular, ...knockout(context, entrants, played)];
}

/**
 * Plays a bracket: two that stand side by side meet, and their winners meet in the next round. A series goes on until it is
 * decided; a game that may not be needed is listed only while nobody knows.
 *
 * @param entrants "bye" where somebody has nobody to play in the first round.
 */
export function knockout(
  context: SeasonContext,
  entrants: readonly (Seed | "bye")[],
  rounds: readonly Round[],
): readonly Fixture[] {
  const fixtures: Fixture[] = [];
  /** null: nobody knows yet. */
  const winnerOf = (a: Seed, b: Seed, { days, home: homes, fixture }: Round, at: number): Seed | null => {
    const [high, low] = a.place <= b.place ? [a, b] : [b, a];
    const wins = { high: 0, low: 0 };
    for (const [game, day] of days.entries()) {
      const isHighAtHome = homes[game] === "H";
      const [home, away] = isHighAtHome ? [high, low] : [low, high];
      const played = fixture({ home: home.team, away: away.team }, day, at);
      fixtures.push(played);
      const result = context.resultOf(played);
      if (result === null) continue;
      wins[result.home > result.away === isHighAtHome ? "high" : "low"]++;
      if (2 * wins.high > days.length) return high;
      if (2 * wins.low > days.length) return low;
    }
    return null;
  };
  let alive: readonly (Seed | "bye" | null)[] = entrants;
  for (const round of rounds) {
    alive = Array.from({ length: alive.length / 2 }, (_, at) => {
      const [a = null, b = null] = alive.slice(2 * at, 2 * at + 2);
      if (a === null || b === null) return null;
      if (a === "bye" || b === "bye") return a === "bye" ? b : a;
      return winnerOf(a, b, round, at);
    });
  }
  return fixtures;
}
