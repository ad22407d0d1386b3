/** The report of a publish as it is kept: figures, and findings with their examples. */
import { ReportFindings } from "../../ledger/reports/report-findings.ts";
import type { NewReport } from "../../ledger/reports/write.ts";
import { type PublishOutcome, PublishRefused } from "../publish-report.ts";
import { findingsOf } from "./publish-findings.ts";

export type PublishBegun = { readonly startedMs: number; readonly at: string; readonly source: string };

/** @param hasChanged whether the archive is another one now. */
export function keptReport(begun: PublishBegun, outcome: PublishOutcome, hasChanged: boolean): NewReport {
  const { revision, games, oddsRows, changedGames, correctedGames } = outcome;
  return {
    ...reportBegun(begun),
    outcome: hasChanged ? "changed" : "unchanged",
    figures: {
      revision,
      games,
      odds_rows: oddsRows,
      changed_games: changedGames,
      corrected_games: correctedGames,
      held: outcome.held.length,
      alarm_checks: outcome.judged.length,
    },
    findings: countedFindings(outcome),
    error: null,
  };
}

/** A publish that was refused, or that failed otherwise. */
export function failureReport(begun: PublishBegun, error: unknown, message: string): NewReport {
  const findings = new ReportFindings();
  const removals = error instanceof PublishRefused ? error.problems : [];
  for (const problem of removals) findings.add("removed", () => problem);
  return {
    ...reportBegun(begun),
    outcome: error instanceof PublishRefused ? "refused" : "failed",
    figures: {},
    findings,
    error: message,
  };
}

function reportBegun({ at, source, startedMs }: PublishBegun) {
  return { kind: "publish", source, providers: [], at, durationMs: performance.now() - startedMs } as const;
}

/** The findings, counted, with as many examples as a report keeps. */
function countedFindings(outcome: PublishOutcome): ReportFindings {
  const counted = new ReportFindings();
  for (const { kind, sentence, count } of findingsOf(outcome)) counted.add(kind, () => sentence, count);
  return counted;
}
