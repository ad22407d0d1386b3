/** The nightly publish. It goes on whatever providers do: what is sound is published, and the report names the rest. */
import { dayMs } from "../../domain/durations.ts";
import { snakeCased } from "../../domain/snake-case.ts";
import { collectSource } from "../../ledger/reports.ts";
import { publish } from "../../publish/publish.ts";
import { PublishRefused, type PublishReport } from "../../publish/publish-report.ts";
import { forgetRuns } from "../runs/runs.ts";
import { type Job, slotJob, slotsOf, type Workplace } from "./job.ts";

const rule = { job: "publish", slots: slotsOf("0 5 * * *"), againMs: null };
/** Reports of runs are kept for so long. */
const keptMs = 180 * dayMs;

export function publishJob({ database, clock, afterPublish }: Workplace): Job {
  return slotJob(rule, async ({ leader, nowMs }) => {
    await forgetRuns(leader, nowMs - keptMs);
    try {
      const report = await publish(database, {
        all: false,
        acceptRemovals: false,
        publishedAt: new Date(clock.nowMs()).toISOString(),
        source: collectSource,
        // A node that leads no longer must not publish beside the one that does.
        beforeCommit: () => leader.confirm(),
      });
      await afterPublish?.();
      return { outcome: "done", report: summaryOf(report) };
    } catch (error) {
      if (!(error instanceof PublishRefused)) throw error;
      return { outcome: "failed", report: { refused: error.message, problems: error.problems } };
    }
  });
}

function summaryOf(report: PublishReport): object {
  const { revision, games, oddsRows, changedGames, mended, followed, leftOut } = report;
  return snakeCased({
    ...{ revision, games, oddsRows, changedGames, mended, followed, leftOut },
    held: report.held.map(({ gameId, isPublished: published, reason }) => ({ gameId, published, reason })),
    ...{ withheldPeriodScores: report.withheld, seasonsWithoutClosingLine: report.withoutClosingLine },
  });
}
