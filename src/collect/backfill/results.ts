/**
 * Schedules and results of days that are long past. They are asked for four weeks at a time, and these are in the ledger
 * before the next are asked for, so that a back-fill which ends at any moment can be done again without harm.
 */
import type { Logger } from "pino";
import type { Database } from "../../database/engine.ts";
import { isoTime } from "../../domain/durations.ts";
import type { Sport } from "../../domain/sports.ts";
import type { Asker, Clock } from "../asking/ask.ts";
import { clientsFor } from "../clients/all.ts";
import { type ResultsClient, spansOfDays } from "../clients/client.ts";
import { RunReport, type RunSummary } from "../jobs/answers.ts";
import { askClient } from "../jobs/results.ts";
import type { RunOutcome } from "../runs/leader.ts";
import { History } from "../runs/runs.ts";
import { KnownGames } from "../schedule/known-games.ts";

export type ResultsBackfill = {
  readonly database: Database;
  readonly clock: Clock;
  readonly asker: Asker;
  readonly clients: readonly ResultsClient[];
  readonly log: Pick<Logger, "info" | "warn" | "error">;
  readonly sport: Sport;
  /** Slate dates, YYYY-MM-DD, inclusive. */
  readonly from: string;
  readonly to: string;
  /** Whether officials, weather and periods are asked for, one or two requests a game, where schedules lack them. */
  readonly hasDetails: boolean;
  readonly stop: AbortSignal;
  /** Is called after each span with how many are done, of how many. */
  readonly onSpan?: (spansDone: number, spans: number) => void;
};

export type ResultsBackfilled = {
  readonly outcome: RunOutcome;
  /** `not_before`: the time (UTC) before which a provider refuses to be asked again; null when none does. */
  readonly report: RunSummary & { readonly not_before?: string | null };
};

/** A client cuts them as its provider needs it. */
const daysAtOnce = 28;

/** The names of the providers that would be asked, the best first; empty when all of them lack a key. */
export function backfillProviders(clients: readonly ResultsClient[], sport: Sport): readonly string[] {
  return clientsFor(clients, sport, "backfill").map(({ provider }) => provider);
}

/** One provider's failure stops none of the others. @throws DatabaseError */
export async function backfillResults(backfill: ResultsBackfill): Promise<ResultsBackfilled> {
  const { database, clients, clock, sport, from, to, hasDetails, stop, onSpan } = backfill;
  const report = new RunReport();
  const games = new KnownGames(database);
  await games.refresh(Date.parse(from));
  const spans = spansOfDays(from, to, daysAtOnce);
  // A client whose provider has one file for every season gives the same request for every span.
  const made = new Set<string>();
  for (const [index, days] of spans.entries()) {
    const context = { games, history: new History(), nowMs: clock.nowMs(), signal: stop, stop };
    for (const client of clientsFor(clients, sport, "backfill")) {
      const span = { sport, ...days };
      const asking = { job: "backfill", span, client, report, context, mayCost: true, hasDetails, made } as const;
      await askClient({ ...backfill, oddsClient: null }, { ...asking, taken: { from, to } });
      if (stop.aborted) return report.end({ from, to, stopped_before: days.from });
    }
    onSpan?.(index + 1, spans.length);
  }
  return report.end({ from, to, not_before: isoTime(report.notBeforeMs) });
}
