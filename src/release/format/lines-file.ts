/** The file of the paths of all lines, which is ten times as large as the others. */
import { type LinesColumn, linesColumns } from "../../contract/release-columns.ts";
import { type DoubtName, doubtNameOf, doubtNames, doubtNumber } from "../../domain/doubt-names.ts";
import { tenthsOfMinutes } from "../../domain/durations.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import { noLine, quartersOf } from "../game-lines.ts";
import {
  closeFlag,
  doubtOf,
  doubtUnit,
  emptyPath,
  type LinePath,
  openFlag,
  placeIn,
  statedOpenFlag,
} from "../line-path.ts";
import type { SeasonFile } from "../release-damaged.ts";
import type { GameValues, SeasonValues } from "../values.ts";
import { keyOfWords, type LineWords, wordsOfKey } from "./line-words.ts";
import { type GameRows, type OpenParquet, openParquetFile, readByGame, readGame } from "./read-parquet.ts";
import { type Cell, emptyColumns, type GameGroup, gameGroups, parquetFile, type RowColumns } from "./write-parquet.ts";

/** A reader who wants one game reads a row group; smaller ones make the file larger, and longer to read as a whole. */
const rowsOfGroup = 4_000;

export function writeLines({ sport, season, games }: SeasonValues, revision: number): Uint8Array {
  const groups = gameGroups(games, rowsOfGroup, openGame).map(columnsOfGroup);
  return parquetFile({ dataSet: "lines", sport, season }, revision, groups);
}

/** The paths of the lines of a season's games, read from its file when they are wanted. */
export class SeasonPaths {
  readonly #file: SeasonFile;
  readonly #bytes: Uint8Array;
  readonly #games: { readonly gameIds: readonly string[]; readonly startMs: ArrayLike<number> };
  #opened: Promise<OpenParquet> | null = null;

  /** @param bytes have been compared with their SHA-256 before. */
  constructor(
    { sport, season }: SeasonKey,
    bytes: Uint8Array,
    games: { readonly gameIds: readonly string[]; readonly startMs: ArrayLike<number> },
  ) {
    this.#file = { dataSet: "lines", sport, season };
    this.#bytes = bytes;
    this.#games = games;
  }

  /** Those of each game. @throws ReleaseDamaged when the bytes are not those of this season's file. */
  all(): Promise<readonly LinePath[]> {
    const { gameIds, startMs } = this.#games;
    return readByGame(this.#file, { bytes: this.#bytes, names: readNames, gameIds }, (rows, game) =>
      pathOf(rows, startMs[game] as number),
    );
  }

  /** That of one game: a row group is read. @throws as `all` does. */
  one(game: number): Promise<LinePath> {
    const gameId = this.#games.gameIds[game] as string;
    const startMs = this.#games.startMs[game] as number;
    this.#opened ??= openParquetFile(this.#file, this.#bytes);
    return readGame(this.#file, this.#opened, readNames, gameId, (rows) => pathOf(rows, startMs));
  }
}

type OpenGame = { readonly gameId: string; readonly path: LinePath; readonly startMs: number; readonly rows: number };

function openGame({ facts, path }: GameValues): OpenGame {
  return { gameId: facts.game_id, path, startMs: Date.parse(facts.start_time), rows: path.flags.length };
}

type Columns = Record<LinesColumn, Cell[]>;

function columnsOfGroup({ rows, games }: GameGroup<OpenGame>): RowColumns<LinesColumn> {
  const columns: Columns = emptyColumns(linesColumns, rows);
  let row = 0;
  for (const game of games) {
    let run = 0;
    for (const [series, key] of game.path.keys.entries()) {
      const words = wordsOfKey(key);
      for (const end = game.path.ends[series] as number; run < end; run++) setRow(columns, row++, game, run, words);
    }
  }
  return columns;
}

function setRow(columns: Columns, row: number, { gameId, path, startMs }: OpenGame, run: number, words: LineWords) {
  columns.game_id[row] = gameId;
  columns.book_id[row] = words.bookId;
  columns.book[row] = words.book;
  columns.period[row] = words.period;
  columns.market[row] = words.market;
  columns.team[row] = words.team;
  columns.captures[row] = path.captures[run] as number;
  const [firstMs, lastMs] = [path.firstMs[run] as number, path.lastMs[run] as number];
  if (!Number.isNaN(firstMs)) columns.first_seen[row] = firstMs;
  if (!Number.isNaN(lastMs)) {
    columns.last_seen[row] = lastMs;
    columns.minutes_before_start[row] = tenthsOfMinutes(startMs - lastMs);
  }
  const quarters = path.quarters[run] as number;
  if (quarters !== noLine) columns.line[row] = quarters / 4;
  columns[words.isSided ? "home_price" : "over_price"][row] = path.prices[2 * run] || null;
  columns[words.isSided ? "away_price" : "under_price"][row] = path.prices[2 * run + 1] || null;
  const flags = path.flags[run] as number;
  columns.is_open[row] = (flags & openFlag) !== 0;
  columns.is_close[row] = (flags & closeFlag) !== 0;
  columns.is_stated_open[row] = (flags & statedOpenFlag) !== 0;
  columns.doubt[row] = doubtNameOf(doubtOf(flags));
  columns.first_source[row] = path.sourceNames[path.sources[2 * run] as number] as string;
  columns.last_source[row] = path.sourceNames[path.sources[2 * run + 1] as number] as string;
}

/** Columns that are computed of others are not read. */
const readNames = linesColumns
  .map(({ name }) => name)
  .filter((name) => name !== "game_id" && name !== "book" && name !== "minutes_before_start");

type LineRows = GameRows<(typeof readNames)[number]>;

function pathOf({ columns, from, to }: LineRows, startMs: number): LinePath {
  const { book_id: bookIds, period: periods, market: markets, team: teams } = columns;
  const path = emptyPath(startMs, 0, to - from);
  const { prices, firstMs, lastMs, captures, quarters, flags, sources } = path;
  const sourceNames: string[] = [];
  const keys: number[] = [];
  const ends: number[] = [];
  for (let row = from; row < to; row++) {
    const run = row - from;
    const isOfSeries =
      row > from &&
      bookIds[row] === bookIds[row - 1] &&
      periods[row] === periods[row - 1] &&
      markets[row] === markets[row - 1] &&
      teams[row] === teams[row - 1];
    if (!isOfSeries) keys.push(keyOfWords(periods[row], markets[row], teams[row], bookIds[row]));
    ends[keys.length - 1] = run + 1;
    prices[2 * run] = (columns.home_price[row] ?? columns.over_price[row] ?? 0) as number;
    prices[2 * run + 1] = (columns.away_price[row] ?? columns.under_price[row] ?? 0) as number;
    firstMs[run] = (columns.first_seen[row] as number | null) ?? Number.NaN;
    lastMs[run] = (columns.last_seen[row] as number | null) ?? Number.NaN;
    captures[run] = columns.captures[row] as number;
    quarters[run] = quartersOf(columns.line[row] as number | null);
    flags[run] =
      (columns.is_open[row] ? openFlag : 0) +
      (columns.is_close[row] ? closeFlag : 0) +
      (columns.is_stated_open[row] ? statedOpenFlag : 0) +
      (columns.doubt[row] === null ? 0 : numberOfDoubt(columns.doubt[row] as DoubtName) * doubtUnit);
    sources[2 * run] = placeIn(sourceNames, columns.first_source[row] as string);
    sources[2 * run + 1] = placeIn(sourceNames, columns.last_source[row] as string);
  }
  return { ...path, keys: Uint32Array.from(keys), ends: Uint32Array.from(ends), sourceNames };
}

function numberOfDoubt(name: DoubtName): number {
  if (!doubtNames.includes(name)) throw new RangeError(`no rule of doubt is called ${name}`);
  return doubtNumber(name);
}
