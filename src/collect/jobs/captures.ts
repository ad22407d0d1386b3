/** The current lines of every event of a sport, at the moments that the capture table names. */
import { dayMs, isoTime } from "../../domain/durations.ts";
import type { Sport } from "../../domain/sports.ts";
import type { OddsClient } from "../clients/client.ts";
import type { RunEnd } from "../runs/runs.ts";
import { captureMoments, captureTable, lookAheadMs, nextCapture, urgencyAt } from "../schedule/capture-table.ts";
import type { KnownGame } from "../schedule/known-games.ts";
import { askOdds } from "./ask-odds.ts";
import { captureJobName, lastRunOf, stateOf, watchedUntil } from "./capture-state.ts";
import { shortageFor } from "./credit-question.ts";
import type { Due, Job, Knowledge, RunContext, Workplace } from "./job.ts";
import { RunReport } from "./run-report.ts";

/** A capture that could not begin within this time of its moment is missed. */
const lateMs = captureTable.close.withinMs;

export function capturesJob(workplace: Workplace, oddsClient: OddsClient, sport: Sport): Job {
  const job = captureJobName(sport);
  let notBeforeMs: number | null = null;

  const startsAt = ({ games }: Knowledge, fromMs: number, nowMs: number) =>
    games.captureStarts(sport, Math.min(fromMs, nowMs), nowMs + lookAheadMs);
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

  async function run(context: RunContext): Promise<RunEnd | null> {
    const { nowMs } = context;
    const starts = startsAt(context, nowMs, nowMs);
    const urgency = urgencyAt(starts, nowMs);
    const about = { urgency, next_start: isoTime(starts.find((startMs) => startMs > nowMs) ?? null) };
    const isExpected = starts.some((startMs) => startMs > nowMs && startMs <= nowMs + dayMs);
    // After an answer that could not be read, the cheapest request asks first whether it is over.
    const isTrial = lastRunOf(context, job)?.isUnread === true;
    const report = new RunReport();
    for (const ask of [...(isTrial ? [oddsClient.cheapest(sport)] : []), oddsClient.current(sport)]) {
      const cost = oddsClient.costOf(ask);
      const shortage = await shortageFor(workplace, oddsClient, context, { cost, urgency, nowMs });
      if (shortage !== null) return { outcome: "skipped", report: { ...report.end(about).report, ...shortage } };
      const given = await askOdds(workplace, oddsClient, { job, sport, ask, report, isExpected }, context);
      if (given.kind === "failed" && given.reason === "aborted") return null;
      notBeforeMs = report.notBeforeMs;
      if (given.kind === "failed" && given.reason === "no-credits") return { ...report.end(about), outcome: "skipped" };
      if (given.kind === "failed" || report.isUnread) break;
    }
    return report.end(about);
  }

  return {
    name: job,
    lane: "captures",
    next,
    run,
    missed(knowledge, nowMs) {
      const sinceMs = watchedUntil(knowledge, job);
      if (sinceMs === null) return null;
      const played = knowledge.games.games(sport, sinceMs, nowMs + lookAheadMs).filter((game) => !game.isCalledOff);
      const starts = played.map(({ startMs }) => startMs);
      const state = { lastMs: sinceMs, failedMs: null, notBeforeMs: null };
      const moments = captureMoments(starts, state, { fromMs: sinceMs, untilMs: nowMs - lateMs });
      const [first] = moments;
      if (first === undefined) return null;
      const withoutClose = played.filter(({ startMs }) => startMs <= nowMs && isCloseAfter(sinceMs, startMs));
      const report = {
        from: isoTime(sinceMs),
        until: isoTime(nowMs),
        captures: moments.length,
        games_without_close: withoutClose.map(textOf),
      };
      return { dueMs: first.atMs, report };
    },
    plan(knowledge, nowMs, untilMs) {
      const ask = oddsClient.current(sport);
      const credits = oddsClient.costOf(ask);
      const starts = knowledge.games.captureStarts(sport, nowMs, untilMs + lookAheadMs);
      return captureMoments(starts, stateNow(knowledge), { fromMs: nowMs, untilMs }).map(({ atMs, urgency }) => ({
        atMs,
        job,
        credits,
        what: `${ask.label} (${urgency})`,
      }));
    },
  };
}

/** Whether the last capture before this start would have come after a moment. */
function isCloseAfter(sinceMs: number, startMs: number): boolean {
  return sinceMs < startMs - captureTable.close.withinMs;
}

function textOf({ home, away, startMs }: KnownGame): string {
  return `${away} at ${home}, ${isoTime(startMs)}`;
}
