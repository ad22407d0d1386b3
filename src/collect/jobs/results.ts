/**
 * The jobs that ask for schedules and results: the days to come, once a day; the finals of the day, while games are played; and the
 * last days again at night, before the publish.
 */
import { dayMs, hourMs, minuteMs } from "../../domain/durations.ts";
import { slateDate } from "../../domain/slate-date.ts";
import type { Sport } from "../../domain/sports.ts";
import type { FeedItem } from "../../feed/refusals.ts";
import type { Ask } from "../asking/ask.ts";
import { clientsFor, type ResultsJob } from "../clients/all.ts";
import type { ReceivedAnswer, ResultsClient } from "../clients/client.ts";
import type { KnownGame, KnownGames } from "../schedule/known-games.ts";
import { RunReport, takeRound } from "./answers.ts";
import { type Job, type RunContext, slotJob, slotsOf, type Workplace } from "./job.ts";
import { shortageFor } from "./odds.ts";

type SlateSpan = { readonly sport: Sport; readonly from: string; readonly to: string };

const daysAhead = 8;

/** The schedules of the days to come. Everything that is asked during a day follows from them. */
export function calendarJob(workplace: Workplace): Job {
  const rule = { job: "calendar", slots: slotsOf("0 6 * * *"), againMs: hourMs };
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

/** The finals of the day: every quarter of an hour, as long as a known game has started and is not over. */
export function finalsJob(workplace: Workplace): Job {
  const slots = slotsOf("*/15 * * * *");
  const gamesBetween = (games: KnownGames, fromMs: number, untilMs: number): KnownGame[] =>
    workplace.sports.flatMap((sport) => games.games(sport, fromMs, untilMs)).filter(({ isOver }) => !isOver);
  const inPlay = (games: KnownGames, nowMs: number) => gamesBetween(games, nowMs - longestPlayMs, nowMs);
  return {
    name: "finals",
    lane: "results",
    next({ history, games }, nowMs) {
      const slotMs = slots.lastMs(nowMs);
      const last = history.last("finals", "done", "partly", "failed");
      const isInPlay = inPlay(games, nowMs).length > 0;
      if (isInPlay && (last === null || last.dueMs < slotMs)) return { dueMs: slotMs, atMs: slotMs };
      const starts = gamesBetween(games, nowMs, nowMs + farAheadMs).map(({ startMs }) => startMs);
      if (!isInPlay && starts.length === 0) return null;
      const atMs = slots.nextMs(isInPlay ? nowMs : Math.max(nowMs, Math.min(...starts) - 1));
      return { dueMs: atMs, atMs };
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
  const rule = { job: "recheck", slots: slotsOf("30 4 * * *"), againMs: hourMs };
  return slotJob(rule, async (context) => {
    const { history, nowMs, dueMs } = context;
    const today = Temporal.PlainDate.from(slateDate(nowMs));
    const last = history.last("recheck", "done", "partly");
    const sinceLast = last === null ? 0 : Math.ceil((nowMs - last.dueMs) / dayMs);
    const days = Math.min(mostDaysBack, Math.max(daysBack, sinceLast));
    const [from, to] = [today.subtract({ days }).toString(), today.toString()];
    const spans = workplace.sports.map((sport) => ({ sport, from, to }));
    // A night that failed in part is done again, and what costs is paid for once.
    const mayCost = rule.slots.lastMs(dueMs) === dueMs;
    const report = await askResults(workplace, "recheck", spans, context, mayCost);
    return report?.end({ from, to, left_out_for_credits: report.leftOut }) ?? null;
  });
}

/** After so long nothing more is asked, so that a publish does not wait for a slow provider. */
const longestRunMs = 20 * minuteMs;

/** The part of a workplace that asking for results needs. Without a client of odds no captures are waited for. */
type Asked = Pick<Workplace, "database" | "clock" | "log" | "asker"> &
  (Pick<Workplace, "creditsLeft" | "sports" | "oddsClient"> | { readonly oddsClient: null });

type Asking = {
  readonly job: ResultsJob;
  readonly span: SlateSpan;
  readonly client: ResultsClient;
  readonly report: RunReport;
  readonly context: Pick<RunContext, "history" | "games" | "nowMs" | "signal" | "stop">;
  readonly mayCost: boolean;
  /** Whether details of finals are asked for, where they have addresses of their own. */
  readonly hasDetails: boolean;
  /** The labels of requests that are not made again; those that are made are added. */
  readonly made?: Set<string>;
  /** Of a back-fill: games of other days are not taken, which a provider with one file for every season states. */
  readonly taken?: Pick<SlateSpan, "from" | "to">;
};

/**
 * Asks the providers of results for spans of days, and then for the details of finals that the ledger lacks. One provider's failure
 * stops none of the others. Returns null when the run was broken off.
 * @param mayCost whether requests that cost credits are made, when the captures leave enough for them.
 * @throws DatabaseError only when the collector ends while the database is away.
 */
async function askResults(
  workplace: Workplace,
  job: ResultsJob,
  spans: readonly SlateSpan[],
  context: RunContext,
  mayCost = true,
): Promise<RunReport | null> {
  const report = new RunReport();
  for (const span of spans) {
    for (const client of clientsFor(workplace.resultsClients, span.sport, job)) {
      await askClient(workplace, { job, span, client, report, context, mayCost, hasDetails: job !== "calendar" });
      if (context.signal.aborted) return null;
    }
  }
  return report;
}

/** Asks a provider for a span of days and for details, and takes what came. @throws DatabaseError as `takeRound` does. */
export async function askClient(workplace: Asked, asking: Asking): Promise<void> {
  const { span, client, report, context, hasDetails, made, taken } = asking;
  const { sport, from, to } = span;
  const asks = client.slate(sport, from, to).filter(({ label }) => made?.has(label) !== true);
  for (const { label } of asks) made?.add(label);
  const slates = await askAll(workplace, asks, asking);
  const wanted = hasDetails ? slates.flatMap((slate) => wantedDetails(slate, asking)) : [];
  const received = [...slates, ...(await askAll(workplace, wanted, asking))];
  if (context.signal.aborted) return;
  const round = {
    ...{ sport, provider: client.provider, received },
    read: (answers: readonly ReceivedAnswer[]) => client.read(sport, answers, workplace.clock.nowMs()),
    ...(taken !== undefined ? { isTaken: isOfDays(taken) } : client.isTaken && { isTaken: client.isTaken }),
  };
  await takeRound(workplace, round, report, context);
}

function isOfDays({ from, to }: Pick<SlateSpan, "from" | "to">): (item: FeedItem) => boolean {
  return ({ record }) => {
    if (record?.type !== "game") return true;
    const date = record.game_date ?? record.start_time?.slice(0, 10) ?? null;
    return date === null || (date >= from && date <= to);
  };
}

async function askAll(workplace: Asked, asks: readonly Ask[], asking: Asking): Promise<ReceivedAnswer[]> {
  const { asker, clock } = workplace;
  const { report, context, mayCost } = asking;
  const received: ReceivedAnswer[] = [];
  for (const ask of asks) {
    if (context.signal.aborted) break;
    const nowMs = clock.nowMs();
    if (nowMs - context.nowMs > longestRunMs) {
      report.noteFailure(ask, "not-asked", "the run has taken too long already");
      continue;
    }
    const cost = ask.mostCredits ?? 0;
    if (cost > 0 && !mayCost) continue;
    // The captures that are still to come may need the credits.
    if (cost > 0 && workplace.oddsClient !== null) {
      const shortage = await shortageFor(workplace, workplace.oddsClient, context, { cost, urgency: "event", nowMs });
      if (shortage !== null) {
        report.leftOut += 1;
        continue;
      }
    }
    if (!report.mayAsk(ask)) continue;
    const answer = report.noteAnswer(ask, await asker.ask(ask, context.signal));
    if (answer !== null) received.push(answer);
  }
  return received;
}

function wantedDetails(
  slate: ReceivedAnswer,
  { job, span: { sport }, client, context: { games } }: Asking,
): readonly Ask[] {
  return detailsOf(client, sport, slate, (gameId) => {
    const known = games.recordOf(client.provider, sport, gameId);
    if (known === null || known.status !== "final") return true;
    // A result that is still lacking is asked for once more in the night, and by a back-fill.
    return job !== "finals" && (known.line_score === null || known.referee === null);
  });
}

/** A slate that cannot be read names no games; its failure is reported when it is read with the others. */
function detailsOf(client: ResultsClient, ...slate: Parameters<ResultsClient["details"]>): readonly Ask[] {
  try {
    return client.details(...slate);
  } catch {
    return [];
  }
}
