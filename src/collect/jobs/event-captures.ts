/** Lines of periods and team totals, which only an event's own address has: once a game, shortly before its start. */
import type { Sport } from "../../domain/sports.ts";
import type { OddsClient } from "../clients/client.ts";
import type { RunEnd } from "../runs/runs.ts";
import { captureTable, lookAheadMs, nextEventCapture } from "../schedule/capture-table.ts";
import type { KnownEvent } from "../schedule/known-games.ts";
import { askOdds } from "./ask-odds.ts";
import { lastRunOf } from "./capture-state.ts";
import { shortageFor } from "./credit-question.ts";
import type { Job, Knowledge, Planned, RunContext, Workplace } from "./job.ts";
import { RunReport } from "./run-report.ts";
import { unreadUntil } from "./unread.ts";

/** The starts that a capture at a moment serves: those that the one before it has not served. */
function startsAt(nowMs: number, lastMs: number | null): { readonly firstMs: number; readonly lastMs: number } {
  const { fromMs, untilMs } = captureTable.events;
  return { firstMs: Math.max(nowMs + untilMs, (lastMs ?? 0) + fromMs + 1), lastMs: nowMs + fromMs };
}

export function eventCapturesJob(workplace: Workplace, oddsClient: OddsClient, sport: Sport): Job {
  const job = `event-captures:${sport}`;

  const lastMsOf = (knowledge: Knowledge): number | null => lastRunOf(knowledge, job)?.dueMs ?? null;
  const notBeforeMs = (knowledge: Knowledge, nowMs: number): number =>
    Math.max(nowMs, unreadUntil(lastRunOf(knowledge, job)));

  /** Events that start soon, whose game is not called off, and which the run before has not captured already. */
  function eventsAt({ games, history }: Knowledge, nowMs: number): KnownEvent[] {
    const { firstMs, lastMs } = startsAt(nowMs, history.last(job, "done")?.dueMs ?? null);
    return games.captureEvents(sport, firstMs, lastMs).filter(({ provider }) => provider === oddsClient.provider);
  }

  async function run(context: RunContext): Promise<RunEnd | null> {
    const report = new RunReport();
    const events = eventsAt(context, context.nowMs);
    const asks = events.map(({ eventId }) => oddsClient.currentEvent(sport, eventId));
    // After an answer that could not be read, the cheapest request asks first whether it is over.
    const [first] = events;
    const isTrial = first !== undefined && lastRunOf(context, job)?.isUnread === true;
    if (isTrial) asks.unshift(oddsClient.cheapestEvent(sport, first.eventId));
    for (const ask of asks) {
      const cost = oddsClient.costOf(ask);
      const atMs = workplace.clock.nowMs();
      if (await shortageFor(workplace, oddsClient, context, { cost, urgency: "event", nowMs: atMs })) {
        report.noteLeftOut();
        continue;
      }
      await askOdds(workplace, oddsClient, { job, sport, ask, report, isExpected: null }, context);
      if (context.signal.aborted) return null;
      if (report.isUnread) break;
    }
    const end = report.end({ left_out_for_credits: report.leftOut });
    return report.leftOut > 0 && end.outcome === "done" && report.asked === 0 ? { ...end, outcome: "skipped" } : end;
  }

  return {
    name: job,
    lane: "event-captures",
    next(knowledge, nowMs) {
      const starts = knowledge.games.captureStarts(sport, nowMs, nowMs + lookAheadMs);
      const atMs = nextEventCapture(starts, lastMsOf(knowledge), notBeforeMs(knowledge, nowMs));
      return atMs === null ? null : { dueMs: atMs, atMs };
    },
    run,
    plan(knowledge, nowMs, untilMs) {
      const starts = knowledge.games.captureStarts(sport, nowMs, untilMs + captureTable.events.fromMs);
      const credits = oddsClient.costOf(oddsClient.currentEvent(sport, "EVENT"));
      const planned: Planned[] = [];
      let lastMs = lastMsOf(knowledge);
      for (;;) {
        const atMs = nextEventCapture(starts, lastMs, notBeforeMs(knowledge, nowMs));
        if (atMs === null || atMs > untilMs) return planned;
        const span = startsAt(atMs, lastMs);
        const games = knowledge.games.countEvents(sport, span.firstMs, span.lastMs);
        const what = `the own lines of ${games} ${games === 1 ? "event" : "events"}`;
        planned.push({ atMs, job, what, credits: games * credits });
        lastMs = atMs;
      }
    },
  };
}
