/**
 * A season while its schedule is written. Playoff schedules need results, so the results are found here, once a
 * fixture, and only for days that have passed on the sample's fixed day.
 */
import { gameId } from "../domain/game-ids.ts";
import type { Sport } from "../domain/sports.ts";
import { dateOf } from "./calendar.ts";
import type { Expectation, Fixture, Outlook, Result } from "./fixture.ts";
import { Random } from "./random.ts";
import { playBaseball } from "./scores/baseball.ts";
import { playBasketball } from "./scores/basketball.ts";
import { playFootball } from "./scores/football/play.ts";
import { footballRules } from "./scores/football/rules.ts";
import { playHockey } from "./scores/hockey.ts";
import { outlookOf, strengthsOf } from "./strengths.ts";

type CalledOff = "cancelled" | "postponed";

export type SeasonContext = {
  readonly sport: Sport;
  readonly season: number;
  /** The sample's fixed day: games before it have been played. */
  readonly today: number;
  /** A stream of its own for a part of the schedule. */
  random(part: string): Random;
  /** null: not yet played, or called off. */
  resultOf(fixture: Fixture): Result | null;
  outlookOf(fixture: Fixture): Outlook;
  readonly calledOff: Map<Fixture, CalledOff>;
};

export function fixtureId(fixture: Fixture): string {
  const { sport, away, home, gameNumber } = fixture;
  return gameId({ sport, gameDate: dateOf(fixture.day), away, home, gameNumber: gameNumber ?? 1 });
}

export function seasonContext(seed: number, sport: Sport, season: number, today: number): SeasonContext {
  const strengths = strengthsOf(seed, sport, season);
  const results = new Map<Fixture, Result>();
  const outlooks = new Map<Fixture, Outlook>();
  const calledOff = new Map<Fixture, CalledOff>();
  const streamOf = (fixture: Fixture, part: string) => new Random(`${seed} ${season} ${fixtureId(fixture)} ${part}`);

  const outlook = (fixture: Fixture): Outlook => {
    let known = outlooks.get(fixture);
    if (known === undefined) {
      known = outlookOf(strengths, fixture, streamOf(fixture, "form"));
      outlooks.set(fixture, known);
    }
    return known;
  };

  return {
    sport,
    season,
    today,
    calledOff,
    random: (part) => new Random(`${seed} ${sport} ${season} ${part}`),
    outlookOf: outlook,
    resultOf(fixture) {
      if (fixture.day >= today || calledOff.has(fixture)) return null;
      let result = results.get(fixture);
      if (result === undefined) {
        result = play(fixture, outlook(fixture).close, streamOf(fixture, "match"));
        results.set(fixture, result);
      }
      return result;
    },
  };
}

function play(fixture: Fixture, expected: Expectation, random: Random): Result {
  const isPlayoff = fixture.seasonType === "postseason";
  switch (fixture.sport) {
    case "mlb":
      return playBaseball(expected, isPlayoff, random);
    case "nfl":
      return playFootball(isPlayoff ? footballRules.playoff : footballRules.professional, expected, random);
    case "ncaaf":
      return playFootball(footballRules.college, expected, random);
    case "nba":
      return playBasketball(expected, random);
    case "nhl":
      return playHockey(expected, isPlayoff, random);
  }
}

/** Calls one game of a span of days off, when the span has passed. */
export function callOffOne(
  context: SeasonContext,
  fixtures: readonly Fixture[],
  fromDay: number,
  toDay: number,
  status: CalledOff,
): void {
  if (toDay >= context.today) return;
  const candidates = fixtures.filter((f) => f.day >= fromDay && f.day <= toDay && f.gameNumber === null && !f.neutral);
  if (candidates.length > 0) context.calledOff.set(context.random(status).pick(candidates), status);
}
