/** The file of the paths of all lines, which is ten times as large as the others. */
import { type LinesColumn, linesColumns } from "../../contract/release-columns.ts";
import { type DoubtName, doubtNameOf, doubtNames, doubtNumber } from "../../domain/evidence.ts";
import { tenthsOfMinutes } from "../../domain/times.ts";
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
import type { GameFileKind, GameRows } from "./game-file.ts";
import { keyOfWords, type LineWords, wordsOfKey } from "./line-words.ts";
import type { Cell } from "./write-parquet.ts";

export const pathsKind: GameFileKind<LinesColumn, LinePath> = {
  dataSet: "lines",
  // Smaller groups make the file larger, and longer to read as a whole.
  rowsOfGroup: 2_000,
  countOf: ({ path }) => path.flags.length,
  setRows(columns, from, { path }) {
    let run = 0;
    for (const [series, key] of path.keys.entries()) {
      const words = wordsOfKey(key);
      for (const end = path.ends[series] as number; run < end; run++) setRow(columns, from + run, path, run, words);
    }
  },
  // The slug of a book, and the minutes, are computed of other columns.
  read: linesColumns
    .map(({ name }) => name)
    .filter((name) => name !== "game_id" && name !== "book" && name !== "minutes_before_start"),
  make: pathOf,
};

function setRow(
  columns: Record<LinesColumn, Cell[]>,
  row: number,
  path: LinePath,
  run: number,
  words: LineWords,
): void {
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
    columns.minutes_before_start[row] = tenthsOfMinutes(path.startMs - lastMs);
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

function pathOf({ columns, from, to }: GameRows<LinesColumn>, startMs: number): LinePath {
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
