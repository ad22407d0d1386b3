/** Asks the providers of results for spans of days, and then for the details of finals that the ledger lacks. */
import { dayMs, minuteMs } from "../../domain/durations.ts";
import type { Sport } from "../../domain/sports.ts";
import type { FeedItem } from "../../feed/feed-item.ts";
import type { Ask, ProviderAnswer } from "../asking/ask.ts";
import { clientsFor, type ResultsJob } from "../clients/all.ts";
import { type ReceivedAnswer, type ResultsClient, receivedFor } from "../clients/client.ts";
import { shortageFor } from "./credit-question.ts";
import type { Planned, RunContext, Workplace } from "./job.ts";
import { RunReport } from "./run-report.ts";
import { takeRound } from "./take-answers.ts";

export type SlateSpan = { readonly sport: Sport; readonly from: string; readonly to: string };

/** After so long nothing more is asked, so that a publish does not wait for a slow provider. */
const longestRunMs = 20 * minuteMs;

/**
 * One provider's failure stops none of the others. Returns null when the run was broken off.
 * @param mayCost whether requests that cost credits are made, when the captures leave enough for them.
 * @throws DatabaseError only when the collector ends while the database is away.
 */
export async function askResults(
  workplace: Workplace,
  job: ResultsJob,
  spans: readonly SlateSpan[],
  context: RunContext,
  mayCost = true,
): Promise<RunReport | null> {
  const report = new RunReport();
  for (const span of spans) {
    for (const client of clientsFor(workplace.resultsClients, span.sport, job)) {
      await askClient(workplace, { job, span, client, report, context, mayCost });
      if (context.signal.aborted) return null;
    }
  }
  return report;
}

/** An answer, and how the asker is told that it is in the ledger. */
type Taken = ReceivedAnswer & Pick<Extract<ProviderAnswer, { kind: "payload" }>, "taken">;

type Asking = {
  readonly job: ResultsJob;
  readonly span: SlateSpan;
  readonly client: ResultsClient;
  readonly report: RunReport;
  readonly context: RunContext;
  readonly mayCost: boolean;
};

async function askClient(workplace: Workplace, asking: Asking): Promise<void> {
  const { job, span, client, report, context } = asking;
  const { sport, from, to } = span;
  const asks = client.slate(sport, from, to);
  const slates = await askAll(workplace, asks, asking);
  const details: Taken[] = [];
  const whole: Taken[] = [];
  for (const slate of slates) {
    const wanted = wantedDetails(slate, asking);
    const answered = await askAll(workplace, wanted, asking);
    details.push(...answered);
    if (answered.length === wanted.length) whole.push(slate);
  }
  if (context.signal.aborted) return;
  const round = {
    job,
    sport,
    provider: client.provider,
    received: [...slates, ...details],
    read: (received: readonly Taken[]) => client.read(sport, received, workplace.clock.nowMs()),
    isTaken: (item: FeedItem) => client.isTaken?.(item) ?? true,
    isExpected: slates.length === asks.length && hasGames(asking),
  };
  // Answers that could not be read must come again, and so must a slate of which some details failed.
  const again = await takeRound(workplace, round, report, context);
  for (const { label, taken } of [...details, ...whole]) if (!again.has(label)) await taken?.();
}

/** Whether a game of the span is known that is to be played, or was. */
function hasGames({ span: { sport, from, to }, context: { games } }: Asking): boolean {
  const untilMs = Date.parse(to) + 2 * dayMs;
  const near = games.games(sport, Date.parse(from), untilMs);
  return near.some(({ date, isCalledOff }) => date >= from && date <= to && !isCalledOff);
}

async function askAll(workplace: Workplace, asks: readonly Ask[], asking: Asking): Promise<Taken[]> {
  const { asker, clock } = workplace;
  const { report, context, mayCost } = asking;
  const { signal, nowMs } = context;
  const received: Taken[] = [];
  for (const ask of asks) {
    if (signal.aborted) break;
    if (clock.nowMs() - nowMs > longestRunMs) {
      report.noteFailure(ask, "not-asked", "the run has taken too long already");
      continue;
    }
    if (ask.mostCredits !== undefined) {
      if (!mayCost) continue;
      if (await isTooDear(workplace, ask.mostCredits, context)) {
        report.noteLeftOut();
        continue;
      }
    }
    const answer = report.noteAnswer(ask, await asker.ask(ask, signal));
    if (answer !== null) received.push(receivedFor(ask, answer));
  }
  return received;
}

/** Whether the captures that are still to come need the credits. */
async function isTooDear(workplace: Workplace, cost: number, context: RunContext): Promise<boolean> {
  const { oddsClient, clock } = workplace;
  if (oddsClient === null) return false;
  return (await shortageFor(workplace, oddsClient, context, { cost, urgency: "event", nowMs: clock.nowMs() })) !== null;
}

function wantedDetails(
  slate: ReceivedAnswer,
  { job, span: { sport }, client, context: { games } }: Asking,
): readonly Ask[] {
  if (job === "calendar") return [];
  return detailsOf(client, sport, slate, (gameId) => {
    const known = games.recordOf(client.provider, sport, gameId);
    if (known === null || known.status !== "final") return true;
    // In the night, what is still lacking is asked for once more.
    return job === "recheck" && (known.line_score === null || known.referee === null);
  });
}

/** A slate that cannot be read names no games; its failure is reported when it is read with the others. */
export function detailsOf(client: ResultsClient, ...slate: Parameters<ResultsClient["details"]>): readonly Ask[] {
  try {
    return client.details(...slate);
  } catch {
    return [];
  }
}

/** The requests of a job's run, for a plan; those for details depend on the answers and are not among them. */
export function plannedAsks(
  { resultsClients }: Workplace,
  job: ResultsJob,
  spans: readonly SlateSpan[],
  atMs: number,
): Planned[] {
  return spans.flatMap(({ sport, from, to }) =>
    clientsFor(resultsClients, sport, job).flatMap((client) =>
      client.slate(sport, from, to).map(({ label, mostCredits: credits = 0 }) => ({ atMs, job, what: label, credits })),
    ),
  );
}
