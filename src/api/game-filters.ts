/** The filters that lists of rows of games share, and the demand that a request says which games it means [D-27]. */
import type { GameFilter } from "../shelf/pages.ts";
import { dateNumber } from "../shelf/season.ts";
import { ApiError } from "./errors.ts";
import * as take from "./parameters.ts";

/** They come first in the lists of parameters; `limit`, `cursor` and `format` come last. */
export const gameFilterParameters = {
  sport: take.sport,
  from: take.date("first"),
  to: take.date("last"),
  season: take.season,
  team: take.team("home or away team"),
  home: take.team("home team"),
  away: take.team("away team"),
  week: take.week,
  season_type: take.seasonType,
  game_id: take.gameId,
};

type Narrowing = {
  readonly season: number | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly team: string | null;
  readonly game_id: string | null;
  /** The teams that are bet on, where a list has that filter. */
  readonly on?: readonly string[] | null;
};

type AskedGames = Narrowing & {
  readonly home: string | null;
  readonly away: string | null;
  readonly week: number | null;
  readonly season_type: "regular" | "postseason" | null;
};

/** The error for a list without a filter: all rows of a sport would be too many to be meant [D-27]. */
export function nothingNarrows(names = "season, from/to, team"): ApiError {
  return new ApiError("invalid_param", `at least one of ${names} or game_id is required`);
}

/** @throws ApiError when nothing says which games are meant. */
export function checkNarrowed({ season, from, to, team, game_id, on }: Narrowing): void {
  const narrowing = [season, from, to, team, game_id, on ?? null];
  if (narrowing.some((value) => value !== null)) return;
  throw on === undefined ? nothingNarrows() : nothingNarrows("season, from/to, team, on");
}

/** @throws ApiError when the range ends before it begins, or nothing says which games are meant. */
export function gameFilterOf(asked: AskedGames): GameFilter {
  const filter = anyGameFilterOf(asked);
  checkNarrowed(asked);
  return filter;
}

/**
 * As `gameFilterOf`, for answers that are short however many games they are about.
 * @throws ApiError when the range ends before it begins.
 */
export function anyGameFilterOf(asked: AskedGames): GameFilter {
  take.checkRange(asked);
  return {
    season: asked.season,
    fromDate: asked.from === null ? null : dateNumber(asked.from),
    toDate: asked.to === null ? null : dateNumber(asked.to),
    team: asked.team,
    home: asked.home,
    away: asked.away,
    week: asked.week,
    seasonType: asked.season_type,
    gameId: asked.game_id,
  };
}
