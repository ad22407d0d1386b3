/** The nightly publish. It goes on whatever providers do: what is sound is published, and the report names the rest. */
import { dayMs } from "../../domain/durations.ts";
import { collectSource } from "../../ledger/reports/tables.ts";
import { publish } from "../../publish/publish.ts";
import { PublishRefused, type PublishReport } from "../../publish/publish-report.ts";
import { forgetRuns, type RunEnd } from "../runs/runs.ts";
import type { Job, Workplace } from "./job.ts";
import { nextSlotRun, plannedSlots, type SlotRule, slotsOf } from "./slot-job.ts";

const name = "publish";
const rule = { job: name, slots: slotsOf("0 5 * * *"), againMs: null } satisfies SlotRule;
/** Reports of runs are kept for so long. */
const keptMs = 180 * dayMs;

export function publishJob({ database, clock, afterPublish }: Workplace): Job {
  return {
    name,
    lane: "results",
    next: (knowledge, nowMs) => nextSlotRun(rule, knowledge, nowMs),
    async run({ lease, nowMs }): Promise<RunEnd> {
      await forgetRuns(lease, nowMs - keptMs);
      try {
        const report = await publish(database, {
          all: false,
          acceptRemovals: false,
          publishedAt: new Date(clock.nowMs()).toISOString(),
          source: collectSource,
          // A node that has lost its lease meanwhile must not publish beside the one that has it.
          beforeCommit: (connection) => lease.confirm(connection),
        });
        await afterPublish?.();
        return { outcome: "done", report: summaryOf(report) };
      } catch (error) {
        if (!(error instanceof PublishRefused)) throw error;
        return { outcome: "failed", report: { refused: error.message, problems: error.problems } };
      }
    },
    plan: (knowledge, nowMs, untilMs) =>
      plannedSlots(rule, knowledge, nowMs, untilMs).map((atMs) => ({ atMs, job: name, what: "publishes", credits: 0 })),
  };
}

function summaryOf(report: PublishReport): object {
  const { revision, games, oddsRows, changedGames, mended, held, followed, withheld, leftOut } = report;
  return {
    revision,
    games,
    odds_rows: oddsRows,
    changed_games: changedGames,
    mended,
    held: held.map(({ gameId, isPublished, reason }) => ({ game_id: gameId, published: isPublished, reason })),
    followed,
    withheld_period_scores: withheld,
    left_out: leftOut,
    seasons_without_closing_line: report.withoutClosingLine,
  };
}
