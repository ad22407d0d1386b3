/** The texts of the last member of a bet's row, the bet at a moment before the start. They end the row. */
import { outcomeNames } from "../../domain/bets/grading.ts";
import { lineTexts, priceTexts } from "../row-texts/market-texts.ts";
import type { RowFrame } from "../row-texts/row-frame.ts";
import { remembered, TextTable } from "../row-texts/text-table.ts";
import { profitTexts } from "./profit-texts.ts";

/** Captures are mostly younger than the earliest moment is early, in tenths of minutes. */
const mostTenths = 14_400;

const first = "at_moment.minutes_before";

export function momentTexts(frame: RowFrame) {
  const profits = outcomeNames.map((name) =>
    profitTexts(frame, "at_moment.profit", { before: frame.written("at_moment.result", [name]), after: frame.end }),
  );
  return {
    notAsked: frame.endWithNull(first),
    noCapture: remembered((minutes: number) =>
      frame.written(first, [minutes, null, null, null, null, null], frame.end),
    ),
    minutes: remembered((minutes: number) => frame.written(first, [minutes])),
    line: lineTexts(frame, "at_moment.line"),
    price: priceTexts(frame, "at_moment.price"),
    age: new TextTable(0, mostTenths, (tenths) => frame.written("at_moment.age_minutes", [tenths / 10])),
    /** By the outcome. */
    profits,
  };
}
