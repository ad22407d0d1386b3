/** The values of a season in the database: five files, whose names the season's entry in the manifest has. */
import type { Kysely } from "kysely";
import { type DataSetName, dataSetNames } from "../contract/release-columns.ts";
import type { AnyTables } from "../database/names.ts";
import { readGames } from "./format/games-file.ts";
import { readSeason, seasonFiles } from "./format/season-files.ts";
import { fileOf, type SeasonEntry } from "./manifest.ts";
import { booksIn } from "./published-games.ts";
import { ReleaseDamaged } from "./release-damaged.ts";
import { readFile, storeFile } from "./store.ts";
import type { GameFacts, SeasonValues } from "./values.ts";

/** @throws ReleaseDamaged when a file of the season is lost, or is not as it was written. */
export async function readSeasonValues(connection: Kysely<AnyTables>, entry: SeasonEntry): Promise<SeasonValues> {
  const files = await bySet((dataSet) => readFile(connection, fileOf(entry, dataSet)));
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
