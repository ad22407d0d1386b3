/**
 * One season of one sport in memory: rendered rows in API order, and small columns to filter by. Nothing in it changes
 * after packing, so a request may go on reading it after newer rows have replaced it.
 */

import type { SeasonRow } from "../contract/rows/seasons.ts";
import { type DoubtName, doubtNames } from "../domain/doubt-names.ts";
import type { Sport } from "../domain/sports.ts";
import type { GameConditions } from "../release/conditions.ts";
import type { Format } from "../release/formats.ts";
import type { ArchiveTables } from "../release/tables.ts";
import { type TeamGames, teamGamesOf } from "./candidates.ts";
import { packTexts, type RenderedRows } from "./packed-rows.ts";
import { renderedIds, type SeasonName } from "./season-ids.ts";
import { packSeasonLines, type SeasonLines } from "./season-lines.ts";
import { packSeasonOdds, type SeasonOdds } from "./season-odds.ts";
import { sharedColumn } from "./thread-memory.ts";

/** The description of a season without its games. */
export type SeasonHead = {
  readonly sport: Sport;
  readonly season: number;
  /** The revision that last changed anything in this season. */
  readonly revision: number;
  readonly row: SeasonRow;
  readonly gamesWithClosingLine: number;
};

export type PackedGames = SeasonOdds & {
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
  /** Null in an archive from before there were packed lines, until it is published again. */
  readonly lines: SeasonLines | null;
  /** The rows of the games with their ids at other sources; null as `lines`. */
  readonly ids: RenderedRows | null;
  /** Null as `lines`. */
  readonly conditions: SeasonConditions | null;
  readonly doubts: readonly SeasonDoubts[];
};

/** How many captures of how many games of a season a rule doubts [D-51]. */
type SeasonDoubts = { readonly rule: DoubtName; readonly games: number; readonly captures: number };

/** By game. What is not known is NaN, so that no bound is met by it. */
type SeasonConditions = {
  /** Miles per hour. */
  readonly winds: Float64Array;
  /** °F. */
  readonly temperatures: Float64Array;
  /** 1 or 0. */
  readonly indoors: Float64Array;
};

export type SeasonShelf = SeasonHead & PackedGames;

/** The value in `weeks` of a game that has no week. */
export const noWeek = 255;

/** All columns but those of single games, and but sport and season, which are the same for all rows. */
export type GameSource = Omit<ArchiveTables["archive_games"], "sport" | "season" | "detail" | "path">;

/** Packs games that may come in any order. They are sorted here, because the engines collate text differently. */
export function packGames(season: SeasonName, games: readonly GameSource[]): PackedGames {
  const sorted = games.toSorted((a, b) => compareKeys(a.start_ms, a.game_id, b.start_ms, b.game_id));
  const teamCodes = new Map<string, number>();
  const codeOf = (abbreviation: string): number => {
    const code = teamCodes.get(abbreviation) ?? teamCodes.size;
    teamCodes.set(abbreviation, code);
    return code;
  };
  const gameDates = sharedColumn(Int32Array, sorted, (game) => dateNumber(game.game_date));
  const homes = sharedColumn(Uint16Array, sorted, (game) => codeOf(game.home));
  const aways = sharedColumn(Uint16Array, sorted, (game) => codeOf(game.away));
  return {
    gameIds: sorted.map((game) => game.game_id),
    ordinals: new Map(sorted.map((game, ordinal) => [game.game_id, ordinal])),
    startMs: sharedColumn(Float64Array, sorted, (game) => game.start_ms),
    gameDates,
    firstDate: gameDates.reduce((first, date) => Math.min(first, date), Number.POSITIVE_INFINITY),
    lastDate: gameDates.reduce((last, date) => Math.max(last, date), 0),
    homes,
    aways,
    teamCodes,
    teams: [...teamCodes.keys()],
    teamGames: teamGamesOf(homes, aways, teamCodes.size),
    weeks: sharedColumn(Uint8Array, sorted, (game) => game.week ?? noWeek),
    isPostseason: sharedColumn(Uint8Array, sorted, (game) => (game.season_type === "postseason" ? 1 : 0)),
    games: {
      json: packTexts(
        "json",
        sorted.map(({ body }) => body),
      ),
      csv: packTexts(
        "csv",
        sorted.map(({ csv }) => csv),
      ),
    },
    ...packSeasonOdds(sorted),
    lines: linesOf(season.sport, sorted),
    ids: idsOf(season, sorted),
    conditions: conditionsOfGames(sorted),
    doubts: doubtsOfGames(sorted),
  };
}

type GameDoubt = { readonly rule: DoubtName; readonly captures: number };

/** In the order of the rules. */
function doubtsOfGames(games: readonly GameSource[]): SeasonDoubts[] {
  const byGame = games.flatMap(({ doubts }) => (doubts === null ? [] : [JSON.parse(doubts) as GameDoubt[]]));
  return doubtNames.flatMap((rule) => {
    const doubted = byGame.map((ofGame) => ofGame.filter((each) => each.rule === rule)).filter((own) => own.length > 0);
    const captures = doubted.flat().reduce((sum, each) => sum + each.captures, 0);
    return doubted.length === 0 ? [] : [{ rule, games: doubted.length, captures }];
  });
}

function conditionsOfGames(sorted: readonly GameSource[]): SeasonConditions | null {
  const texts = sorted.map(({ conditions }) => conditions).filter((text) => text !== null);
  if (texts.length < sorted.length) return null;
  const known = texts.map((text) => JSON.parse(text) as GameConditions);
  return {
    winds: sharedColumn(Float64Array, known, ({ wind_mph }) => wind_mph ?? Number.NaN),
    temperatures: sharedColumn(Float64Array, known, ({ temp_f }) => temp_f ?? Number.NaN),
    indoors: sharedColumn(Float64Array, known, ({ indoor }) => (indoor === null ? Number.NaN : Number(indoor))),
  };
}

function idsOf(season: SeasonName, sorted: readonly GameSource[]): RenderedRows | null {
  const rows = sorted.map((game) => renderedIds(season, game)).filter((row) => row !== null);
  if (rows.length < sorted.length) return null;
  const texts = (format: Format) => rows.map((row) => row[format]);
  return { json: packTexts("json", texts("json")), csv: packTexts("csv", texts("csv")) };
}

function linesOf(sport: Sport, sorted: readonly GameSource[]): SeasonLines | null {
  const packed = sorted.map(({ lines }) => lines).filter((lines) => lines !== null);
  return packed.length === sorted.length ? packSeasonLines(sport, packed) : null;
}

/** The API order of games: by start, then by the id as plain code units, whatever the database's collation is. */
export function compareKeys(startMs: number, gameId: string, otherStartMs: number, otherGameId: string): number {
  if (startMs !== otherStartMs) return startMs - otherStartMs;
  if (gameId === otherGameId) return 0;
  return gameId < otherGameId ? -1 : 1;
}

/** 20250904 as `2025-09-04`. */
export function isoDate(number: number): string {
  return String(number).replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
}

/** `2025-09-04` as 20250904. */
export function dateNumber(date: string): number {
  return Number(date.replaceAll("-", ""));
}
