/**
 * The jobs that ask for lines: those of every event of a sport at the moments of the capture table, which cost credits or come with
 * the slate, and those of periods and team totals, which only an event's own address of The Odds API has, once a game.
 */
import type { Sport } from "../../domain/sports.ts";
import { isoTime, slateDate } from "../../domain/times.ts";
import type { Ask } from "../asking/ask.ts";
import { nextDayMs } from "../asking/memory.ts";
import type { OddsClient, Reader, ResultsClient } from "../clients/client.ts";
import { unreadUntil } from "../runs.ts";
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
import type { Job, Knowledge, Workplace } from "./job.ts";
import { Round } from "./round.ts";

function captureJobName(sport: Sport): string {
  return `captures:${sport}`;
}

/** How far the captures of a sport have come. One that was left out because credits are short counts: the next is not due any sooner. */
function stateOf({ history }: Pick<Knowledge, "history">, sport: Sport): CaptureState {
  const last = history.last(captureJobName(sport), "done", "partly", "skipped");
  const failed = history.last(captureJobName(sport), "failed");
  const isFailed = failed !== null && (last === null || failed.dueMs > last.dueMs);
  return {
    lastMs: last?.dueMs ?? null,
    failedMs: isFailed ? failed.endedMs : null,
    notBeforeMs: isFailed ? unreadUntil(failed) || null : null,
  };
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
      const round = new Round(workplace, context);
      let shortage: Shortage | null = null;
      let isBought = false;
      if (oddsClient !== null) {
        const ask = oddsClient.current(sport);
        shortage = await shortageFor(workplace, context, { cost: ask.mostCredits ?? 0, urgency, nowMs });
        if (shortage === null) await takeLines(round, oddsClient, sport, ask);
        isBought = shortage === null && !round.has("no-credits");
      }
      const day = nextMs === null ? null : slateDate(nextMs);
      const isFree = !isBought && free !== null && day !== null;
      if (isFree) for (const ask of free.slate(sport, day, day)) await takeLines(round, free, sport, ask);
      if (context.signal.aborted) return null;
      notBeforeMs = round.notBeforeMs;
      const end = round.end({ urgency, next_start: isoTime(nextMs), ...shortage });
      return isBought || isFree ? end : { ...end, outcome: "skipped" };
    },
  };
}

export function eventCapturesJob(workplace: Workplace, oddsClient: OddsClient, sport: Sport): Job {
  const job = `event-captures:${sport}`;
  const { fromMs, untilMs } = captureTable.events;
  return {
    name: job,
    lane: "event-captures",
    next(knowledge, nowMs) {
      const last = knowledge.history.last(job, "done", "partly", "failed", "skipped");
      const starts = startsOf(knowledge, sport, nowMs, nowMs);
      return nextEventCapture(starts, last?.dueMs ?? null, Math.max(nowMs, unreadUntil(last)));
    },
    async run(context) {
      const { nowMs, history, games } = context;
      const round = new Round(workplace, context);
      // The starts that the capture before this one has not served.
      const sinceMs = Math.max(nowMs + untilMs, (history.last(job, "done")?.dueMs ?? 0) + fromMs + 1);
      const events = games.starts(sport, sinceMs, nowMs + fromMs).flatMap((start) => start.events);
      for (const { eventId } of events.filter(({ provider }) => provider === oddsClient.provider)) {
        const ask = oddsClient.currentEvent(sport, eventId);
        const about = { cost: ask.mostCredits ?? 0, urgency: "event", nowMs: workplace.clock.nowMs() } as const;
        if ((await shortageFor(workplace, context, about)) !== null) {
          round.leftOut += 1;
          continue;
        }
        await takeLines(round, oddsClient, sport, ask);
        if (context.signal.aborted) return null;
        if (round.has("unread")) break;
      }
      const end = round.end({ left_out_for_credits: round.leftOut });
      return round.leftOut > 0 && end.outcome === "done" && round.asked === 0 ? { ...end, outcome: "skipped" } : end;
    },
  };
}

/** The games of a slate are left to the jobs that ask for results, which know whose word counts. */
async function takeLines(round: Round, reader: Reader, sport: Sport, ask: Ask): Promise<void> {
  const { received } = await round.ask(ask);
  if (received === null) return;
  await round.take(reader, sport, [received], ({ record }) => record === undefined || record.type === "quote");
}

/** Why a request is left out. */
type Shortage = { readonly left: number; readonly cost: number; readonly reserved: number };

/** Whether a request may be paid for now, with all that is still to come on this day of credits; null: it may. */
export async function shortageFor(
  { creditsLeft, sports, oddsClient }: Pick<Workplace, "creditsLeft" | "sports" | "oddsClient">,
  knowledge: Pick<Knowledge, "history" | "games">,
  { cost, urgency, nowMs }: { readonly cost: number; readonly urgency: Urgency; readonly nowMs: number },
): Promise<Shortage | null> {
  if (oddsClient === null) return null;
  const left = await creditsLeft(nowMs);
  if (left === Number.POSITIVE_INFINITY) return null;
  const untilMs = nextDayMs(nowMs) - 1;
  const stillToCome = sports.flatMap((sport) => {
    const state = stateOf(knowledge, sport);
    // A capture that is due at this moment is asked for now, and does not lie ahead.
    const from = { ...state, lastMs: Math.max(nowMs, state.lastMs ?? 0) };
    const { mostCredits: cost = 0 } = oddsClient.current(sport);
    const moments = captureMoments(startsOf(knowledge, sport, nowMs, untilMs), from, nowMs, untilMs);
    return moments.map((due) => ({ ...due, cost }));
  });
  const reserved = reservedFor(urgency, stillToCome);
  return left - cost >= reserved ? null : { left, cost, reserved };
}
