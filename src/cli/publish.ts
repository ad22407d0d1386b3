/** `gradeline publish` */
import type { Config } from "../config/config.ts";
import type { Database } from "../database/engine.ts";
import { snakeCased } from "../domain/names.ts";
import { findingKinds, type PublishFinding, type PublishReport } from "../publish/findings.ts";
import { noStartReason } from "../publish/grade/grade-game.ts";
import { type PublishOptions, publish } from "../publish/publish.ts";
import { tellAlarms } from "../serve/alarm-webhook.ts";
import { filesAfterPublish } from "./files.ts";
import { print } from "./output/print.ts";
import { progressBar } from "./output/progress.ts";
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
  const bar = progressBar("publishing");
  try {
    return await publish(database, {
      ...options,
      publishedAt: new Date().toISOString(),
      onProgress: (share, games) => bar.update(share, `${games} games`),
    });
  } finally {
    bar.stop();
  }
}

function reportAsJson({ reportId, held, judged, findings, ...figures }: PublishReport) {
  return snakeCased({
    report: reportId,
    ...figures,
    held: held.map(({ gameId, isPublished: published, isDispute: disputed, reason }) => {
      return { gameId, published, disputed, reason };
    }),
    alarms: judged.flatMap(({ rule, sport, isOfNow: isOn, fault }) =>
      fault === null ? [] : [{ rule, sport, isOn, ...fault }],
    ),
    findings: findings.map(({ kind, sentence, count }) => ({ kind, sentence, count })),
  });
}

/** Findings about one thing that are all shown. Of more, the first is, and the report has the others. */
const mostShown = 5;

/** The report of a publish for people. What repeats itself is counted; `--json` has all of it. */
export function publishLines(report: PublishReport): string[] {
  const { games, oddsRows, changedGames, correctedGames, held } = report;
  const revision = report.revision === null ? "nothing published yet" : `revision ${report.revision}`;
  const corrected =
    correctedGames === 0 ? "" : `, ${correctedGames} of them corrected (gradeline log --only corrections)`;
  const groups = Map.groupBy(report.findings, ({ kind, about }) => `${kind} ${about}`);
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
