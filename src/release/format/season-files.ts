/**
 * The Parquet files of a season: they are its values, and its values are all that is in them. The same values and the same
 * revision make the same bytes.
 */
import type { DataSetName } from "../../contract/release-columns.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import type { GameValues, SeasonValues } from "../values.ts";
import { SeasonStatements, writeStatements } from "./evidence-file.ts";
import { readGames, writeGames } from "./games-file.ts";
import { readIds, writeIds } from "./ids-file.ts";
import { SeasonPaths, writeLines } from "./lines-file.ts";
import { readQuotes, writeQuotes } from "./quotes-file.ts";

export type SeasonFiles = Readonly<Record<DataSetName, Uint8Array>>;

/** @param revision the one that last changed a value of the season. */
export function seasonFiles(values: SeasonValues, revision: number): SeasonFiles {
  return {
    games: writeGames(values, revision),
    quotes: writeQuotes(values, revision),
    lines: writeLines(values, revision),
    ids: writeIds(values, revision),
    evidence: writeStatements(values, revision),
  };
}

/**
 * The bytes have been compared with their SHA-256 before. A file that is cut off, another one, and flipped bits of values are
 * noticed here, too, but of flipped bits around the values some are read as another number of rows or nulls, after seconds.
 * @throws ReleaseDamaged when a file is not that of this season, or cannot be read.
 */
export async function readSeason(key: SeasonKey, files: SeasonFiles): Promise<SeasonValues> {
  const games = await readWithoutPaths(key, files);
  const gameIds = games.map(({ facts }) => facts.game_id);
  const statements = await new SeasonStatements(key, files.evidence).all(gameIds);
  const paths = await new SeasonPaths(key, files.lines, {
    gameIds,
    startMs: games.map(({ facts }) => Date.parse(facts.start_time)),
  }).all();
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
  const gameIds = games.map(({ facts }) => facts.game_id);
  const lines = await readQuotes(key, files.quotes, gameIds);
  const ids = await readIds(key, files.ids, gameIds);
  return games.map((game, at) => ({
    ...game,
    ids: ids[at] as GameValues["ids"],
    lines: lines[at] as GameValues["lines"],
  }));
}
