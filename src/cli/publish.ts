/** `gradeline publish` */
import type { Config } from "../config/config.ts";
import type { Database } from "../database/engine.ts";
import { type PublishOptions, publish } from "../publish/publish.ts";
import { noStartReason, type PublishReport, type StaleCloses } from "../publish/publish-report.ts";
import { findingKinds, findingsOf, type PublishFinding } from "../publish/write/publish-findings.ts";
import { tellAlarms } from "../serve/alarm-webhook.ts";
import { filesAfterPublish } from "./files.ts";
import { print } from "./output/print.ts";
import { shareBar } from "./output/progress.ts";
import { countText, printable } from "./output/table-text.ts";
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

/** Findings about one thing that are all shown. Of more, the first is, and the report has the others. */
const mostShown = 5;

/** The report of a publish for people. What repeats itself is counted; `--json` has all of it. */
export function publishLines(report: PublishReport): string[] {
  const { games, oddsRows, changedGames, correctedGames, held } = report;
  const revision = report.revision === null ? "nothing published yet" : `revision ${report.revision}`;
  const corrected =
    correctedGames === 0 ? "" : `, ${correctedGames} of them corrected (gradeline log --only corrections)`;
  const groups = Map.groupBy(findingsOf(report), ({ kind, about }) => `${kind} ${about}`);
  return [
    `${revision}: ${games} games, ${oddsRows} odds rows, ${changedGames} games changed${corrected}`,
    ...[...groups.values()].flatMap((group) => groupLines(group, report.reportId)),
    ...(held.some(({ reason }) => reason === noStartReason)
      ? ["  gradeline backfill results asks for the missing starts; imported odds state them too"]
      : []),
    ...(held.some(({ isDispute }) => isDispute) ? ["  gradeline doubts shows what each provider says"] : []),
  ];
}

function groupLines(group: readonly PublishFinding[], reportId: number): string[] {
  const [first] = group;
  if (first === undefined) return [];
  const words = findingKinds[first.kind];
  // That closes are old is one fact of a season, however many books it is of.
  if (group.length <= (first.kind === "stale" ? 1 : mostShown)) {
    return group.map(({ sentence }) => `  ${words}: ${sentence}`);
  }
  const whole = `\`gradeline log ${reportId} --all\` lists all`;
  return [`  ${words}: ${countText(group.length)}, the first: ${first.sentence}; ${whole}`];
}
