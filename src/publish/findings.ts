/** The findings of a publish, each in a sentence: `gradeline publish` shows them, and its report keeps them. */

import { plainQuote } from "../domain/fold.ts";
import type { PairKey } from "../domain/game-ids.ts";
import type { SeasonKey } from "../domain/seasons.ts";
import { hourMs } from "../domain/times.ts";
import { compareTexts } from "../ledger/records.ts";
import type { Judged } from "./alarms/state.ts";
import { doubtWords, quoteText } from "./doubt/doubts.ts";
import type { BuiltGame } from "./grade/grade-game.ts";
import { type FoldedLine, isStaleClose } from "./grade/lines.ts";
import type { SeasonMap } from "./season-map.ts";
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

  /** Keeps what is to be told of a game that is published, whether its values change or not. */
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

  /** Keeps what is to be told of the archive as it is now, and of everything that waits. */
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
