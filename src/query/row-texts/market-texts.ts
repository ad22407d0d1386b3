/** The texts of lines and prices, each with the constant text before it. Rows repeat few of them, so they are kept. */
import { noLine } from "../../release/packed-lines.ts";
import type { RowFrame } from "./row-frame.ts";
import { TextTable } from "./text-table.ts";

/** Lines of up to so many quarters, and prices of up to so many hundredths of the stake, have their texts kept. */
export const mostKept = 4096;

/**
 * The texts of lines in quarters of a point, as values of a column; null stands for `noLine`.
 * @param after a text that follows them.
 */
export function lineTexts(frame: RowFrame, column: string, after = ""): (quarters: number) => string {
  const table = new TextTable(-mostKept, mostKept, (quarters) => frame.written(column, [quarters / 4], after));
  const none = frame.written(column, [null], after);
  return (quarters) => (quarters === noLine ? none : table.of(quarters));
}

type Beside = {
  /** How many columns before the price are null. */
  readonly nullsBefore?: number;
  /** A text that follows the price. */
  readonly after?: string;
};

/**
 * The texts of American odds; null stands for 0, which is no price.
 * @param column the first that is written.
 */
export function priceTexts(frame: RowFrame, column: string, { nullsBefore = 0, after = "" }: Beside = {}): TextTable {
  const before = new Array<null>(nullsBefore).fill(null);
  return new TextTable(-mostKept, mostKept, (price) =>
    frame.written(column, [...before, price === 0 ? null : price], after),
  );
}
