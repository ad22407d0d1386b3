/** Makes the rows of a season's files again from the release, and compares each file with them. */
import type { Kysely } from "kysely";
import {
  type FileSetName,
  fileColumnsVersion,
  fileFormats,
  fileSetNames,
  seasonFilePath,
} from "../../contract/release/file-sets.ts";
import type { Findings } from "../../database/findings.ts";
import type { AnyTables } from "../../database/names.ts";
import { csvCells, csvLines } from "../../publish/files/csv-cells.ts";
import { seasonRows } from "../../publish/files/season-rows.ts";
import type { SeasonShelf } from "../../query/season.ts";
import type { Manifest } from "../../release/manifest.ts";
import type { OfferedFile } from "../../release/offered-files.ts";
import { ReleaseDamaged } from "../../release/release-damaged.ts";
import { readFile } from "../../release/store.ts";
import { ComparedFile, gamesIn } from "./compare-file.ts";
import { columnsIn, type FileRow } from "./file-rows.ts";

type FileSources = {
  readonly connection: Kysely<AnyTables>;
  readonly archive: Manifest["archive"];
  /** Every file that is offered. */
  readonly offered: readonly OfferedFile[];
  readonly findings: Findings;
};

/** @param shelf the season, of the values of the release and of nothing that is kept beside them. */
export async function compareFiles(
  shelf: SeasonShelf,
  { connection, archive, offered, findings }: FileSources,
): Promise<void> {
  const { sport, season, revision } = shelf;
  const own = offered.filter((file) => file.sport === sport && file.season === season);
  for (const dataSet of fileSetNames) {
    const compared: ComparedFile[] = [];
    for (const format of fileFormats) {
      const path = seasonFilePath(sport, season, dataSet, format);
      const file = own.find((each) => each.path === path);
      if (file === undefined) {
        findings.check(own.length === 0, path, "is not offered, and other files of its season are");
        continue;
      }
      findings.count("files", 1);
      const bytes = await bytesOf(connection, file, findings);
      const isOfNow =
        file.revision === revision && file.archive === archive && file.columnsVersion === fileColumnsVersion;
      if (!isOfNow) findings.count("files of an earlier revision", 1);
      else if (bytes !== null) compared.push(new ComparedFile(file, bytes, shelf.ordinals, findings));
    }
    if (compared.length > 0) await compareDataSet(shelf, dataSet, compared);
  }
}

/** Null where they are not as they were written. */
async function bytesOf(
  connection: Kysely<AnyTables>,
  file: OfferedFile,
  findings: Findings,
): Promise<Uint8Array | null> {
  try {
    return await readFile(connection, file);
  } catch (error) {
    if (!(error instanceof ReleaseDamaged)) throw error;
    findings.note(file.path, error.message);
    return null;
  }
}

/** Both formats are compared in one pass over the rows, which are what takes long to make. */
async function compareDataSet(shelf: SeasonShelf, dataSet: FileSetName, files: readonly ComparedFile[]): Promise<void> {
  const gameColumn = columnsIn({ dataSet, format: "csv.gz" }).findIndex(({ name }) => name === "game_id");
  for await (const game of gamesIn(rowsOf(shelf, dataSet), gameColumn)) {
    for (const file of files) await file.take(game);
  }
  for (const file of files) await file.end();
}

function* rowsOf(shelf: SeasonShelf, dataSet: FileSetName): Generator<FileRow> {
  for (const text of seasonRows(shelf, dataSet)) for (const line of csvLines(text)) yield csvCells(line);
}
