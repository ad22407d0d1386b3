/** The circumstances of the games of a season: how long their teams had rested, and when they were. Made when first asked for. */
import { dayMs, hourMs } from "../../domain/durations.ts";
import { newYorkHour } from "../../domain/slate-date.ts";
import type { SeasonShelf } from "../season.ts";

export type GameSituations = {
  /**
   * Days between the slate dates of this game and the team's last one of the season, by the place of the team: `2 * game` when it is
   * home, one more when it is away. `noRest` in its first.
   */
  readonly rests: Int16Array;
  /** By game. 1 is January. */
  readonly months: Uint8Array;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekdays: Uint8Array;
};

export const noRest = -1;

const known = new WeakMap<SeasonShelf, GameSituations>();

export function situationsOf(season: SeasonShelf): GameSituations {
  return known.getOrInsertComputed(season, makeSituations);
}

function makeSituations({ gameDates, homes, aways, teams }: SeasonShelf): GameSituations {
  const rests = new Int16Array(2 * gameDates.length);
  const days = Int32Array.from(gameDates, dayOf);
  const lastDays = new Int32Array(teams.length).fill(noDay);
  for (const [game, day] of days.entries()) {
    const playing = [homes[game] as number, aways[game] as number];
    for (const [side, team] of playing.entries()) rests[2 * game + side] = restSince(lastDays[team] as number, day);
    for (const team of playing) lastDays[team] = day;
  }
  return {
    rests,
    months: Uint8Array.from(gameDates, (date) => Math.floor(date / 100) % 100),
    // 1 January 1970 was a Thursday, which is 4.
    weekdays: Uint8Array.from(days, (day) => ((((day + 3) % 7) + 7) % 7) + 1),
  };
}

const noDay = -1;

function restSince(lastDay: number, day: number): number {
  // Games are in order of their starts; a game that was begun on one day and ended on another keeps its first start.
  return lastDay === noDay ? noRest : Math.max(0, day - lastDay);
}

/** Days since 1 January 1970 of a date of the form yyyymmdd. */
function dayOf(date: number): number {
  return Date.UTC(Math.floor(date / 10_000), (Math.floor(date / 100) % 100) - 1, date % 100) / dayMs;
}

const knownHours = new WeakMap<SeasonShelf, Uint8Array>();

/** The hours of the starts in New York. Games are in order of their starts, and many begin in the same hour. */
export function startHoursOf(season: SeasonShelf): Uint8Array {
  let [since, hour] = [Number.NaN, 0];
  const hourOf = (startMs: number): number => {
    const begun = Math.floor(startMs / hourMs);
    if (begun !== since) [since, hour] = [begun, newYorkHour(startMs)];
    return hour;
  };
  return knownHours.getOrInsertComputed(season, () => Uint8Array.from(season.startMs, hourOf));
}
