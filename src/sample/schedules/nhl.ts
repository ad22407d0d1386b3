/** NHL: 1,312 regular games, and four rounds of best-of-sevens inside divisions and conferences. */
import { teamsOf } from "../../domain/teams/registry.ts";
import { dateOf, dayOf, localInstant, onOrAfter, weekdayOf, weekdays } from "../calendar.ts";
import type { Fixture } from "../fixture.ts";
import { callOffOne, type SeasonContext } from "../season-context.ts";
import { nhlOutdoor, nhlVenue } from "../venues/nhl.ts";
import type { Venue } from "../venues/venue.ts";
import { type Pair, repeatedPair } from "./pairing.ts";
import { bestOf7, bySeed, playSeries, type Seeded } from "./series.ts";
import { spreadOverDays } from "./spread-over-days.ts";
import { isOver, standings } from "./standings.ts";

type Calendar = {
  readonly first: string;
  readonly last: string;
  /** All-star days, the 4 Nations of 2025, the Olympic Games of 2026. */
  readonly pause: readonly [from: string, to: string];
};

const calendars: Readonly<Record<number, Calendar>> = {
  2024: { first: "2023-10-10", last: "2024-04-18", pause: ["2024-02-01", "2024-02-04"] },
  2025: { first: "2024-10-08", last: "2025-04-17", pause: ["2025-02-10", "2025-02-21"] },
  2026: { first: "2025-10-07", last: "2026-04-16", pause: ["2026-02-06", "2026-02-24"] },
  2027: { first: "2026-10-06", last: "2027-04-15", pause: ["2027-02-04", "2027-02-08"] },
};

export function nhlSeason(context: SeasonContext): readonly Fixture[] {
  const calendar = calendars[context.season] as Calendar;
  const regular = regularSeason(context, calendar);
  callOffOne(context, regular, dayOf(calendar.first) + 90, dayOf(calendar.first) + 110, "cancelled");
  callOffOne(context, regular, context.today - 8, context.today - 1, "postponed");
  if (!isOver(context, regular)) return regular;
  return [...regular, ...playoffs(context, onOrAfter(dayOf(calendar.last), weekdays.saturday), regular)];
}

function regularSeason(context: SeasonContext, calendar: Calendar): readonly Fixture[] {
  const [pauseFrom, pauseTo] = calendar.pause;
  const days: number[] = [];
  for (let day = dayOf(calendar.first); day <= dayOf(calendar.last); day++) {
    const date = dateOf(day);
    const isChristmas = date.slice(5) >= "12-24" && date.slice(5) <= "12-26";
    if (!isChristmas && !(date >= pauseFrom && date <= pauseTo)) days.push(day);
  }
  const dated = spreadOverDays(regularPairs(context), days, [5, 4.5, 11, 3, 11.5, 4, 12.5], context.random("days"));
  // One game between New Year and mid-January is played outdoors, under neither side's roof.
  const outdoor = dated.find((game) => /-01-(0[2-9]|1\d)$/.test(dateOf(game.day)));
  const field = nhlOutdoor[context.season % nhlOutdoor.length] as Venue;
  return dated.map((game) =>
    fixture(context, game.home, game.away, game.day, "regular", game === outdoor ? field : null),
  );
}

/** 26 games inside the division, 3 with each other team of the conference, 2 with each of the other conference. */
function regularPairs(context: SeasonContext): readonly Pair[] {
  const random = context.random("opponents");
  const divisions = [...Map.groupBy(teamsOf("nhl"), (team) => team.division)].map(([, teams]) => ({
    conference: teams[0]?.conference,
    teams: random.shuffled(teams.map((team) => team.abbreviation)),
  }));
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

const evenings = [19 * 60, 19 * 60, 19 * 60, 19 * 60 + 30, 20 * 60] as const;

function fixture(
  context: SeasonContext,
  home: string,
  away: string,
  day: number,
  seasonType: Fixture["seasonType"],
  neutralVenue: Venue | null = null,
): Fixture {
  const { season } = context;
  const venue = neutralVenue ?? nhlVenue(home, season);
  const random = context.random(`start ${day} ${home}`);
  const isWeekend = weekdayOf(day) === weekdays.sunday || weekdayOf(day) === weekdays.saturday;
  const minutes = isWeekend && random.chance(0.3) ? random.pick([13 * 60, 15 * 60, 17 * 60]) : random.pick(evenings);
  const startMs = localInstant(day, minutes, venue.zone);
  const neutral = neutralVenue !== null;
  return { sport: "nhl", season, seasonType, week: null, day, startMs, home, away, gameNumber: null, venue, neutral };
}

function playoffs(context: SeasonContext, saturday: number, regular: readonly Fixture[]): readonly Fixture[] {
  const fixtures: Fixture[] = [];
  const ranked = standings(context, regular).map(({ team }, rank) => ({ team, rank }));
  const series = (a: Seeded, b: Seeded, days: readonly number[]): Seeded => {
    const [high, low] = bySeed(a, b);
    const plan = { high: high.team, low: low.team, days, highAtHome: bestOf7.twoTwoOneOneOne };
    const outcome = playSeries(context, plan, (home, away, day) => fixture(context, home, away, day, "postseason"));
    fixtures.push(...outcome.fixtures);
    return outcome.winner === low.team ? low : high;
  };

  const champions = ["Eastern", "Western"].map((conference, index) => {
    const [first, second] = qualifiers(conference, ranked);
    const bracket = [first.slice(0, 2), first.slice(2), second.slice(0, 2), second.slice(2)];
    let alive = bracket.map(([a, b], at) =>
      series(a as Seeded, b as Seeded, everyOtherDay(saturday + ((at + index) % 2))),
    );
    for (const start of [saturday + 16, saturday + 31]) {
      const next: Seeded[] = [];
      for (let at = 0; at < alive.length; at += 2) {
        next.push(series(alive[at] as Seeded, alive[at + 1] as Seeded, everyOtherDay(start + ((at / 2 + index) % 2))));
      }
      alive = next;
    }
    return alive[0] as Seeded;
  });
  series(
    champions[0] as Seeded,
    champions[1] as Seeded,
    [0, 2, 5, 7, 10, 13, 16].map((at) => saturday + 47 + at),
  );
  return fixtures;
}

/**
 * Both half brackets of a conference, each as [winner, wild card, second, third] of a division. The better division
 * winner meets the second wild card.
 */
function qualifiers(conference: string, ranked: readonly Seeded[]): readonly [readonly Seeded[], readonly Seeded[]] {
  const divisionOf = new Map(
    teamsOf("nhl")
      .filter((team) => team.conference === conference)
      .map((team) => [team.abbreviation, team.division]),
  );
  const members = ranked.filter(({ team }) => divisionOf.has(team));
  // Groups come in order of their best team.
  const topThrees = [...Map.groupBy(members, ({ team }) => divisionOf.get(team))].map(([, teams]) => teams.slice(0, 3));
  const wildCards = members.filter((team) => !topThrees.flat().includes(team)).slice(0, 2);
  const half = (top: readonly Seeded[] | undefined, wildCard: Seeded | undefined): readonly Seeded[] => {
    const [winner, second, third] = top ?? [];
    return [winner, wildCard, second, third] as Seeded[];
  };
  return [half(topThrees[0], wildCards[1]), half(topThrees[1], wildCards[0])];
}

function everyOtherDay(first: number): readonly number[] {
  return Array.from({ length: 7 }, (_, game) => first + 2 * game);
}
