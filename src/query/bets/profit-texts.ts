/** The texts of profits. A lost bet and a push have the same at every price. */
import { lost, type Outcome, profitOf, push, tenThousand, won } from "../../domain/bets/grading.ts";
import { mostKept } from "../row-texts/market-texts.ts";
import type { RowFrame } from "../row-texts/row-frame.ts";
import { TextTable } from "../row-texts/text-table.ts";

/** @param around texts that stand before and after the profit. */
export function profitTexts(
  frame: RowFrame,
  column: string,
  { before = "", after = "" }: { readonly before?: string; readonly after?: string } = {},
): (price: number, outcome: Outcome) => string {
  const textOf = (profit: number | null): string =>
    [before, frame.written(column, [profit === null ? null : profit / tenThousand], after)].join("");
  const ofWon = new TextTable(-mostKept, mostKept, (price) => textOf(profitOf(price, won)));
  const ofLost = textOf(profitOf(0, lost));
  const ofPush = textOf(profitOf(0, push));
  const none = textOf(null);
  return (price, outcome) => {
    if (price === 0) return none;
    if (outcome === won) return ofWon.of(price);
    if (outcome === lost) return ofLost;
    return outcome === push ? ofPush : none;
  };
}
