/** The file of what sources state of the games, and of the quotes that no line is made of. */
import type { EvidenceRow } from "../../contract/lists/evidence.ts";
import { evidenceFileColumns } from "../../contract/release-columns.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import type { GameValues, SeasonValues } from "../values.ts";
import { type GameRows, type OpenParquet, openParquetFile, readByGame, readGame } from "./read-parquet.ts";
import { type Cell, emptyColumns, gameGroups, parquetFile } from "./write-parquet.ts";

/** As in the file of the lines: a reader who wants one game reads a row group. */
const rowsOfGroup = 4_000;

/** The columns of the members of a row. */
const ofRow = evidenceFileColumns.filter(({ name }) => name !== "game_id");
const names = ofRow.map(({ name }) => name);

export function writeStatements({ sport, season, games }: SeasonValues, revision: number): Uint8Array {
  const open = ({ facts, statements }: GameValues) => ({ ...facts, statements, rows: statements.length });
  const groups = gameGroups(games, rowsOfGroup, open).map((group) => {
    const columns = emptyColumns(evidenceFileColumns, group.rows);
    let row = 0;
    for (const { game_id, statements } of group.games) {
      for (const statement of statements) {
        (columns.game_id as Cell[])[row] = game_id;
        for (const { name, type } of ofRow) {
          const value = statement[name as keyof EvidenceRow];
          (columns[name] as Cell[])[row] = type === "TIMESTAMP" && value !== null ? Date.parse(value as string) : value;
        }
        row++;
      }
    }
    return columns;
  });
  return parquetFile({ dataSet: "evidence", sport, season }, revision, groups);
}

/** The statements about a season's games, read from its file when they are wanted. */
export class SeasonStatements {
  readonly #file: SeasonKey & { readonly dataSet: "evidence" };
  readonly #bytes: Uint8Array;
  #opened: Promise<OpenParquet> | null = null;

  /** @param bytes have been compared with their SHA-256 before. */
  constructor({ sport, season }: SeasonKey, bytes: Uint8Array) {
    this.#file = { dataSet: "evidence", sport, season };
    this.#bytes = bytes;
  }

  /** Those of each game, in the order of the ids. @throws ReleaseDamaged when the bytes are not those of this season's file. */
  all(gameIds: readonly string[]): Promise<readonly (readonly EvidenceRow[])[]> {
    return readByGame(this.#file, { bytes: this.#bytes, names, gameIds }, statementsIn);
  }

  /** Those of one game: a row group is read. @throws as `all` does. */
  one(gameId: string): Promise<readonly EvidenceRow[]> {
    this.#opened ??= openParquetFile(this.#file, this.#bytes);
    return readGame(this.#file, this.#opened, names, gameId, statementsIn);
  }
}

function statementsIn({ columns, from, to }: GameRows<string>): readonly EvidenceRow[] {
  return Array.from({ length: to - from }, (_, at) => {
    const members = ofRow.map(({ name, type }) => {
      const cell = columns[name]?.[from + at] ?? null;
      return [name, type === "TIMESTAMP" && cell !== null ? new Date(cell as number).toISOString() : cell];
    });
    return Object.fromEntries(members) as EvidenceRow;
  });
}
