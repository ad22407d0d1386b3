/** What the seasons of the NBA and the NHL have in common: evenings in arenas, and four rounds of best-of-sevens. */
import { dateOf, dayOf, localInstant, onOrAfter, weekdayOf, weekdays } from "../calendar.ts";
import {
  bestOf7,
  callOffOne,
  everyOtherDay,
  isOver,
  knockout,
  leagueRounds,
  type Pair,
  rankingOf,
  type Seed,
  type Standing,
  seedsOf,
  spreadOverDays,
} from "../schedule.ts";
import type { Fixture, SeasonContext } from "../sport.ts";
import tables from "../tables.json" with { type: "json" };
import { homeOf } from "../venues.ts";

/** First and last day, and the first and the last of days in midseason on which nobody plays: all-star games, tournaments of nations. */
type ArenaDates = readonly [first: string, last: string, pauseFrom: string, pauseTo: string];

/** What `tables.json` says of a league. */
type ArenaTables = {
  readonly groupings: Parameters<typeof leagueRounds>[1];
  readonly calendars: Readonly<Record<number, ArenaDates>>;
  readonly weekdayWeights: readonly number[];
  /** Starts of the weekend's games that are played in the afternoon, in local minutes after midnight, and how many are. */
  readonly afternoons: readonly number[];
  readonly afternoonShare: number;
  /** The days after the first one between which a game is cancelled; one of the days before today is postponed. */
  readonly cancelledBetween: readonly [fromDay: number, toDay: number];
  readonly postponedWithinDays: number;
  readonly hasPlayIn: boolean;
  /** Days of every year on which nobody plays. */
  readonly freeDays: readonly string[];
};

type League = "nba" | "nhl";

const leagues = { nba: tables.sports.nba.arena, nhl: tables.sports.nhl.arena } as unknown as Record<
  League,
  ArenaTables
>;

const gamesPerTeam = 82;
const evenings = [19 * 60, 19 * 60, 19 * 60, 19 * 60 + 30, 19 * 60 + 30, 20 * 60] as const;

function fixtureOf(
  sport: League,
  context: SeasonContext,
  { home, away }: Pair,
  day: number,
  seasonType: Fixture["seasonType"],
): Fixture {
  const { season } = context;
  const { afternoons, afternoonShare } = leagues[sport];
  const venue = homeOf(sport, home, season);
  const random = context.random(`start ${day} ${home}`);
  const isWeekend = weekdayOf(day) === weekdays.sunday || weekdayOf(day) === weekdays.saturday;
  const minutes = random.pick(isWeekend && random.chance(afternoonShare) ? afternoons : evenings);
  const startMs = localInstant(day, minutes, venue.zone);
  return { sport, season, seasonType, week: null, day, startMs, home, away, gameNumber: null, venue, neutral: false };
}

export function arenaSeason(sport: League, context: SeasonContext): readonly Fixture[] {
  const own = leagues[sport];
  const [first, last, pauseFrom, pauseTo] = own.calendars[context.season] as ArenaDates;
  const days = Array.from({ length: dayOf(last) - dayOf(first) + 1 }, (_, at) => dayOf(first) + at).filter((day) => {
    const date = dateOf(day);
    return !own.freeDays.includes(date.slice(5)) && (date < pauseFrom || date > pauseTo);
  });
  const rounds = leagueRounds(sport, own.groupings, gamesPerTeam, context.random("opponents"));
  const dated = spreadOverDays(rounds, days, own.weekdayWeights, context.random("days"));
  const regular = dated.map((game) => fixtureOf(sport, context, game, game.day, "regular"));
  const [from, to] = own.cancelledBetween.map((after) => dayOf(first) + after) as [number, number];
  callOffOne(context, regular, [from, to], "cancelled");
  callOffOne(context, regular, [context.today - own.postponedWithinDays, context.today - 1], "postponed");
  if (!isOver(context, regular)) return regular;
  return [...regular, ...playoffs(sport, context, dayOf(last), rankingOf(context, regular))];
}

/** Eight of each conference, in the order in which the winners of neighbours meet. */
const bracket = [1, 8, 4, 5, 3, 6, 2, 7] as const;

function playoffs(
  sport: League,
  context: SeasonContext,
  lastDay: number,
  ranked: readonly Standing[],
): readonly Fixture[] {
  const playIn: Fixture[] = [];
  /** Returns winner and loser. */
  const single = (home: Seed, away: Seed, day: number): readonly [Seed, Seed] => {
    const game = fixtureOf(sport, context, { home: home.team, away: away.team }, day, "postseason");
    playIn.push(game);
    const result = context.resultOf(game);
    return result !== null && result.home > result.away ? [home, away] : [away, home];
  };
  const entrants = ["Eastern", "Western"].flatMap((conference, index) => {
    const seeds = seedsOf(sport, conference, ranked, 10, false);
    if (leagues[sport].hasPlayIn) {
      // The places seven and eight are played for by the teams that are seventh to tenth.
      const [a, b, c, d] = seeds.slice(6) as [Seed, Seed, Seed, Seed];
      const [seventh, loser] = single(a, b, lastDay + 2 + index);
      const [ninth] = single(c, d, lastDay + 2 + index);
      const [eighth] = single(loser, ninth, lastDay + 5);
      seeds.splice(6, 4, { ...seventh, place: 7 }, { ...eighth, place: 8 });
    }
    return bracket.map((place) => seeds[place - 1] as Seed);
  });
  const saturday = onOrAfter(lastDay, weekdays.saturday);
  const rounds = [0, 16, 31, 47].map((after) => ({
    days: everyOtherDay.map((offset) => saturday + after + offset),
    highAtHome: bestOf7,
    // Series take turns, day by day.
    fixture: (pair: Pair, day: number, at: number) => fixtureOf(sport, context, pair, day + (at % 2), "postseason"),
  }));
  return [...playIn, ...knockout(context, entrants, rounds)];
}
