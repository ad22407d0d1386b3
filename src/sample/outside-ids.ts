/**
 * The ids that the games of a season would have at other sources: invented like the games, and each of its source's shape, so
 * that a newcomer sees how rows are joined. A game has the same ones in every extent of the sample.
 */
import { type Sport, sports } from "../domain/sports.ts";
import { outsideNamesOf } from "../domain/teams/outside-names.ts";
import { findTeam } from "../domain/teams/registry.ts";
import type { OtherIds } from "../feed/records.ts";
import { dateOf } from "./calendar.ts";
import type { Fixture } from "./fixture.ts";
import { Random } from "./random.ts";
import type { SampleSeason } from "./season.ts";
import { fixtureId } from "./season-context.ts";

/** ESPN counts the games of all sports together, so each season of each sport has a block of its own. */
const firstEspnId = 401_400_000;
const espnIdsOfSeason = 4_000;

/** The first gamePk of a season of baseball, with room for the games of the minor leagues between two seasons. */
const firstGamePk = 661_000;
const gamePksOfSeason = 29_000;

/** Now and then an event is listed anew, under another id, when its start has moved. */
const listedTwice = 1 / 60;

const firstSeason = 2022;

/** @param season with its whole schedule. */
export function outsideIdsOf(seed: number, { context, fixtures }: SampleSeason): ReadonlyMap<Fixture, OtherIds> {
  const { sport, season } = context;
  const block = (season - firstSeason) * sports.length + sports.indexOf(sport);
  const nhlNumbers = sport === "nhl" ? nhlNumbersOf(fixtures) : null;
  return new Map(
    fixtures.map((fixture, index) => {
      const espn = String(firstEspnId + block * espnIdsOfSeason + index);
      const ids: OtherIds = {
        ...(sport === "nfl" && { nflverse: nflverseId(fixture) }),
        espn,
        ...(sport === "mlb" && { mlb: String(firstGamePk + (season - firstSeason) * gamePksOfSeason + index) }),
        ...(nhlNumbers !== null && { nhl: `${season - 1}${nhlNumbers.get(fixture)}` }),
        // College Football Data has ESPN's ids.
        ...(sport === "ncaaf" && { cfbd: espn }),
        ...(sport === "mlb" && fixture.seasonType === "regular" && { retrosheet: retrosheetId(fixture) }),
        the_odds_api: context.resultOf(fixture) === null ? [] : eventIds(seed, fixture),
      };
      return [fixture, ids];
    }),
  );
}

function nameOf(sport: Sport, abbreviation: string, source: "nflverse" | "retrosheet"): string {
  const team = findTeam(sport, abbreviation);
  return (team === null ? undefined : outsideNamesOf(sport, team)[source][0]) ?? abbreviation;
}

/** 2025_01_DAL_PHI: season, week, away and home. */
function nflverseId({ season, week, away, home }: Fixture): string {
  const sides = [away, home].map((side) => nameOf("nfl", side, "nflverse"));
  return [season, String(week).padStart(2, "0"), ...sides].join("_");
}

/** MIL202304030: home, date, and which game of the day it is; 0 when it is the only one. */
function retrosheetId({ home, day, gameNumber }: Fixture): string {
  return `${nameOf("mlb", home, "retrosheet")}${dateOf(day).replaceAll("-", "")}${gameNumber ?? 0}`;
}

/** What follows the year in an id of the NHL: 02 and a count for a regular game; 03, round, series and game in the playoffs. */
function nhlNumbersOf(fixtures: readonly Fixture[]): ReadonlyMap<Fixture, string> {
  const regular = fixtures.filter(({ seasonType }) => seasonType === "regular");
  const playoffs = fixtures.filter(({ seasonType }) => seasonType === "postseason");
  const bySeries = Map.groupBy(playoffs, ({ home, away }) => [home, away].sort().join(" "));
  const numbers = new Map(regular.map((fixture, index) => [fixture, `02${String(index + 1).padStart(4, "0")}`]));
  for (const [index, ofSeries] of [...bySeries.values()].entries()) {
    for (const [game, fixture] of ofSeries.entries()) numbers.set(fixture, `03${roundAndSeries(index)}${game + 1}`);
  }
  return numbers;
}

/** Eight series in the first round, four in the second, then two and one. */
function roundAndSeries(index: number): string {
  let [round, series, ofRound] = [1, index, 8];
  while (series >= ofRound && ofRound > 1) {
    series -= ofRound;
    ofRound /= 2;
    round += 1;
  }
  return `0${round}${series + 1}`;
}

function eventIds(seed: number, fixture: Fixture): string[] {
  const random = new Random(`${seed} ${fixture.season} ${fixtureId(fixture)} events`);
  const count = random.chance(listedTwice) ? 2 : 1;
  return Array.from({ length: count }, () => eventId(random));
}

/** 32 hexadecimal digits. */
function eventId(random: Random): string {
  return Array.from({ length: 8 }, () => random.int(0, 0xffff).toString(16).padStart(4, "0")).join("");
}
