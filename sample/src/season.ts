/** All games of a sport's season on the sample's fixed day: its schedule, how strong its teams are, and how games ended. */
import { gameId } from "../../src/domain/game-ids.ts";
import type { Sport } from "../../src/domain/sports.ts";
import { allTeamsOf } from "../../src/domain/teams/registry.ts";
import { dateOf } from "./calendar.ts";
import { Random } from "./random.ts";
import { playGame } from "./scores.ts";
import type { Fixture, Outlook, Result, SeasonContext } from "./sport.ts";
import { sampleSports } from "./sports.ts";

export type SampleSeason = {
  readonly context: SeasonContext;
  /** In date order. */
  readonly fixtures: readonly Fixture[];
  readonly isComplete: boolean;
};

export function fixtureId({ sport, day, away, home, gameNumber }: Fixture): string {
  return gameId({ sport, gameDate: dateOf(day), away, home, gameNumber: gameNumber ?? 1 });
}

/** A stream of random numbers of its own for a part of a game, so that no change of one part shifts another. */
export function gameRandom(seed: number, fixture: Fixture, part: string): Random {
  return new Random(`${seed} ${fixture.season} ${fixtureId(fixture)} ${part}`);
}

export function sampleSeason(seed: number, sport: Sport, season: number, today: number): SampleSeason {
  const { scheduleOf, scores, latestSeason, cutShort } = sampleSports[sport];
  const strengths = strengthsOf(seed, sport, season);
  const outlooks = new Map<Fixture, Outlook>();
  const results = new Map<Fixture, Result>();
  const context: SeasonContext = {
    sport,
    season,
    today,
    random: (part) => new Random(`${seed} ${sport} ${season} ${part}`),
    outlookOf: (fixture) =>
      outlooks.getOrInsertComputed(fixture, () => outlookOf(strengths, fixture, gameRandom(seed, fixture, "form"))),
    // Playoff schedules need results, so a result is found when it is first asked for.
    resultOf(fixture) {
      if (fixture.day >= today) return null;
      return results.getOrInsertComputed(fixture, () => {
        const isPostseason = fixture.seasonType === "postseason";
        const { close } = context.outlookOf(fixture);
        const whole = playGame(scores, close, isPostseason, gameRandom(seed, fixture, "match"));
        return isPostseason ? whole : (cutShort?.(whole, gameRandom(seed, fixture, "rain")) ?? whole);
      });
    },
  };
  const fixtures = scheduleOf(context).toSorted(
    (a, b) => a.day - b.day || a.startMs - b.startMs || (fixtureId(a) < fixtureId(b) ? -1 : 1),
  );
  return { context, fixtures, isComplete: season < latestSeason };
}

type Strength = { readonly power: number; readonly pace: number };

const firstSeasonOfAll = 2021;

/** The strengths of every team of a sport in a season. A team keeps about two thirds of what it was the year before. */
function strengthsOf(seed: number, sport: Sport, season: number): ReadonlyMap<string, Strength> {
  const { model, leaguePower } = sampleSports[sport];
  const teams = allTeamsOf(sport);
  const raw = teams.map((team) => {
    const random = new Random(`${seed} ${sport} ${team.abbreviation} strength`);
    let power = random.normal(0, 1);
    let pace = random.normal(0, 1);
    for (let year = firstSeasonOfAll; year < season; year++) {
      power = 0.65 * power + random.normal(0, 0.76);
      pace = 0.65 * pace + random.normal(0, 0.76);
    }
    return { power, pace };
  });
  // A league is about as even one year as the next: only the order of its teams changes.
  const powers = standardized(raw.map(({ power }) => power));
  const paces = standardized(raw.map(({ pace }) => pace));
  return new Map(
    teams.map((team, index) => {
      const power = (powers[index] as number) * model.power + (leaguePower?.(team) ?? 0);
      return [team.abbreviation, { power, pace: (paces[index] as number) * model.pace }];
    }),
  );
}

/** With a mean of zero and a deviation of one. */
function standardized(values: readonly number[]): readonly number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  return values.map((value) => (value - mean) / deviation);
}

/** The expectation of a game before it is played. The close is the opening and the news since. */
function outlookOf(strengths: ReadonlyMap<string, Strength>, fixture: Fixture, random: Random): Outlook {
  const { model, venuePoints } = sampleSports[fixture.sport];
  const home = strengths.get(fixture.home) as Strength;
  const away = strengths.get(fixture.away) as Strength;
  const advantage = fixture.neutral ? 0 : model.homeAdvantage;
  const season = fixture.seasonType === "postseason" ? model.postseasonTotal : 0;
  const park = venuePoints?.(fixture.venue) ?? 0;
  const margin = home.power - away.power + advantage + random.normal(0, model.form);
  const total = model.total + home.pace + away.pace + season + park + random.normal(0, model.totalForm);
  const news = { margin: random.normal(0, model.news), total: random.normal(0, model.totalNews) };
  return { open: { margin, total }, close: { margin: margin + news.margin, total: total + news.total } };
}
