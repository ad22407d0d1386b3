/**
 * A season of the NBA or the NHL: regular games spread over a winter, a game or two called off, and four playoff
 * rounds.
 */
import { dayOf, onOrAfter, weekdays } from "../calendar.ts";
import type { Fixture } from "../fixture.ts";
import { callOffOne, type SeasonContext } from "../season-context.ts";
import type { Venue } from "../venues/venue.ts";
import {
  type ArenaLeague,
  arenaFixture,
  type DivisionTeams,
  Playoffs,
  playingDays,
  type SeasonDates,
  shuffledDivisions,
} from "./arena-league.ts";
import type { Pair } from "./pairing.ts";
import { isOver, rankingOf } from "./ranking.ts";
import type { Seeded } from "./series.ts";
import { type DatedPair, spreadOverDays, type WeekdayWeights } from "./spread-over-days.ts";

/** Everything in which one league's season differs from the other's. */
export type ArenaPlan<Dates extends SeasonDates> = {
  readonly league: ArenaLeague;
  readonly calendars: Readonly<Record<number, Dates>>;
  readonly weekdayWeights: WeekdayWeights;
  /** The days after the first one between which a game is cancelled. */
  readonly cancelledBetween: readonly [fromDay: number, toDay: number];
  /** A game of so many days before today is postponed. */
  readonly postponedWithinDays: number;
  /** The days of the final, after those of the rounds before. */
  readonly finalDays: readonly number[];
  /** Whether nobody plays on a day of the regular season. */
  isFree(date: string, dates: Dates): boolean;
  regularPairs(divisions: readonly DivisionTeams[]): readonly Pair[];
  /** The game that is played on a neutral field, if there is one. */
  neutralGame(games: readonly DatedPair[], season: number): { readonly game: DatedPair; readonly venue: Venue } | null;
  /** Games that nobody knows before the regular season is played. They still belong to it. */
  extraGames(context: SeasonContext, dates: Dates, regular: readonly Fixture[]): readonly Fixture[];
  /** The first round of a conference; pairs that stand side by side meet next. */
  bracketOf(conference: Conference, playoffs: Playoffs): readonly (readonly [Seeded, Seeded])[];
};

export type Conference = {
  readonly name: "Eastern" | "Western";
  /** 0 or 1: the conferences play on alternate days. */
  readonly index: number;
  /** Every team of the league, best first. */
  readonly ranked: readonly Seeded[];
  /** The last day of the regular season. */
  readonly lastDay: number;
};

export function arenaSeason<Dates extends SeasonDates>(
  plan: ArenaPlan<Dates>,
  context: SeasonContext,
): readonly Fixture[] {
  const dates = plan.calendars[context.season] as Dates;
  const regular = regularSeason(plan, context, dates);
  const [from, to] = plan.cancelledBetween.map((days) => dayOf(dates.first) + days) as [number, number];
  callOffOne(context, regular, from, to, "cancelled");
  callOffOne(context, regular, context.today - plan.postponedWithinDays, context.today - 1, "postponed");
  if (!isOver(context, regular)) return regular;
  return [...regular, ...plan.extraGames(context, dates, regular), ...postseason(plan, context, dates, regular)];
}

function regularSeason<Dates extends SeasonDates>(
  plan: ArenaPlan<Dates>,
  context: SeasonContext,
  dates: Dates,
): readonly Fixture[] {
  const { league } = plan;
  const days = playingDays(dates, (date) => plan.isFree(date, dates));
  const pairs = plan.regularPairs(shuffledDivisions(league.sport, context.random("opponents")));
  const dated = spreadOverDays(pairs, days, plan.weekdayWeights, context.random("days"));
  const neutral = plan.neutralGame(dated, context.season);
  return dated.map((game) =>
    arenaFixture(league, context, game, "regular", game === neutral?.game ? neutral.venue : null),
  );
}

function postseason<Dates extends SeasonDates>(
  plan: ArenaPlan<Dates>,
  context: SeasonContext,
  dates: Dates,
  regular: readonly Fixture[],
): readonly Fixture[] {
  const playoffs = new Playoffs(plan.league, context);
  const ranked = rankingOf(context, regular).map(({ team }, rank) => ({ team, rank }));
  const lastDay = dayOf(dates.last);
  const saturday = onOrAfter(lastDay, weekdays.saturday);
  const champions = (["Eastern", "Western"] as const).map((name, index) => {
    const bracket = plan.bracketOf({ name, index, ranked, lastDay }, playoffs);
    return playoffs.champion(bracket, saturday, index);
  });
  const [east, west] = champions.map((champion) => ranked.find(({ team }) => team === champion.team) as Seeded);
  const days = plan.finalDays.map((offset) => saturday + 47 + offset);
  playoffs.series(east as Seeded, west as Seeded, days);
  return playoffs.fixtures;
}
