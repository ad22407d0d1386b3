/** The file of the games' ids at other sources. */
import { outsideIdColumns } from "../../contract/release-columns.ts";
import type { OutsideIds } from "../../domain/outside-ids.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import type { SeasonValues } from "../values.ts";
import { readByGame } from "./read-parquet.ts";
import { parquetFile } from "./write-parquet.ts";

export function writeIds({ sport, season, games }: SeasonValues, revision: number): Uint8Array {
  const gameIds = games.map(({ facts }) => facts.game_id);
  const columns = outsideIdColumns.map(({ name }) => [name, games.map(({ ids }) => ids[name as keyof OutsideIds])]);
  const group = { game_id: gameIds, ...Object.fromEntries(columns) };
  return parquetFile({ dataSet: "ids", sport, season }, revision, [group]);
}

/**
 * The ids of each game.
 * @throws ReleaseDamaged when the bytes are not those of this season's file.
 */
export function readIds(
  { sport, season }: SeasonKey,
  bytes: Uint8Array,
  gameIds: readonly string[],
): Promise<readonly OutsideIds[]> {
  const names = outsideIdColumns.map(({ name }) => name);
  return readByGame({ dataSet: "ids", sport, season }, { bytes, names, gameIds }, ({ columns, from, to }) => {
    if (to !== from + 1) throw new Error("it has not one row of each game");
    return Object.fromEntries(names.map((name) => [name, columns[name]?.[from] ?? null])) as OutsideIds;
  });
}
