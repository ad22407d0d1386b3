/** Reads a file that has any number of rows of each game, which follow each other in the order of the games. */
import type { SeasonFile } from "../release-damaged.ts";
import { noticing, openParquetFile, type ReadGroup, readGroups } from "./read-parquet.ts";

/** The rows of a game: from one row of a row group to before another. */
export type GameRows<Name extends string> = {
  readonly columns: ReadGroup<Name>["columns"];
  readonly from: number;
  readonly to: number;
};

/**
 * Reads the rows of each game and returns what `make` makes of them.
 * @param names the columns that are read; @param make is called for a game without rows, too, with its place.
 * @throws ReleaseDamaged when the bytes are not those of this file.
 */
export function readByGame<Name extends string, Of>(
  file: SeasonFile,
  source: { readonly bytes: Uint8Array; readonly names: readonly Name[]; readonly gameIds: readonly string[] },
  make: (rows: GameRows<Name>, game: number) => Of,
): Promise<readonly Of[]> {
  return noticing(file, async () => {
    const groups = readGroups(await openParquetFile(file, source.bytes), ["game_id", ...source.names]);
    const made: Of[] = [];
    let group = await nextOf(groups);
    let from = 0;
    for (const [game, gameId] of source.gameIds.entries()) {
      if (from === group?.rows) {
        group = await nextOf(groups);
        from = 0;
      }
      const { rows, columns } = group ?? { rows: 0, columns: {} as GameRows<Name | "game_id">["columns"] };
      let to = from;
      while (to < rows && columns.game_id[to] === gameId) to++;
      made.push(make({ columns, from, to }, game));
      from = to;
    }
    if (from !== (group?.rows ?? 0) || (await nextOf(groups)) !== undefined) {
      throw new Error("it has rows of a game that is not the next one");
    }
    return made;
  });
}

async function nextOf<Of>(values: AsyncGenerator<Of, void>): Promise<Of | undefined> {
  const { value, done } = await values.next();
  return done === true ? undefined : value;
}
