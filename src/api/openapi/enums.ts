/** The meaning of every value of every enumeration. */
import { sportFacts, sports } from "../../domain/sports.ts";
import { entryOf, errorCodes } from "../error-table.ts";

const named = (values: readonly (readonly [value: string, meaning: string])[]) =>
  values.map(([value, meaning]) => `\`${value}\`: ${meaning}`).join("; ");

const partsOfGames = [
  ["1h", "first half"],
  ["2h", "second half"],
  ["q1 to q4", "quarters"],
  ["p1", "first period"],
  ["inn1", "first inning"],
  ["inn5", "first five innings"],
] as const;

export const enumTexts = {
  sport: named(sports.map((sport) => [sport, sportFacts[sport].name])),
  season_type: named([
    ["regular", "regular season"],
    ["postseason", "play-in and playoffs, bowls"],
    ["all", "both"],
  ]),
  market: named([
    ["moneyline", "who wins"],
    ["spread", "by how much; run line in mlb, puck line in nhl"],
    ["total", "points of both teams"],
    ["team_total", "points of one team"],
  ]),
  format: named([
    ["json", "the list in its envelope"],
    ["csv", "a table, with the next cursor in X-Next-Cursor"],
  ]),
  period: named([["game", "the whole game"], ...partsOfGames]),
  partOfGame: named(partsOfGames),
  code: named(errorCodes.map((code) => [code, entryOf(code).when.replace(/\.$/, "")])),
} as const;
