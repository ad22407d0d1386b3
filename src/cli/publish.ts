/** `gradeline publish` */
import type { Config } from "../config.ts";
import { type Database, openDatabase } from "../database/engine.ts";
import { type PublishOptions, publish } from "../publish/publish.ts";
import type { PublishReport } from "../publish/publish-report.ts";
import { tellAlarms } from "../serve/alarm-webhook.ts";
import { lineFindingsJson } from "./output/line-findings.ts";
import { shareBar } from "./output/progress.ts";
import { publishLines } from "./output/publish-lines.ts";
import { printable } from "./output/table-text.ts";
import { patienceOfNight } from "./waiting.ts";

type Options = { readonly all?: true; readonly acceptRemovals?: true; readonly json?: true };

export async function publishCommand(config: Config, options: Options): Promise<void> {
  const database = await openDatabase(config.databaseUrl, patienceOfNight(config));
  try {
    const report = await publishWithProgress(database, {
      all: options.all === true,
      acceptRemovals: options.acceptRemovals === true,
    });
    const untold = await tellAlarms(database, config.alarmWebhookUrl);
    if (untold !== null) console.error(printable(`gradeline: nobody was told of the alarms: ${untold}`));
    if (options.json) console.log(JSON.stringify(reportAsJson(report)));
    else for (const line of publishLines(report)) console.log(printable(line));
  } finally {
    await database.close();
  }
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
      onProgress: (share, games) => bar.update(share, games),
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
    ...lineFindingsJson(report),
    seasons_without_closing_line: report.withoutClosingLine,
    odds_without_result: report.waiting,
    alarms: report.judged.flatMap(({ rule, sport, isOfNow, fault }) =>
      fault === null ? [] : [{ rule, sport, is_on: isOfNow, ...fault }],
    ),
  };
}
