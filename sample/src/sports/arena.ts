/** What the seasons of the NBA and the NHL have in common: evenings in arenas, and four rounds of best-of-sevens. */
import { dateOf, dayOf, localInstant, onOrAfter, weekdayOf, weekdays } from "../calendar.ts";
import { leagueRounds, type Pair, spreadOverDays, withPlayoffs } from "../schedule.ts";
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
  /** Days of every year on which nobody plays. */
  readonly freeDays: readonly string[];
};

type League = "nba" | "nhl";

const { nba, nhl } = tables.sports;
const leagues = { nba: nba.arena, nhl: nhl.arena } as unknown as Record<League, ArenaTables>;

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
  const firstDay = onOrAfter(dayOf(last), weekdays.saturday);
  // Series take turns, day by day.
  return withPlayoffs(context, tables.sports[sport].playoffs, { regular, firstDay }, (pair, day, at) =>
    fixtureOf(sport, context, pair, day + (at % 2), "postseason"),
  );
}
