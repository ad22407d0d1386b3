/** The ids of baseball games at MLB StatsAPI and Retrosheet. */
import { dateOf } from "../../calendar.ts";
import type { Fixture } from "../../fixture.ts";
import { nameAt } from "../name-at.ts";
import type { SampleSport } from "../sample-sport.ts";

/** The first gamePk of a season of baseball, with room for the games of the minor leagues between two seasons. */
const firstGamePk = 661_000;
const gamePksOfSeason = 29_000;
const firstSeason = 2022;

export const mlbIds: SampleSport["otherIds"] = (season) => {
  const first = firstGamePk + (season - firstSeason) * gamePksOfSeason;
  return ({ fixture, index, espn }) => {
    const ids = { espn, mlb: String(first + index) };
    return fixture.seasonType === "regular" ? { ...ids, retrosheet: retrosheetId(fixture) } : ids;
  };
};

/** MIL202304030: home, date, and which game of the day it is; 0 when it is the only one. */
function retrosheetId({ home, day, gameNumber }: Fixture): string {
  return `${nameAt("retrosheet", "mlb", home)}${dateOf(day).replaceAll("-", "")}${gameNumber ?? 0}`;
}
