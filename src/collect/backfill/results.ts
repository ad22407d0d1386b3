/**
 * Schedules and results of days that are long past. They are asked for four weeks at a time, and these are in the ledger
 * before the next are asked for, so that a back-fill which ends at any moment can be done again without harm.
 */
import { isoTime } from "../../domain/durations.ts";
import type { Sport } from "../../domain/sports.ts";
import type { FeedItem } from "../../feed/refusals.ts";
import type { SlateDays } from "../asking/ask.ts";
import { clientsFor } from "../clients/all.ts";
import { type ResultsClient, spansOfDays } from "../clients/client.ts";
import { RunReport, type RunSummary } from "../jobs/answers.ts";
import type { Workplace } from "../jobs/job.ts";
import { askClient } from "../jobs/results.ts";
import type { RunOutcome } from "../runs/leader.ts";
import { History } from "../runs/runs.ts";
import { KnownGames } from "../schedule/known-games.ts";

/** The things that a back-fill works with. */
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

/** The names of the providers that would be asked, the best first; empty when all of them lack a key. */
export function backfillProviders(clients: readonly ResultsClient[], sport: Sport): readonly string[] {
  return clientsFor(clients, sport, "backfill").map(({ provider }) => provider);
}

/** One provider's failure stops none of the others. @throws DatabaseError */
export async function backfillResults(backfill: ResultsBackfill): Promise<ResultsBackfilled> {
  const { sport, from, to, hasDetails, signal, onStep } = backfill;
  const report = new RunReport();
  const games = new KnownGames(backfill.database);
  await games.refresh(Date.parse(from));
  const spans = spansOfDays(from, to, daysAtOnce);
  const clients = clientsFor(backfill.clients, sport, "backfill").map((client) => ({
    ...{ ...client, isTaken: isOfDays({ from, to }) },
    ...(hasDetails ? {} : { details: () => [] }),
  }));
  for (const [index, days] of spans.entries()) {
    for (const client of clients) await askPast(backfill, { ...days, sport }, client, { report, games });
    if (signal.aborted) return report.end({ from, to, stopped_before: days.from });
    onStep(index + 1, spans.length);
  }
  return report.end({ from, to, not_before: isoTime(report.notBeforeMs) });
}

/** Asks a provider for a span of days of the past, for which no captures are to come that would need credits. */
export async function askPast(
  tools: BackfillTools,
  span: SlateDays & { readonly sport: Sport },
  client: ResultsClient,
  { report, games }: { readonly report: RunReport; readonly games: KnownGames },
): Promise<void> {
  const { signal, clock } = tools;
  const workplace = { ...tools, sports: [], oddsClient: null, creditsLeft: async () => Number.POSITIVE_INFINITY };
  const context = { games, history: new History(), nowMs: clock.nowMs(), signal, stop: signal };
  await askClient(workplace, { job: "backfill", span, client, report, context });
}

/** Whether an item belongs to the days that were asked for: a provider with one file for every season states games of others, too. */
function isOfDays({ from, to }: SlateDays): (item: FeedItem) => boolean {
  return ({ record }) => {
    if (record?.type !== "game") return true;
    const date = record.game_date ?? record.start_time?.slice(0, 10) ?? null;
    return date === null || (date >= from && date <= to);
  };
}
