/** Asks every rule of doubt that looks at the quotes of one game. Pure. */
import type { Sport } from "../../domain/sports.ts";
import type { Captures } from "../../ledger/captures.ts";
import type { Decided } from "../../ledger/doubt-decisions.ts";
import { doubtBooks } from "./books.ts";
import { doubtMarkets, doubtParts } from "./markets.ts";
import { doubtSingleQuotes } from "./one-quote.ts";
import { Sheet } from "./sheet.ts";

export type QuotesOfGame = {
  readonly captures: Captures;
  readonly sport: Sport;
  readonly startMs: number;
  /** See `AgreedStart`; null: no earlier start is stated. */
  readonly closesAtMs: number | null;
  readonly dispute: string | null;
  readonly decided: Decided;
};

/** @returns the sheet of the game, with the rule that doubts each capture. */
export function judgeQuotes({ decided, ...game }: QuotesOfGame): Sheet {
  const sheet = new Sheet(game.captures, game.sport, game.startMs, decided.kept);
  if (decided.dropped.size > 0) dropBooks(sheet, decided.dropped);
  doubtAfter(sheet, game.closesAtMs ?? game.startMs, game.dispute);
  doubtSingleQuotes(sheet);
  doubtMarkets(sheet);
  doubtBooks(sheet);
  doubtParts(sheet);
  return sheet;
}

function dropBooks(sheet: Sheet, dropped: ReadonlySet<string>): void {
  for (const { book, from, to } of sheet.stretches) {
    if (!dropped.has(book.slug)) continue;
    for (let at = from; at < to; at++)
      if (sheet.isBeforeStart(at)) sheet.doubt(at, "dropped", "somebody dropped the book");
  }
}

/** Where sources do not agree on the start, a quote from after the earliest one may be of the game in play [D-52]. */
function doubtAfter(sheet: Sheet, closesAtMs: number, dispute: string | null): void {
  if (dispute === null || closesAtMs >= sheet.startMs) return;
  for (const { from, to } of sheet.stretches) {
    for (let at = from; at < to; at++) {
      const time = sheet.captures.times[at] as number;
      if (time >= closesAtMs && time < sheet.startMs) sheet.doubt(at, "start_disputed", dispute);
    }
  }
}
