/**
 * One season of one sport in memory: rendered rows in API order, and small columns to filter by. Nothing in it changes
 * after packing, so a request may go on reading it after newer rows have replaced it.
 */
import { gameCsv, oddsCsv } from "../archive/csv.ts";
import { type Format, separators } from "../archive/formats.ts";
import type { Game, OddsRow, SeasonRow } from "../archive/shapes.ts";
import type { ArchiveTables } from "../archive/tables.ts";
import type { Sport } from "../domain/sports.ts";
import { renderedIds, type SeasonName } from "./season-ids.ts";
import { packSeasonLines, type SeasonLines } from "./season-lines.ts";

/** Rows of one format joined by its separator, outside the JavaScript heap. A run of rows is one slice of `text`. */
export type PackedRows = {
  readonly text: Buffer;
  /** The start of each row, and one more entry: one past the separator that would follow the last row. */
  readonly offsets: Uint32Array;
  readonly separator: string;
};

/** The same rows in every format, so that a page only picks a format and does no work per row. */
type RenderedRows = Readonly<Record<Format, PackedRows>>;

/** The description of a season without its games. */
export type SeasonHead = {
  readonly sport: Sport;
  readonly season: number;
  /** The revision that last changed anything in this season. */
  readonly revision: number;
  readonly row: SeasonRow;
  readonly gamesWithClosingLine: number;
};

export type PackedGames = {
  /** By game, ordered by start, then by game id. */
  readonly gameIds: readonly string[];
  readonly ordinals: ReadonlyMap<string, number>;
  readonly startMs: Float64Array;
  /** Slate dates as numbers of the form yyyymmdd. */
  readonly gameDates: Int32Array;
  readonly homes: Uint16Array;
  readonly aways: Uint16Array;
  /** The codes in `homes` and `aways`, by abbreviation. */
  readonly teamCodes: ReadonlyMap<string, number>;
  /** The abbreviations by code. */
  readonly teams: readonly string[];
  readonly weeks: Uint8Array;
  readonly isPostseason: Uint8Array;
  readonly games: RenderedRows;
  /**
   * The odds rows of a game are neighbors, ordered by book id: from `oddsFrom[game]` to before `oddsFrom[game + 1]`.
   */
  readonly oddsFrom: Uint32Array;
  readonly bookIds: Uint16Array;
  readonly marketBits: Uint8Array;
  readonly odds: RenderedRows;
  /** Null in an archive from before there were packed lines, until it is published again. */
  readonly lines: SeasonLines | null;
  /** The rows of the games with their ids at other sources; null as `lines`. */
  readonly ids: RenderedRows | null;
};

export type SeasonShelf = SeasonHead & PackedGames;

/** The value in `weeks` of a game that has no week. */
export const noWeek = 255;

/** All columns but those of single games, and but sport and season, which are the same for all rows. */
export type GameSource = Omit<ArchiveTables["archive_games"], "sport" | "season" | "detail" | "path">;
export type OddsSource = Pick<ArchiveTables["archive_odds"], "game_id" | "book_id" | "market_bits" | "body" | "csv">;

/**
 * Upper bounds for the parts of a sorting key: with up to 2^17 games in a season the key is an exact integer below
 * 2^53.
 */
const booksPerGame = 2 ** 16;
const rowsPerSeason = 2 ** 20;

/**
 * Packs rows that may come in any order. They are sorted here, because the engines collate text differently. An archive
 * that was published before there was CSV has none until it is published again. Until then the CSV is rendered here,
 * which only makes the start slower.
 */
export function packGames(
  season: SeasonName,
  games: readonly GameSource[],
  oddsRows: readonly OddsSource[],
): PackedGames {
  const sorted = games.toSorted((a, b) => compareKeys(a.start_ms, a.game_id, b.start_ms, b.game_id));
  const teamCodes = new Map<string, number>();
  const codeOf = (abbreviation: string): number => {
    const code = teamCodes.get(abbreviation) ?? teamCodes.size;
    teamCodes.set(abbreviation, code);
    return code;
  };
  const ordinals = new Map(sorted.map((game, ordinal) => [game.game_id, ordinal]));
  // Game, book and position form one number: sorting such numbers is several times faster than sorting objects.
  const keys = Float64Array.from(oddsRows, (row, position) => {
    const game = ordinals.get(row.game_id);
    if (game === undefined) throw new Error(`there are odds of ${row.game_id}, and the game is not there`);
    return (game * booksPerGame + row.book_id) * rowsPerSeason + position;
  }).sort();
  const placed = Array.from(keys, (key) => oddsRows[key % rowsPerSeason] as OddsSource);
  const homes = Uint16Array.from(sorted, (game) => codeOf(game.home));
  const aways = Uint16Array.from(sorted, (game) => codeOf(game.away));
  return {
    gameIds: sorted.map((game) => game.game_id),
    ordinals,
    startMs: Float64Array.from(sorted, (game) => game.start_ms),
    gameDates: Int32Array.from(sorted, (game) => dateNumber(game.game_date)),
    homes,
    aways,
    teamCodes,
    teams: [...teamCodes.keys()],
    weeks: Uint8Array.from(sorted, (game) => game.week ?? noWeek),
    isPostseason: Uint8Array.from(sorted, (game) => (game.season_type === "postseason" ? 1 : 0)),
    games: {
      json: packRows("json", sorted, (game) => game.body),
      csv: packRows("csv", sorted, (game) => game.csv || gameCsv(JSON.parse(game.body) as Game)),
    },
    oddsFrom: firstOfEach(sorted.length, keys),
    bookIds: Uint16Array.from(placed, (row) => row.book_id),
    marketBits: Uint8Array.from(placed, (row) => row.market_bits),
    odds: {
      json: packRows("json", placed, (row) => row.body),
      csv: packRows("csv", placed, (row) => row.csv || oddsCsv(JSON.parse(row.body) as OddsRow)),
    },
    lines: linesOf(season.sport, sorted),
    ids: idsOf(season, sorted),
  };
}

function idsOf(season: SeasonName, sorted: readonly GameSource[]): RenderedRows | null {
  const rows = sorted.map((game) => renderedIds(season, game)).filter((row) => row !== null);
  if (rows.length < sorted.length) return null;
  return { json: packRows("json", rows, ({ json }) => json), csv: packRows("csv", rows, ({ csv }) => csv) };
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

/** `2025-09-04` as 20250904. */
export function dateNumber(date: string): number {
  return Number(date.replaceAll("-", ""));
}

function packRows<Row>(format: Format, rows: readonly Row[], rendered: (row: Row) => string): PackedRows {
  const separator = separators[format];
  const texts = rows.map(rendered);
  const offsets = new Uint32Array(rows.length + 1);
  let end = 0;
  for (const [index, row] of texts.entries()) {
    offsets[index] = end;
    end += Buffer.byteLength(row) + separator.length;
  }
  offsets[rows.length] = end;
  // `allocUnsafeSlow` gives separate memory of the exact size instead of a part of the shared pool.
  const text = Buffer.allocUnsafeSlow(Math.max(0, end - separator.length));
  text.write(texts.join(separator));
  return { text, offsets, separator };
}

function firstOfEach(gameCount: number, keys: Float64Array): Uint32Array {
  const from = new Uint32Array(gameCount + 1);
  let index = 0;
  for (let game = 0; game <= gameCount; game++) {
    while (index < keys.length && (keys[index] as number) < game * booksPerGame * rowsPerSeason) index++;
    from[game] = index;
  }
  return from;
}
