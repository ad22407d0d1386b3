/**
 * The meaning and the bounds of every member by its name, which the shapes leave open and a machine-readable contract must
 * say. A name qualified by its component (`Season.weeks`) wins over the bare one.
 */
import { betNotes } from "./bet-fields.ts";
import { enumTexts } from "./enums.ts";
import type { FieldNote } from "./field-note.ts";
import { trendNotes } from "./trend-fields.ts";

/** A text of any language without control characters. */
const printable = "^[^\\u0000-\\u001F\\u007F]*$";
const utcTime = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$";
/** Errors repeat what callers sent, cut, so any text may be in them. */
const echoed = { pattern: "^[\\s\\S]*$", maxLength: 1000 };
const count = { minimum: 0, maximum: 1_000_000 };
const openingLine = "first captured line";
const closingLine = "last line before the start";
const openingPrice = "first captured price, American odds; often null before 2024";
const closingPrice = "last price before the start, American odds";

/** The bounds of a type or a format of which nothing closer is known. */
export const boundsOfType: Readonly<Record<string, FieldNote>> = {
  string: { maxLength: 200, pattern: printable },
  date: { maxLength: 10 },
  "date-time": { maxLength: 24 },
  integer: { minimum: -1_000_000, maximum: 1_000_000 },
  number: {},
  array: { maxItems: 1000 },
};

/** A juice field for each side: home, away, over and under. */
const juices = Object.fromEntries(
  ["home", "away", "over", "under"].flatMap((side): [string, FieldNote][] => [
    [`${side}_juice_open`, { description: `${openingPrice} (${side})` }],
    [`${side}_juice_close`, { description: `${closingPrice} (${side})` }],
  ]),
);

const teamTotalJuices = Object.fromEntries(
  ["home", "away"].flatMap((team) =>
    ["over", "under"].map((side): [string, FieldNote] => [
      `${team}_${side}_juice_close`,
      { description: `${closingPrice} (${side} the ${team} team's total)` },
    ]),
  ),
);

/** The teams of a row of a list that has only their abbreviations. */
function rowTeams(component: string): Record<string, FieldNote> {
  const ofTeam = (team: string) => ({
    description: `abbreviation of the ${team} team`,
    maxLength: 6,
    pattern: "^[A-Z0-9]{2,6}$",
  });
  return { [`${component}.home`]: ofTeam("home"), [`${component}.away`]: ofTeam("away") };
}

export const fieldNotes: Readonly<Record<string, FieldNote>> = {
  ...juices,
  ...teamTotalJuices,
  ...betNotes,
  ...trendNotes,
  game_id: {
    description: "SPORT-YYYYMMDD-AWAY-HOME; -2 follows for the second game of a doubleheader. Joins games and odds",
    pattern: "^[A-Z]{3,5}-[0-9]{8}-[A-Z0-9]{2,6}-[A-Z0-9]{2,6}(-[2-9])?$",
    maxLength: 32,
  },
  sport: { description: enumTexts.sport },
  season: {
    description:
      "mlb: calendar year; nfl, ncaaf: year the season started; nba, nhl: year the season ended (2026 = 2025-26)",
    minimum: 1000,
    maximum: 9999,
  },
  season_type: { description: "part of the season; NBA play-in games are postseason" },
  week: { description: "NFL and NCAAF week, which never restarts; null for other sports", minimum: 0, maximum: 99 },
  weeks: { description: "highest week of which every game is final; null without weeks", minimum: 0, maximum: 99 },
  game_date: { description: "slate date in America/New_York, YYYY-MM-DD" },
  start_time: {
    description: "kickoff, first pitch or tip in UTC, ISO 8601 with milliseconds",
    pattern: utcTime,
    maxLength: 24,
  },
  "Game.status": { description: "always final: a game appears once it is" },
  "GameDetail.status": { description: "always final: a game appears once it is" },
  status: { description: "in_progress while games of the season are unplayed, then published" },
  "Game.home": { description: "home side" },
  "Game.away": { description: "away side" },
  "GameDetail.home": { description: "home side" },
  "GameDetail.away": { description: "away side" },
  ...rowTeams("OddsRow"),
  ...rowTeams("PeriodRow"),
  ...rowTeams("PeriodOddsRow"),
  ...rowTeams("GameIds"),
  nflverse: { description: "nflverse's game_id, such as 2025_01_DAL_PHI" },
  espn: { description: "ESPN's id of the event" },
  mlb: { description: "gamePk of MLB StatsAPI" },
  nhl: { description: "id of the game in the NHL's web API" },
  cfbd: { description: "id of the game at College Football Data" },
  retrosheet: { description: "Retrosheet's id: home, date and number of the day's game, such as MIL202304030" },
  the_odds_api: { description: "ids of the game's events at The Odds API; several when its start has moved" },
  "TeamIds.nflverse": { description: "abbreviation at nflverse" },
  "TeamIds.espn": { description: "ESPN's id of the team" },
  "TeamIds.mlb": { description: "id of the club at MLB StatsAPI" },
  "TeamIds.nhl": { description: "abbreviation in the NHL's web API" },
  "TeamIds.cfbd": { description: "name of the school at College Football Data, whose ids of teams are ESPN's" },
  "TeamIds.retrosheet": { description: "Retrosheet's code of the club" },
  "TeamIds.the_odds_api": {
    description: "names at The Odds API, the present one first; empty for colleges, whose names there are not known",
  },
  former: { description: "ids and names that sources had for the team earlier in the coverage" },
  source: { description: "the column of this row to which the id belongs" },
  "FormerTeamId.id": { description: "the earlier id or name" },
  "PeriodScore.home": { description: "points of the home team", minimum: 0, maximum: 1000 },
  "PeriodScore.away": { description: "points of the away team", minimum: 0, maximum: 1000 },
  neutral_site: { description: "whether neither team played at home" },
  overtime: { description: "whether it took overtime, extra innings or a shootout" },
  venue: { description: "where it was played" },
  venue_id: { description: "number of the venue", minimum: 0, maximum: 2_147_483_647 },
  indoor: { description: "indoor or dome" },
  referee: { description: "lead official or home-plate umpire" },
  "Game.result": { description: "graded against the consensus close" },
  "GameDetail.result": { description: "graded against the consensus close" },
  "OddsRow.result": { description: "graded against this book's own close" },
  "PeriodRow.score": { description: "score of the period" },
  "PeriodRow.result": { description: "the period's score, graded against the period's own consensus close" },
  "PeriodRow.consensus": { description: "modal line across US books on the period; null when no US book posted any" },
  "PeriodOddsRow.result": {
    description: "the period's score, graded against this book's own close; all members null when it was not played",
  },
  consensus: { description: "modal line across US books; null when no US book posted any full-game market" },
  margin_home: { description: "home score minus away score", minimum: -1000, maximum: 1000 },
  home_covered: { description: "whether home covered the closing spread; null on a push or without a close" },
  went_over: { description: "whether the score went over the closing total; null on a push or without a close" },
  spread_push: { description: "whether the spread was a push; null without a close" },
  total_push: { description: "whether the total was a push; null without a close" },
  favorite: { description: "consensus closing favorite; null when there is none to tell" },
  moneyline: { description: "full-game winner; all members null when not priced" },
  "PeriodOdds.moneyline": { description: "winner of the period; all members null when not priced" },
  "PeriodConsensus.moneyline": { description: "winner of the period; all members null when not priced" },
  "PeriodOddsRow.moneyline": { description: "winner of the period; all members null when not priced" },
  spread: { description: "home side's spread: negative means home is favored" },
  total: { description: "total score of both teams" },
  team_total: { description: "score of each team" },
  open: { description: openingLine },
  close: { description: closingLine },
  "MoneylineSet.home_open": { description: openingPrice.replace("; often null before 2024", "") },
  "MoneylineSet.away_open": { description: openingPrice.replace("; often null before 2024", "") },
  "MoneylineSet.home_close": { description: closingPrice },
  "MoneylineSet.away_close": { description: closingPrice },
  home_open: { description: `${openingLine} of the home team's total` },
  away_open: { description: `${openingLine} of the away team's total` },
  home_close: { description: `${closingLine} of the home team's total` },
  away_close: { description: `${closingLine} of the away team's total` },
  period: { description: enumTexts.period },
  "PeriodOdds.period": { description: enumTexts.partOfGame },
  period_scores: { description: "scores by period; only periods that exist are present" },
  "1h": { description: "first half" },
  "2h": { description: "second half, without overtime" },
  q1: { description: "first quarter" },
  q2: { description: "second quarter" },
  q3: { description: "third quarter" },
  q4: { description: "fourth quarter" },
  p1: { description: "first period" },
  p2: { description: "second period" },
  p3: { description: "third period" },
  inn1: { description: "first inning" },
  ot: { description: "everything after regulation" },
  inn5: { description: "through five innings" },
  weather: { description: "weather at the start" },
  temp_f: { description: "temperature, °F" },
  wind_mph: { description: "wind speed, miles per hour" },
  wind_direction: { description: "where the wind blows from or to" },
  condition: { description: "weather in words; Indoor for domes" },
  books: { description: "full-game odds by book, in the order of book_id" },
  period_odds: { description: "odds by period and book", maxItems: 10_000 },
  book_id: { description: "number of the sportsbook", minimum: 1, maximum: 65_535 },
  book: { description: "slug of the sportsbook", pattern: "^[a-z0-9_]+$", maxLength: 40 },
  book_name: { description: "name of the sportsbook" },
  former_books: {
    description:
      "slugs, here or at The Odds API, of the books that this one was called before or has taken over, where that is sure; " +
      "one that was published keeps its own rows",
  },
  "Book.sports": { description: "seasons in which the book has a game, by sport as /v1/sports has them, and season" },
  "BookSeason.games": { description: "games of which the book has a row in /v1/odds", ...count },
  "BookSeason.games_with_closing_line": {
    description: "those of them in which the book has a closing line or price in any full-game market",
    ...count,
  },
  "Coverage.period": { description: enumTexts.period },
  "Coverage.market": {
    description: enumTexts.market.replace("of one team", "of one team; both teams' count together"),
  },
  "Coverage.book": {
    description: "slug of the sportsbook, or `consensus`",
    pattern: "^[a-z0-9_]+$",
    maxLength: 40,
  },
  "Coverage.games": {
    description: "games in which the book has any line or price in this period and market",
    ...count,
  },
  with_open: { description: "those of them in which it has an opening line or price", ...count },
  with_close: { description: "those of them in which it has a closing line or price", ...count },
  median_minutes_before_start: {
    description:
      "median of the minutes from the capture of its closes to the start, 1 decimal; null for the consensus, and when no " +
      "close has a known time",
    minimum: -1_000_000,
    maximum: 1_000_000,
  },
  within_15_minutes: {
    description:
      "share of its closes with a known time that were captured at most 15 minutes before the start, 4 decimals",
    minimum: 0,
    maximum: 1,
  },
  "LineRow.market": { description: enumTexts.market },
  team: { description: "the team whose total it is; null for other markets" },
  first_seen: {
    description: "time of the first capture of the run, UTC; null for what was stated without a time",
    pattern: utcTime,
    maxLength: 24,
  },
  last_seen: {
    description: "time of the last capture of the run, UTC; null as first_seen",
    pattern: utcTime,
    maxLength: 24,
  },
  captures: {
    description: "how many captures in a row showed this line and these prices",
    minimum: 1,
    maximum: 1_000_000,
  },
  "LineRow.line": { description: "spread of the home side, total or team total; null for a moneyline" },
  home_price: { description: "price of the home side, American odds; null for totals" },
  away_price: { description: "price of the away side, American odds; null for totals" },
  over_price: { description: "price of over, American odds; null except for totals" },
  under_price: { description: "price of under, American odds; null except for totals" },
  is_open: { description: "whether the published opening is a capture of this run" },
  is_close: { description: "whether the published close is a capture of this run" },
  minutes_before_start: { description: "minutes from last_seen to the start; null as last_seen", minimum: 0 },
  doubt: {
    description:
      "name of the rule that says these quotes cannot be true, which are in no opening, close or consensus; null: none does",
  },
  "CoverageMeta.doubts": { description: "quotes that were left out of the lines of these seasons, by rule" },
  "CoverageDoubt.rule": { description: "name of the rule that doubts them" },
  "CoverageDoubt.games": { description: "games that have such quotes", ...count },
  "CoverageDoubt.captures": { description: "captures of such quotes before the starts", ...count },
  team_id: { description: "number of the team", minimum: 0, maximum: 2_147_483_647 },
  abbreviation: { description: "abbreviation, unique in its sport", pattern: "^[A-Z0-9]{2,6}$", maxLength: 6 },
  score: { description: "final score, overtime and shootout included", minimum: 0, maximum: 1000 },
  name: { description: "full name" },
  city: { description: "city" },
  school: { description: "school; college only" },
  mascot: { description: "nickname or mascot" },
  conference: { description: "conference or league" },
  division: { description: "division" },
  logo_url: { description: "address of the team's logo", maxLength: 2000 },
  season_label: { description: "how season is numbered for this sport" },
  seasons: { description: "seasons that have a final game" },
  first_game: { description: "date of the first final game" },
  last_game: { description: "date of the most recent final game" },
  games: { description: "final games", ...count },
  games_with_closing_line: { description: "games for which a US book posted a closing line", ...count },
  regular_season_games: { description: "final games of the regular season", ...count },
  postseason_games: { description: "final games of the postseason", ...count },
  bet_types: { description: "markets published for the sport", maxItems: 100 },
  last_completed_game: { description: "date of the most recent final game" },
  teams: { description: "number of teams", ...count },
  revision: { description: "number of the revision", minimum: 0, maximum: 2_147_483_647 },
  "RevisionMeta.revision": {
    description: "the newest revision; on the last page of changes, your next since",
    minimum: 0,
    maximum: 2_147_483_647,
  },
  archive: {
    description: "which archive the revisions are of; it is another after a restored backup, and you begin anew",
    pattern: "^[0-9a-f-]*$",
    maxLength: 36,
  },
  published_at: { description: "when the revision was published, in UTC" },
  change: { description: enumTexts.change },
  fields: {
    description:
      "values that changed, for changed games; of a night that changes thousands of games, or of a game with many, not all",
    maxItems: 100,
  },
  "FieldChange.path": {
    description:
      "path of the value in the answer for a single game, with books by slug; below odds what only odds rows have",
  },
  from: { description: "value before; null when there was none" },
  to: { description: "value now; null when there is none" },
  more: { description: "how many further values changed at least: when it is above 0, fetch the game", ...count },
  added: { description: "games that came in; null in revisions from before this was counted", ...count },
  changed: { description: "games of which values changed; null as with added", ...count },
  removed: { description: "games that were taken out; null as with added", ...count },
  odds_rows: { description: "odds rows that there were then; null when nobody counted", ...count },
  "Revision.seasons": {
    description: "seasons that the revision touched: their games, or their own row; null as with added",
  },
  endpoints: { description: "every endpoint, in the order of the reference", maxItems: 100 },
  path: { description: "path on this server, with a name in braces where a value goes" },
  summary: { description: "what the endpoint does" },
  documentation: { description: "path of the documentation for people" },
  openapi: { description: "path of the OpenAPI document" },
  "ContentsAnswer.data": { description: "what there is" },
  "LineList.data": { description: "the rows of this page, by period, market, team, book_id and first_seen" },
  "GameAnswer.data": { description: "the game" },
  data: { description: "the rows of this page, oldest first" },
  next_cursor: {
    description: "value of cursor for the next page; null exactly on the last page",
    pattern: "^[A-Za-z0-9_-]+$",
    maxLength: 200,
  },
  meta: { description: "about this answer" },
  count: { description: "rows in this page", minimum: 0, maximum: 1_000_000 },
  request_id: { description: "the X-Request-Id of this answer", pattern: "^req_[A-Za-z0-9_-]{24}$", maxLength: 28 },
  error: { description: "what went wrong" },
  code: { description: enumTexts.code, pattern: "^[a-z_]+$", maxLength: 40 },
  message: { description: "what is wrong and what is allowed, for people", ...echoed },
  param: { description: "the parameter at fault, when there is one", ...echoed },
};
