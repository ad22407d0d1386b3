/**
 * The jobs that ask for lines: those of every event of a sport at the moments of the capture table, which cost credits or come with
 * the slate, and those of periods and team totals, which only an event's own address of The Odds API has, once a game.
 */
import { isoTime } from "../../domain/durations.ts";
import { slateDate } from "../../domain/slate-date.ts";
import type { Sport } from "../../domain/sports.ts";
import type { FeedItem } from "../../feed/refusals.ts";
import type { Ask, ProviderAnswer } from "../asking/ask.ts";
import { nextDayMs } from "../asking/memory.ts";
import type { OddsClient, ReceivedAnswer, ResultsClient } from "../clients/client.ts";
import { type EndedRun, unreadUntil } from "../runs/runs.ts";
import {
  type CaptureState,
  captureMoments,
  captureTable,
  lookAheadMs,
  nextCapture,
  nextEventCapture,
  reservedFor,
  type Urgency,
  urgencyAt,
} from "../schedule/capture-table.ts";
import type { KnownStart } from "../schedule/known-games.ts";
import { RunReport, takeRound } from "./answers.ts";
import type { Due, Job, Knowledge, RunContext, Workplace } from "./job.ts";

type Known = Pick<Knowledge, "history">;

/** The newest run of captures that came to its end; null before the first one. */
function lastRunOf({ history }: Known, job: string): EndedRun | null {
  return history.last(job, "done", "partly", "failed", "skipped");
}

function captureJobName(sport: Sport): string {
  return `captures:${sport}`;
}

/** How far the captures of a sport have come. One that was left out for want of credits counts: the next is not due any sooner. */
function stateOf({ history }: Known, job: string): CaptureState {
  const last = history.last(job, "done", "partly", "skipped");
  const failed = history.last(job, "failed");
  const hasFailed = failed !== null && (last === null || failed.dueMs > last.dueMs);
  const failedMs = hasFailed ? failed.endedMs : null;
  return { lastMs: last?.dueMs ?? null, failedMs, notBeforeMs: hasFailed ? unreadUntil(failed) || null : null };
}

function timesOf(starts: readonly KnownStart[]): number[] {
  return starts.map(({ startMs }) => startMs);
}

/**
 * Asks for the lines of a sport. Without a client of odds, or without credits for it, the slate of the next start's day is asked,
 * which costs nothing.
 * @param free the client whose slates have lines of games to come; null: there is none.
 */
export function capturesJob(workplace: Workplace, free: ResultsClient | null, sport: Sport): Job {
  const { oddsClient } = workplace;
  const job = captureJobName(sport);
  let notBeforeMs: number | null = null;

  const startsAt = ({ games }: Knowledge, fromMs: number, nowMs: number) =>
    timesOf(games.starts(sport, Math.min(fromMs, nowMs), nowMs + lookAheadMs));
  const stateNow = (knowledge: Knowledge) => {
    const state = stateOf(knowledge, job);
    return { ...state, notBeforeMs: Math.max(state.notBeforeMs ?? 0, notBeforeMs ?? 0) || null };
  };

  function next(knowledge: Knowledge, nowMs: number): Due | null {
    const state = stateNow(knowledge);
    const sinceMs = Math.min(nowMs, state.lastMs ?? nowMs);
    const planned = nextCapture(startsAt(knowledge, sinceMs, nowMs), state, sinceMs);
    if (planned !== null && planned.atMs > nowMs) return { dueMs: planned.atMs, atMs: planned.atMs };
    const due = nextCapture(startsAt(knowledge, nowMs, nowMs), state, nowMs);
    if (due === null) return null;
    // A run keeps the name of its moment when it is only a little late.
    const isLittleLate = planned !== null && due.atMs === nowMs && nowMs - planned.atMs <= captureTable.apartMs;
    return { dueMs: isLittleLate ? planned.atMs : due.atMs, atMs: due.atMs };
  }

  return {
    name: job,
    lane: "captures",
    next,
    async run(context) {
      const { nowMs } = context;
      const starts = startsAt(context, nowMs, nowMs);
      const urgency = urgencyAt(starts, nowMs);
      const nextMs = starts.find((startMs) => startMs > nowMs) ?? null;
      const about = { urgency, next_start: isoTime(nextMs) };
      const report = new RunReport();
      let shortage: Shortage | null = null;
      if (oddsClient !== null) {
        const ask = oddsClient.current(sport);
        const cost = oddsClient.costOf(ask);
        shortage = await shortageFor(workplace, oddsClient, context, { cost, urgency, nowMs });
        const asking = { sport, ask, report, read: (answer: ReceivedAnswer) => oddsClient.read(sport, answer) };
        const given = shortage === null ? await askOdds(workplace, asking, context) : null;
        if (context.signal.aborted) return null;
        notBeforeMs = report.notBeforeMs;
        const isUsedUp = given === null || (given.kind === "failed" && given.reason === "no-credits");
        if (!isUsedUp) return report.end(about);
      }
      const [ask] = free === null || nextMs === null ? [] : free.slate(sport, slateDate(nextMs), slateDate(nextMs));
      if (free === null || ask === undefined) {
        return { outcome: "skipped", report: { ...report.end(about).report, ...shortage } };
      }
      const read = (answer: ReceivedAnswer) => free.read(sport, [answer], nowMs);
      await askOdds(workplace, { sport, ask, report, read }, context);
      if (context.signal.aborted) return null;
      notBeforeMs = report.notBeforeMs;
      const end = report.end(about);
      return { ...end, report: { ...end.report, ...shortage } };
    },
  };
}

/** The span of the starts that a capture of events at a moment serves: those that the one before it has not served. */
function spanOfEvents(nowMs: number, lastMs: number | null): readonly [firstMs: number, lastMs: number] {
  const { fromMs, untilMs } = captureTable.events;
  return [Math.max(nowMs + untilMs, (lastMs ?? 0) + fromMs + 1), nowMs + fromMs];
}

export function eventCapturesJob(workplace: Workplace, oddsClient: OddsClient, sport: Sport): Job {
  const job = `event-captures:${sport}`;
  const lastMsOf = (knowledge: Knowledge): number | null => lastRunOf(knowledge, job)?.dueMs ?? null;
  const notBeforeMs = (knowledge: Knowledge, nowMs: number): number =>
    Math.max(nowMs, unreadUntil(lastRunOf(knowledge, job)));

  return {
    name: job,
    lane: "event-captures",
    next(knowledge, nowMs) {
      const starts = timesOf(knowledge.games.starts(sport, nowMs, nowMs + lookAheadMs));
      const atMs = nextEventCapture(starts, lastMsOf(knowledge), notBeforeMs(knowledge, nowMs));
      return atMs === null ? null : { dueMs: atMs, atMs };
    },
    async run(context) {
      const report = new RunReport();
      const span = spanOfEvents(context.nowMs, context.history.last(job, "done")?.dueMs ?? null);
      const events = context.games
        .starts(sport, ...span)
        .flatMap((start) => start.events)
        .filter(({ provider }) => provider === oddsClient.provider);
      const asks = events.map(({ eventId }) => oddsClient.currentEvent(sport, eventId));
      for (const ask of asks) {
        const about = { cost: oddsClient.costOf(ask), urgency: "event", nowMs: workplace.clock.nowMs() } as const;
        if (await shortageFor(workplace, oddsClient, context, about)) {
          report.leftOut += 1;
          continue;
        }
        const read = (answer: ReceivedAnswer) => oddsClient.read(sport, answer);
        await askOdds(workplace, { sport, ask, report, read, isOfEvent: true }, context);
        if (context.signal.aborted) return null;
        if (report.isUnread) break;
      }
      const end = report.end({ left_out_for_credits: report.leftOut });
      return report.leftOut > 0 && end.outcome === "done" && report.asked === 0 ? { ...end, outcome: "skipped" } : end;
    },
  };
}

type Asking = {
  readonly sport: Sport;
  readonly ask: Ask;
  readonly report: RunReport;
  readonly read: (answer: ReceivedAnswer) => Iterable<FeedItem>;
  readonly isOfEvent?: true;
};

async function askOdds(
  workplace: Workplace,
  { sport, ask, report, read, isOfEvent }: Asking,
  context: RunContext,
): Promise<ProviderAnswer> {
  const given = await workplace.asker.ask(ask, context.signal);
  if (given.kind === "failed" && given.reason === "aborted") return given;
  // An event that the odds list no more has no lines, which is no failure.
  if (isOfEvent && given.kind === "failed" && given.status === 404) return given;
  const answer = report.noteAnswer(ask, given);
  if (answer !== null) {
    const round = { provider: ask.provider, sport, received: [answer], read: () => read(answer), isTaken: isOfLines };
    await takeRound(workplace, round, report, context);
  }
  return given;
}

/** The games of a slate are left to the jobs that ask for results, which know whose word counts. */
function isOfLines({ record }: FeedItem): boolean {
  return record === undefined || record.type === "quote";
}

/** Why a request is left out; null when it may be made. */
export type Shortage = { readonly left: number; readonly cost: number; readonly reserved: number };

/** Whether a request may be paid for now, with all that is still to come on this day of credits. */
export async function shortageFor(
  { creditsLeft, sports }: Pick<Workplace, "creditsLeft" | "sports">,
  oddsClient: OddsClient,
  knowledge: Knowledge,
  { cost, urgency, nowMs }: { readonly cost: number; readonly urgency: Urgency | "event"; readonly nowMs: number },
): Promise<Shortage | null> {
  const left = await creditsLeft(nowMs);
  if (left === null) return null;
  const untilMs = nextDayMs(nowMs) - 1;
  const stillToCome = sports.flatMap((sport) => {
    const state = stateOf(knowledge, captureJobName(sport));
    // A capture that is due at this moment is asked for now, and does not lie ahead.
    const from = { ...state, lastMs: Math.max(nowMs, state.lastMs ?? 0) };
    const starts = timesOf(knowledge.games.starts(sport, nowMs, untilMs + lookAheadMs));
    const each = oddsClient.costOf(oddsClient.current(sport));
    return captureMoments(starts, from, { fromMs: nowMs, untilMs }).map((due) => ({ ...due, cost: each }));
  });
  const reserved = reservedFor(urgency, stillToCome);
  return left - cost >= reserved ? null : { left, cost, reserved };
}
