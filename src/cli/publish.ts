/** `gradeline publish` */
import type { Config } from "../config.ts";
import { type Database, openDatabase } from "../database/engine.ts";
import { findingsOf, type NightFinding, nightFindings } from "../publish/night-report.ts";
import { type PublishOptions, publish } from "../publish/publish.ts";
import type { PublishReport } from "../publish/publish-report.ts";
import { tellAlarms } from "../serve/alarm-webhook.ts";
import { progressBar } from "./output/progress.ts";
import { countText, printable } from "./output/table-text.ts";
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
    else for (const line of reportLines(report)) console.log(printable(line));
  } finally {
    await database.close();
  }
}

export async function publishWithProgress(
  database: Database,
  options: Pick<PublishOptions, "all" | "acceptRemovals">,
): Promise<PublishReport> {
  const bar = progressBar("publishing", "pairs of teams");
  try {
    return await publish(database, {
      ...options,
      publishedAt: new Date().toISOString(),
      onProgress: (done, all) => bar.update(done, all),
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
    seasons_without_closing_line: report.withoutClosingLine,
    odds_without_result: report.waiting,
    alarms: report.judged.flatMap(({ rule, sport, isOfNow, fault }) =>
      fault === null ? [] : [{ rule, sport, is_on: isOfNow, ...fault }],
    ),
  };
}

/** Findings of one kind that are all named. Of more, the first is, and the report has the others. */
const mostNamed = 5;

function reportLines(report: PublishReport): string[] {
  const { revision, games, oddsRows, changedGames, correctedGames, reportId } = report;
  const served = revision === null ? "nothing published yet" : `revision ${revision}`;
  const corrected = correctedGames === 0 ? "" : `, ${correctedGames} of them corrected (gradeline corrections)`;
  const findings = findingsOf(report);
  const examples = findings.examples();
  const lines = findings.counts().flatMap(({ name, count, example }) => {
    const label = nightFindings[name as NightFinding];
    const named = examples.get(name) ?? [];
    if (named.length <= mostNamed || name === "alarm") return named.map((each) => `  ${label}: ${each}`);
    return [`  ${label}: ${countText(count)}, the first: ${example}`];
  });
  const hasMore = [...examples.values()].some((named) => named.length > mostNamed);
  return [
    `${served}: ${games} games, ${oddsRows} odds rows, ${changedGames} games changed${corrected}`,
    ...lines,
    ...(hasMore ? [`  every one: gradeline report ${reportId} --all`] : []),
    ...(report.held.some(({ isDispute }) => isDispute) ? ["  gradeline resolve shows what each provider says"] : []),
  ];
}
