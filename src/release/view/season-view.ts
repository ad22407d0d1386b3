/**
 * One season of one sport as a server has it: rendered rows in the order of the API, and small columns to filter by. Nothing in it
 * changes, so a request may go on reading it after newer rows have replaced it.
 */
import type { DoubtName } from "../../domain/doubt-names.ts";
import type { TeamGames } from "./candidates.ts";
import type { MomentLines } from "./moment-lines.ts";
import type { RenderedRows } from "./packed-rows.ts";
import type { SeasonLines } from "./season-lines.ts";
import type { SeasonStarters } from "./starters.ts";

export type SeasonView = {
  /** By game, ordered by start, then by game id. */
  readonly gameIds: readonly string[];
  readonly ordinals: ReadonlyMap<string, number>;
  readonly startMs: Float64Array;
  /** Slate dates as numbers of the form yyyymmdd. */
  readonly gameDates: Int32Array;
  readonly firstDate: number;
  readonly lastDate: number;
  readonly homes: Uint16Array;
  readonly aways: Uint16Array;
  /** The codes in `homes` and `aways`, by abbreviation. */
  readonly teamCodes: ReadonlyMap<string, number>;
  /** The abbreviations by code. */
  readonly teams: readonly string[];
  readonly teamGames: TeamGames;
  readonly weeks: Uint8Array;
  readonly isPostseason: Uint8Array;
  readonly games: RenderedRows;
  /** The rows of the games with their ids at other sources. */
  readonly ids: RenderedRows;
  /**
   * The odds rows of a game are neighbors, ordered by book id: from `oddsFrom[game]` to before `oddsFrom[game + 1]`.
   */
  readonly oddsFrom: Uint32Array;
  readonly bookIds: Uint16Array;
  readonly marketBits: Uint8Array;
  /** The markets that each book has priced in any game, by book id. */
  readonly bookMarkets: ReadonlyMap<number, number>;
  readonly odds: RenderedRows;
  readonly lines: SeasonLines;
  readonly conditions: SeasonConditions;
  /** Whether neither team of a game played at home, and whether it took overtime: see `truthCode`. */
  readonly neutrals: Uint8Array;
  readonly overtimes: Uint8Array;
  /** The slate dates on which suspended games went on, as numbers of the form yyyymmdd; 0 for all others. */
  readonly resumedOns: Int32Array;
  readonly doubts: readonly SeasonDoubts[];
  /** Reads the lines of a place in `momentMinutes`, which takes milliseconds. */
  readonly linesAtMoment: (place: number) => MomentLines;
  readonly starters: SeasonStarters;
  /** What is read a game at a time. */
  readonly single: SingleGames;
};

/** How many captures of how many games of a season a rule doubts [D-51]. */
export type SeasonDoubts = { readonly rule: DoubtName; readonly games: number; readonly captures: number };

/** By game. What is not known is NaN, so that no bound is met by it. */
type SeasonConditions = {
  /** Miles per hour. */
  readonly winds: Float64Array;
  /** °F. */
  readonly temperatures: Float64Array;
  /** 1 or 0. */
  readonly indoors: Float64Array;
};

export type SingleGames = {
  /** The single-game answer as JSON. */
  detail(game: number): Buffer;
  /** The packed path of the game's lines. */
  path(game: number): Buffer;
};

/** The value in `weeks` of a game that has no week. */
export const noWeek = 255;

const unknownTruth = 2;

/** True or false as a number of a column, where what is not known has a number of its own. */
export function truthCode(truth: boolean | null): number {
  return truth === null ? unknownTruth : Number(truth);
}

/** The opposite of `truthCode`. */
export function truthOf(code: number | undefined): boolean | null {
  return code === unknownTruth || code === undefined ? null : code === 1;
}

/** `2025-09-04` as 20250904. */
export function dateNumber(date: string): number {
  return Number(date.replaceAll("-", ""));
}

/** The API order of games: by start, then by the id as plain code units. */
export function compareKeys(startMs: number, gameId: string, otherStartMs: number, otherGameId: string): number {
  if (startMs !== otherStartMs) return startMs - otherStartMs;
  if (gameId === otherGameId) return 0;
  return gameId < otherGameId ? -1 : 1;
}
