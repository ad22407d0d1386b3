/**
 * The jobs that ask for schedules and results: the days to come, once a day; the finals of the day, while games are played; and the
 * last days again at night, before the publish.
 */
import type { Sport } from "../../domain/sports.ts";
import { dayMs, hourMs, minuteMs, slateDate } from "../../domain/times.ts";
import type { Ask, SlateDays } from "../asking/ask.ts";
import { clientsFor, type ResultsJob } from "../clients/all.ts";
import type { ReceivedAnswer, ResultsClient } from "../clients/client.ts";
import { dailySlots } from "../schedule/daily-slots.ts";
import type { KnownGames, OpenGame } from "../schedule/known-games.ts";
import { type Job, type RunContext, slotJob, type Workplace } from "./job.ts";
import { shortageFor } from "./odds.ts";
import { Round } from "./round.ts";

export type SlateSpan = SlateDays & { readonly sport: Sport };

const daysAhead = 8;

/** The schedules of the days to come. Everything that is asked during a day follows from them. */
export function calendarJob(workplace: Workplace): Job {
  const rule = { job: "calendar", slots: dailySlots("06:00"), againMs: hourMs };
  return slotJob(rule, async (context) => {
    const from = slateDate(context.nowMs);
    const to = Temporal.PlainDate.from(from).add({ days: daysAhead }).toString();
    const spans = workplace.sports.map((sport) => ({ sport, from, to }));
    return (await askResults(workplace, "calendar", spans, context))?.end() ?? null;
  });
}

/** A game that is not over by then was interrupted, or its provider has gone silent: it is left to the night's look. */
const longestPlayMs = 12 * hourMs;
const farAheadMs = 8 * dayMs;
const slotMs = 15 * minuteMs;

/** The finals of the day: every quarter of an hour, as long as a known game has started and is not over. */
export function finalsJob(workplace: Workplace): Job {
  const openBetween = (games: KnownGames, fromMs: number, untilMs: number): OpenGame[] =>
    workplace.sports.flatMap((sport) => games.open(sport, fromMs, untilMs));
  const inPlay = (games: KnownGames, nowMs: number) => openBetween(games, nowMs - longestPlayMs, nowMs);
  const slotBefore = (ms: number) => ms - (ms % slotMs);
  return {
    name: "finals",
    lane: "results",
    next({ history, games }, nowMs) {
      const last = history.last("finals", "done", "partly", "failed");
      if (inPlay(games, nowMs).length > 0) {
        const lastMs = slotBefore(nowMs);
        return last === null || last.dueMs < lastMs ? lastMs : lastMs + slotMs;
      }
      const starts = openBetween(games, nowMs, nowMs + farAheadMs).map(({ startMs }) => startMs);
      return starts.length === 0 ? null : slotBefore(Math.max(nowMs, Math.min(...starts) - 1)) + slotMs;
    },
    async run(context) {
      const games = inPlay(context.games, context.nowMs);
      const spans = new Map(games.map(({ sport, date }) => [`${sport} ${date}`, { sport, from: date, to: date }]));
      const inOrder = [...spans.values()].sort((a, b) => (a.sport + a.from < b.sport + b.from ? -1 : 1));
      return (await askResults(workplace, "finals", inOrder, context))?.end() ?? null;
    },
  };
}

const daysBack = 7;
/** More than this is a back-fill, which an operator orders. */
const mostDaysBack = 60;

/**
 * A second look at the last days: corrected scores, and details that were not there yet. After a time in which nobody collected, it
 * goes back to the last look, and so catches up with finals that were missed.
 */
export function recheckJob(workplace: Workplace): Job {
  const slots = dailySlots("04:30");
  return slotJob({ job: "recheck", slots, againMs: hourMs }, async (context) => {
    const { history, nowMs, dueMs } = context;
    const today = Temporal.PlainDate.from(slateDate(nowMs));
    const last = history.last("recheck", "done", "partly");
    const sinceLast = last === null ? 0 : Math.ceil((nowMs - last.dueMs) / dayMs);
    const days = Math.min(mostDaysBack, Math.max(daysBack, sinceLast));
    const [from, to] = [today.subtract({ days }).toString(), today.toString()];
    const spans = workplace.sports.map((sport) => ({ sport, from, to }));
    // A night that failed in part is done again, and what costs is paid for once.
    const isAgain = slots(dueMs).lastMs !== dueMs;
    const clients = isAgain ? workplace.resultsClients.map(freeOf) : workplace.resultsClients;
    const round = await askResults({ ...workplace, resultsClients: clients }, "recheck", spans, context);
    return round?.end({ from, to, left_out_for_credits: round.leftOut }) ?? null;
  });
}

function freeOf(client: ResultsClient): ResultsClient {
  return { ...client, slate: (...span) => client.slate(...span).filter(({ mostCredits = 0 }) => mostCredits === 0) };
}

/** One provider's failure stops none of the others. Returns null when the run was broken off. @throws DatabaseError as a round does. */
async function askResults(
  workplace: Workplace,
  job: ResultsJob,
  spans: readonly SlateSpan[],
  context: RunContext,
): Promise<Round | null> {
  const { clock } = workplace;
  const round = new Round(workplace, context);
  // The captures that are still to come may need the credits.
  const mayPay = async (cost: number): Promise<boolean> => {
    return (await shortageFor(workplace, context, { cost, urgency: "event", nowMs: clock.nowMs() })) === null;
  };
  for (const span of spans) {
    for (const client of clientsFor(workplace.resultsClients, span.sport, job)) {
      await takeSpan(round, { job, span, client, mayPay, clock, games: context.games, context });
      if (context.signal.aborted) return null;
    }
  }
  return round;
}

export type SpanToTake = Pick<Workplace, "clock"> & {
  readonly job: ResultsJob;
  readonly span: SlateSpan;
  readonly client: ResultsClient;
  readonly games: KnownGames;
  readonly context: Pick<RunContext, "nowMs" | "signal">;
  /** Whether a request may cost so many credits now. */
  readonly mayPay: (credits: number) => Promise<boolean>;
};

/** Asks a provider for a span of days and then for the details of finals that the ledger lacks, and takes what came. */
export async function takeSpan(round: Round, asking: SpanToTake): Promise<void> {
  const { job, span, client, context } = asking;
  const { sport, from, to } = span;
  const slates = await askAll(round, client.slate(sport, from, to), asking);
  const wanted = job === "calendar" ? [] : slates.flatMap((slate) => detailsOf(slate, asking));
  const received = [...slates, ...(await askAll(round, wanted, asking))];
  if (context.signal.aborted) return;
  await round.take(client, sport, received, client.isTaken);
}

/** After so long nothing more is asked, so that a publish does not wait for a slow provider. */
const longestRunMs = 20 * minuteMs;

async function askAll(
  round: Round,
  asks: readonly Ask[],
  { context, clock, mayPay }: SpanToTake,
): Promise<ReceivedAnswer[]> {
  const answers: ReceivedAnswer[] = [];
  for (const ask of asks) {
    if (context.signal.aborted) break;
    const { mostCredits = 0 } = ask;
    if (clock.nowMs() - context.nowMs > longestRunMs) {
      round.noteFailure(ask, "not-asked", "the run has taken too long already");
    } else if (mostCredits > 0 && !(await mayPay(mostCredits))) round.leftOut += 1;
    else if (round.mayAsk(ask)) {
      const { received } = await round.ask(ask);
      if (received !== null) answers.push(received);
    }
  }
  return answers;
}

/** The requests for the details that the ledger lacks. A slate that cannot be read names no games, and is reported with the others. */
function detailsOf(slate: ReceivedAnswer, { job, span: { sport }, client, games }: SpanToTake): readonly Ask[] {
  const isWanted = (gameId: string): boolean => {
    const known = games.recordOf(client.provider, sport, gameId);
    if (known === null || known.status !== "final") return true;
    // A result that is still lacking is asked for once more in the night, and by a back-fill.
    return job !== "finals" && (known.line_score === null || known.referee === null);
  };
  try {
    return client.details?.(sport, slate, isWanted) ?? [];
  } catch {
    return [];
  }
}
