/** The rows of `/v1/games/{game_id}/lines`. The order of the members is the order in every answer. */
import { type Static, Type } from "typebox";
import { doubtNames } from "../domain/doubt-names.ts";
import { lineMarkets, linePeriods } from "../domain/market-names.ts";
import { oneOf, orNull } from "../domain/schemas.ts";
import { closed, integer, nullableNumber, odds, text } from "./shape-members.ts";

const nullableTime = () => orNull(Type.String({ format: "date-time" }));

export const LineRow = closed({
  book_id: integer(),
  book: text(),
  period: oneOf(linePeriods),
  market: oneOf(lineMarkets),
  team: orNull(Type.Union([Type.Literal("home"), Type.Literal("away")])),
  first_seen: nullableTime(),
  last_seen: nullableTime(),
  captures: integer(),
  line: nullableNumber(),
  home_price: odds(),
  away_price: odds(),
  over_price: odds(),
  under_price: odds(),
  is_open: Type.Boolean(),
  is_close: Type.Boolean(),
  minutes_before_start: nullableNumber(),
  doubt: orNull(oneOf(doubtNames)),
});

export type LineRow = Static<typeof LineRow>;
