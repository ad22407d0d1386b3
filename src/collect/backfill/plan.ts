/** The requests of a back-fill with their costs, before any of them is made. Pure. */
import type { Sport } from "../../domain/sports.ts";
import type { Ask } from "../asking/ask.ts";
import type { OddsClient } from "../clients/client.ts";
import { closingMoments, type Moment, openingMoments } from "./moments.ts";
import type { PlayedGame } from "./played-games.ts";

/** A snapshot of all games of a sport, or the periods of one game. */
export type Step =
  | { readonly kind: "open" | "close"; readonly ask: Ask; readonly atMs: number; readonly games: number }
  | { readonly kind: "periods"; readonly game: PlayedGame; readonly atMs: number; readonly mostCredits: number };

export type BackfillPlan = {
  /** In the order in which they are made: a game's opening and closing lines before its periods, old games first. */
  readonly steps: readonly Step[];
  /** Games from before the snapshots of periods, for which none are asked. */
  readonly tooEarlyForPeriods: number;
};

export type Wanted = {
  readonly sport: Sport;
  readonly opening: boolean;
  readonly periods: boolean;
  /** The moment of the first snapshot of periods. */
  readonly firstPeriodsMs: number;
};

export function planBackfill(client: OddsClient, games: readonly PlayedGame[], wanted: Wanted): BackfillPlan {
  const { sport, opening, periods, firstPeriodsMs } = wanted;
  const snapshot =
    (kind: "open" | "close") =>
    ({ atMs, games: { length } }: Moment): Step => ({ kind, ask: client.historical(sport, atMs), atMs, games: length });
  const closing = closingMoments(games);
  const ofPeriods = periods ? closing.filter(({ atMs }) => atMs >= firstPeriodsMs) : [];
  const steps = [
    ...(opening ? openingMoments(sport, games).map(snapshot("open")) : []),
    ...closing.map(snapshot("close")),
    ...ofPeriods.flatMap(({ atMs, games: ofMoment }) =>
      ofMoment.map((game): Step => {
        const mostCredits = client.costOf(client.historicalEvent(sport, "event", atMs));
        return { kind: "periods", game, atMs, mostCredits };
      }),
    ),
  ];
  const early = periods ? closing.filter(({ atMs }) => atMs < firstPeriodsMs) : [];
  return {
    steps: steps.sort((one, other) => one.atMs - other.atMs || rank(one) - rank(other)),
    tooEarlyForPeriods: early.reduce((sum, moment) => sum + moment.games.length, 0),
  };
}

function rank({ kind }: Step): number {
  return kind === "periods" ? 1 : 0;
}

/** Returns the most that a step costs, in credits. */
export function costOfStep(client: OddsClient, step: Step): number {
  return step.kind === "periods" ? step.mostCredits : client.costOf(step.ask);
}
