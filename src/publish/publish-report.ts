/** The report of a publish: what it changed, and everything that it left as it was. */
import { type NewReport, ReportFindings } from "../ledger/reports.ts";
import type { Release } from "../release/manifest.ts";
import type { Judged } from "./alarms/state.ts";
import type { HeldGame, PublishFinding } from "./findings.ts";

export type PublishReport = PublishOutcome & {
  /** The number under which `gradeline log` shows it. */
  readonly reportId: number;
};

export type PublishOutcome = {
  /** The revision now served; null before the first publish. */
  readonly revision: number | null;
  /** Games and odds rows in the archive now. */
  readonly games: number;
  readonly oddsRows: number;
  readonly changedGames: number;
  /** Those of them of which a published value was replaced or taken away; `gradeline log --only corrections` names them. */
  readonly correctedGames: number;
  /** Every game that is held back as it stood, also those of earlier publishes, by game id. */
  readonly held: readonly HeldGame[];
  /** The rules of alarms that the games of this publish were put before, by sport, with what they found. */
  readonly judged: readonly Judged[];
  /** Findings about the games of the teams for which something came in, or of all, and of the archive. */
  readonly findings: readonly PublishFinding[];
};

/** The games that the publish of a revision held back; none before the first revision. */
export function heldIn(last: Pick<Release, "report"> | null): readonly HeldGame[] {
  return (JSON.parse(last?.report ?? "{}") as { readonly held?: readonly HeldGame[] }).held ?? [];
}

/** Published games would vanish: nothing was published, and the archive goes on serving what it had. */
export class PublishRefused extends Error {
  override readonly name = "PublishRefused";
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`the publish is refused, ${problems.length} checks failed; first: ${problems[0]}`);
    this.problems = problems;
  }
}

export type PublishBegun = { readonly startedMs: number; readonly at: string; readonly source: string };

/** @param hasChanged whether the archive is another one now. */
export function keptReport(begun: PublishBegun, outcome: PublishOutcome, hasChanged: boolean): NewReport {
  const { revision, games, oddsRows, changedGames, correctedGames, held, judged } = outcome;
  const findings = new ReportFindings();
  for (const { kind, sentence, count } of outcome.findings) findings.add(kind, () => sentence, count);
  const figures = {
    revision,
    games,
    odds_rows: oddsRows,
    changed_games: changedGames,
    corrected_games: correctedGames,
    held: held.length,
    alarm_checks: judged.length,
  };
  return { ...reportOf(begun), outcome: hasChanged ? "changed" : "unchanged", figures, findings, error: null };
}

/** A publish that was refused, or that failed otherwise. */
export function failureReport(begun: PublishBegun, error: unknown, message: string): NewReport {
  const findings = new ReportFindings();
  const isRefused = error instanceof PublishRefused;
  for (const problem of isRefused ? error.problems : []) findings.add("removed", () => problem);
  return { ...reportOf(begun), outcome: isRefused ? "refused" : "failed", figures: {}, findings, error: message };
}

function reportOf({ at, source, startedMs }: PublishBegun) {
  return { kind: "publish", source, providers: [], at, durationMs: performance.now() - startedMs } as const;
}
