/** A season while its schedule is written. Playoff schedules need results of days that have passed on the sample's fixed day. */
import { gameId } from "../../src/domain/game-ids.ts";
import type { Sport } from "../../src/domain/sports.ts";
import { dateOf } from "./calendar.ts";
import type { Fixture, Outlook, Result } from "./fixture.ts";
import type { Random } from "./random.ts";

export type CalledOff = "cancelled" | "postponed";

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
