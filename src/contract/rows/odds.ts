/** The row of `/v1/odds`. */
import type { Static } from "typebox";
import { columnsOf, csvRow } from "../csv.ts";
import { as, object } from "../members.ts";
import {
  bookMembers,
  MoneylineSet,
  marketTexts,
  OddsResult,
  OddsTeamTotal,
  SpreadSet,
  TotalSet,
} from "./book-members.ts";
import { gameDate, gameId, sport, startTime, teamMembers } from "./game-head.ts";

export const OddsRow = object("OddsRow", "One book's full-game lines of a game, graded against that book's close.", {
  game_id: gameId,
  sport,
  game_date: gameDate,
  start_time: startTime,
  ...teamMembers,
  ...bookMembers,
  moneyline: as(MoneylineSet, marketTexts.game),
  spread: as(SpreadSet, marketTexts.spread),
  total: as(TotalSet, marketTexts.total),
  team_total: as(OddsTeamTotal, marketTexts.teamTotal),
  result: as(OddsResult, "graded against this book's own close"),
});

export type OddsRow = Static<typeof OddsRow>;

export const oddsColumns = columnsOf(OddsRow);

export function oddsCsv(row: OddsRow): string {
  return csvRow(oddsColumns, row);
}
