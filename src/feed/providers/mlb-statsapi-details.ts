/** Reads the details of live feeds and hydrated schedules of StatsAPI: line score, plate umpire, venue and weather. */
import { sportFacts } from "../../domain/sports.ts";
import { isObject, type JsonObject } from "../json-text.ts";
import { refuse } from "../problem.ts";
import type { GameRecord } from "../records.ts";

type LineScore = GameRecord["line_score"];
type Runs = number | null;

function runsOf(inning: JsonObject, side: "home" | "away", index: number): Runs {
  const half = inning[side];
  const runs = isObject(half) ? half.runs : null;
  if (runs === undefined || runs === null) return null; // A half inning that was not batted has no runs.
  if (typeof runs === "number" && Number.isInteger(runs)) return runs;
  return refuse("malformed", `${JSON.stringify(runs)} is no number of runs`, `linescore.innings.${index}.${side}.runs`);
}

/** Null without innings. */
export function mlbLineScore(linescore: unknown): LineScore {
  const innings = isObject(linescore) ? linescore.innings : undefined;
  if (!Array.isArray(innings) || innings.length === 0) return null;
  const sides: { home: Runs[]; away: Runs[] } = { home: [], away: [] };
  for (const [index, inning] of (innings as readonly unknown[]).entries()) {
    if (!isObject(inning) || inning.num !== index + 1) {
      return refuse("malformed", `the inning after ${index} is not inning ${index + 1}`, `linescore.innings.${index}`);
    }
    for (const side of ["home", "away"] as const) {
      const runs = runsOf(inning, side, index);
      sides[side].push(runs);
    }
  }
  return sides;
}

/** Whether there were more innings than scheduled: nine, or seven in some doubleheaders. Null without a line score. */
export function overtimeOf(row: JsonObject, lineScore: LineScore): boolean | null {
  if (lineScore === null) return null;
  const stated = isObject(row.linescore) ? row.linescore.scheduledInnings : undefined;
  const scheduled = stated ?? row.scheduledInnings;
  return lineScore.away.length > (typeof scheduled === "number" ? scheduled : sportFacts.mlb.regulationPeriods);
}

const textOf = (value: unknown): string | null => (typeof value === "string" && value.trim() !== "" ? value : null);

/** Null when nobody, or more than one, is said to have stood behind the plate. */
export function plateUmpireOf(officials: unknown): string | null {
  if (!Array.isArray(officials)) return null;
  const names = (officials as readonly unknown[])
    .filter((each) => isObject(each) && each.officialType === "Home Plate")
    .map((each) => (isObject(each) && isObject(each.official) ? textOf(each.official.fullName) : null));
  return names.length === 1 ? (names[0] ?? null) : null;
}

const indoorConditions = ["Dome", "Roof Closed"];

function isIndoors(weather: unknown): boolean {
  return isObject(weather) && indoorConditions.includes(String(weather.condition));
}

/** Whether the game was played indoors; null when that cannot be told. */
function indoorOf(venue: JsonObject, weather: unknown): boolean | null {
  if (isIndoors(weather)) return true;
  const roof = isObject(venue.fieldInfo) ? venue.fieldInfo.roofType : undefined;
  if (roof === "Dome") return true;
  if (roof === "Open") return false;
  // Below a roof that can be opened, any other weather than "Roof Closed" is that of the open air.
  return roof === "Retractable" && isObject(weather) && textOf(weather.condition) !== null ? false : null;
}

/** The venue, and whether it is the home club's own, where the answer tells. */
export function mlbVenue(row: JsonObject): { readonly venue: GameRecord["venue"]; readonly isOfHome: boolean } {
  const { venue, teams, weather } = row;
  // A schedule that was cut down to the results has the name alone, which is no id.
  if (!isObject(venue) || typeof venue.id !== "number") return { venue: null, isOfHome: false };
  const home = isObject(teams) && isObject(teams.home) && isObject(teams.home.team) ? teams.home.team.venue : undefined;
  return {
    venue: {
      venue_id: String(venue.id),
      name: textOf(venue.name),
      city: isObject(venue.location) ? textOf(venue.location.city) : null,
      indoor: indoorOf(venue, weather),
    },
    isOfHome: isObject(home) && home.id === venue.id,
  };
}

/** `temp` is "59", in °F, `wind` is "2 mph, Out To CF" or "0 mph, None". */
export function mlbWeather(weather: unknown): GameRecord["weather"] {
  if (!isObject(weather)) return null;
  if (isIndoors(weather)) return { temp_f: null, wind_mph: null, wind_direction: null, condition: "Indoor" };
  const condition = textOf(weather.condition);
  const temperature = /^-?\d+$/.exec(textOf(weather.temp)?.trim() ?? "")?.[0];
  const [, speed, direction] = /^(\d+) mph(?:, (.+))?$/.exec(textOf(weather.wind) ?? "") ?? [];
  if (condition === null && temperature === undefined && speed === undefined) return null;
  return {
    temp_f: temperature === undefined ? null : Number(temperature) + 0,
    wind_mph: speed === undefined ? null : Number(speed),
    wind_direction: direction === undefined || direction === "None" ? null : direction,
    condition,
  };
}
