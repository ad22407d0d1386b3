/** The findings of a publish, each in a sentence: `gradeline publish` shows them, and its report keeps them. */

import { plainQuote } from "../domain/fold.ts";
import type { PairKey } from "../domain/game-ids.ts";
import type { SeasonKey, SeasonMap } from "../domain/seasons.ts";
import { hourMs } from "../domain/times.ts";
import { compareTexts } from "../ledger/records.ts";
import { type NewReport, ReportFindings } from "../ledger/reports.ts";
import type { Release } from "../release/manifest.ts";
import type { Judged } from "./alarms/judge.ts";
import { doubtWords, quoteText } from "./doubt/sheet.ts";
import type { BuiltGame } from "./grade/grade-game.ts";
import { type FoldedLine, isStaleClose } from "./grade/lines.ts";
import type { WaitingOdds } from "./waiting-odds.ts";

/**
 * The kinds of findings, by the name in a report, with the words that stand before each sentence; in the order in which a person reads
 * them.
 */
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

/** A final game that cannot be published as the ledger has it: it stays as it stood, in the archive or out of it. */
export type HeldGame = {
  /** The id that it has, or would get. */
  readonly gameId: string;
  readonly pair: PairKey;
  /** Whether the archive has it, and goes on serving it as it stood. */
  readonly isPublished: boolean;
  /** Whether its providers disagree, which an operator can decide: `gradeline resolve`. */
  readonly isDispute: boolean;
  readonly reason: string;
};

type ArchiveState = {
  readonly judged: readonly Judged[];
  /** Files that were damaged. */
  readonly mended: readonly string[];
  readonly held: readonly HeldGame[];
  /** The seasons of which no published game has a closing line. */
  readonly withoutClosingLine: readonly SeasonKey[];
  readonly waiting: SeasonMap<WaitingOdds>;
};

/** The closings of one book in one season that have a time of capture, and how many of them were old when the game began. */
type Closes = SeasonKey & { readonly book: string; all: number; stale: number; oldestHours: number; oldest: string };

export class Findings {
  readonly #found: PublishFinding[] = [];
  /** By sport, season and book. */
  readonly #closes = new Map<string, Closes>();

  add(kind: FindingKind, sentence: string, about = "", count = 1): void {
    this.#found.push({ kind, about, sentence, count });
  }

  /** Keeps what is reported of a game that is published, whether its values change or not. */
  addBuilt({ values: { facts, doubts }, startMs, lines, withheld, leftOut }: BuiltGame): void {
    const id = facts.game_id;
    for (const doubt of doubts) this.add("doubted", `${id}: ${doubtWords(doubt)}`, "", doubt.captures);
    if (withheld !== null) this.add("withheld", `${id}: ${withheld}`);
    for (const venue of leftOut) this.add("left-out", `${id}: ${venue}`);
    for (const line of lines) {
      this.#addContested(id, line);
      if (line.close !== null && line.close.timeMs !== null)
        this.#countClose(facts, id, line, startMs - line.close.timeMs);
    }
  }

  /** An opening or a closing for which one book has several quotes, of which a rule takes one [D-43]. */
  #addContested(id: string, line: FoldedLine): void {
    for (const moment of ["open", "close"] as const) {
      const quote = line[moment];
      if (quote === null || quote.others.length === 0) continue;
      const left = quote.others.map((other) => quoteText(plainQuote(other))).join(", ");
      const taken = `${quoteText(plainQuote(quote))} counts, not ${left}`;
      this.add("contested", `${id}: ${line.book.slug} ${lineName(line)} ${moment}: ${taken}`);
    }
  }

  #countClose({ sport, season }: SeasonKey, id: string, line: FoldedLine, beforeStartMs: number): void {
    const book = line.book.slug;
    const none = (): Closes => ({ sport, season, book, all: 0, stale: 0, oldestHours: -1, oldest: "" });
    const counted = this.#closes.getOrInsertComputed(`${sport} ${season} ${book}`, none);
    counted.all += 1;
    if (!isStaleClose(beforeStartMs)) return;
    counted.stale += 1;
    const hours = Math.floor(beforeStartMs / hourMs);
    if (hours <= counted.oldestHours) return;
    counted.oldestHours = hours;
    counted.oldest = `${lineName(line)} of ${id}`;
  }

  /** Keeps what is reported of the archive as it is now, and of everything that waits. */
  addArchive({ judged, mended, held, withoutClosingLine, waiting }: ArchiveState): void {
    for (const { rule, sport, fault, isOfNow } of judged) {
      const about = `${rule}, ${sport}`;
      for (const each of fault?.all ?? []) this.add(isOfNow ? "alarm" : "suspect", `${about}: ${each}`, about);
    }
    for (const file of mended) this.add("mended", `${file} was damaged`);
    for (const { gameId, isPublished, reason } of held)
      this.add(isPublished ? "held" : "held-unpublished", `${gameId}: ${reason}`, reason);
    // Nobody has imported odds of these seasons, or they match no game.
    for (const { sport, season } of withoutClosingLine)
      this.add(
        "no-closing-line",
        `not one game of ${sport} ${season} has one; import its odds, or begin with gradeline backfill lines --from espn`,
      );
    for (const [{ sport, season }, odds] of waiting.entries()) {
      const { events, quotes } = odds.waiting;
      if (events > 0) this.add("no-result", `${sport} ${season}: ${quotes} quotes of ${events} events`, "", events);
    }
  }

  /** All of them, in the order in which a person reads them. */
  all(): PublishFinding[] {
    for (const [, { sport, season, book, all, stale, oldestHours, oldest }] of [...this.#closes].sort(byKey)) {
      if (stale === 0) continue;
      const count = `${stale} of ${all} closes of ${book} in ${sport} ${season} are older than a day`;
      const first = `the oldest ${oldestHours} hours before the start: ${oldest}`;
      this.add("stale", `${count}, ${first}`, `${sport} ${season}`, stale);
    }
    const byKind = Map.groupBy(this.#found, ({ kind }) => kind);
    return (Object.keys(findingKinds) as FindingKind[]).flatMap((kind) => byKind.get(kind) ?? []);
  }
}

function byKey([one]: [string, unknown], [other]: [string, unknown]): number {
  return compareTexts(one, other);
}

function lineName({ period, market }: FoldedLine): string {
  const name = market.replaceAll("_", " ");
  return period === "full" ? name : `${period} ${name}`;
}

// The report of a publish: what it changed, and everything that it left as it was.

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
