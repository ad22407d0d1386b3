/**
 * Schedules and results of days that are long past. They are asked for four weeks at a time, and these are in the ledger
 * before the next are asked for, so that a back-fill which ends at any moment can be done again without harm.
 */
import type { Logger } from "pino";
import { type Database, tablesOf } from "../../database/engine.ts";
import { isoTime } from "../../domain/durations.ts";
import type { Sport } from "../../domain/sports.ts";
import type { GameRecord } from "../../feed/records.ts";
import type { FeedItem } from "../../feed/refusals.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import type { Ask, Asker, Clock } from "../asking/ask.ts";
import { clientsFor } from "../clients/all.ts";
import { type ReceivedAnswer, type ResultsClient, spansOfDays } from "../clients/client.ts";
import { RunReport, type RunSummary, takeRound } from "../jobs/answers.ts";
import { detailsOf } from "../jobs/results.ts";
import type { RunOutcome } from "../runs/leader.ts";

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

export type ResultsBackfilled = {
  readonly outcome: RunOutcome;
  /** `not_before`: the time (UTC) before which a provider refuses to be asked again; null when none does. */
  readonly report: RunSummary & { readonly not_before?: string | null };
};

/** A client cuts them as its provider needs it. */
const daysAtOnce = 28;

/** After so many requests in a row that failed, a provider is asked no further: the next ones would fare the same. */
const mostFailed = 3;

/** How a provider has fared in a back-fill. */
type Fare = {
  failedInARow: number;
  /** The first request that was not made, and how many were not. */
  firstLeft: Ask | null;
  left: number;
};

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
  const fares = new Map<ResultsClient, Fare>();
  const ofSport = clientsFor(clients, sport, "backfill");
  for (const [index, span] of spans.entries()) {
    for (const client of ofSport) {
      // A client whose provider has one file for every season gives the same request for every span.
      const slate = client.slate(sport, span.from, span.to).filter(({ label }) => !asked.has(label));
      for (const { label } of slate) asked.add(label);
      const fare = fares.get(client) ?? { failedInARow: 0, firstLeft: null, left: 0 };
      fares.set(client, fare);
      await takeSpan(backfill, client, slate, { report, fare });
      if (stop.aborted) return report.end({ from, to, stopped_before: span.from });
    }
    onSpan?.(index + 1, spans.length);
  }
  for (const { firstLeft, left } of fares.values()) {
    if (firstLeft === null) continue;
    const requests = left === 1 ? "this request was" : `this request and ${left - 1} after it were`;
    report.noteFailure(firstLeft, "not-asked", `${requests} not made, since those before it failed`);
  }
  return report.end({ from, to, not_before: isoTime(report.notBeforeMs) });
}

type Noting = { readonly report: RunReport; readonly fare: Fare };

async function takeSpan(
  backfill: ResultsBackfill,
  client: ResultsClient,
  slate: readonly Ask[],
  noting: Noting,
): Promise<void> {
  const { clock, sport, hasDetails } = backfill;
  const slates = await askAll(backfill, slate, noting);
  const details: ReceivedAnswer[] = [];
  if (hasDetails && slates.length > 0) {
    const whole = await wholeGames(backfill, client.provider);
    for (const received of slates) {
      const wanted = detailsOf(client, sport, received, (gameId) => !whole.has(gameId));
      details.push(...(await askAll(backfill, wanted, noting)));
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
  await takeRound(backfill, round, noting.report, { stop: backfill.stop, nowMs: clock.nowMs() });
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
  { report, fare }: Noting,
): Promise<ReceivedAnswer[]> {
  const received: ReceivedAnswer[] = [];
  for (const ask of asks) {
    if (stop.aborted) break;
    if (fare.failedInARow >= mostFailed) {
      fare.firstLeft ??= ask;
      fare.left += 1;
      continue;
    }
    const given = await asker.ask(ask, stop);
    const answer = report.noteAnswer(ask, given);
    // A provider may have no details of some old games.
    const hasNone = given.kind === "failed" && given.status === 404 && ask.days === undefined;
    if (!hasNone) fare.failedInARow = answer === null ? fare.failedInARow + 1 : 0;
    if (answer !== null) received.push(answer);
  }
  return received;
}

/** The ids of a provider's final games of which the ledger has periods and an official already. */
async function wholeGames({ database, sport }: ResultsBackfill, provider: string): Promise<ReadonlySet<string>> {
  const rows = await tablesOf<LedgerTables>(database.kysely)
    .selectFrom("ledger_records")
    .select("body")
    .where("kind", "=", "game")
    .where("provider", "=", provider)
    .where("sport", "=", sport)
    .execute();
  return new Set(
    rows
      .map(({ body }) => JSON.parse(body) as GameRecord)
      .filter(({ status, line_score: lines, referee }) => status === "final" && lines !== null && referee !== null)
      .map(({ game_id: id }) => id),
  );
}
