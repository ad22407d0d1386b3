/** The filters of games, and the parameters of pages. The sport comes first, because it says how the others are read. */
import { Type } from "typebox";
import { parseGameId } from "../../domain/game-ids.ts";
import { type Sport, sports } from "../../domain/sports.ts";
import { findTeam } from "../../domain/teams/registry.ts";
import { isCalendarDate } from "../../domain/times.ts";
import { quoted } from "../hints.ts";
import {
  choiceOf,
  optional,
  type Parameter,
  required,
  WrongParameter,
  wholeNumber,
  withDefault,
  wrongValue,
} from "../parameter.ts";
import { teamHint } from "../team-hints.ts";

/** The sport where a list has rows of all sports; null: of all. */
export const anySport: Parameter<Sport | null> = choiceOf({
  meaning: `one of ${sports.join(", ")}; all sports when absent`,
  values: sports,
  example: "nfl",
  others: {
    ncaaf: "cfb ncaa ncaafb collegefootball",
    nfl: "football",
    mlb: "baseball",
    nba: "basketball",
    nhl: "hockey",
  },
});

export const sport: Parameter<Sport> = required(anySport, `one of ${sports.join(", ")}`);

export function date(meaning: string, example: string): Parameter<string | null> {
  return optional({ meaning, schema: Type.String({ format: "date" }), example }, (text, name) => {
    if (isCalendarDate(text)) return text;
    throw wrongValue(name, "a date that exists, written YYYY-MM-DD", text);
  });
}

export const season: Parameter<number | null> = optional(
  {
    meaning: "season, as seasons of the sport are numbered",
    schema: Type.Integer({ minimum: 1000, maximum: 9999 }),
    example: 2025,
  },
  (text, name) => {
    if (/^[1-9]\d{3}$/.test(text)) return Number(text);
    throw wrongValue(name, "a year of four digits", text);
  },
);

/** A team by id or abbreviation, as today's abbreviation [D-2]. */
const team = (role: string, example: string): Parameter<string | null> =>
  optional(
    {
      meaning: `${role}: team id or abbreviation, in any case`,
      schema: Type.String({ pattern: "^[A-Za-z0-9]+$", maxLength: 10 }),
      example,
    },
    readTeam,
  );

export function readTeam(text: string, name: string, sport: Sport): string {
  // Only ASCII is looked up: upper-casing other letters can make an abbreviation of a text that is none.
  const found = /^[A-Za-z0-9]+$/.test(text) ? findTeam(sport, text) : null;
  if (found !== null) return found.abbreviation;
  const must = `a team id or an abbreviation of ${sport}, as listed by /v1/teams`;
  const hint = teamHint(sport, text);
  throw new WrongParameter(name, `${name} must be ${must}, not ${quoted(text)}; ${hint.text}`, hint.value);
}

const seasonTypes = choiceOf({
  meaning: "one of regular, postseason, all",
  values: ["regular", "postseason", "all"],
  example: "regular",
  others: { postseason: "playoffs playoff" },
});

/** The value `all` is read as null, which is no filter. */
const seasonType: Parameter<"regular" | "postseason" | null> = {
  ...seasonTypes,
  schema: { ...seasonTypes.schema, default: "all" },
  absent: null,
  read(text, name, sport) {
    const value = seasonTypes.read(text, name, sport);
    return value === "all" ? null : value;
  },
};

export const gameIdShape = "SPORT-YYYYMMDD-AWAY-HOME, such as NFL-20250904-DAL-PHI";

const gameId: Parameter<string | null> = optional(
  {
    meaning: "one game, SPORT-YYYYMMDD-AWAY-HOME",
    schema: Type.String({
      pattern: "^[A-Za-z]{3,5}-[0-9]{8}-[A-Za-z0-9]{2,6}-[A-Za-z0-9]{2,6}(-[2-9])?$",
      maxLength: 32,
    }),
    example: "NFL-20250904-DAL-PHI",
  },
  (text, name) => {
    const id = readGameId(text);
    if (id !== null) return id;
    throw new WrongParameter(name, `${name} must have the shape ${gameIdShape}, not ${quoted(text)}`);
  },
);

export const gameIdInPath: Parameter<string> = required(gameId);

/** A game id in any case; null when the text is none. */
export function readGameId(text: string): string | null {
  const id = /^[A-Za-z0-9-]+$/.test(text) ? text.toUpperCase() : "";
  return parseGameId(id) === null ? null : id;
}

const listed = {
  sport,
  from: date("first game_date to include, YYYY-MM-DD", "2025-09-01"),
  to: date("last game_date to include, YYYY-MM-DD", "2025-09-30"),
  season,
  team: team("home or away team", "PHI"),
};

/** The filters of a list whose games have a path of their own. */
export const gamesFilters = {
  ...listed,
  home: team("home team", "PHI"),
  away: team("away team", "DAL"),
  week: wholeNumber({
    meaning: "NFL or NCAAF week number",
    least: 0,
    most: 99,
    digits: 2,
    must: "a whole number of one or two digits",
    example: 1,
  }),
  season_type: seasonType,
};

/** Where rows are of one team of a game, `team` names it. */
export const rowsOfTeam = team("team that the rows are of", "PHI");

/** The filters that lists of rows of games share. */
export const gameFilters = { ...gamesFilters, game_id: gameId };

/** Those of `/v1/odds`, which service.md fixes. */
export const oddsFilters = { ...listed, game_id: gameId };

/** The parameters of lists that have pages [D-21], and of the form that a list comes in [D-29], come last. */
const largestPage = 1000;

const limit: Parameter<number> = withDefault(
  wholeNumber({ meaning: `rows in a page, 1 to ${largestPage}`, least: 1, most: largestPage, example: 100 }),
  100,
);

export const exampleCursor = "q83vEjRWeJABASNFZ4mrze9CeZEV7oAAAAAATkZMLTIwMjUwOTA0LURBTC1QSEk";

/** A cursor is opened together with the filters that it belongs to, by those who make the page. */
const cursor: Parameter<string | null> = optional(
  {
    meaning: "next_cursor of the page before, with the same filters",
    schema: Type.String({ pattern: "^[A-Za-z0-9_-]+$", maxLength: 200 }),
    example: exampleCursor,
  },
  (text) => text,
);

/** Null when the parameter is absent, so that Accept decides. */
const format = choiceOf({
  meaning: "json or csv; goes before the Accept header",
  values: ["json", "csv"],
  example: "json",
});

export const paging = { limit, cursor, format };
