/** The nightly publish. It goes on whatever providers do: what is sound is published, and the report names the rest. */
import { snakeCased } from "../../domain/names.ts";
import { dayMs } from "../../domain/times.ts";
import { collectSource } from "../../ledger/reports.ts";
import { PublishRefused } from "../../publish/findings.ts";
import { publish } from "../../publish/publish.ts";
import { dailySlots } from "../schedule/daily-slots.ts";
import { type Job, slotJob, type Workplace } from "./job.ts";

const rule = { job: "publish", slots: dailySlots("05:00"), againMs: null };
/** Reports of runs are kept for so long. */
const keptMs = 180 * dayMs;

export function publishJob({ database, clock, afterPublish }: Workplace): Job {
  return slotJob(rule, async ({ leader, nowMs }) => {
    // The table does not grow for ever.
    await leader.fenced((tables) =>
      tables
        .deleteFrom("collect_runs")
        .where("due_ms", "<", nowMs - keptMs)
        .execute(),
    );
    try {
      const published = await publish(database, {
        all: false,
        acceptRemovals: false,
        publishedAt: new Date(clock.nowMs()).toISOString(),
        source: collectSource,
        // A node that leads no longer must not publish beside the one that does.
        beforeCommit: () => leader.confirm(),
      });
      await afterPublish?.();
      const { reportId: report, revision, games, oddsRows, changedGames } = published;
      const held = published.held.map(({ gameId, isPublished, reason }) => ({
        gameId,
        published: isPublished,
        reason,
      }));
      // Everything else that was found stands in the publish's own report.
      return { outcome: "done", report: snakeCased({ report, revision, games, oddsRows, changedGames, held }) };
    } catch (error) {
      if (!(error instanceof PublishRefused)) throw error;
      return { outcome: "failed", report: { refused: error.message, problems: error.problems } };
    }
  });
}
