/** The members with which every row of a game begins, in the lists that Gradeline adds to those of the specification. */
import { type Static, Type } from "typebox";
import { seasonTypes, sports } from "../domain/sports.ts";
import { enumTexts } from "./enum-texts.ts";
import { abbreviationShape, choice, date, integer, nullable, text, time, weekBounds } from "./members.ts";

export const gameId = text(
  "SPORT-YYYYMMDD-AWAY-HOME; -2 follows for the second game of a doubleheader. Joins games and odds",
  "NFL-20250904-DAL-PHI",
  { pattern: "^[A-Z]{3,5}-[0-9]{8}-[A-Z0-9]{2,6}-[A-Z0-9]{2,6}(-[2-9])?$", maxLength: 32 },
);

export const sport = choice(sports, enumTexts.sport, "nfl");

export const season = integer(
  "mlb: calendar year; nfl, ncaaf: year the season started; nba, nhl: year the season ended (2026 = 2025-26)",
  2025,
  { minimum: 1000, maximum: 9999 },
);

export const gameDate = date("slate date in America/New_York, YYYY-MM-DD", "2025-09-04");

export const startTime = time(
  "kickoff, first pitch or tip in UTC, ISO 8601 with milliseconds",
  "2025-09-05T00:20:00.000Z",
);

/** The members that come before the teams. */
export const gameMembers = {
  game_id: gameId,
  sport,
  season,
  season_type: nullable.choice(seasonTypes, "part of the season; NBA play-in games are postseason", "regular"),
  week: nullable.integer("NFL and NCAAF week, which never restarts; null for other sports", 1, weekBounds),
  game_date: gameDate,
  start_time: startTime,
};

/** The teams of a row of a list that has only their abbreviations. */
export const teamMembers = {
  home: nullable.text("abbreviation of the home team", "PHI", abbreviationShape),
  away: nullable.text("abbreviation of the away team", "DAL", abbreviationShape),
};

export const gameHeadMembers = { ...gameMembers, ...teamMembers };

const GameHead = Type.Object(gameHeadMembers);
export type GameHead = Static<typeof GameHead>;
