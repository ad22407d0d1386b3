/**
 * The resources of service.md, declared once: types, validation, OpenAPI and tests all come from here.
 * The order of the members is the order in every answer.
 */
import { type Static, Type } from "typebox";
import { oneOf, orNull } from "../domain/schemas.ts";
import { oddsPeriods, scorePeriods } from "../domain/sports.ts";
import {
  closed,
  date,
  integer,
  nullableBoolean,
  nullableDate,
  nullableInteger,
  nullableNumber,
  nullableText,
  odds,
  SeasonType,
  SportName,
  text,
} from "./shape-members.ts";

const SeasonStatus = Type.Union([Type.Literal("published"), Type.Literal("in_progress")]);

export const Side = closed({
  team_id: nullableInteger(),
  abbreviation: nullableText(),
  name: nullableText(),
  score: nullableInteger(),
});

export const Venue = closed({
  venue_id: nullableInteger(),
  name: nullableText(),
  city: nullableText(),
  indoor: nullableBoolean(),
});

export const MoneylineSet = closed({ home_open: odds(), home_close: odds(), away_open: odds(), away_close: odds() });

export const SpreadSet = closed({
  open: nullableNumber(),
  close: nullableNumber(),
  home_juice_open: odds(),
  home_juice_close: odds(),
  away_juice_open: odds(),
  away_juice_close: odds(),
});

export const TotalSet = closed({
  open: nullableNumber(),
  close: nullableNumber(),
  over_juice_open: odds(),
  over_juice_close: odds(),
  under_juice_open: odds(),
  under_juice_close: odds(),
});

export const Result = closed({
  margin_home: nullableInteger(),
  home_covered: nullableBoolean(),
  went_over: nullableBoolean(),
  favorite: orNull(Type.Union([Type.Literal("home"), Type.Literal("away")])),
});

export const Consensus = closed({
  moneyline: MoneylineSet,
  spread: SpreadSet,
  total: closed({
    open: nullableNumber(),
    close: nullableNumber(),
    over_juice_close: odds(),
    under_juice_close: odds(),
  }),
});

const gameMembers = {
  game_id: text(),
  sport: SportName,
  season: integer(),
  season_type: orNull(SeasonType),
  week: nullableInteger(),
  game_date: date(),
  start_time: Type.String({ format: "date-time" }),
  status: Type.Literal("final"),
  home: Side,
  away: Side,
  neutral_site: nullableBoolean(),
  overtime: nullableBoolean(),
  venue: orNull(Venue),
  referee: nullableText(),
  result: Result,
  consensus: orNull(Consensus),
};

export const Game = closed(gameMembers);

export const Weather = closed({
  temp_f: nullableNumber(),
  wind_mph: nullableNumber(),
  wind_direction: nullableText(),
  condition: nullableText(),
});

export const BookOdds = closed({
  book_id: integer(),
  book: text(),
  book_name: text(),
  moneyline: MoneylineSet,
  spread: SpreadSet,
  total: TotalSet,
  team_total: closed({
    home_open: nullableNumber(),
    home_close: nullableNumber(),
    away_open: nullableNumber(),
    away_close: nullableNumber(),
  }),
});

export const PeriodOdds = closed({
  period: oneOf(oddsPeriods.slice(1)),
  book_id: integer(),
  book: text(),
  moneyline: MoneylineSet,
  spread: closed({
    open: nullableNumber(),
    close: nullableNumber(),
    home_juice_close: odds(),
    away_juice_close: odds(),
  }),
  total: closed({
    open: nullableNumber(),
    close: nullableNumber(),
    over_juice_close: odds(),
    under_juice_close: odds(),
  }),
});

export const PeriodScore = closed({ home: nullableInteger(), away: nullableInteger() });

const detailMembers = {
  period_scores: Type.Object(Object.fromEntries(scorePeriods.map((period) => [period, Type.Optional(PeriodScore)])), {
    additionalProperties: false,
  }),
  weather: orNull(Weather),
  books: Type.Array(BookOdds),
  period_odds: Type.Array(PeriodOdds),
};

/** The members that the single-game answer has and the games list has not. */
export const GameExtras = closed(detailMembers);
export const GameDetail = closed({ ...gameMembers, ...detailMembers });

export const OddsRow = closed({
  game_id: text(),
  sport: SportName,
  game_date: date(),
  start_time: Type.String({ format: "date-time" }),
  home: nullableText(),
  away: nullableText(),
  book_id: integer(),
  book: text(),
  book_name: text(),
  moneyline: MoneylineSet,
  spread: SpreadSet,
  total: TotalSet,
  team_total: closed({
    home_open: nullableNumber(),
    home_close: nullableNumber(),
    away_open: nullableNumber(),
    away_close: nullableNumber(),
    home_over_juice_close: odds(),
    home_under_juice_close: odds(),
    away_over_juice_close: odds(),
    away_under_juice_close: odds(),
  }),
  result: closed({
    home_covered: nullableBoolean(),
    spread_push: nullableBoolean(),
    went_over: nullableBoolean(),
    total_push: nullableBoolean(),
  }),
});

export const SportRow = closed({
  sport: SportName,
  name: text(),
  season_label: text(),
  seasons: Type.Array(
    closed({
      season: integer(),
      status: SeasonStatus,
      first_game: nullableDate(),
      last_game: nullableDate(),
      games: integer(),
      games_with_closing_line: integer(),
    }),
  ),
  bet_types: Type.Array(text()),
  last_completed_game: nullableDate(),
  teams: integer(),
});

export const SeasonRow = closed({
  sport: SportName,
  season: integer(),
  status: SeasonStatus,
  first_game: nullableDate(),
  last_game: nullableDate(),
  games: integer(),
  regular_season_games: nullableInteger(),
  postseason_games: nullableInteger(),
  weeks: nullableInteger(),
});

export const TeamRow = closed({
  team_id: integer(),
  abbreviation: text(),
  name: text(),
  city: nullableText(),
  school: nullableText(),
  mascot: nullableText(),
  conference: nullableText(),
  division: nullableText(),
  logo_url: nullableText(),
});

export type Game = Static<typeof Game>;
export type GameExtras = Static<typeof GameExtras>;
export type GameDetail = Static<typeof GameDetail>;
export type BookOdds = Static<typeof BookOdds>;
export type PeriodOdds = Static<typeof PeriodOdds>;
export type OddsRow = Static<typeof OddsRow>;
export type SportRow = Static<typeof SportRow>;
export type SeasonRow = Static<typeof SeasonRow>;
export type TeamRow = Static<typeof TeamRow>;
export type MoneylineSet = Static<typeof MoneylineSet>;
export type SpreadSet = Static<typeof SpreadSet>;
export type TotalSet = Static<typeof TotalSet>;
export type Consensus = Static<typeof Consensus>;
export type Venue = Static<typeof Venue>;
