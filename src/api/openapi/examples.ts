/** An example of every component. */
import type { TSchema } from "typebox";
import {
  columnsOf,
  csvHeader,
  csvRow,
  gameColumns,
  gameCsv,
  lineEnd,
  oddsColumns,
  oddsCsv,
} from "../../archive/csv.ts";
import { BetRow } from "../../archive/shapes-bets.ts";
import { type CoverageDoubt, CoverageRow } from "../../archive/shapes-books.ts";
import { changeColumns, changeCsv, revisionColumns, revisionCsv } from "../../archive/shapes-changes.ts";
import { GameIds, TeamIds } from "../../archive/shapes-ids.ts";
import { LineRow } from "../../archive/shapes-lines.ts";
import { PeriodOddsRow, PeriodRow } from "../../archive/shapes-periods.ts";
import { TrendRow } from "../../archive/shapes-trends.ts";
import { contentsOfV1 } from "../routes/contents.ts";
import { book, change, coverage, gameIds, revision, season, sport, team, teamIds } from "./example-lists.ts";
import {
  betRow,
  bookOdds,
  detail,
  lineRow,
  oddsRow,
  periodOdds,
  periodOddsRow,
  periodRow,
  trendRow,
} from "./example-rows.ts";

export const exampleArchive = "6f1c2a54-0c3e-4b7a-9d28-5e8f7a1b3c90";
export const exampleRequestId = "req_Zk3mQ9sVtY1xB7cLr0NdPwHa";
export const exampleCursor = "q83vEjRWeJABASNFZ4mrze9CeZEV7oAAAAAATkZMLTIwMjUwOTA0LURBTC1QSEk";

const { period_scores, weather, books, period_odds, ...game } = detail;

const listMeta = { count: 1, request_id: exampleRequestId };
const revisionMeta = { ...listMeta, revision: revision.revision, archive: exampleArchive };
const trendMeta = { ...listMeta, group_by: "none", tries: 1, split: null, tries_since: null, family: 0 };
const coverageDoubt: CoverageDoubt = { sport: "nba", season: 2024, rule: "against_books", games: 1, captures: 2 };
const coverageMeta = { ...listMeta, doubts: [coverageDoubt] };
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
  PeriodRow: periodRow,
  PeriodConsensus: periodRow.consensus,
  PeriodOddsRow: periodOddsRow,
  BetRow: betRow,
  BetOpen: betRow.open,
  BetClose: betRow.close,
  BetResult: betRow.result,
  BetProfit: betRow.profit,
  BetClosingLine: betRow.closing_line,
  BetScore: betRow.score,
  TrendRow: trendRow,
  TrendEstimate: trendRow.win_rate,
  TrendReturns: trendRow.return_on_investment,
  TrendClosingLine: trendRow.closing_line,
  LineRow: lineRow,
  Sport: sport,
  SportSeason: sport.seasons[0],
  Season: season,
  Team: team,
  GameIds: gameIds,
  TeamIds: teamIds,
  FormerTeamId: teamIds.former[0],
  Book: book,
  BookSeason: book.sports[0],
  Coverage: coverage,
  SportList: page(sport),
  TeamList: page(team),
  SeasonList: page(season),
  GameList: page(game, exampleCursor),
  OddsList: page(oddsRow, exampleCursor),
  GameIdsList: page(gameIds, exampleCursor),
  TeamIdsList: page(teamIds),
  PeriodList: page(periodRow, exampleCursor),
  PeriodOddsList: page(periodOddsRow, exampleCursor),
  Change: change,
  FieldChange: change.fields[0],
  Revision: revision,
  TouchedSeason: revision.seasons?.[0],
  ChangeList: { ...page(change), meta: revisionMeta },
  RevisionList: { ...page(revision), meta: revisionMeta },
  BookList: page(book),
  CoverageList: { ...page(coverage, exampleCursor), meta: coverageMeta },
  CoverageDoubt: coverageDoubt,
  CoverageMeta: coverageMeta,
  BetList: page(betRow, exampleCursor),
  TrendList: { ...page(trendRow), meta: trendMeta },
  LineList: page(lineRow, exampleCursor),
  GameAnswer: { data: detail, meta: { request_id: exampleRequestId } },
  Endpoint: contentsOfV1.endpoints[0],
  Contents: contentsOfV1,
  ContentsAnswer: { data: contentsOfV1, meta: { request_id: exampleRequestId } },
  ListMeta: listMeta,
  TrendMeta: trendMeta,
  RevisionMeta: revisionMeta,
  ObjectMeta: { request_id: exampleRequestId },
  ErrorDetail: error,
  Error: { error },
};

const table = (shape: TSchema, row: object): string => {
  const columns = columnsOf(shape);
  return [csvHeader(columns), csvRow(columns, row), ""].join(lineEnd);
};

/** The examples of the lists as CSV shows them, by the name of the list's component. */
export const csvExamples: Readonly<Record<string, string>> = {
  GameList: [csvHeader(gameColumns), gameCsv(game), ""].join(lineEnd),
  OddsList: [csvHeader(oddsColumns), oddsCsv(oddsRow), ""].join(lineEnd),
  BetList: table(BetRow, betRow),
  GameIdsList: table(GameIds, gameIds),
  TeamIdsList: table(TeamIds, teamIds),
  PeriodList: table(PeriodRow, periodRow),
  PeriodOddsList: table(PeriodOddsRow, periodOddsRow),
  ChangeList: [csvHeader(changeColumns), changeCsv(change), ""].join(lineEnd),
  RevisionList: [csvHeader(revisionColumns), revisionCsv(revision), ""].join(lineEnd),
  CoverageList: table(CoverageRow, coverage),
  LineList: table(LineRow, lineRow),
  TrendList: table(TrendRow, trendRow),
};
