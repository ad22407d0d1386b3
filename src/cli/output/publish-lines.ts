/** The report of a publish as lines for people. What repeats itself is counted; `--json` has all of it. */
import { noStartReason, type PublishReport } from "../../publish/publish-report.ts";
import { findingKinds, findingsOf, type PublishFinding } from "../../publish/write/publish-findings.ts";
import { countText } from "./table-text.ts";

/** Findings about one thing that are all shown. Of more, the first is, and the report has the others. */
const mostShown = 5;

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
