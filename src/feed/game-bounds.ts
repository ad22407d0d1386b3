/** Validates a game's numbers by its sport, its texts, and its days by the clock of the import or publish. */
import { isInside, type Range, sportBounds, temperatureRange, windRange } from "../domain/bounds.ts";
import {
  daysBetween,
  farthestAheadMs,
  hasBegun,
  isWithinADay,
  longestSuspensionDays,
} from "../domain/bounds-in-time.ts";
import { outsideProviders } from "../domain/outside-ids.ts";
import { problem, type RecordProblem, textProblem } from "./problem.ts";
import type { GameRecord } from "./records.ts";
import { msOfTime, slateDateOfStart } from "./utc-times.ts";

/** Null when the game is within its bounds. The ledger of an older release may hold records that are not. */
export function gameBoundsProblem(game: GameRecord, nowMs: number): RecordProblem | null {
  return textsProblem(game) ?? numbersProblem(game) ?? timesProblem(game, nowMs);
}

function textsProblem({
  provider,
  game_id: gameId,
  venue,
  referee,
  weather,
  other_ids: others,
  starters,
}: GameRecord): RecordProblem | null {
  return textProblem([
    ["provider", provider, "provider"],
    ["game_id", gameId, "id"],
    ["venue.venue_id", venue?.venue_id ?? null, "id"],
    ["venue.name", venue?.name ?? null, "name"],
    ["venue.city", venue?.city ?? null, "name"],
    ["referee", referee, "name"],
    ["weather.wind_direction", weather?.wind_direction ?? null, "name"],
    ["weather.condition", weather?.condition ?? null, "name"],
    ...outsideProviders.map((other) => [`other_ids.${other}`, others?.[other] ?? null, "id"] as const),
    ...(others?.the_odds_api ?? []).map((id, index) => [`other_ids.the_odds_api.${index}`, id, "id"] as const),
    ...(["home", "away"] as const).flatMap((side) => [
      [`starters.${side}.id`, starters?.[side]?.id ?? null, "id"] as const,
      [`starters.${side}.name`, starters?.[side]?.name ?? null, "name"] as const,
    ]),
  ]);
}

function outside(value: number | null, range: Range, field: string, of: string): RecordProblem | null {
  if (value === null || isInside(value, range)) return null;
  return problem("out-of-bounds", `${value} is outside ${range.least} to ${range.most}, the bounds of ${of}`, field);
}

function numbersProblem(game: GameRecord): RecordProblem | null {
  const { sport, home_score: home, away_score: away, weather } = game;
  const bounds = sportBounds[sport];
  const score: Range = { least: 0, most: bounds.score };
  const margin = home === null || away === null ? null : Math.abs(home - away);
  return (
    outside(home, score, "home_score", `a score in ${sport}`) ??
    outside(away, score, "away_score", `a score in ${sport}`) ??
    outside(margin, { least: 0, most: bounds.margin }, "home_score", `a margin in ${sport}`) ??
    outside(game.week, { least: 1, most: bounds.weeks ?? 1 }, "week", `a week in ${sport}`) ??
    lineScoreProblem(game) ??
    outside(weather?.temp_f ?? null, temperatureRange, "weather.temp_f", "a temperature") ??
    outside(weather?.wind_mph ?? null, windRange, "weather.wind_mph", "a wind")
  );
}

function lineScoreProblem({ sport, line_score: lineScore }: GameRecord): RecordProblem | null {
  if (lineScore === null) return null;
  const { periods, periodPoints } = sportBounds[sport];
  for (const side of ["home", "away"] as const) {
    const points = lineScore[side];
    const field = `line_score.${side}`;
    if (points.length > periods) {
      return problem("out-of-bounds", `${points.length} periods, ${sport} has never more than ${periods}`, field);
    }
    for (const [index, value] of points.entries()) {
      const range = { least: 0, most: periodPoints };
      const wrong = outside(value, range, `${field}.${index}`, `a period in ${sport}`);
      if (wrong !== null) return wrong;
    }
  }
  return null;
}

const startFields = ["start_time", "actual_start_time"] as const;

function timesProblem(game: GameRecord, nowMs: number): RecordProblem | null {
  const start = game.start_time ?? game.actual_start_time;
  const date = game.game_date ?? (start === null ? null : slateDateOfStart(start));
  if (date === null) return null;
  for (const field of startFields) {
    const time = game[field];
    if (time === null || isStartOf(game, date, field, slateDateOfStart(time))) continue;
    return problem("start-off-date", `${time} is more than a day from the slate date ${date}`, field);
  }
  const { resumed_on: resumedOn = null } = game;
  if (resumedOn !== null && !isWithinASuspension(date, resumedOn)) {
    return problem(
      "out-of-bounds",
      `${resumedOn} is not within ${longestSuspensionDays} days after ${date}`,
      "resumed_on",
    );
  }
  const dateField = game.game_date === null ? startFields.find((field) => game[field] === start) : "game_date";
  if (Date.parse(date) > nowMs + farthestAheadMs) {
    return problem("in-the-future", `${date} is further ahead than any schedule`, dateField);
  }
  if (game.status !== "final" && game.status !== "suspended") return null;
  if (!hasBegun(date, nowMs)) return problem("in-the-future", `${game.status} on ${date}, still to come`, dateField);
  for (const field of startFields) {
    const time = game[field];
    if (time !== null && msOfTime(time) > nowMs) {
      return problem("in-the-future", `${game.status} and starts at ${time}, still to come`, field);
    }
  }
  return null;
}

/** Of a game that was suspended, a provider may state the day on which it went on as the actual start [D-4]. */
function isStartOf(game: GameRecord, date: string, field: (typeof startFields)[number], slate: string): boolean {
  if (isWithinADay(slate, date)) return true;
  return field === "actual_start_time" && game.status === "final" && isWithinASuspension(date, slate);
}

function isWithinASuspension(date: string, later: string): boolean {
  const days = daysBetween(date, later);
  return days > 0 && days <= longestSuspensionDays;
}
