/** NHL: 1,312 regular games, and four rounds of best-of-sevens inside divisions and conferences. */
import { presentTeamsOf } from "../../../../src/domain/teams/successions.ts";
import { dateOf } from "../../calendar.ts";
import type { Fixture } from "../../fixture.ts";
import type { ArenaLeague, DivisionTeams, SeasonDates } from "../../schedules/arena-league.ts";
import { type ArenaPlan, arenaSeason, type Conference } from "../../schedules/arena-season.ts";
import { type Pair, repeatedPair } from "../../schedules/pairing.ts";
import { ofConference } from "../../schedules/ranking.ts";
import type { Seeded } from "../../schedules/series.ts";
import type { DatedPair } from "../../schedules/spread-over-days.ts";
import type { SeasonContext } from "../../season-context.ts";
import { nhlOutdoor, nhlVenue } from "../../venues/arenas.ts";
import type { Venue } from "../../venues/venue.ts";

const league: ArenaLeague = {
  sport: "nhl",
  venueOf: nhlVenue,
  afternoons: [13 * 60, 15 * 60, 17 * 60],
  afternoonShare: 0.3,
};

/** The pauses are the all-star days, the 4 Nations of 2025 and the Olympic Games of 2026. */
const calendars: Readonly<Record<number, SeasonDates>> = {
  2024: { first: "2023-10-10", last: "2024-04-18", pause: ["2024-02-01", "2024-02-04"] },
  2025: { first: "2024-10-08", last: "2025-04-17", pause: ["2025-02-10", "2025-02-21"] },
  2026: { first: "2025-10-07", last: "2026-04-16", pause: ["2026-02-06", "2026-02-24"] },
  2027: { first: "2026-10-06", last: "2027-04-15", pause: ["2027-02-04", "2027-02-08"] },
};

const plan: ArenaPlan<SeasonDates> = {
  league,
  calendars,
  weekdayWeights: [5, 4.5, 11, 3, 11.5, 4, 12.5],
  cancelledBetween: [90, 110],
  postponedWithinDays: 8,
  finalDays: [0, 2, 5, 7, 10, 13, 16],
  isFree: (date) => date.slice(5) >= "12-24" && date.slice(5) <= "12-26",
  regularPairs,
  neutralGame: outdoorGame,
  extraGames: () => [],
  bracketOf,
};

export function nhlSeason(context: SeasonContext): readonly Fixture[] {
  return arenaSeason(plan, context);
}

/** One game between New Year and mid-January is played outdoors, under neither side's roof. */
function outdoorGame(games: readonly DatedPair[], season: number) {
  const game = games.find(({ day }) => /-01-(0[2-9]|1\d)$/.test(dateOf(day)));
  return game === undefined ? null : { game, venue: nhlOutdoor[season % nhlOutdoor.length] as Venue };
}

/** 26 games inside the division, 3 with each other team of the conference, 2 with each of the other conference. */
function regularPairs(divisions: readonly DivisionTeams[]): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const [index, division] of divisions.entries()) {
    for (const [at, team] of division.teams.entries()) {
      for (const [rivalAt, rival] of division.teams.entries()) {
        if (rivalAt <= at) continue;
        // Neighbours on the circle of eight meet three times, so everybody has two such rivals, one as heavy host.
        const isForward = rivalAt - at === 1;
        const isAround = rivalAt - at === 7;
        pairs.push(...repeatedPair(team, rival, isForward || isAround ? 3 : 4, isForward));
      }
      for (const other of divisions.slice(index + 1)) {
        const games = other.conference === division.conference ? 3 : 2;
        for (const [otherAt, opponent] of other.teams.entries()) {
          pairs.push(...repeatedPair(team, opponent, games, (at + otherAt) % 2 === 0));
        }
      }
    }
  }
  return pairs;
}

/** Both divisions of a conference: the better winner meets the second wild card; second and third meet each other. */
function bracketOf({ name, ranked }: Conference): readonly (readonly [Seeded, Seeded])[] {
  const divisionOf = new Map(presentTeamsOf("nhl").map((team) => [team.abbreviation, team.division]));
  const members = ofConference("nhl", name, ranked);
  // Groups come in order of their best team.
  const topThrees = [...Map.groupBy(members, ({ team }) => divisionOf.get(team))].map(([, teams]) => teams.slice(0, 3));
  const wildCards = members.filter((team) => !topThrees.flat().includes(team)).slice(0, 2);
  return topThrees.flatMap(([winner, second, third], at) => [
    [winner as Seeded, wildCards[1 - at] as Seeded] as const,
    [second as Seeded, third as Seeded] as const,
  ]);
}
