/** The doubts of a game as they are told: which rule doubts which quotes of a book, how many captures, and one of them in words. */
import { doubtNameOf } from "../../domain/doubt-names.ts";
import { isoTime } from "../../domain/durations.ts";
import { quoteAt } from "../../domain/fold.ts";
import type { Doubt } from "../../release/values.ts";
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
