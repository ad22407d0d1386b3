/** `/v1/odds`. */
import type { Static } from "typebox";
import {
  bookMembers,
  MoneylineSet,
  marketTexts,
  OddsResult,
  OddsTeamTotal,
  SpreadSet,
  TotalSet,
} from "../book-members.ts";
import { endpoint, FixedListMeta, page } from "../endpoint.ts";
import { book } from "../filters/books.ts";
import { oddsFilters, paging } from "../filters/games.ts";
import { market } from "../filters/markets.ts";
import { gameDate, gameId, sport, startTime, teamMembers } from "../game-members.ts";
import { as, object } from "../members.ts";

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

export const odds = endpoint("/odds", "listOdds", "List odds", {
  tag: "Odds",
  sentence: "One row per game and book, graded against that book's own close.",
  details: "Rows come oldest first.",
  parameters: { ...oddsFilters, book, market, ...paging },
  oneOf: ["season", "from", "to", "team", "game_id"],
  answer: page("OddsList", "A page of odds rows.", OddsRow, { meta: FixedListMeta }),
  shape: 2,
});
