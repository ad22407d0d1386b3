/** The doubts of a game as they are told: which rule doubts which quotes of a book, how many captures, and one of them in words. */
import { doubtNameOf } from "../../domain/evidence.ts";
import { type Quote, quoteAt } from "../../domain/fold.ts";
import { isoTime } from "../../domain/times.ts";
import type { Doubt } from "../../release/values.ts";
import type { Sheet } from "./sheet.ts";

/** In the order of the captures: by book, period and market. */
export function doubtsOf(sheet: Sheet): Doubt[] {
  const { captures, doubts, evidence, stretches } = sheet;
  const isoAt = (at: number): string | null => {
    const time = captures.times[at] as number;
    return isoTime(Number.isFinite(time) ? time : null);
  };
  if (!sheet.hasDoubts) return [];
  return stretches.flatMap((line) =>
    [...Map.groupBy(sheet.doubtedIn(line), (at) => doubts[at] as number)].flatMap(([number, places]): Doubt[] => {
      const rule = doubtNameOf(number);
      const [first, last] = [places[0], places.at(-1)];
      if (rule === null || first === undefined || last === undefined) return [];
      const { book, period, market } = line;
      const seen = { captures: places.length, first_seen: isoAt(first), last_seen: isoAt(last) };
      const shown = { quote: quoteAt(captures, last), evidence: evidence.get(last) ?? "" };
      return [{ rule, book: book.slug, period, market, ...seen, ...shown }];
    }),
  );
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

/** `against_books: betmgm full spread -3.5 (-110 / -110), 2 captures until …: the quote expects 3.5, the books together 10.5`. */
export function doubtWords({ rule, book, period, market, captures, last_seen, quote, evidence }: Doubt): string {
  if (book === null) return `${rule}: ${evidence}`;
  const shown = quote === null ? "" : ` ${quoteText(quote)}`;
  const until = last_seen === null ? "stated without a time" : `until ${last_seen}`;
  const times = captures === 1 ? "1 capture" : `${captures} captures`;
  return `${rule}: ${book} ${period} ${market ?? ""}${shown}, ${times} ${until}${evidence === "" ? "" : `: ${evidence}`}`;
}

/** `-3 (-110 / -110)`, `-900 / +600`, or a line alone; the price of home or of over comes first. */
export function quoteText({ line, first, second }: Quote): string {
  if (first === null && second === null) return String(line ?? "nothing");
  const prices = `${priceText(first)} / ${priceText(second)}`;
  return line === null ? prices : `${line} (${prices})`;
}

/** `+154`, `-182`, or `-` for none. */
function priceText(price: number | null): string {
  if (price === null) return "-";
  return price > 0 ? `+${price}` : String(price);
}
