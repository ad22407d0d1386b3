/**
 * The columns of `quotes`: the opening and the closing of a book, or of the consensus, in one market of one period. The order is
 * that of the API, then that of `oddsPeriods`, `markets` and the book id.
 */
import { Type } from "typebox";
import { integer, nullable, price, text } from "../members.ts";
import { gameId } from "../rows/game-head.ts";
import { LineRow } from "../rows/lines.ts";
import { memberColumnsOf, type ReleaseColumn } from "./release-column.ts";

const { period, market, team } = LineRow.properties;

const quoteMembers = {
  game_id: gameId,
  period,
  market,
  team,
  book_id: integer("number of the sportsbook; 0 is the consensus", 1, { minimum: 0, maximum: 65_535 }),
  book: text("slug of the sportsbook, or consensus", "draftkings"),
  open_line: nullable.number("first captured spread of the home side, total or team total; null for a moneyline", -7),
  open_first_price: price("first captured price of the home side, or of over; American odds", -110),
  open_second_price: price("first captured price of the away side, or of under; American odds", -110),
  open_time: nullable.time(
    "time of the capture of the opening, UTC; null for the consensus and for what was stated without a time",
    "2025-05-15T14:02:11.000Z",
  ),
  close_line: nullable.number("last spread of the home side, total or team total before the start", -8.5),
  close_first_price: price("last price of the home side, or of over, before the start; American odds", -108),
  close_second_price: price("last price of the away side, or of under, before the start; American odds", -112),
  close_time: nullable.time(
    "time of the capture of the close, UTC; null for the consensus and for what was stated without a time",
    "2025-09-05T00:15:38.000Z",
  ),
};

export type QuotesColumn = keyof typeof quoteMembers;

export const quotesColumns = memberColumnsOf(Type.Object(quoteMembers)) as readonly ReleaseColumn<QuotesColumn>[];
