/** `gradeline publish` */
import type { Config } from "../config/config.ts";
import type { Database } from "../database/engine.ts";
import { type PublishOptions, publish } from "../publish/publish.ts";
import type { PublishReport, StaleCloses } from "../publish/publish-report.ts";
import { tellAlarms } from "../serve/alarm-webhook.ts";
import { filesAfterPublish } from "./files.ts";
import { print } from "./output/print.ts";
import { shareBar } from "./output/progress.ts";
import { publishLines } from "./output/publish-lines.ts";
import { printable } from "./output/table-text.ts";
import { withDatabase } from "./with-database.ts";

type Options = { readonly all?: true; readonly acceptRemovals?: true; readonly json?: true };

export async function publishCommand(config: Config, options: Options): Promise<void> {
  await withDatabase(config, async (database) => {
    const report = await publishWithProgress(database, {
      all: options.all === true,
      acceptRemovals: options.acceptRemovals === true,
    });
    const making = filesAfterPublish(config, report.revision);
    const untold = await tellAlarms(database, config.alarmWebhookUrl);
    if (untold !== null) console.error(printable(`gradeline: nobody was told of the alarms: ${untold}`));
    print(reportAsJson(report), { json: options.json, lines: [...publishLines(report), ...making] });
  });
}

export async function publishWithProgress(
  database: Database,
  options: Pick<PublishOptions, "all" | "acceptRemovals">,
): Promise<PublishReport> {
  const bar = shareBar("publishing", "games");
  try {
    return await publish(database, {
      ...options,
      publishedAt: new Date().toISOString(),
      onProgress: bar.update,
    });
  } finally {
    bar.stop();
  }
}

function reportAsJson(report: PublishReport): Record<string, unknown> {
  return {
    report: report.reportId,
    revision: report.revision,
    games: report.games,
    odds_rows: report.oddsRows,
    refused: report.refused.length,
    changed_games: report.changedGames,
    corrected_games: report.correctedGames,
    mended: report.mended,
    refusals: report.refused,
    held: report.held.map(({ gameId, isPublished, isDispute, reason }) => ({
      game_id: gameId,
      published: isPublished,
      disputed: isDispute,
      reason,
    })),
    followed: report.followed,
    withheld_period_scores: report.withheld,
    left_out: report.leftOut,
    given_up: report.givenUp,
    contested: report.contested.map(({ gameId, capturedAt, ...rest }) => ({
      game_id: gameId,
      captured_at: capturedAt,
      ...rest,
    })),
    converted_odds: report.convertedOdds,
    stale_closes: report.staleCloses.map(({ oldest, ...counts }) => ({
      ...counts,
      oldest: oldest === null ? null : staleCloseAsJson(oldest),
    })),
    seasons_without_closing_line: report.withoutClosingLine,
    odds_without_result: report.waiting,
    alarms: report.judged.flatMap(({ rule, sport, isOfNow, fault }) =>
      fault === null ? [] : [{ rule, sport, is_on: isOfNow, ...fault }],
    ),
  };
}

function staleCloseAsJson({ gameId, period, market, hoursBeforeStart }: NonNullable<StaleCloses["oldest"]>) {
  return { game_id: gameId, period, market, hours_before_start: hoursBeforeStart };
}
