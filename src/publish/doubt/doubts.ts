/** The doubts of a game as they are told: which rule doubts which quotes of a book, how many captures, and one of them in words. */
import { doubtNameOf } from "../../domain/doubt-names.ts";
import { isoTime } from "../../domain/durations.ts";
import { areSameQuotes, quoteAt } from "../../domain/fold.ts";
import type { OddsPeriod } from "../../domain/sports.ts";
import { isStaleClose } from "../../domain/stale-closes.ts";
import { type Captures, capturesWithout, type Stretch } from "../../ledger/captures.ts";
import { lineKey } from "../../release/game-lines.ts";
import type { LineRun, LineSeries } from "../../release/line-path.ts";
import type { Doubt } from "../../release/values.ts";
import type { BookPeriod } from "../grade/lines.ts";
import { quoteText } from "../quote-text.ts";
import type { Sheet } from "./sheet.ts";

/** In the order of the captures: by book, period and market. */
export function doubtsOf(sheet: Sheet): Doubt[] {
  const found: Doubt[] = [];
  for (const stretch of sheet.stretches) {
    const byRule = new Map<number, { count: number; first: number; last: number }>();
    for (let at = stretch.from; at < stretch.to; at++) {
      const number = sheet.doubts[at] as number;
      if (number === 0) continue;
      const known = byRule.get(number);
      if (known === undefined) byRule.set(number, { count: 1, first: at, last: at });
      else Object.assign(known, { count: known.count + 1, last: at });
    }
    for (const [number, { count, first, last }] of byRule) {
      const rule = doubtNameOf(number);
      if (rule === null) continue;
      const { book, period, market } = stretch;
      found.push({
        rule,
        book: book.slug,
        period,
        market,
        captures: count,
        first_seen: isoAt(sheet, first),
        last_seen: isoAt(sheet, last),
        quote: quoteAt(sheet.captures, last),
        evidence: sheet.evidence.get(last) ?? sheet.evidence.get(first) ?? "",
      });
    }
  }
  return found;
}

/** Sources that do not agree on a start are named, whether quotes are left out for it or not [D-52]. */
export function doubtOfStart(dispute: string): Doubt {
  return {
    rule: "start_disputed",
    book: null,
    period: "full",
    market: null,
    captures: 0,
    first_seen: null,
    last_seen: null,
    quote: null,
    evidence: dispute,
  };
}

function isoAt({ captures: { times } }: Sheet, at: number): string | null {
  const time = times[at] as number;
  return isoTime(Number.isFinite(time) ? time : null);
}

/** `against_books: betmgm full spread -3.5 (-110 / -110), 2 captures until …: the quote expects 3.5, the books together 10.5`. */
export function doubtWords({ rule, book, period, market, captures, last_seen, quote, evidence }: Doubt): string {
  if (book === null) return `${rule}: ${evidence}`;
  const shown = quote === null ? "" : ` ${quoteText(quote)}`;
  const until = last_seen === null ? "stated without a time" : `until ${last_seen}`;
  const times = captures === 1 ? "1 capture" : `${captures} captures`;
  return `${rule}: ${book} ${period} ${market ?? ""}${shown}, ${times} ${until}${evidence === "" ? "" : `: ${evidence}`}`;
}

// The quotes that no rule doubts, for the fold; and those that one does, for the path of the lines.

export function hasDoubts({ doubts }: Sheet): boolean {
  return doubts.some((number) => number !== 0);
}

/** The captures without those in doubt. */
export function soundQuotes({ captures, doubts }: Sheet): Captures {
  return capturesWithout(captures, (at) => doubts[at] !== 0);
}

/** A closing that is stale because newer quotes of its book are in doubt is none [D-51]. */
export function withoutStaleCloses(
  folded: ReadonlyMap<OddsPeriod, readonly BookPeriod[]>,
  { startMs, captures, doubts, stretches }: Sheet,
): Map<OddsPeriod, readonly BookPeriod[]> {
  const isNewerInDoubt = ({ from, to }: Stretch, closeMs: number): boolean => {
    for (let at = from; at < to; at++) if (doubts[at] !== 0 && (captures.times[at] as number) > closeMs) return true;
    return false;
  };
  const withoutStale = ({ bookId, book, markets }: BookPeriod, period: OddsPeriod): BookPeriod => {
    const kept = Object.entries(markets).map(([market, line]) => {
      const closeMs = line.close?.timeMs ?? null;
      if (closeMs === null || !isStaleClose(closeMs, startMs)) return [market, line];
      const stretch = stretches.find(
        (each) => each.book.bookId === bookId && each.period === period && each.market === market,
      );
      const isReplaced = stretch !== undefined && isNewerInDoubt(stretch, closeMs);
      return [market, isReplaced ? { ...line, close: null } : line];
    });
    return { bookId, book, markets: Object.fromEntries(kept) as BookPeriod["markets"] };
  };
  return new Map([...folded].map(([period, books]) => [period, books.map((each) => withoutStale(each, period))]));
}

type GrowingRun = { -readonly [Member in keyof LineRun]: LineRun[Member] };

/** A path with the runs of quotes in doubt among the others, in order of time. */
export function withDoubtedRuns(series: readonly LineSeries[], sheet: Sheet): LineSeries[] {
  const byKey = new Map(series.map((each) => [each.key, each.runs]));
  for (const stretch of sheet.stretches) {
    const doubted = doubtedRuns(sheet, stretch);
    if (doubted.length === 0) continue;
    const key = lineKey(stretch.period, stretch.market, stretch.book.bookId);
    byKey.set(
      key,
      [...(byKey.get(key) ?? []), ...doubted].sort((a, b) => timeOf(a) - timeOf(b)),
    );
  }
  return [...byKey].map(([key, runs]) => ({ key, runs })).sort((a, b) => a.key - b.key);
}

function doubtedRuns({ captures, doubts }: Sheet, { from, to }: Stretch): LineRun[] {
  const runs: GrowingRun[] = [];
  for (let at = from; at < to; at++) {
    const doubt = doubts[at] as number;
    if (doubt === 0) continue;
    const time = captures.times[at] as number;
    const timeMs = Number.isFinite(time) ? time : null;
    const quote = quoteAt(captures, at);
    const run = runs.at(-1);
    if (run !== undefined && timeMs !== null && run.doubt === doubt && areSameQuotes(run.quote, quote)) {
      run.lastMs = timeMs;
      run.captures++;
      continue;
    }
    const isStatedOpen = time === Number.NEGATIVE_INFINITY;
    runs.push({
      quote,
      firstMs: timeMs,
      lastMs: timeMs,
      captures: 1,
      isOpen: false,
      isClose: false,
      doubt,
      isStatedOpen,
    });
  }
  return runs;
}

/** A stated opening is before all captures, a stated closing after them. */
function timeOf({ firstMs, isOpen, isStatedOpen }: LineRun): number {
  if (firstMs !== null) return firstMs;
  return isOpen || isStatedOpen === true ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
}
