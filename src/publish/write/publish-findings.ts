/** The findings of a publish, each in a sentence: `gradeline publish` shows them, and its report keeps them. */

import type { NewReport } from "../../ledger/reports.ts";
import { ReportFindings } from "../../ledger/reports.ts";
import { doubtWords, quoteText } from "../doubt/doubts.ts";
import { type PublishOutcome, PublishRefused, type StaleCloses } from "../publish-report.ts";

/** The kinds of findings, by the name in a report, with the words that stand before each sentence. */
export const findingKinds = {
  removed: "not to be published any more",
  alarm: "ALARM",
  suspect: "suspect lines of older games",
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
} as const;

export type FindingKind = keyof typeof findingKinds;

export type PublishFinding = {
  readonly kind: FindingKind;
  /** A person who reads many findings of one kind and subject is shown the first. */
  readonly about: string;
  readonly sentence: string;
  /** How many things the sentence stands for. */
  readonly count: number;
};

/** In the order in which a person reads them. */
export function* findingsOf(outcome: PublishOutcome): Generator<PublishFinding> {
  const finding = (kind: FindingKind, sentence: string, about = "", count = 1): PublishFinding => ({
    kind,
    about,
    sentence,
    count,
  });
  for (const { rule, sport, fault, isOfNow } of outcome.judged) {
    const about = `${rule}, ${sport}`;
    for (const each of fault?.all ?? []) yield finding(isOfNow ? "alarm" : "suspect", `${about}: ${each}`, about);
  }
  for (const file of outcome.mended) yield finding("mended", `${file} was damaged`);
  for (const { gameId, isPublished, reason } of outcome.held) {
    yield finding(isPublished ? "held" : "held-unpublished", `${gameId}: ${reason}`, reason);
  }
  for (const sentence of outcome.followed) yield finding("followed", sentence);
  for (const sentence of outcome.withheld) yield finding("withheld", sentence);
  for (const sentence of outcome.leftOut) yield finding("left-out", sentence);
  for (const { sport, season, games } of outcome.givenUp) {
    const about = `${sport} ${season}`;
    for (const game of games) yield finding("given-up", `${about}: ${game}`, about);
  }
  for (const { gameId, book, period, market, moment, taken, others } of outcome.contested) {
    const left = others.map(quoteText).join(", ");
    const line = `${book} ${lineName(period, market)} ${moment}`;
    yield finding("contested", `${gameId}: ${line}: ${quoteText(taken)} counts, not ${left}`);
  }
  for (const each of outcome.staleCloses) {
    yield finding("stale", staleSentence(each), `${each.sport} ${each.season}`, each.stale);
  }
  for (const { gameId, doubts } of outcome.doubted) {
    for (const doubt of doubts) yield finding("doubted", `${gameId}: ${doubtWords(doubt)}`, "", doubt.captures);
  }
  for (const { sport, season, games } of outcome.convertedOdds) {
    yield finding("converted", `${sport} ${season}: ${games} games`, "", games);
  }
  for (const { sport, season } of outcome.withoutClosingLine) {
    yield finding("no-closing-line", `not one game of ${sport} ${season} has one; import its odds`);
  }
  for (const { sport, season, events, quotes } of outcome.waiting) {
    yield finding("no-result", `${sport} ${season}: ${quotes} quotes of ${events} events`, "", events);
  }
}

function staleSentence({ sport, season, book, closes, stale, oldest }: StaleCloses): string {
  const start = `${stale} of ${closes} closes of ${book} in ${sport} ${season} are older than a day`;
  if (oldest === null) return start;
  const { gameId, period, market, hoursBeforeStart } = oldest;
  return `${start}, the oldest ${hoursBeforeStart} hours before the start: ${lineName(period, market)} of ${gameId}`;
}

function lineName(period: string, market: string): string {
  const name = market.replaceAll("_", " ");
  return period === "full" ? name : `${period} ${name}`;
}

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
