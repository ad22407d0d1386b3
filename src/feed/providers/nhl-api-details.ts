/** Periods and officials of a game of the NHL's web API, where they are now and where they were until 2024. */
import type { SideScores } from "../../domain/period-scores.ts";
import type { Starter } from "../../domain/starters.ts";
import { isObject, type JsonObject, objectIn } from "../json-text.ts";
import { refuse } from "../problem.ts";
import type { GameRecord } from "../records.ts";
import { startersMember } from "../starters.ts";

/** Names are objects by language: `{"default": "Montréal", "fr": …}`. */
export function namedText(value: unknown): string | null {
  const text = isObject(value) ? value.default : value;
  return typeof text === "string" && text !== "" ? text : null;
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Two referees lead a game together; the first of the list stands for both. */
export function nhlReferee(entry: JsonObject): string | null {
  const info = objectOf(entry.gameInfo ?? objectOf(entry.summary).gameInfo);
  return Array.isArray(info.referees) ? namedText(info.referees[0]) : null;
}

/** The goalies of a boxscore that are said to have started. Other answers name none. */
export function nhlStarters(entry: JsonObject): Pick<GameRecord, "starters"> {
  return startersMember(goalieOf(entry, "homeTeam"), goalieOf(entry, "awayTeam"));
}

function goalieOf({ playerByGameStats }: JsonObject, side: "homeTeam" | "awayTeam"): Starter | null {
  const { goalies } = objectIn(playerByGameStats, side);
  const started = Array.isArray(goalies) ? goalies.map(objectOf).filter(({ starter }) => starter === true) : [];
  const [{ playerId, name } = {}] = started;
  const text = namedText(name);
  if (started.length !== 1 || typeof playerId !== "number" || text === null) return null;
  return { id: String(playerId), name: text, hand: null };
}

/**
 * The goals of each period. A right rail (and a landing page until March 2024) states them; a landing page of today lists
 * the goals under their periods, each with the score that it made. A shootout is period 5 and one goal of its winner.
 */
export function nhlLineScore(entry: JsonObject, final: SideScores): GameRecord["line_score"] {
  const summary = objectOf(entry.summary);
  const isOwn = entry.linescore !== undefined && entry.linescore !== null;
  const stated = isOwn ? entry.linescore : (summary.linescore ?? null);
  if (stated !== null) return statedPeriods(stated, isOwn ? "linescore" : "summary.linescore", final);
  return summary.scoring === undefined ? null : periodsOfGoals(summary.scoring);
}

/** The periods of a list, or the problem with the first that does not stand in its place. */
function periodsIn(list: unknown, field: string): readonly JsonObject[] {
  if (!Array.isArray(list)) return refuse("malformed", "is not a list of periods", field);
  const periods = list.map(objectOf);
  const wrong = periods.findIndex((period, index) => objectOf(period.periodDescriptor).number !== index + 1);
  return wrong === -1 ? periods : refuse("malformed", `is not period ${wrong + 1}`, `${field}.${wrong}`);
}

function statedPeriods(lineScore: unknown, field: string, final: SideScores): GameRecord["line_score"] {
  const { byPeriod, totals } = objectOf(lineScore);
  const periods = periodsIn(byPeriod, `${field}.byPeriod`);
  const { home, away } = objectOf(totals);
  if (isObject(totals) && (home !== final.home || away !== final.away)) {
    return refuse("malformed", `${away}-${home}, and the score is ${final.away}-${final.home}`, `${field}.totals`);
  }
  if (periods.length === 0) return null;
  const points = { home: [] as number[], away: [] as number[] };
  for (const [index, period] of periods.entries()) {
    for (const side of ["home", "away"] as const) {
      const goals = period[side];
      if (typeof goals !== "number") return refuse("malformed", "is no number", `${field}.byPeriod.${index}.${side}`);
      points[side].push(goals);
    }
  }
  return points;
}

function periodsOfGoals(scoring: unknown): GameRecord["line_score"] {
  const field = "summary.scoring";
  const periods = periodsIn(scoring, field);
  if (periods.length === 0) return null;
  const points = { home: [] as number[], away: [] as number[] };
  let [homeBefore, awayBefore] = [0, 0];
  for (const [index, { goals }] of periods.entries()) {
    if (!Array.isArray(goals)) return refuse("malformed", "is not a list of goals", `${field}.${index}.goals`);
    const last = objectOf(goals.at(-1) ?? { homeScore: homeBefore, awayScore: awayBefore });
    const { homeScore, awayScore } = last;
    if (typeof homeScore !== "number" || typeof awayScore !== "number") {
      return refuse("malformed", "the last goal has no score", `${field}.${index}.goals`);
    }
    points.home.push(homeScore - homeBefore);
    points.away.push(awayScore - awayBefore);
    [homeBefore, awayBefore] = [homeScore, awayScore];
  }
  return points;
}
