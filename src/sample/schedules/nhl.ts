/** NHL: 1,312 regular games, and four rounds of best-of-sevens inside divisions and conferences. */
import { teamsOf } from "../../domain/teams/registry.ts";
import { dateOf, dayOf, onOrAfter, weekdays } from "../calendar.ts";
import type { Fixture } from "../fixture.ts";
import { callOffOne, type SeasonContext } from "../season-context.ts";
import { nhlOutdoor, nhlVenue } from "../venues/arenas.ts";
import type { Venue } from "../venues/venue.ts";
import {
  type ArenaLeague,
  arenaFixture,
  Playoffs,
  playingDays,
  type SeasonDates,
  shuffledDivisions,
} from "./arena-league.ts";
import { type Pair, repeatedPair } from "./pairing.ts";
import type { Seeded } from "./series.ts";
import { spreadOverDays } from "./spread-over-days.ts";
import { isOver, ofConference, standings } from "./standings.ts";

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

export function nhlSeason(context: SeasonContext): readonly Fixture[] {
  const calendar = calendars[context.season] as SeasonDates;
  const regular = regularSeason(context, calendar);
  callOffOne(context, regular, dayOf(calendar.first) + 90, dayOf(calendar.first) + 110, "cancelled");
  callOffOne(context, regular, context.today - 8, context.today - 1, "postponed");
  if (!isOver(context, regular)) return regular;
  return [...regular, ...postseason(context, onOrAfter(dayOf(calendar.last), weekdays.saturday), regular)];
}

function regularSeason(context: SeasonContext, calendar: SeasonDates): readonly Fixture[] {
  const days = playingDays(calendar, (date) => date.slice(5) >= "12-24" && date.slice(5) <= "12-26");
  const dated = spreadOverDays(regularPairs(context), days, [5, 4.5, 11, 3, 11.5, 4, 12.5], context.random("days"));
  // One game between New Year and mid-January is played outdoors, under neither side's roof.
  const outdoor = dated.find((game) => /-01-(0[2-9]|1\d)$/.test(dateOf(game.day)));
  const field = nhlOutdoor[context.season % nhlOutdoor.length] as Venue;
  return dated.map((game) => arenaFixture(league, context, game, "regular", game === outdoor ? field : null));
}

/** 26 games inside the division, 3 with each other team of the conference, 2 with each of the other conference. */
function regularPairs(context: SeasonContext): readonly Pair[] {
  const divisions = shuffledDivisions("nhl", context.random("opponents"));
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

function postseason(context: SeasonContext, saturday: number, regular: readonly Fixture[]): readonly Fixture[] {
  const playoffs = new Playoffs(league, context);
  const ranked = standings(context, regular).map(({ team }, rank) => ({ team, rank }));
  const [east, west] = ["Eastern", "Western"].map((conference, index) =>
    playoffs.champion(bracketOf(conference, ranked), saturday, index),
  );
  const days = [0, 2, 5, 7, 10, 13, 16].map((offset) => saturday + 47 + offset);
  playoffs.series(east as Seeded, west as Seeded, days);
  return playoffs.fixtures;
}

/** Both divisions of a conference: the better winner meets the second wild card; second and third meet each other. */
function bracketOf(conference: string, ranked: readonly Seeded[]): readonly (readonly [Seeded, Seeded])[] {
  const divisionOf = new Map(teamsOf("nhl").map((team) => [team.abbreviation, team.division]));
  const members = ofConference("nhl", conference, ranked);
  // Groups come in order of their best team.
  const topThrees = [...Map.groupBy(members, ({ team }) => divisionOf.get(team))].map(([, teams]) => teams.slice(0, 3));
  const wildCards = members.filter((team) => !topThrees.flat().includes(team)).slice(0, 2);
  return topThrees.flatMap(([winner, second, third], at) => [
    [winner as Seeded, wildCards[1 - at] as Seeded] as const,
    [second as Seeded, third as Seeded] as const,
  ]);
}
