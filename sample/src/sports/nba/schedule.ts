/** NBA: 1,230 regular games and the cup final, the play-in, and four rounds of best-of-sevens. */
import { dayOf } from "../../calendar.ts";
import type { Fixture } from "../../fixture.ts";
import {
  type ArenaLeague,
  arenaFixture,
  type DivisionTeams,
  type Playoffs,
  type SeasonDates,
} from "../../schedules/arena-league.ts";
import { type ArenaPlan, arenaSeason, type Conference } from "../../schedules/arena-season.ts";
import { type Pair, repeatedPair } from "../../schedules/pairing.ts";
import { ofConference, rankingOf } from "../../schedules/ranking.ts";
import type { Seeded } from "../../schedules/series.ts";
import type { SeasonContext } from "../../season-context.ts";
import { nbaCupFinalVenue, nbaVenue } from "../../venues/arenas.ts";

const league: ArenaLeague = {
  sport: "nba",
  venueOf: nbaVenue,
  afternoons: [13 * 60, 15 * 60 + 30, 18 * 60],
  afternoonShare: 0.35,
};

type Calendar = SeasonDates & { readonly cupFinal: string | null };

const calendars: Readonly<Record<number, Calendar>> = {
  2023: { first: "2022-10-18", last: "2023-04-09", pause: ["2023-02-17", "2023-02-22"], cupFinal: null },
  2024: { first: "2023-10-24", last: "2024-04-14", pause: ["2024-02-16", "2024-02-21"], cupFinal: "2023-12-09" },
  2025: { first: "2024-10-22", last: "2025-04-13", pause: ["2025-02-14", "2025-02-18"], cupFinal: "2024-12-17" },
  2026: { first: "2025-10-21", last: "2026-04-12", pause: ["2026-02-13", "2026-02-18"], cupFinal: "2025-12-16" },
  2027: { first: "2026-10-20", last: "2027-04-11", pause: ["2027-02-19", "2027-02-24"], cupFinal: "2026-12-15" },
};

const plan: ArenaPlan<Calendar> = {
  league,
  calendars,
  weekdayWeights: [7.5, 7.5, 4.5, 10, 4.5, 10, 8],
  cancelledBetween: [85, 100],
  postponedWithinDays: 6,
  finalDays: [0, 3, 6, 9, 11, 14, 17],
  isFree: (date, { cupFinal }) => date.endsWith("-12-24") || date === cupFinal,
  regularPairs,
  neutralGame: () => null,
  extraGames: cupFinal,
  bracketOf,
};

export function nbaSeason(context: SeasonContext): readonly Fixture[] {
  return arenaSeason(plan, context);
}

/** 4 games with each division rival, 4 or 3 with others of the conference, 2 with each of the other conference. */
function regularPairs(divisions: readonly DivisionTeams[]): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const [index, division] of divisions.entries()) {
    for (const [at, team] of division.teams.entries()) {
      for (const rival of division.teams.slice(at + 1)) pairs.push(...repeatedPair(team, rival, 4, true));
      for (const other of divisions.slice(index + 1)) {
        for (const [otherAt, opponent] of other.teams.entries()) {
          // Two of the five are met three times; each side is the heavy host of one of its two.
          const distance = (otherAt - at + 5) % 5;
          const games = other.conference !== division.conference ? 2 : distance < 2 ? 3 : 4;
          pairs.push(...repeatedPair(team, opponent, games, distance === 0));
        }
      }
    }
  }
  return pairs;
}

function cupFinal(context: SeasonContext, calendar: Calendar, regular: readonly Fixture[]): readonly Fixture[] {
  if (calendar.cupFinal === null) return [];
  const day = dayOf(calendar.cupFinal);
  const played = regular.filter((game) => game.day < day);
  const table = rankingOf(context, played).map(({ team }, rank) => ({ team, rank }));
  const [home, away] = ["Eastern", "Western"].map((name) => ofConference("nba", name, table)[0]?.team as string);
  const final = { home: home as string, away: away as string, day };
  return [arenaFixture(league, context, final, "regular", nbaCupFinalVenue)];
}

/** The places seven and eight are played for first, by the teams that are seventh to tenth. */
function bracketOf({ name, index, ranked, lastDay }: Conference, playoffs: Playoffs) {
  const seeds = ofConference("nba", name, ranked).map(({ team }, rank) => ({ team, rank }));
  const seed = (place: number): Seeded => seeds[place - 1] as Seeded;
  const playInDay = lastDay + 2 + index;
  const seventh = playoffs.single(seed(7), seed(8), playInDay);
  const ninth = playoffs.single(seed(9), seed(10), playInDay);
  const eighth = playoffs.single(seventh.loser, ninth.winner, lastDay + 5);
  return [
    [seed(1), { team: eighth.winner.team, rank: 7 }],
    [seed(4), seed(5)],
    [seed(3), seed(6)],
    [seed(2), { team: seventh.winner.team, rank: 6 }],
  ] as const;
}
