/**
 * What is asked of the circumstances of a game: how long its teams had rested, its month, weekday and hour, whether both teams are of
 * one conference or division, and its wind, temperature and roof. The columns of a season are made when it is first asked for them, and go with it.
 */
import { newYorkHour } from "../../domain/slate-date.ts";
import type { Sport } from "../../domain/sports.ts";
import { teamByAbbreviation } from "../../domain/teams/registry.ts";
import type { SeasonShelf } from "../season.ts";

/** Null means that the caller did not ask for it. */
export type Situation = {
  /** Bounds of the days since the team's last game. The first game of a season is outside of any. */
  readonly homeRestMin: number | null;
  readonly homeRestMax: number | null;
  readonly awayRestMin: number | null;
  readonly awayRestMax: number | null;
  /** 1 is January. */
  readonly month: number | null;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number | null;
  /** Bounds of the hour of the start in New York, 0 to 23. */
  readonly startHourMin: number | null;
  readonly startHourMax: number | null;
  /** That of both teams. */
  readonly conference: string | null;
  readonly division: string | null;
  /** Bounds in miles per hour and in °F. A game of which it is not known is outside of any. */
  readonly windMin: number | null;
  readonly windMax: number | null;
  readonly temperatureMin: number | null;
  readonly temperatureMax: number | null;
  /** Whether the game was played under a roof. */
  readonly indoor: boolean | null;
};

/** Whether it takes the conditions of the games to answer, which an archive of an older release does not have. */
export function asksForConditions(asked: Situation | null): boolean {
  if (asked === null) return false;
  const { windMin, windMax, temperatureMin, temperatureMax, indoor } = asked;
  return [windMin, windMax, temperatureMin, temperatureMax, indoor].some((value) => value !== null);
}

export type GameSituations = {
  /** Days between the slate dates of this game and the team's last one of the season; `noRest` in its first. */
  readonly homeRests: Int16Array;
  readonly awayRests: Int16Array;
  readonly months: Uint8Array;
  readonly weekdays: Uint8Array;
};

export const noRest = -1;

const known = new WeakMap<SeasonShelf, GameSituations>();

export function situationsOf(season: SeasonShelf): GameSituations {
  const before = known.get(season);
  if (before !== undefined) return before;
  const made = makeSituations(season);
  known.set(season, made);
  return made;
}

function makeSituations({ gameDates, homes, aways, teams }: SeasonShelf): GameSituations {
  const games = gameDates.length;
  const situations = {
    homeRests: new Int16Array(games),
    awayRests: new Int16Array(games),
    months: new Uint8Array(games),
    weekdays: new Uint8Array(games),
  };
  const lastDays = new Int32Array(teams.length).fill(noDay);
  for (let game = 0; game < games; game++) {
    const date = gameDates[game] as number;
    const day = dayOf(date);
    const home = homes[game] as number;
    const away = aways[game] as number;
    situations.homeRests[game] = restSince(lastDays[home] as number, day);
    situations.awayRests[game] = restSince(lastDays[away] as number, day);
    situations.months[game] = Math.floor(date / 100) % 100;
    situations.weekdays[game] = weekdayOf(day);
    lastDays[home] = day;
    lastDays[away] = day;
  }
  return situations;
}

const noDay = -1;

function restSince(lastDay: number, day: number): number {
  // Games are in order of their starts; a game that was begun on one day and ended on another keeps its first start.
  return lastDay === noDay ? noRest : Math.max(0, day - lastDay);
}

/** Days since 1 January 1970 of a date of the form yyyymmdd. */
function dayOf(date: number): number {
  return Date.UTC(Math.floor(date / 10_000), (Math.floor(date / 100) % 100) - 1, date % 100) / 86_400_000;
}

/** 1 January 1970 was a Thursday, which is 4. */
function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

const knownHours = new WeakMap<SeasonShelf, Uint8Array>();
const hourMs = 3_600_000;

/** The hours of the starts in New York. Games are in order of their starts, and many begin in the same hour. */
function startHoursOf(season: SeasonShelf): Uint8Array {
  const before = knownHours.get(season);
  if (before !== undefined) return before;
  let [since, hour] = [Number.NaN, 0];
  const hours = Uint8Array.from(season.startMs, (startMs) => {
    const begun = Math.floor(startMs / hourMs);
    if (begun !== since) [since, hour] = [begun, newYorkHour(startMs)];
    return hour;
  });
  knownHours.set(season, hours);
  return hours;
}

/** A test of the games of a season; null when every game passes. */
export function situationTest(season: SeasonShelf, asked: Situation | null): ((game: number) => boolean) | null {
  if (asked === null) return null;
  const { homeRestMin, homeRestMax, awayRestMin, awayRestMax, month, weekday, conference, division } = asked;
  const { homeRests, awayRests, months, weekdays } = situationsOf(season);
  const home = boundsOf(homeRestMin, homeRestMax);
  const away = boundsOf(awayRestMin, awayRestMax);
  const hour = boundsOf(asked.startHourMin, asked.startHourMax);
  const startHours = hour === null ? null : startHoursOf(season);
  const isOfGroups = conference === null && division === null ? null : teamsOfGroups(season, conference, division);
  const { homes, aways } = season;
  const isCondition = asksForConditions(asked) ? conditionTest(season, asked) : null;
  return (game) =>
    (isCondition === null || isCondition(game)) &&
    (home === null || isWithin(homeRests[game] as number, home)) &&
    (away === null || isWithin(awayRests[game] as number, away)) &&
    (month === null || months[game] === month) &&
    (weekday === null || weekdays[game] === weekday) &&
    (hour === null || isWithin(startHours?.[game] as number, hour)) &&
    (isOfGroups === null || (isOfGroups[homes[game] as number] === 1 && isOfGroups[aways[game] as number] === 1));
}

/** A bound is met by no NaN, which is a game whose conditions are not known. */
function conditionTest({ conditions }: SeasonShelf, asked: Situation): (game: number) => boolean {
  const { winds, temperatures, indoors } = conditions;
  const wind = boundsOf(asked.windMin, asked.windMax);
  const temperature = boundsOf(asked.temperatureMin, asked.temperatureMax, Number.NEGATIVE_INFINITY);
  const indoor = asked.indoor === null ? null : Number(asked.indoor);
  return (game) =>
    (wind === null || isWithin(winds[game] as number, wind)) &&
    (temperature === null || isWithin(temperatures[game] as number, temperature)) &&
    (indoor === null || indoors[game] === indoor);
}

type Bounds = { readonly least: number; readonly most: number };

/** Null: there is none. @param least where only the other one is asked for. */
export function boundsOf(min: number | null, max: number | null, least = 0): Bounds | null {
  return min === null && max === null ? null : { least: min ?? least, most: max ?? Number.POSITIVE_INFINITY };
}

/** A first game has `noRest`, which is below all bounds. */
export function isWithin(value: number, { least, most }: Bounds): boolean {
  return value >= least && value <= most;
}

/** By the code of the team: 1 when it is of the conference and of the division. */
function teamsOfGroups(
  { sport, teams }: { readonly sport: Sport; readonly teams: readonly string[] },
  conference: string | null,
  division: string | null,
): Uint8Array {
  return Uint8Array.from(teams, (abbreviation) => {
    const team = teamByAbbreviation(sport, abbreviation);
    if (team === null) return 0;
    const isOf =
      (conference === null || team.conference === conference) && (division === null || team.division === division);
    return isOf ? 1 : 0;
  });
}
