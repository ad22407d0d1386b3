/** An example of every component. */
import {
  csvHeader,
  csvRow,
  gameColumns,
  gameCsv,
  lineColumns,
  lineEnd,
  oddsColumns,
  oddsCsv,
} from "../../archive/csv.ts";
import { contentsOfV1 } from "../routes/contents.ts";
import { bookOdds, detail, lineRow, oddsRow, periodOdds, season, sport, team } from "./example-rows.ts";

export const exampleRequestId = "req_Zk3mQ9sVtY1xB7cLr0NdPwHa";
export const exampleCursor = "q83vEjRWeJABASNFZ4mrze9CeZEV7oAAAAAATkZMLTIwMjUwOTA0LURBTC1QSEk";

const { period_scores, weather, books, period_odds, ...game } = detail;

const listMeta = { count: 1, request_id: exampleRequestId };
const page = <Row>(row: Row, nextCursor: string | null = null) => ({
  data: [row],
  next_cursor: nextCursor,
  meta: listMeta,
});
const error = {
  code: "invalid_param",
  message: "limit must be a whole number from 1 to 1000",
  param: "limit",
};

/** By component name. */
export const examples: Readonly<Record<string, unknown>> = {
  Game: game,
  GameDetail: detail,
  Side: detail.home,
  Venue: detail.venue,
  Result: detail.result,
  Consensus: detail.consensus,
  MoneylineSet: bookOdds.moneyline,
  SpreadSet: bookOdds.spread,
  TotalSet: bookOdds.total,
  ShortTotal: detail.consensus?.total,
  ShortSpread: periodOdds.spread,
  BookTeamTotal: bookOdds.team_total,
  OddsTeamTotal: oddsRow.team_total,
  OddsResult: oddsRow.result,
  PeriodScore: period_scores.q1,
  PeriodScores: period_scores,
  Weather: weather,
  BookOdds: books[0],
  PeriodOdds: period_odds[0],
  OddsRow: oddsRow,
  LineRow: lineRow,
  Sport: sport,
  SportSeason: sport.seasons[0],
  Season: season,
  Team: team,
  SportList: page(sport),
  TeamList: page(team),
  SeasonList: page(season),
  GameList: page(game, exampleCursor),
  OddsList: page(oddsRow, exampleCursor),
  LineList: page(lineRow, exampleCursor),
  GameAnswer: { data: detail, meta: { request_id: exampleRequestId } },
  Endpoint: contentsOfV1.endpoints[0],
  Contents: contentsOfV1,
  ContentsAnswer: { data: contentsOfV1, meta: { request_id: exampleRequestId } },
  ListMeta: listMeta,
  ObjectMeta: { request_id: exampleRequestId },
  ErrorDetail: error,
  Error: { error },
};

/** The examples of the lists as CSV shows them, by the name of the list's component. */
export const csvExamples: Readonly<Record<string, string>> = {
  GameList: [csvHeader(gameColumns), gameCsv(game), ""].join(lineEnd),
  OddsList: [csvHeader(oddsColumns), oddsCsv(oddsRow), ""].join(lineEnd),
  LineList: [csvHeader(lineColumns), csvRow(lineColumns, lineRow), ""].join(lineEnd),
};
