/** Validates the numbers of games and quotes by sport, period and market, and their times by the clock of the import or publish. */
import {
  isInside,
  isPostedLine,
  largestOdds,
  lineRange,
  lineStep,
  type Range,
  sportBounds,
  temperatureRange,
  windRange,
} from "../domain/bounds.ts";
import {
  clockSkewMs,
  daysBetween,
  earliestCaptureMs,
  farthestAheadMs,
  hasBegun,
  isWithinADay,
  longestSuspensionDays,
} from "../domain/bounds-in-time.ts";
import { seasonOf } from "../domain/seasons.ts";
import type { GameRecord, QuoteRecord, SeasonRecord, TeamRecord } from "./records.ts";
import { problem, type RecordProblem } from "./refusals.ts";
import { isHttpsUrl, mostCharacters, textFault } from "./texts.ts";
import { msOfTime, slateDateOfStart } from "./utc-times.ts";

/** Null when the game is within its bounds. The ledger of an older release may hold records that are not. */
export function gameBoundsProblem(game: GameRecord, nowMs: number): RecordProblem | null {
  return gameNumbersProblem(game) ?? gameTimesProblem(game, nowMs);
}

function outside(value: number | null, range: Range, field: string, of: string): RecordProblem | null {
  if (value === null || isInside(value, range)) return null;
  return problem("out-of-bounds", `${value} is outside ${range.least} to ${range.most}, the bounds of ${of}`, field);
}

function gameNumbersProblem(game: GameRecord): RecordProblem | null {
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

function gameTimesProblem(game: GameRecord, nowMs: number): RecordProblem | null {
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

const oddsFields = ["home_odds", "away_odds", "over_odds", "under_odds"] as const;

/** Null when the quote is within its bounds. Its prices are legal already, its market is published. */
export function quoteBoundsProblem(quote: QuoteRecord, nowMs: number): RecordProblem | null {
  return quoteNumbersProblem(quote) ?? quoteTimesProblem(quote, nowMs) ?? quoteTextsProblem(quote);
}

/** Millions of quotes pass here, so their shape is not checked again; of their texts the id alone is the provider's own. */
function quoteTextsProblem({ event_id: eventId }: QuoteRecord): RecordProblem | null {
  const fault = textFault(eventId, mostCharacters.id);
  return fault === null ? null : problem("text", fault, "event_id");
}

function quoteNumbersProblem(quote: QuoteRecord): RecordProblem | null {
  const { sport, period, market, line } = quote;
  for (const field of oddsFields) {
    const price = quote[field];
    if (price !== null && Math.abs(price) > largestOdds) {
      return problem("out-of-bounds", `${price} is beyond ${largestOdds}, the largest odds`, field);
    }
  }
  const range = lineRange(sport, period, market);
  if (line === null || range === null || isPostedLine(line, range)) return null;
  const bounds = `${range.least} to ${range.most} in steps of ${lineStep}`;
  return problem(
    "out-of-bounds",
    `${line} is outside ${bounds}, the bounds of a ${period} ${market} in ${sport}`,
    "line",
  );
}

function quoteTimesProblem(quote: QuoteRecord, nowMs: number): RecordProblem | null {
  const { start_time: start, game_date: date } = quote;
  if (start !== null && date !== null && !isWithinADay(slateDateOfStart(start), date)) {
    return problem("start-off-date", `${start} is more than a day from the slate date ${date}`, "start_time");
  }
  const startMs = start === null ? Date.parse(date ?? "") : msOfTime(start);
  if (startMs > nowMs + farthestAheadMs) {
    const field = start === null ? "game_date" : "start_time";
    return problem("in-the-future", `${start ?? date} is further ahead than any schedule`, field);
  }
  // A source without times shows its latest line as the closing, and nothing could tell it from the closing later.
  if (quote.stated === "close" && startMs > nowMs) {
    return problem("in-the-future", `a closing, stated before the start of ${start ?? date}`, "stated");
  }
  for (const field of ["captured_at", "seen_at"] as const) {
    const time = quote[field];
    if (time === null) continue;
    const timeMs = msOfTime(time);
    if (timeMs > nowMs + clockSkewMs) return problem("in-the-future", `${time} is still to come`, field);
    if (timeMs < earliestCaptureMs(startMs)) {
      return problem("captured-too-early", `${time} is too long before the start of ${start ?? date}`, field);
    }
  }
  return null;
}

/** Null: the address of a team's logo is one of https. */
export function logoProblem({ logo_url: logoUrl }: TeamRecord): RecordProblem | null {
  if (logoUrl === null || isHttpsUrl(logoUrl)) return null;
  return problem("text", `${JSON.stringify(logoUrl)} is not a URL of https`, "logo_url");
}

export function seasonBoundsProblem(record: SeasonRecord, nowMs: number): RecordProblem | null {
  const { season, undecided_until: until } = record;
  // Some sports number a season by the year in which it ends.
  if (Date.UTC(season - 1, 0, 1) > nowMs + farthestAheadMs) {
    return problem("in-the-future", `season ${season} is further ahead than any schedule`, "season");
  }
  if (until !== undefined && seasonOf(record.sport, until) !== season) {
    return problem("malformed", `${until} is not in ${record.sport} ${season}`, "undecided_until");
  }
  if (until !== undefined && record.complete) {
    return problem("malformed", "a season that is complete has no game to come", "undecided_until");
  }
  return null;
}
