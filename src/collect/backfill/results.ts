/**
 * Schedules and results of days that are long past. They are asked for four weeks at a time, and these are in the ledger
 * before the next are asked for, so that a back-fill which ends at any moment can be done again without harm.
 */
import type { Sport } from "../../domain/sports.ts";
import { isoTime } from "../../domain/times.ts";
import type { FeedItem } from "../../feed/refusals.ts";
import { dateOfGame } from "../../ledger/records.ts";
import { clientsFor } from "../clients/all.ts";
import { type ResultsClient, spansOfDays } from "../clients/client.ts";
import type { Workplace } from "../jobs/job.ts";
import { type SlateSpan, takeSpan } from "../jobs/results.ts";
import { Round, type RunSummary } from "../jobs/round.ts";
import { KnownGames } from "../schedule/known-games.ts";
import type { RunOutcome } from "../tables.ts";

export type BackfillTools = Pick<Workplace, "database" | "clock" | "asker" | "log"> & {
  readonly signal: AbortSignal;
  /** Is called after each step with how many are done, of how many. */
  readonly onStep: (done: number, all: number) => void;
};

export type ResultsBackfill = BackfillTools & {
  readonly clients: readonly ResultsClient[];
  readonly sport: Sport;
  /** Slate dates, YYYY-MM-DD, inclusive. */
  readonly from: string;
  readonly to: string;
  /** Whether officials, weather and periods are asked for, one or two requests a game, where schedules lack them. */
  readonly hasDetails: boolean;
};

export type ResultsBackfilled = {
  readonly outcome: RunOutcome;
  /** `not_before`: the time (UTC) before which a provider refuses to be asked again; null when none does. */
  readonly report: RunSummary & { readonly not_before?: string | null };
};

/** A client cuts them as its provider needs it. */
const daysAtOnce = 28;

/** One provider's failure stops none of the others. @throws DatabaseError */
export async function backfillResults(backfill: ResultsBackfill): Promise<ResultsBackfilled> {
  const { sport, from, to, hasDetails, signal, onStep } = backfill;
  const { round, take } = await pastRound(backfill, from);
  const spans = spansOfDays(from, to, daysAtOnce);
  for (const [index, days] of spans.entries()) {
    for (const client of clientsFor(backfill.clients, sport, "backfill")) {
      const asked = hasDetails ? client : { ...client, details: () => [] };
      await take({ ...days, sport }, { ...asked, isTaken: isOfDays(from, to) });
    }
    if (signal.aborted) return round.end({ from, to, stopped_before: days.from });
    onStep(index + 1, spans.length);
  }
  return round.end({ from, to, not_before: isoTime(round.notBeforeMs) });
}

/** A round of requests for days of the past, for which no captures are to come that would need credits. */
export async function pastRound(tools: BackfillTools, from: string) {
  const { clock, signal, database } = tools;
  const context = { nowMs: clock.nowMs(), signal, stop: signal };
  const round = new Round(tools, context);
  const games = new KnownGames(database);
  await games.refresh(Date.parse(from));
  const about = { job: "backfill", games, clock, mayPay: async () => true } as const;
  const take = (span: SlateSpan, client: ResultsClient): Promise<void> => {
    return takeSpan(round, { ...about, span, client, context: { signal, nowMs: clock.nowMs() } });
  };
  return { round, take };
}

/** Whether an item belongs to the days that were asked for: a provider with one file for every season states games of others, too. */
function isOfDays(from: string, to: string): (item: FeedItem) => boolean {
  return ({ record }) => {
    if (record?.type !== "game") return true;
    const date = dateOfGame(record);
    return date === null || (date >= from && date <= to);
  };
}
