/** Reads a file that has any number of rows of each game, which follow each other in the order of the games. */
import type { SeasonFile } from "../release-damaged.ts";
import { noticing, type OpenParquet, openParquetFile, type ReadGroup, readGroups } from "./read-parquet.ts";

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

/** Returns what `make` makes of the rows of one game, of which there may be none: of the file, row groups that may have them are read. */
export function readGame<Name extends string, Of>(
  file: SeasonFile,
  opened: Promise<OpenParquet>,
  names: readonly Name[],
  gameId: string,
  make: (rows: GameRows<Name>) => Of,
): Promise<Of> {
  return noticing(file, async () => {
    for await (const { rows, columns } of readGroups(await opened, ["game_id", ...names], gameId)) {
      let from = 0;
      while (from < rows && columns.game_id[from] !== gameId) from++;
      let to = from;
      while (to < rows && columns.game_id[to] === gameId) to++;
      if (to > from) return make({ columns, from, to });
    }
    return make({ columns: {} as GameRows<Name>["columns"], from: 0, to: 0 });
  });
}

async function nextOf<Of>(values: AsyncGenerator<Of, void>): Promise<Of | undefined> {
  const { value, done } = await values.next();
  return done === true ? undefined : value;
}
