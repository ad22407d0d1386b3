/** The values of a season in the database: five files, whose names the season's entry in the manifest has. */
import type { Kysely } from "kysely";
import { type DataSetName, dataSetNames } from "../contract/release-columns.ts";
import type { AnyTables } from "../database/names.ts";
import type { SeasonKey } from "../domain/seasons.ts";
import { statementsKind } from "./format/evidence-file.ts";
import { type FileGames, GameFile, writeGameFile } from "./format/game-file.ts";
import { gamesKind, idsKind, readGames } from "./format/games-file.ts";
import { pathsKind } from "./format/lines-file.ts";
import { quotesKind } from "./format/quotes-file.ts";
import { fileOf, type SeasonEntry } from "./manifest.ts";
import { booksIn } from "./published-games.ts";
import { ReleaseDamaged } from "./release-damaged.ts";
import { readFile, storeFile } from "./store.ts";
import type { GameFacts, GameValues, SeasonValues } from "./values.ts";

/** @throws ReleaseDamaged when a file of the season is lost, or is not as it was written. */
export async function readSeasonValues(connection: Kysely<AnyTables>, entry: SeasonEntry): Promise<SeasonValues> {
  const files = await readFiles(connection, entry);
  const values = await readSeason({ sport: entry.sport, season: entry.season }, files);
  if (values.games.length !== entry.games) {
    throw new ReleaseDamaged(`${values.games.length} of ${entry.games} games are there`);
  }
  return values;
}

/** The facts of a season's games alone. @throws ReleaseDamaged as `readSeasonValues` does. */
export async function readSeasonFacts(
  connection: Kysely<AnyTables>,
  entry: SeasonEntry,
): Promise<readonly GameFacts[]> {
  const bytes = await readFile(connection, entry.files.games);
  return (await readGames({ sport: entry.sport, season: entry.season }, bytes)).map(({ facts }) => facts);
}

/**
 * Writes a season into a release: its files, of which a server makes all that it answers.
 * @param revision the one that has last changed a value of the season.
 */
export async function writeSeason(
  connection: Kysely<AnyTables>,
  values: SeasonValues,
  revision: number,
): Promise<SeasonEntry> {
  const { sport, season, games } = values;
  const written = seasonFiles(values, revision);
  const files = await bySet((dataSet) => storeFile(connection, written[dataSet]));
  const oddsRows = games.reduce((sum, { lines }) => sum + booksIn(lines).books, 0);
  return { sport, season, revision, games: games.length, odds_rows: oddsRows, files };
}

/** Is called for each file of a season, one after the other. */
async function bySet<Made>(make: (dataSet: DataSetName) => Promise<Made>): Promise<Record<DataSetName, Made>> {
  const made: (readonly [DataSetName, Made])[] = [];
  for (const dataSet of dataSetNames) made.push([dataSet, await make(dataSet)]);
  return Object.fromEntries(made) as Record<DataSetName, Made>;
}

export type SeasonFiles = Readonly<Record<DataSetName, Uint8Array>>;

/** @throws ReleaseDamaged when one is lost, or is not as it was written. */
export function readFiles(connection: Kysely<AnyTables>, entry: SeasonEntry): Promise<SeasonFiles> {
  return bySet((dataSet) => readFile(connection, fileOf(entry, dataSet)));
}

/** @param revision the one that last changed a value of the season. */
export function seasonFiles(values: SeasonValues, revision: number): SeasonFiles {
  return {
    games: writeGameFile(gamesKind, values, revision),
    quotes: writeGameFile(quotesKind, values, revision),
    lines: writeGameFile(pathsKind, values, revision),
    ids: writeGameFile(idsKind, values, revision),
    evidence: writeGameFile(statementsKind, values, revision),
  };
}

/**
 * The bytes have been compared with their SHA-256 before. A file that is cut off, another one, and flipped bits of values are
 * noticed here, too, but of flipped bits around the values some are read as another number of rows or nulls, after seconds.
 * @throws ReleaseDamaged when a file is not that of this season, or cannot be read.
 */
export async function readSeason(key: SeasonKey, files: SeasonFiles): Promise<SeasonValues> {
  const games = await readWithoutPaths(key, files);
  const ofFiles = gamesOfFiles(games);
  const statements = await new GameFile(statementsKind, key, files.evidence, ofFiles).all();
  const paths = await new GameFile(pathsKind, key, files.lines, ofFiles).all();
  const of = <Value>(values: readonly Value[], at: number) => values[at] as Value;
  return { ...key, games: games.map((game, at) => ({ ...game, path: of(paths, at), statements: of(statements, at) })) };
}

/**
 * All but the paths and the statements, which most questions do not need.
 * @throws ReleaseDamaged when a file is not that of this season, or cannot be read.
 */
export async function readWithoutPaths(
  key: SeasonKey,
  files: Omit<SeasonFiles, "lines" | "evidence">,
): Promise<readonly Omit<GameValues, "path" | "statements">[]> {
  const games = await readGames(key, files.games);
  const ofFiles = gamesOfFiles(games);
  const lines = await new GameFile(quotesKind, key, files.quotes, ofFiles).all();
  const ids = await new GameFile(idsKind, key, files.ids, ofFiles).all();
  return games.map((game, at) => ({
    ...game,
    ids: ids[at] as GameValues["ids"],
    lines: lines[at] as GameValues["lines"],
  }));
}

function gamesOfFiles(games: readonly Pick<GameValues, "facts">[]): FileGames {
  return {
    gameIds: games.map(({ facts }) => facts.game_id),
    startMs: games.map(({ facts }) => Date.parse(facts.start_time)),
  };
}
