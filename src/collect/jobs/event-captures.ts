/** Lines of periods and team totals, which only an event's own address has: once a game, shortly before its start. */
import type { Sport } from "../../domain/sports.ts";
import type { OddsClient } from "../clients/client.ts";
import type { RunEnd } from "../runs/runs.ts";
import { captureTable, lookAheadMs, nextEventCapture } from "../schedule/capture-table.ts";
import type { KnownEvent } from "../schedule/known-games.ts";
import { shortageFor } from "./credit-question.ts";
import type { Job, Knowledge, Planned, RunContext, Workplace } from "./job.ts";
import { RunReport } from "./run-report.ts";
import { readRound, takeItems } from "./take-answers.ts";

export function eventCapturesJob(workplace: Workplace, oddsClient: OddsClient, sport: Sport): Job {
  const job = `event-captures:${sport}`;

  const lastMsOf = ({ history }: Knowledge): number | null =>
    history.last(job, "done", "partly", "failed", "skipped")?.dueMs ?? null;

  /** Events that start soon, and whose game is not called off. */
  function eventsAt({ games }: Knowledge, nowMs: number): KnownEvent[] {
    const { fromMs, untilMs } = captureTable.events;
    return games
      .captureEvents(sport, nowMs + untilMs, nowMs + fromMs)
      .filter(({ provider }) => provider === oddsClient.provider);
  }

  async function run(context: RunContext): Promise<RunEnd | null> {
    const { nowMs, signal } = context;
    const report = new RunReport();
    let leftOut = 0;
    for (const { eventId } of eventsAt(context, nowMs)) {
      const ask = oddsClient.currentEvent(sport, eventId);
      const cost = oddsClient.costOf(ask);
      const atMs = workplace.clock.nowMs();
      if (await shortageFor(workplace, oddsClient, context, { cost, urgency: "event", nowMs: atMs })) {
        leftOut += 1;
        continue;
      }
      const given = await workplace.asker.ask(ask, signal);
      if (signal.aborted) return null;
      const answer = report.noteAnswer(ask, given);
      if (answer === null) continue;
      const received = [{ ...answer, label: ask.label }];
      const read = () => received.flatMap((each) => [...oddsClient.read(sport, each)]);
      await takeItems(workplace, readRound({ provider: ask.provider, received, read, report }), report, context);
    }
    const end = report.end({ left_out_for_credits: leftOut });
    return leftOut > 0 && end.outcome === "done" && report.asked === 0 ? { ...end, outcome: "skipped" } : end;
  }

  return {
    name: job,
    lane: "event-captures",
    next(knowledge, nowMs) {
      const starts = knowledge.games.captureStarts(sport, nowMs, nowMs + lookAheadMs);
      const atMs = nextEventCapture(starts, lastMsOf(knowledge), nowMs);
      return atMs === null ? null : { dueMs: atMs, atMs };
    },
    run,
    plan(knowledge, nowMs, untilMs) {
      const { fromMs, untilMs: latestMs } = captureTable.events;
      const starts = knowledge.games.captureStarts(sport, nowMs, untilMs + fromMs);
      const credits = oddsClient.costOf(oddsClient.currentEvent(sport, "EVENT"));
      const planned: Planned[] = [];
      let lastMs = lastMsOf(knowledge);
      for (;;) {
        const atMs = nextEventCapture(starts, lastMs, nowMs);
        if (atMs === null || atMs > untilMs) return planned;
        const games = knowledge.games.games(sport, atMs + latestMs, atMs + fromMs).length;
        const what = `the own lines of ${games} ${games === 1 ? "event" : "events"}`;
        planned.push({ atMs, job, what, credits: games * credits });
        lastMs = atMs;
      }
    },
  };
}
