/** `/v1/games`, and the single game with all that is known of it. */
import { type Static, Type } from "typebox";
import { pricedPeriods } from "../../domain/periods.ts";
import { orNull } from "../../domain/schemas.ts";
import { type ScorePeriod, scorePeriods } from "../../domain/sports.ts";
import {
  BookTeamTotal,
  bookId,
  bookMembers,
  bookSlug,
  homeCovered,
  MoneylineSet,
  marketTexts,
  ShortSpread,
  ShortTotal,
  SpreadSet,
  TotalSet,
  wentOver,
} from "../book-members.ts";
import { endpoint, FixedListMeta, one, page } from "../endpoint.ts";
import { enumTexts } from "../enum-texts.ts";
import { gameIdInPath, gamesFilters, paging } from "../filters/games.ts";
import { gameMembers } from "../game-members.ts";
import { abbreviationShape, as, choice, list, nullable, object } from "../members.ts";

const Side = object("Side", "A team in a game.", {
  team_id: nullable.id("number of the team", 226),
  abbreviation: nullable.text("abbreviation, unique in its sport", "PHI", abbreviationShape),
  name: nullable.text("full name", "Philadelphia Eagles"),
  score: nullable.count("final score, overtime and shootout included", 24, 1000),
});

export const Venue = object("Venue", "Where a game was played.", {
  venue_id: nullable.id("number of the venue", 1_834_567),
  name: nullable.text("full name", "Lincoln Financial Field"),
  city: nullable.text("city", "Philadelphia"),
  indoor: nullable.boolean("indoor or dome", false),
});

export const Result = object("Result", "A score, graded against the consensus close.", {
  margin_home: nullable.integer("home score minus away score", 4, { minimum: -1000, maximum: 1000 }),
  home_covered: homeCovered,
  went_over: wentOver,
  favorite: nullable.choice(["home", "away"], "consensus closing favorite; null when there is none to tell", "home"),
});

export const Consensus = object("Consensus", "The modal line of the US books, at its mean implied probability.", {
  moneyline: as(MoneylineSet, marketTexts.game, [-335, -420, 268, 328]),
  spread: as(SpreadSet, marketTexts.spread, [-7, -8.5, -110, -109, -110, -111]),
  total: as(ShortTotal, marketTexts.total),
});

const members = {
  ...gameMembers,
  status: choice(["final"], "always final: a game appears once it is", "final"),
  home: as(Side, "home side"),
  away: as(Side, "away side", [209, "DAL", "Dallas Cowboys", 20]),
  neutral_site: nullable.boolean("whether neither team played at home", false),
  overtime: nullable.boolean("whether it took overtime, extra innings or a shootout", false),
  venue: orNull(as(Venue, "where it was played")),
  referee: nullable.text("lead official or home-plate umpire", null),
  result: as(Result, "graded against the consensus close"),
  consensus: orNull(as(Consensus, "modal line across US books; null when no US book posted any full-game market")),
};

export const Game = object("Game", "A final game with its result graded against the consensus close.", members);

const Weather = object("Weather", "Weather at the start of a game.", {
  temp_f: nullable.number("temperature, °F", 74, { "x-unit": "°F" }),
  wind_mph: nullable.number("wind speed, miles per hour", 9, { "x-unit": "mph" }),
  wind_direction: nullable.text("where the wind blows from or to", "SW"),
  condition: nullable.text("weather in words; Indoor for domes", "Thunderstorms"),
});

const BookOdds = object("BookOdds", "One book's full-game lines of a game.", {
  ...bookMembers,
  moneyline: as(MoneylineSet, marketTexts.game),
  spread: as(SpreadSet, marketTexts.spread),
  total: as(TotalSet, marketTexts.total),
  team_total: as(BookTeamTotal, marketTexts.teamTotal),
});

const PeriodOdds = object("PeriodOdds", "One book's lines of a period of a game.", {
  period: choice(pricedPeriods, enumTexts.partOfGame, "1h"),
  book_id: bookId,
  book: bookSlug,
  moneyline: as(MoneylineSet, marketTexts.period, [-240, -265, 196, 215]),
  spread: as(ShortSpread, marketTexts.spread, [-4, -4.5, -115, -105]),
  total: as(ShortTotal, marketTexts.total, [23.5, 23.5, -110, -110]),
});

const points = (team: string, example: number) => nullable.count(`points of the ${team} team`, example, 1000);

export const PeriodScore = object("PeriodScore", "Points of both teams in a period.", {
  home: points("home", 7),
  away: points("away", 14),
});

const periodTexts: Readonly<Record<ScorePeriod, string>> = {
  q1: "first quarter",
  q2: "second quarter",
  q3: "third quarter",
  q4: "fourth quarter",
  "1h": "first half",
  "2h": "second half, without overtime",
  p1: "first period",
  p2: "second period",
  p3: "third period",
  inn1: "first inning",
  inn5: "through five innings",
  ot: "everything after regulation",
};

const PeriodScores = object(
  "PeriodScores",
  "Scores by period; only periods that exist are present.",
  Object.fromEntries(scorePeriods.map((period) => [period, Type.Optional(as(PeriodScore, periodTexts[period]))])),
  {
    q1: { home: 7, away: 14 },
    q2: { home: 14, away: 6 },
    q3: { home: 3, away: 0 },
    q4: { home: 0, away: 0 },
    "1h": { home: 21, away: 20 },
    "2h": { home: 3, away: 0 },
  },
);

export const GameDetail = object(
  "GameDetail",
  "A final game with its period scores, weather and the lines of every book.",
  {
    ...members,
    period_scores: as(PeriodScores, "scores by period; only periods that exist are present"),
    weather: orNull(as(Weather, "weather at the start")),
    books: list(BookOdds, "full-game odds by book, in the order of book_id"),
    period_odds: list(PeriodOdds, "odds by period and book", { maxItems: 10_000 }),
  },
);

export type Game = Static<typeof Game>;
export type GameDetail = Static<typeof GameDetail>;
export type Consensus = Static<typeof Consensus>;
export type Venue = Static<typeof Venue>;

export const games = endpoint("/games", "listGames", "List games", {
  tag: "Games",
  sentence: "One row per completed game, with consensus lines and the result graded against them.",
  details: "Rows come oldest first.",
  parameters: { ...gamesFilters, ...paging },
  answer: page("GameList", "A page of games.", Game, { meta: FixedListMeta }),
  shape: 1,
});

export const game = endpoint("/games/:game_id", "getGame", "Get a game", {
  tag: "Games",
  sentence: "One completed game with period scores, weather, and the full-game and period lines of every book.",
  inPath: { game_id: gameIdInPath },
  parameters: {},
  answer: one("GameAnswer", "One game.", GameDetail, "the game"),
  shape: 2,
});
