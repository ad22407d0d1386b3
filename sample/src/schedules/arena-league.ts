/** Parts that the seasons of the NBA and the NHL have in common: evenings in arenas, and rounds of best-of-sevens. */
import type { Sport } from "../../../src/domain/sports.ts";
import { presentTeamsOf } from "../../../src/domain/teams/successions.ts";
import { dateOf, dayOf, localInstant, weekdayOf, weekdays } from "../calendar.ts";
import type { Fixture } from "../fixture.ts";
import type { Random } from "../random.ts";
import type { SeasonContext } from "../season-context.ts";
import type { Venue } from "../venues/venue.ts";
import { bestOf7, bySeed, playSeries, type Seeded } from "./series.ts";

export type SeasonDates = {
  readonly first: string;
  readonly last: string;
  /** Days in midseason on which nobody plays: all-star games, tournaments of nations. */
  readonly pause: readonly [from: string, to: string];
};

export type ArenaLeague = {
  readonly sport: Extract<Sport, "nba" | "nhl">;
  venueOf(team: string, season: number): Venue;
  /** Local minutes after midnight. */
  readonly afternoons: readonly number[];
  /** How many of the weekend's games are played in the afternoon. */
  readonly afternoonShare: number;
};

const evenings = [19 * 60, 19 * 60, 19 * 60, 19 * 60 + 30, 19 * 60 + 30, 20 * 60] as const;

type ArenaGame = { readonly home: string; readonly away: string; readonly day: number };

export function arenaFixture(
  league: ArenaLeague,
  context: SeasonContext,
  { home, away, day }: ArenaGame,
  seasonType: Fixture["seasonType"],
  neutralVenue: Venue | null = null,
): Fixture {
  const { sport, afternoons, afternoonShare } = league;
  const { season } = context;
  const venue = neutralVenue ?? league.venueOf(home, season);
  const random = context.random(`start ${day} ${home}`);
  const isWeekend = weekdayOf(day) === weekdays.sunday || weekdayOf(day) === weekdays.saturday;
  const minutes = random.pick(isWeekend && random.chance(afternoonShare) ? afternoons : evenings);
  const startMs = localInstant(day, minutes, venue.zone);
  const neutral = neutralVenue !== null;
  return { sport, season, seasonType, week: null, day, startMs, home, away, gameNumber: null, venue, neutral };
}

/** The days of the regular season that are neither in the pause nor free by another rule. */
export function playingDays({ first, last, pause }: SeasonDates, isFree: (date: string) => boolean): readonly number[] {
  const days: number[] = [];
  for (let day = dayOf(first); day <= dayOf(last); day++) {
    const date = dateOf(day);
    if (!isFree(date) && (date < pause[0] || date > pause[1])) days.push(day);
  }
  return days;
}

export type DivisionTeams = { readonly conference: string | null | undefined; readonly teams: readonly string[] };

export function shuffledDivisions(sport: ArenaLeague["sport"], random: Random): readonly DivisionTeams[] {
  return [...Map.groupBy(presentTeamsOf(sport), (team) => team.division)].map(([, teams]) => ({
    conference: teams[0]?.conference,
    teams: random.shuffled(teams.map((team) => team.abbreviation)),
  }));
}

/** Playoffs whose results are known: each series goes on until it is decided. */
export class Playoffs {
  readonly fixtures: Fixture[] = [];
  readonly #league: ArenaLeague;
  readonly #context: SeasonContext;

  constructor(league: ArenaLeague, context: SeasonContext) {
    this.#league = league;
    this.#context = context;
  }

  single(home: Seeded, away: Seeded, day: number): { readonly winner: Seeded; readonly loser: Seeded } {
    const game = this.#fixture(home.team, away.team, day);
    this.fixtures.push(game);
    const result = this.#context.resultOf(game);
    return result !== null && result.home > result.away ? { winner: home, loser: away } : { winner: away, loser: home };
  }

  series(a: Seeded, b: Seeded, days: readonly number[]): Seeded {
    const [high, low] = bySeed(a, b);
    const plan = { high: high.team, low: low.team, days, highAtHome: bestOf7.twoTwoOneOneOne };
    const outcome = playSeries(this.#context, plan, (home, away, day) => this.#fixture(home, away, day));
    this.fixtures.push(...outcome.fixtures);
    return outcome.winner === low.team ? low : high;
  }

  /**
   * Three rounds of one conference; pairs that stand side by side meet next.
   *
   * @param stagger 0 or 1: the conferences play on alternate days.
   */
  champion(bracket: readonly (readonly [Seeded, Seeded])[], saturday: number, stagger: number): Seeded {
    let pairs = bracket;
    for (const start of [saturday, saturday + 16, saturday + 31]) {
      const alive = pairs.map(([a, b], at) => this.series(a, b, everyOtherDay(start + ((at + stagger) % 2))));
      if (alive.length === 1) return alive[0] as Seeded;
      pairs = Array.from({ length: alive.length / 2 }, (_, at) => [
        alive[2 * at] as Seeded,
        alive[2 * at + 1] as Seeded,
      ]);
    }
    throw new RangeError(`${bracket.length} pairs do not come down to one in three rounds`);
  }

  #fixture(home: string, away: string, day: number): Fixture {
    return arenaFixture(this.#league, this.#context, { home, away, day }, "postseason");
  }
}

function everyOtherDay(first: number): readonly number[] {
  return Array.from({ length: 7 }, (_, game) => first + 2 * game);
}
