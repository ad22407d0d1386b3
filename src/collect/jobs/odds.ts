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
import { unreadUntil } from "../runs/runs.ts";
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
import { RunReport, takeRound } from "./answers.ts";
import type { Job, Knowledge, RunContext, Workplace } from "./job.ts";

function captureJobName(sport: Sport): string {
  return `captures:${sport}`;
}

/** How far the captures of a sport have come. One that was left out for want of credits counts: the next is not due any sooner. */
function stateOf({ history }: Pick<Knowledge, "history">, sport: Sport): CaptureState {
  const last = history.last(captureJobName(sport), "done", "partly", "skipped");
  const failed = history.last(captureJobName(sport), "failed");
  const lastMs = last?.dueMs ?? null;
  if (failed === null || (last !== null && failed.dueMs <= last.dueMs)) {
    return { lastMs, failedMs: null, notBeforeMs: null };
  }
  return { lastMs, failedMs: failed.endedMs, notBeforeMs: unreadUntil(failed) || null };
}

/** The moments in a span for which lines are captured. */
function startsOf({ games }: Pick<Knowledge, "games">, sport: Sport, fromMs: number, untilMs: number): number[] {
  return games.starts(sport, fromMs, untilMs + lookAheadMs).map(({ startMs }) => startMs);
}

/**
 * Asks for the lines of a sport. Without a client of odds, or without credits for it, the slate of the next start's day is asked,
 * which costs nothing.
 * @param free the client whose slates have lines of games to come; null: there is none.
 */
export function capturesJob(workplace: Workplace, free: ResultsClient | null, sport: Sport): Job {
  const { oddsClient } = workplace;
  let notBeforeMs: number | null = null;

  return {
    name: captureJobName(sport),
    lane: "captures",
    next(knowledge, nowMs) {
      const known = stateOf(knowledge, sport);
      const state = { ...known, notBeforeMs: Math.max(known.notBeforeMs ?? 0, notBeforeMs ?? 0) || null };
      const sinceMs = Math.min(nowMs, state.lastMs ?? nowMs);
      const planned = nextCapture(startsOf(knowledge, sport, sinceMs, nowMs), state, sinceMs);
      // A run keeps the name of its moment when it is only a little late.
      if (planned !== null && planned.atMs > nowMs) return planned.atMs;
      const due = nextCapture(startsOf(knowledge, sport, nowMs, nowMs), state, nowMs);
      const isLittleLate = planned !== null && due?.atMs === nowMs && nowMs - planned.atMs <= captureTable.apartMs;
      return isLittleLate ? planned.atMs : (due?.atMs ?? null);
    },
    async run(context) {
      const { nowMs } = context;
      const starts = startsOf(context, sport, nowMs, nowMs);
      const urgency = urgencyAt(starts, nowMs);
      const nextMs = starts.find((startMs) => startMs > nowMs) ?? null;
      const report = new RunReport();
      let shortage: Shortage | null = null;
      let isUsedUp = oddsClient === null;
      if (oddsClient !== null) {
        const ask = oddsClient.current(sport);
        shortage = await shortageFor(workplace, context, { cost: oddsClient.costOf(ask), urgency, nowMs });
        const read = (answer: ReceivedAnswer) => oddsClient.read(sport, answer);
        const given = shortage === null ? await askOdds(workplace, { sport, ask, report, read }, context) : null;
        isUsedUp = given === null || (given.kind === "failed" && given.reason === "no-credits");
      }
      const days = nextMs === null ? null : slateDate(nextMs);
      const [slate] = isUsedUp && free !== null && days !== null ? free.slate(sport, days, days) : [];
      if (slate !== undefined && free !== null) {
        const read = (answer: ReceivedAnswer) => free.read(sport, [answer], nowMs);
        await askOdds(workplace, { sport, ask: slate, report, read }, context);
      }
      if (context.signal.aborted) return null;
      notBeforeMs = report.notBeforeMs;
      const end = report.end({ urgency, next_start: isoTime(nextMs), ...shortage });
      return isUsedUp && slate === undefined ? { ...end, outcome: "skipped" } : end;
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
  return {
    name: job,
    lane: "event-captures",
    next(knowledge, nowMs) {
      const last = knowledge.history.last(job, "done", "partly", "failed", "skipped");
      const starts = startsOf(knowledge, sport, nowMs, nowMs);
      return nextEventCapture(starts, last?.dueMs ?? null, Math.max(nowMs, unreadUntil(last)));
    },
    async run(context) {
      const report = new RunReport();
      const span = spanOfEvents(context.nowMs, context.history.last(job, "done")?.dueMs ?? null);
      const events = context.games
        .starts(sport, ...span)
        .flatMap((start) => start.events)
        .filter(({ provider }) => provider === oddsClient.provider);
      for (const { eventId } of events) {
        const ask = oddsClient.currentEvent(sport, eventId);
        const about = { cost: oddsClient.costOf(ask), urgency: "event", nowMs: workplace.clock.nowMs() } as const;
        if ((await shortageFor(workplace, context, about)) !== null) {
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

async function askOdds(workplace: Workplace, asking: Asking, context: RunContext): Promise<ProviderAnswer> {
  const { sport, ask, report, read, isOfEvent } = asking;
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

/** Why a request is left out. */
type Shortage = { readonly left: number; readonly cost: number; readonly reserved: number };

/** Whether a request may be paid for now, with all that is still to come on this day of credits; null: it may. */
export async function shortageFor(
  { creditsLeft, sports, oddsClient }: Pick<Workplace, "creditsLeft" | "sports" | "oddsClient">,
  knowledge: Pick<Knowledge, "history" | "games">,
  { cost, urgency, nowMs }: { readonly cost: number; readonly urgency: Urgency | "event"; readonly nowMs: number },
): Promise<Shortage | null> {
  if (oddsClient === null) return null;
  const left = await creditsLeft(nowMs);
  if (left === Number.POSITIVE_INFINITY) return null;
  const untilMs = nextDayMs(nowMs) - 1;
  const stillToCome = sports.flatMap((sport) => {
    const state = stateOf(knowledge, sport);
    // A capture that is due at this moment is asked for now, and does not lie ahead.
    const from = { ...state, lastMs: Math.max(nowMs, state.lastMs ?? 0) };
    const each = oddsClient.costOf(oddsClient.current(sport));
    const span = { fromMs: nowMs, untilMs };
    return captureMoments(startsOf(knowledge, sport, nowMs, untilMs), from, span).map((due) => ({
      ...due,
      cost: each,
    }));
  });
  const reserved = reservedFor(urgency, stillToCome);
  return left - cost >= reserved ? null : { left, cost, reserved };
}
