/**
 * Scores of The Odds API, version 4: games to come, in play, and of the last days. They state no season type, so that
 * they are only a second opinion about final scores; see `isWitness`.
 */
import type { ProviderName } from "../../domain/providers.ts";
import { seasonOf } from "../../domain/seasons.ts";
import type { Sport } from "../../domain/sports.ts";
import type { FeedItem } from "../feed-item.ts";
import { isObject, type JsonObject } from "../json-text.ts";
import { refuse } from "../problem.ts";
import type { GameRecord } from "../records.ts";
import { slateDateOfStart } from "../utc-times.ts";
import { gameItem } from "../validate.ts";
import { eventOf, type OddsApiSource, sportOf } from "./the-odds-api.ts";

const provider = "the-odds-api" satisfies ProviderName;

/** Whether an answer is one of scores: events of odds do not say whether they are completed. */
export function isOddsApiScores(payload: unknown): payload is readonly unknown[] {
  return Array.isArray(payload) && payload.some((event) => isObject(event) && "completed" in event);
}

/** One item a game. @throws InputError when the events are not all of one sport. */
export function* readOddsApiScores(events: readonly unknown[], source: OddsApiSource): Generator<FeedItem> {
  const { file, nowMs } = source;
  const sport = sportOf(events, source);
  if (sport === null) return;
  for (const event of events as readonly JsonObject[]) {
    const where = { file, record: `event ${String(event.id)}` };
    yield gameItem(() => gameOf(event, sport), where, nowMs);
  }
}

function gameOf(payload: JsonObject, sport: Sport): GameRecord {
  const event = eventOf(payload, sport);
  const { id, startTime, home, away, homeName, awayName } = event;
  const { completed, scores } = payload;
  if (typeof completed !== "boolean") {
    return refuse("malformed", `completed is ${JSON.stringify(completed)}`, "completed");
  }
  const [homeScore, awayScore] = [homeName, awayName].map((name) => (completed ? scoreOf(scores, name) : null));
  return {
    type: "game",
    provider,
    game_id: id,
    sport,
    season: seasonOf(sport, slateDateOfStart(startTime)),
    // A record needs one, and of a witness it is never read.
    season_type: "regular",
    week: null,
    game_date: null,
    game_number: null,
    start_time: startTime,
    actual_start_time: null,
    status: completed ? "final" : "scheduled",
    home,
    away,
    neutral_site: null,
    overtime: null,
    home_score: homeScore ?? null,
    away_score: awayScore ?? null,
    line_score: null,
    venue: null,
    referee: null,
    weather: null,
  };
}

/** Scores are texts, each with the name of its team. */
function scoreOf(scores: unknown, name: string): number {
  const all: readonly unknown[] = Array.isArray(scores) ? scores : [];
  const score = all.find((each): each is JsonObject => isObject(each) && each.name === name)?.score;
  if (typeof score === "string" && /^\d+$/.test(score)) return Number(score);
  return refuse("malformed", `the score of ${name}, who are done, is ${JSON.stringify(score) ?? "missing"}`, "scores");
}
