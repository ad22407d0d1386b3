/**
 * Schedules and results of days that are long past. They are asked for four weeks at a time, and these are in the ledger
 * before the next are asked for, so that a back-fill which ends at any moment can be done again without harm.
 */
import type { Logger } from "pino";
import { type Database, tablesOf } from "../../database/engine.ts";
import type { Sport } from "../../domain/sports.ts";
import type { FeedItem } from "../../feed/feed-item.ts";
import type { GameRecord } from "../../feed/records.ts";
import { isGoodRecord } from "../../ledger/checksums.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import type { Ask, Asker } from "../asking/ask.ts";
import { spansOfDays } from "../clients/address.ts";
import { clientsFor } from "../clients/all.ts";
import type { ReceivedAnswer, ResultsClient } from "../clients/client.ts";
import type { Clock } from "../clock.ts";
import { detailsOf } from "../jobs/ask-results.ts";
import { RunReport, type RunSummary } from "../jobs/run-report.ts";
import { takeRound } from "../jobs/take-answers.ts";
import type { RunOutcome } from "../runs/tables.ts";

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
  /** Told after each of these spans how many are done, of how many. */
  readonly onSpan?: (spansDone: number, spans: number) => void;
};

export type ResultsBackfilled = { readonly outcome: RunOutcome; readonly report: RunSummary };

/** Four weeks, which is the most that a request of any client asks for: a client cuts them as its provider needs it. */
const daysAtOnce = 28;

/** The names of the providers that would be asked, the best first; empty when all of them lack a key. */
export function backfillProviders(clients: readonly ResultsClient[], sport: Sport): readonly string[] {
  return clientsFor(clients, sport, "backfill").map(({ provider }) => provider);
}

/** One provider's failure stops none of the others. @throws DatabaseError */
export async function backfillResults(backfill: ResultsBackfill): Promise<ResultsBackfilled> {
  const { clients, sport, from, to, stop, onSpan } = backfill;
  const report = new RunReport();
  const spans = spansOfDays(from, to, daysAtOnce);
  const asked = new Set<string>();
  for (const [index, span] of spans.entries()) {
    for (const client of clientsFor(clients, sport, "backfill")) {
      // A client whose provider has one file for every season gives the same request for every span.
      const slate = client.slate(sport, span.from, span.to).filter(({ label }) => !asked.has(label));
      for (const { label } of slate) asked.add(label);
      await takeSpan(backfill, client, slate, report);
      if (stop.aborted) return report.end({ from, to, stopped_before: span.from });
    }
    onSpan?.(index + 1, spans.length);
  }
  return report.end({ from, to });
}

async function takeSpan(
  backfill: ResultsBackfill,
  client: ResultsClient,
  slate: readonly Ask[],
  report: RunReport,
): Promise<void> {
  const { clock, sport, hasDetails } = backfill;
  const slates = await askAll(backfill, slate, report);
  const details: ReceivedAnswer[] = [];
  if (hasDetails && slates.length > 0) {
    const whole = await wholeGames(backfill, client.provider);
    for (const received of slates) {
      const wanted = detailsOf(client, sport, received, (gameId) => !whole.has(gameId));
      details.push(...(await askAll(backfill, wanted, report)));
    }
  }
  const round = {
    job: "backfill",
    sport,
    provider: client.provider,
    received: [...slates, ...details],
    isExpected: false,
    read: (received: readonly ReceivedAnswer[]) =>
      [...client.read(sport, received, clock.nowMs())].filter(isAskedFor(backfill)),
  };
  await takeRound(backfill, round, report, { stop: backfill.stop, nowMs: clock.nowMs() });
}

/** A provider with one file for every season states games outside the days that were asked for; these are not taken. */
function isAskedFor({ from, to }: Pick<ResultsBackfill, "from" | "to">): (item: FeedItem) => boolean {
  return (item) => {
    if (item.record?.type !== "game") return true;
    const { game_date: slateDate, start_time: start } = item.record;
    const date = slateDate ?? start?.slice(0, 10) ?? null;
    return date === null || (date >= from && date <= to);
  };
}

async function askAll(
  { asker, stop }: ResultsBackfill,
  asks: readonly Ask[],
  report: RunReport,
): Promise<ReceivedAnswer[]> {
  const received: ReceivedAnswer[] = [];
  for (const ask of asks) {
    if (stop.aborted) break;
    // An answer that has not changed is wanted too: the ledger may be another one than when it was last asked for.
    const answer = report.noteAnswer(ask, await asker.ask({ ...ask, isConditional: false }, stop));
    if (answer !== null) received.push({ ...answer, label: ask.label });
  }
  return received;
}

/** The ids of a provider's final games of which the ledger has periods and an official already. */
async function wholeGames({ database, sport }: ResultsBackfill, provider: string): Promise<ReadonlySet<string>> {
  const rows = await tablesOf<LedgerTables>(database.kysely)
    .selectFrom("ledger_records")
    .selectAll()
    .where("kind", "=", "game")
    .where("provider", "=", provider)
    .where("sport", "=", sport)
    .execute();
  return new Set(
    rows
      .filter(isGoodRecord)
      .map(({ body }) => JSON.parse(body) as GameRecord)
      .filter(({ status, line_score: lines, referee }) => status === "final" && lines !== null && referee !== null)
      .map(({ game_id: id }) => id),
  );
}
