/** The report of a night as it is kept: figures, and findings with their examples. */
import { ReportFindings } from "../reports/report-findings.ts";
import type { NewReport } from "../reports/write.ts";
import { doubtWords } from "./doubt/doubts.ts";
import { type NightOutcome, NightRefused } from "./publish-report.ts";

/** The kinds of findings of a night, by the name in its report, with the words that stand before each example. */
export const nightFindings = {
  removed: "not to be published any more",
  mended: "mended",
  held: "held back as it stood",
  "held-unpublished": "held back, not published yet",
  followed: "followed",
  withheld: "period scores withheld",
  "left-out": "left out",
  "given-up": "season published, and never closed",
  contested: "contested",
  stale: "stale closes",
  doubted: "quotes left out, because they cannot be true",
  converted: "prices computed from decimal odds",
  "no-closing-line": "no closing line",
  "no-result": "odds wait for a result",
  alarm: "ALARM",
  suspect: "suspect lines of older games",
} as const;

export type NightFinding = keyof typeof nightFindings;

export type NightBegun = { readonly startedMs: number; readonly at: string; readonly source: string };

/** @param hasChanged whether the archive is another one now. */
export function nightReport(begun: NightBegun, outcome: NightOutcome, hasChanged: boolean): NewReport {
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
    findings: findingsOf(outcome),
    error: null,
  };
}

/** A night that was refused, or that failed otherwise. */
export function failedNightReport(begun: NightBegun, error: unknown, message: string): NewReport {
  const findings = new ReportFindings();
  const removals = error instanceof NightRefused ? error.problems : [];
  for (const problem of removals) findings.add("removed", () => problem);
  return {
    ...reportBegun(begun),
    outcome: error instanceof NightRefused ? "refused" : "failed",
    figures: {},
    findings,
    error: message,
  };
}

function reportBegun({ at, source, startedMs }: NightBegun) {
  return { kind: "publish", source, providers: [], at, durationMs: performance.now() - startedMs } as const;
}

function findingsOf(outcome: NightOutcome): ReportFindings {
  const findings = new ReportFindings();
  const add = (name: NightFinding, sentences: readonly string[]): void => {
    for (const sentence of sentences) findings.add(name, () => sentence);
  };
  add(
    "mended",
    outcome.mended.map((id) => `${id} was damaged in the archive`),
  );
  for (const { gameId, isPublished, reason } of outcome.held) {
    findings.add(isPublished ? "held" : "held-unpublished", () => `${gameId}: ${reason}`);
  }
  add("followed", outcome.followed);
  add("withheld", outcome.withheld);
  add("left-out", outcome.leftOut);
  for (const { sport, season, games } of outcome.givenUp) {
    add(
      "given-up",
      games.map((game) => `${sport} ${season}: ${game}`),
    );
  }
  for (const { gameId, book, period, market, moment, taken, others } of outcome.contested) {
    findings.add("contested", () => {
      const left = others.map((quote) => JSON.stringify(quote)).join(", ");
      return `${gameId}: ${book} ${period} ${market} ${moment}: ${JSON.stringify(taken)} counts, not ${left}`;
    });
  }
  for (const { sport, season, book, closes, stale } of outcome.staleCloses) {
    findings.add("stale", () => `${sport} ${season}: ${stale} of ${closes} closes of ${book}`, stale);
  }
  for (const { gameId, doubts } of outcome.doubted) {
    for (const doubt of doubts) findings.add("doubted", () => `${gameId}: ${doubtWords(doubt)}`, doubt.captures);
  }
  for (const { sport, season, games } of outcome.convertedOdds) {
    findings.add("converted", () => `${sport} ${season}: ${games} games`, games);
  }
  add(
    "no-closing-line",
    outcome.withoutClosingLine.map(
      ({ sport, season }) => `not one game of ${sport} ${season} has one; import its odds`,
    ),
  );
  for (const { sport, season, events, quotes } of outcome.waiting) {
    findings.add("no-result", () => `${sport} ${season}: ${quotes} quotes of ${events} events`, events);
  }
  for (const { rule, sport, fault, isOfNow } of outcome.judged) {
    if (fault === null) continue;
    add(
      isOfNow ? "alarm" : "suspect",
      fault.all.map((sentence) => `${rule}, ${sport}: ${sentence}`),
    );
  }
  return findings;
}
