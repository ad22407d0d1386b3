/**
 * The texts of the values that bets have, each with the constant text before it. Bets repeat few different lines, prices and
 * profits, so that a row is a dozen look-ups and no rendering.
 */

import { betColumns } from "../../contract/rows/bets.ts";
import { lost, type Outcome, outcomeNames, profitOf, push, tenThousand, won } from "../../domain/bets/grading.ts";
import type { MovementSign } from "../../domain/bets/movement.ts";
import type { BetSide } from "../../domain/bets/sides.ts";
import { bookById, consensusBookId } from "../../domain/books.ts";
import { type Format, separators } from "../../release/formats.ts";
import { noLine } from "../../release/packed-lines.ts";
import { rowFrames } from "./row-frame.ts";
import { rememberedTexts, TextTable } from "./text-table.ts";

/** Lines of up to so many quarters, and prices of up to so many hundredths of the stake, have their texts kept. */
const kept = 4096;

/** The places of values in a row. */
const place = (name: string): number => betColumns.findIndex((column) => column.name === name);
const openLine = place("open.line");
const openPrice = place("open.price");
const closeLine = place("close.line");
const closePrice = place("close.price");
const noVig = place("close.no_vig_probability");

type Value = string | number | boolean | null;

/** All texts of one format. Put one after the other in the order in which they are declared here, they are a row. */
export type BetTexts = ReturnType<typeof textsOf>;

export const betTexts: Readonly<Record<Format, BetTexts>> = { json: textsOf("json"), csv: textsOf("csv") };

function textsOf(format: Format) {
  const { between, write, quote } = rowFrames[format];
  /** Values that follow each other in a row, with the constant texts before them. */
  const written = (first: number, values: readonly Value[]): string =>
    values.map((value, index) => `${between[first + index]}${write(value)}`).join("");
  const lineTable = (first: number) => new TextTable(-kept, kept, (line) => written(first, [line / 4]));
  // The constant text before the time of the capture comes with the price, so that the time is a text by itself.
  const priceTable = (first: number) =>
    new TextTable(-kept, kept, (price) => written(first, [price === 0 ? null : price]) + between[first + 1]);
  const profitTexts = (first: number) => {
    const ofWon = new TextTable(-kept, kept, (price) => written(first, [profitOf(price, won) / tenThousand]));
    const ofLost = written(first, [profitOf(0, lost) / tenThousand]);
    const ofPush = written(first, [profitOf(0, push) / tenThousand]);
    const none = written(first, [null]);
    return (price: number, outcome: Outcome): string => {
      if (price === 0) return none;
      if (outcome === won) return ofWon.of(price);
      if (outcome === lost) return ofLost;
      return outcome === push ? ofPush : none;
    };
  };
  const lineTexts = (first: number) => {
    const table = lineTable(first);
    const none = written(first, [null]);
    return (quarters: number): string => (quarters === noLine ? none : table.of(quarters));
  };
  const bookTexts = new TextTable(1, 255, (bookId) => bookText(bookId, 1));
  const consensusTexts = new TextTable(0, 255, (count) => bookText(consensusBookId, count));
  function bookText(bookId: number, count: number): string {
    const known = bookById(bookId);
    if (bookId === consensusBookId) return written(place("book_id"), [null, "consensus", "Consensus", count]);
    if (known === null) throw new RangeError(`there is no book ${bookId}`);
    return written(place("book_id"), [bookId, known.slug, known.name, count]);
  }
  const outcomes = [0, 1, 2, 3] as const;
  const resultTexts = outcomes.flatMap((open) =>
    outcomes.map((close) => written(place("result.open"), [outcomeNames[open], outcomeNames[close]])),
  );
  const end = between.at(-1) as string;
  const roleTexts = ["underdog", null, "favorite"].map((role) => written(place("role"), [role]));
  const beatTexts = [false, null, true].map((beat) => written(place("closing_line.beat"), [beat]));
  const betterTable = lineTable(place("closing_line.points"));
  const noPoints = written(place("closing_line.points"), [null]);
  const shift = place("closing_line.probability");
  const shiftTable = new TextTable(-tenThousand, tenThousand, (parts) => written(shift, [parts / tenThousand]) + end);
  const noShift = written(shift, [null]) + end;

  return {
    separator: separators[format],
    /** The columns that say what is bet on, without the team. */
    side: ({ betType, periodName, marketName, selection }: BetSide): string =>
      written(place("bet_type"), [betType, periodName, marketName, selection]) + between[place("side_team")],
    team: rememberedTexts((abbreviation: string | null) => write(abbreviation)),
    book: (bookId: number, count: number): string =>
      bookId === consensusBookId ? consensusTexts.of(count) : bookTexts.of(bookId),
    openLine: lineTexts(openLine),
    openPrice: priceTable(openPrice),
    time: (iso: string): string => quote + iso + quote,
    noTime: write(null),
    closeLine: lineTexts(closeLine),
    closePrice: priceTable(closePrice),
    noVig: new TextTable(-1, tenThousand, (parts) => written(noVig, [parts < 0 ? null : parts / tenThousand])),
    score: (home: number, away: number): string => written(place("score.home"), [home, away]),
    result: (open: Outcome, close: Outcome): string => resultTexts[4 * open + close] as string,
    profitOpen: profitTexts(place("profit.open")),
    profitClose: profitTexts(place("profit.close")),
    role: (role: -1 | 0 | 1): string => roleTexts[role + 1] as string,
    /** The end of a row. */
    closingLine: (movement: MovementSign, quarters: number | null, parts: number | null): string =>
      (beatTexts[(movement ?? 0) + 1] as string) +
      (quarters === null ? noPoints : betterTable.of(quarters)) +
      (parts === null ? noShift : shiftTable.of(parts)),
  };
}
