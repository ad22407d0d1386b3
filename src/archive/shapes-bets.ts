/** The row of `/v1/bets`. The order of the members is the order in every answer. */
import { type Static, Type } from "typebox";
import { selections } from "../domain/bets/sides.ts";
import { lineMarkets, linePeriods } from "../domain/market-names.ts";
import { oneOf, orNull } from "../domain/schemas.ts";
import {
  closed,
  gameHeadMembers,
  integer,
  nullableInteger,
  nullableNumber,
  nullableText,
  odds,
  text,
} from "./shape-members.ts";

const captureTime = () => orNull(Type.String({ format: "date-time" }));

export const BetOpen = closed({ line: nullableNumber(), price: odds(), captured_at: captureTime() });
export const BetClose = closed({
  line: nullableNumber(),
  price: odds(),
  captured_at: captureTime(),
  no_vig_probability: nullableNumber(),
});
export const BetScore = closed({ home: integer(), away: integer() });

const outcome = () => orNull(oneOf(["won", "lost", "push"]));
export const BetResult = closed({ open: outcome(), close: outcome() });
export const BetProfit = closed({ open: nullableNumber(), close: nullableNumber() });

/** Whether the open was better for the bettor than the close, and by how much. */
export const BetClosingLine = closed({
  beat: orNull(Type.Boolean()),
  points: nullableNumber(),
  probability: nullableNumber(),
});

export const BetRow = closed({
  ...gameHeadMembers,
  bet_type: text(),
  period: oneOf(linePeriods),
  market: oneOf(lineMarkets),
  selection: oneOf(selections),
  side_team: nullableText(),
  book_id: nullableInteger(),
  book: text(),
  book_name: text(),
  books: integer(),
  open: BetOpen,
  close: BetClose,
  score: BetScore,
  result: BetResult,
  profit: BetProfit,
  role: orNull(oneOf(["favorite", "underdog"])),
  closing_line: BetClosingLine,
});

export type BetRow = Static<typeof BetRow>;
