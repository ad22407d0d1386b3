/** Reading and writing that the files of a season share: the rows of its games, one game after the other, which are made values again when they are read. */
import { type DataSetName, type ReleaseColumn, releaseColumns } from "../../contract/release-columns.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import type { SeasonFile } from "../release-damaged.ts";
import type { GameValues, SeasonValues } from "../values.ts";
import { noticing, type OpenParquet, openParquetFile, readGroups } from "./read-parquet.ts";
import { type Cell, metadataOf, openParquet } from "./write-parquet.ts";

/** The rows of a game: from one row of a row group to before another. */
export type GameRows<Name extends string> = {
  readonly columns: Readonly<Record<Name, ArrayLike<Cell>>>;
  readonly from: number;
  readonly to: number;
};

export type GameFileKind<Name extends string, Of> = {
  readonly dataSet: DataSetName;
  /** A row group has about so many rows, and every row of each of its games: a reader who wants one game reads one group. */
  readonly rowsOfGroup: number;
  readonly countOf: (game: GameValues) => number;
  /** Sets the cells of a game's rows from a row on, but for its id. What it leaves is null. */
  readonly setRows: (columns: Record<Name, Cell[]>, row: number, game: GameValues) => void;
  /** The columns that are read: those that are computed of others are not. */
  readonly read: readonly Name[];
  /** Is called for a game without rows, too. */
  readonly make: (rows: GameRows<Name>, startMs: number) => Of;
};

export function writeGameFile<Name extends string, Of>(
  kind: GameFileKind<Name, Of>,
  { sport, season, games }: SeasonValues,
  revision: number,
): Uint8Array {
  const { dataSet, rowsOfGroup, countOf, setRows } = kind;
  const columns: readonly ReleaseColumn[] = releaseColumns[dataSet];
  const file = openParquet(columns, metadataOf({ dataSet, sport, season }, revision), ["game_id"]);
  const writeGroup = (group: readonly GameValues[], rows: number): void => {
    const cells = Object.fromEntries(columns.map(({ name }) => [name, new Array<Cell>(rows).fill(null)]));
    let row = 0;
    for (const game of group) {
      const next = row + countOf(game);
      cells.game_id?.fill(game.facts.game_id, row, next);
      setRows(cells as Record<Name, Cell[]>, row, game);
      row = next;
    }
    file.write(cells);
  };
  let group: GameValues[] = [];
  let rows = 0;
  for (const game of games) {
    const more = countOf(game);
    if (rows > 0 && rows + more > rowsOfGroup) {
      writeGroup(group, rows);
      [group, rows] = [[], 0];
    }
    group.push(game);
    rows += more;
  }
  writeGroup(group, rows);
  return file.finish();
}

/** The games of a season in the order of its files. */
export type FileGames = { readonly gameIds: readonly string[]; readonly startMs: ArrayLike<number> };

/** A file as it lies in memory, of which values are made when they are wanted. */
export class GameFile<Name extends string, Of> {
  readonly #kind: GameFileKind<Name, Of>;
  readonly #file: SeasonFile;
  readonly #bytes: Uint8Array;
  readonly #games: FileGames;
  #opened: Promise<OpenParquet> | null = null;

  /** @param bytes have been compared with their SHA-256 before. */
  constructor(kind: GameFileKind<Name, Of>, { sport, season }: SeasonKey, bytes: Uint8Array, games: FileGames) {
    this.#kind = kind;
    this.#file = { dataSet: kind.dataSet, sport, season };
    this.#bytes = bytes;
    this.#games = games;
  }

  /** The value of each game. @throws ReleaseDamaged when the bytes are not those of this season's file. */
  all(): Promise<readonly Of[]> {
    const { read, make } = this.#kind;
    const { gameIds, startMs } = this.#games;
    return noticing(this.#file, async () => {
      const groups = readGroups(await openParquetFile(this.#file, this.#bytes), ["game_id", ...read]);
      const made: Of[] = [];
      let group = await nextOf(groups);
      let from = 0;
      for (const [game, gameId] of gameIds.entries()) {
        if (from === group?.rows) {
          group = await nextOf(groups);
          from = 0;
        }
        const to = group === undefined ? from : endOf(group.columns.game_id, gameId, from);
        made.push(make({ columns: group?.columns ?? noColumns(), from, to }, startMs[game] as number));
        from = to;
      }
      if (from !== (group?.rows ?? 0) || (await nextOf(groups)) !== undefined) {
        throw new Error("it has rows of a game that is not the next one");
      }
      return made;
    });
  }

  /** That of one game: only row groups that may have it are read. @throws as `all` does. */
  one(game: number): Promise<Of> {
    const { read, make } = this.#kind;
    const [gameId, startMs] = [this.#games.gameIds[game] as string, this.#games.startMs[game] as number];
    return noticing(this.#file, async () => {
      this.#opened ??= openParquetFile(this.#file, this.#bytes);
      for await (const { columns } of readGroups(await this.#opened, ["game_id", ...read], gameId)) {
        const from = Array.prototype.indexOf.call(columns.game_id, gameId);
        if (from !== -1) return make({ columns, from, to: endOf(columns.game_id, gameId, from) }, startMs);
      }
      return make({ columns: noColumns(), from: 0, to: 0 }, startMs);
    });
  }
}

/** One past the last of a game's rows. */
function endOf(ids: ArrayLike<Cell>, gameId: string, from: number): number {
  let to = from;
  while (ids[to] === gameId) to++;
  return to;
}

function noColumns<Name extends string>(): GameRows<Name>["columns"] {
  return {} as GameRows<Name>["columns"];
}

async function nextOf<Of>(values: AsyncGenerator<Of, void>): Promise<Of | undefined> {
  const { value, done } = await values.next();
  return done === true ? undefined : value;
}
