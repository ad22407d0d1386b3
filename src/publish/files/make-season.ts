/** Makes the files of one data set of a season, in both formats at once. */
import { createGzip } from "node:zlib";
import type { KeyValue } from "hyparquet";
import { csvHeader, joined, lineEnd, lineWriter, rowReader } from "../../contract/csv.ts";
import {
  csvColumnsOf,
  type FileColumn,
  type FileFormat,
  type FileSetName,
  fileColumnsVersion,
  fileSets,
} from "../../contract/file-sets.ts";
import { bets } from "../../contract/lists/bets.ts";
import type { EvidenceRow } from "../../contract/lists/evidence.ts";
import type { Database } from "../../database/engine.ts";
import { momentMinutes } from "../../domain/periods.ts";
import { dayMs } from "../../domain/times.ts";
import { betFilterOf } from "../../query/bets/filter.ts";
import { betList } from "../../query/bets/page.ts";
import { evidenceRows } from "../../query/evidence.ts";
import { gameIdList, gameList, oddsList } from "../../query/games.ts";
import { lineRows } from "../../query/lines.ts";
import { type KeyedRow, keyedRows } from "../../query/pages.ts";
import { periodList, periodOddsList } from "../../query/periods.ts";
import { gameFilterOf } from "../../query/reach.ts";
import { type SeasonShelf, seasonShelf, spansOf } from "../../query/season.ts";
import { snapshotRows } from "../../query/snapshots/lines-at.ts";
import { teamGameList } from "../../query/team-games/row.ts";
import { type Cell, openParquet } from "../../release/format/write-parquet.ts";
import { readLeague } from "../../release/league.ts";
import type { Manifest, SeasonEntry } from "../../release/manifest.ts";
import { ReleaseDamaged } from "../../release/release-damaged.ts";
import { readSeasonTable } from "../../release/season-table.ts";

/** The sentence of our terms about copies, which every file carries. */
export const dumpTerms =
  "Commercial use and redistribution inside your own product are allowed. Reselling or republishing the data as an API, bulk dump or " +
  "raw feed is not.";

/** The members by which the files of a season describe themselves, beside its rows. */
export type FileOrigin = {
  readonly archive: string;
  readonly revision: number;
  readonly isSample: boolean;
  /** Where the terms are; null: the operator has not said. */
  readonly termsUrl: string | null;
};

export type MadeFile = { readonly rows: number; readonly bytes: Readonly<Record<FileFormat, Uint8Array>> };

/** Readers over a network ask for each column of each row group: few large groups are read with few requests. */
const rowsOfGroup = 122_880;

/** Rows are in the order of their games, so that a reader who wants some of them finds these groups. */
const sortedColumns = ["sport", "season", "game_id", "game_date", "start_time"];

export async function makeSeasonFile(
  season: SeasonWithBefore,
  dataSet: FileSetName,
  origin: FileOrigin,
): Promise<MadeFile> {
  const { shelf } = season;
  const { columns } = fileSets[dataSet];
  const parquet = openParquet(columns, metadataOf(shelf, dataSet, origin), sortedColumns);
  const csv = csvColumnsOf(dataSet);
  const cells = columns.map((column) => ({
    name: column.name,
    /** -1: the season, which rows of some lists do not say. */
    at: csv.findIndex(({ name }) => name === column.csvName),
    of: cellMaker(column),
    data: [] as Cell[],
  }));
  const gzip = createGzip();
  const compressed: Buffer[] = [];
  gzip.on("data", (part: Buffer) => compressed.push(part));
  const isCompressed = new Promise((resolve, reject) => gzip.once("end", resolve).once("error", reject));
  const [valuesOf, lineOf] = [rowReader(csv), lineWriter(csv.length)];
  let text = csvHeader(csv) + lineEnd;
  let rows = 0;

  function writeGroup(): void {
    parquet.write(Object.fromEntries(cells.map(({ name, data }) => [name, data])));
    for (const cell of cells) cell.data = [];
  }
  for await (const some of seasonRows(season, dataSet)) {
    for (const row of some) {
      const values = valuesOf(row);
      for (const { at, of, data } of cells) data.push(at === -1 ? shelf.season : of(values[at]));
      text += lineOf(values) + lineEnd;
      if (++rows % rowsOfGroup === 0) writeGroup();
      if (text.length < writtenFrom) continue;
      // Compressing keeps up, so that no season of text is in memory at once.
      if (!gzip.write(text)) await new Promise((resolve) => gzip.once("drain", resolve));
      text = "";
    }
  }
  if (rows % rowsOfGroup !== 0) writeGroup();
  gzip.end(text);
  await isCompressed;
  return { rows, bytes: { parquet: parquet.finish(), "csv.gz": Buffer.concat(compressed) } };
}

/** So many letters of CSV are compressed at once. */
const writtenFrom = 262_144;

/** Returns the function that makes the cell of a column out of a value of CSV: the same value, with its type. */
function cellMaker({ name, type }: FileColumn): (value: unknown) => Cell {
  const times = new Map<string, number>();
  const isTime = type === "DATE" || type === "TIMESTAMP";
  return (value) => {
    if (Array.isArray(value)) return joined(value);
    if (typeof value === "number") return value + 0; // -0 is 0 [D-15]
    if (value === null || !isTime) return value as Cell;
    const text = String(value);
    let time = times.get(text);
    if (time === undefined) {
      time = Date.parse(text) / (type === "DATE" ? dayMs : 1);
      if (!Number.isFinite(time)) throw new SyntaxError(`${name} is no value of ${type}: ${text.slice(0, 200)}`);
      if (times.size === mostTimes) times.clear();
      times.set(text, time);
    }
    return time;
  };
}

/** So many times of a column are remembered with their numbers: each is in many rows. */
const mostTimes = 20_000;

function metadataOf(shelf: SeasonShelf, dataSet: FileSetName, origin: FileOrigin): KeyValue[] {
  const { columns } = fileSets[dataSet];
  const said = {
    data_set: dataSet,
    sport: shelf.sport,
    season: String(shelf.season),
    archive: origin.archive,
    revision: String(origin.revision),
    columns_version: String(fileColumnsVersion),
    columns: JSON.stringify(Object.fromEntries(columns.map(({ name, description }) => [name, description]))),
    terms: dumpTerms,
    ...(origin.termsUrl === null ? {} : { terms_url: origin.termsUrl }),
    ...(origin.isSample ? { dataset: "sample" } : {}),
  };
  return Object.entries(said).map(([key, value]) => ({ key, value }));
}

// The rows of a whole season as the lists give them, out of its table. Files of both formats are made of these.

/** A season of a release, opened by itself: other seasons take no memory. @throws ReleaseDamaged when it is not as it was written. */
export async function openSeasonRows(
  database: Pick<Database, "kysely">,
  manifest: Manifest,
  entry: SeasonEntry,
): Promise<SeasonShelf> {
  const { sport, season, revision } = entry;
  const league = await readLeague(database.kysely, manifest, sport);
  const stated = league.seasons.find(({ row }) => row.season === season);
  if (stated === undefined) throw new ReleaseDamaged(`the row of ${sport} ${season} is not there`);
  return seasonShelf({ sport, season, revision, row: stated.row }, await readSeasonTable(database.kysely, entry));
}

/** The season before one, opened by itself; null when the release has none. @throws ReleaseDamaged as `openSeasonRows` does. */
export async function openSeasonBefore(
  database: Pick<Database, "kysely">,
  manifest: Manifest,
  entry: SeasonEntry,
): Promise<SeasonShelf | null> {
  const before = entryBefore(manifest, entry);
  return before === null ? null : openSeasonRows(database, manifest, before);
}

export function entryBefore({ seasons }: Manifest, { sport, season }: SeasonEntry): SeasonEntry | null {
  return seasons.find((each) => each.sport === sport && each.season === season - 1) ?? null;
}

/** A season, and the one before it, which some rows tell of; null: it is not there. */
export type SeasonWithBefore = { readonly shelf: SeasonShelf; readonly previous: SeasonShelf | null };

/** Rows, some after others. */
type Rows = Iterable<Iterable<object>> | AsyncIterable<Iterable<object>>;

/** The rows that callers get who ask for the season and nothing else. */
function seasonRows({ shelf, previous }: SeasonWithBefore, dataSet: FileSetName): Rows {
  const { sport, season } = shelf;
  const spans = spansOf(previous === null ? [shelf] : [previous, shelf]);
  const games = gameFilterOf({ season, from: null, to: null, team: null });
  const asked = bets.read(`sport=${sport}&season=${season}`);
  const every = { ...games, period: null, bookIds: null, market: null };
  const moments = { ...every, minutes: momentMinutes, mostAgeMinutes: null };
  const rows: Readonly<Record<FileSetName, () => Rows>> = {
    games: () => [keyedRows(gameList, spans, games, null).map(parsedRowOf)],
    odds: () => [keyedRows(oddsList, spans, every, null).map(rowOf)],
    periods: () => [keyedRows(periodList, spans, every, null).map(rowOf)],
    period_odds: () => [keyedRows(periodOddsList, spans, every, null).map(rowOf)],
    bets: () => [keyedRows(betList, spans, betFilterOf(asked, asked.book), null).map(rowOf)],
    lines: () => rowsOfPaths(shelf),
    evidence: () => rowsOfEvidence(shelf),
    snapshots: () => rowsAtMoments(snapshotRows(sport, spans, moments, null)),
    team_games: () => [keyedRows(teamGameList, spans, { ...games, shortened: null }, null).map(rowOf)],
    ids: () => [keyedRows(gameIdList, spans, games, null).map(parsedRowOf)],
  };
  return rows[dataSet]();
}

function rowOf({ row }: KeyedRow<object>): object {
  return row;
}

function parsedRowOf({ row }: KeyedRow<string>): object {
  return JSON.parse(row) as object;
}

async function* rowsAtMoments(games: AsyncIterable<Generator<KeyedRow<object>>>): AsyncGenerator<Iterable<object>> {
  for await (const rows of games) yield rows.map(rowOf);
}

/** Used statements of these facts are not in the file, which they would be most of: other files have a row of each. */
const toldElsewhere: readonly string[] = ["period_scores", "open", "close"];

const allLines = { bookIds: null, market: null, period: null };

async function* rowsOfEvidence({ sport, season, gameIds, paths, statements }: SeasonShelf): AsyncGenerator<object[]> {
  const stated = await statements.all();
  for (const [game, path] of (await paths.all()).entries()) {
    const game_id = gameIds[game] as string;
    const evidence = { path, statements: stated[game] as readonly EvidenceRow[] };
    const rows = evidenceRows(evidence, game_id, allLines, null).map(({ row }) => row);
    const own = rows.filter(({ used, fact }) => !used || !toldElsewhere.includes(fact));
    yield Array.from(own, (row) => ({ sport, season, game_id, ...row }));
  }
}

/** The path of each game, whose rows say of which game they are. */
async function* rowsOfPaths({ sport, season, gameIds, paths }: SeasonShelf): AsyncGenerator<object[]> {
  for (const [game, path] of (await paths.all()).entries()) {
    const game_id = gameIds[game] as string;
    yield Array.from(lineRows(path, game_id, allLines, null), ({ row }) => ({ sport, season, game_id, ...row }));
  }
}
