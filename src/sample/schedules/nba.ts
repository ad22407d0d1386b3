/** NBA: 1,230 regular games and the cup final, the play-in, and four rounds of best-of-sevens. */

import { teamsOf } from "../../domain/teams/registry.ts";
import { dateOf, dayOf, localInstant, onOrAfter, weekdayOf, weekdays } from "../calendar.ts";
import type { Fixture } from "../fixture.ts";
import { callOffOne, type SeasonContext } from "../season-context.ts";
import { nbaCupFinalVenue, nbaVenue } from "../venues/nba.ts";
import type { Venue } from "../venues/venue.ts";
import { type Pair, repeatedPair } from "./pairing.ts";
import { bestOf7, bySeed, playSeries, type Seeded } from "./series.ts";
import { spreadOverDays } from "./spread-over-days.ts";
import { isOver, standings } from "./standings.ts";

type Calendar = {
  readonly first: string;
  readonly last: string;
  /** The all-star days, when nobody plays. */
  readonly pause: readonly [from: string, to: string];
  readonly cupFinal: string | null;
};

const calendars: Readonly<Record<number, Calendar>> = {
  2023: { first: "2022-10-18", last: "2023-04-09", pause: ["2023-02-17", "2023-02-22"], cupFinal: null },
  2024: { first: "2023-10-24", last: "2024-04-14", pause: ["2024-02-16", "2024-02-21"], cupFinal: "2023-12-09" },
  2025: { first: "2024-10-22", last: "2025-04-13", pause: ["2025-02-14", "2025-02-18"], cupFinal: "2024-12-17" },
  2026: { first: "2025-10-21", last: "2026-04-12", pause: ["2026-02-13", "2026-02-18"], cupFinal: "2025-12-16" },
  2027: { first: "2026-10-20", last: "2027-04-11", pause: ["2027-02-19", "2027-02-24"], cupFinal: "2026-12-15" },
};

export function nbaSeason(context: SeasonContext): readonly Fixture[] {
  const calendar = calendars[context.season] as Calendar;
  const regular = regularSeason(context, calendar);
  callOffOne(context, regular, dayOf(calendar.first) + 85, dayOf(calendar.first) + 100, "cancelled");
  callOffOne(context, regular, context.today - 6, context.today - 1, "postponed");
  if (!isOver(context, regular)) return regular;
  const lastSunday = dayOf(calendar.last);
  return [...regular, ...cupFinal(context, calendar, regular), ...postseason(context, lastSunday, regular)];
}

function regularSeason(context: SeasonContext, calendar: Calendar): readonly Fixture[] {
  const [pauseFrom, pauseTo] = calendar.pause;
  const days: number[] = [];
  for (let day = dayOf(calendar.first); day <= dayOf(calendar.last); day++) {
    const date = dateOf(day);
    const isFree = date.endsWith("-12-24") || date === calendar.cupFinal || (date >= pauseFrom && date <= pauseTo);
    if (!isFree) days.push(day);
  }
  const pairs = regularPairs(context);
  const dated = spreadOverDays(pairs, days, [7.5, 7.5, 4.5, 10, 4.5, 10, 8], context.random("days"));
  return dated.map(({ home, away, day }) => fixture(context, home, away, day, "regular"));
}

/** 4 games with each division rival, 4 or 3 with others of the conference, 2 with each of the other conference. */
function regularPairs(context: SeasonContext): readonly Pair[] {
  const random = context.random("opponents");
  const divisions = [...Map.groupBy(teamsOf("nba"), (team) => team.division)].map(([, teams]) => ({
    conference: teams[0]?.conference,
    teams: random.shuffled(teams.map((team) => team.abbreviation)),
  }));
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

function fixture(
  context: SeasonContext,
  home: string,
  away: string,
  day: number,
  seasonType: Fixture["seasonType"],
  neutralVenue: Venue | null = null,
): Fixture {
  const { season } = context;
  const venue = neutralVenue ?? nbaVenue(home, season);
  const random = context.random(`start ${day} ${home}`);
  const isWeekend = weekdayOf(day) === weekdays.sunday || weekdayOf(day) === weekdays.saturday;
  const minutes =
    isWeekend && random.chance(0.35) ? random.pick([13 * 60, 15 * 60 + 30, 18 * 60]) : random.pick(evenings);
  const startMs = localInstant(day, minutes, venue.zone);
  const neutral = neutralVenue !== null;
  return { sport: "nba", season, seasonType, week: null, day, startMs, home, away, gameNumber: null, venue, neutral };
}

const evenings = [19 * 60, 19 * 60, 19 * 60 + 30, 19 * 60 + 30, 20 * 60] as const;

function cupFinal(context: SeasonContext, calendar: Calendar, regular: readonly Fixture[]): readonly Fixture[] {
  if (calendar.cupFinal === null) return [];
  const day = dayOf(calendar.cupFinal);
  const table = standings(
    context,
    regular.filter((game) => game.day < day),
  );
  const conferenceOf = new Map(teamsOf("nba").map((team) => [team.abbreviation, team.conference]));
  const best = (conference: string): string =>
    (table.find(({ team }) => conferenceOf.get(team) === conference) as { team: string }).team;
  return [fixture(context, best("Eastern"), best("Western"), day, "regular", nbaCupFinalVenue)];
}

function postseason(context: SeasonContext, lastSunday: number, regular: readonly Fixture[]): readonly Fixture[] {
  const fixtures: Fixture[] = [];
  const table = standings(context, regular);
  const single = (home: Seeded, away: Seeded, day: number): { winner: Seeded; loser: Seeded } => {
    const game = fixture(context, home.team, away.team, day, "postseason");
    fixtures.push(game);
    const result = context.resultOf(game);
    return result !== null && result.home > result.away ? { winner: home, loser: away } : { winner: away, loser: home };
  };
  const series = (a: Seeded, b: Seeded, days: readonly number[]): Seeded => {
    const [high, low] = bySeed(a, b);
    const plan = { high: high.team, low: low.team, days, highAtHome: bestOf7.twoTwoOneOneOne };
    const outcome = playSeries(context, plan, (home, away, day) => fixture(context, home, away, day, "postseason"));
    fixtures.push(...outcome.fixtures);
    return outcome.winner === low.team ? low : high;
  };

  const saturday = onOrAfter(lastSunday, weekdays.saturday);
  const champions = ["Eastern", "Western"].map((conference, index) => {
    const members = new Set(
      teamsOf("nba")
        .filter((team) => team.conference === conference)
        .map((t) => t.abbreviation),
    );
    const seeds = table.filter(({ team }) => members.has(team)).map(({ team }, rank) => ({ team, rank }));
    const seed = (place: number): Seeded => seeds[place - 1] as Seeded;
    const playInDay = lastSunday + 2 + index;
    const seventh = single(seed(7), seed(8), playInDay);
    const ninth = single(seed(9), seed(10), playInDay);
    const eighth = single(seventh.loser, ninth.winner, lastSunday + 5);
    const bracket: readonly (readonly [Seeded, Seeded])[] = [
      [seed(1), { team: eighth.winner.team, rank: 7 }],
      [seed(4), seed(5)],
      [seed(3), seed(6)],
      [seed(2), { team: seventh.winner.team, rank: 6 }],
    ];
    let alive = bracket.map(([a, b], at) => series(a, b, everyOtherDay(saturday + ((at + index) % 2))));
    for (const start of [saturday + 16, saturday + 31]) {
      const next: Seeded[] = [];
      for (let at = 0; at < alive.length; at += 2) {
        next.push(series(alive[at] as Seeded, alive[at + 1] as Seeded, everyOtherDay(start + ((at / 2 + index) % 2))));
      }
      alive = next;
    }
    return alive[0] as Seeded;
  });
  const shares = new Map(table.map(({ team }, rank) => [team, rank]));
  const [east, west] = champions.map(({ team }) => ({ team, rank: shares.get(team) as number })) as [Seeded, Seeded];
  series(
    east,
    west,
    [0, 3, 6, 9, 11, 14, 17].map((offset) => saturday + 47 + offset),
  );
  return fixtures;
}

function everyOtherDay(first: number): readonly number[] {
  return Array.from({ length: 7 }, (_, game) => first + 2 * game);
}
