/** Makes the rows of a season's files again from the release, and compares each file with them. */
import type { Kysely } from "kysely";
import { fileColumnsVersion, fileFormats, fileSetNames, seasonFilePath } from "../../contract/release/file-sets.ts";
import type { Findings } from "../../database/findings.ts";
import type { AnyTables } from "../../database/names.ts";
import type { SeasonShelf } from "../../query/season.ts";
import type { OfferedFile } from "../../release/offered-files.ts";
import { ReleaseDamaged } from "../../release/release-damaged.ts";
import { readFile } from "../../release/store.ts";
import { compareRows } from "./compare-file.ts";
import { gamesIn, gamesOf } from "./file-rows.ts";

type FileSources = {
  readonly connection: Kysely<AnyTables>;
  /** Every file that is offered. */
  readonly offered: readonly OfferedFile[];
  readonly findings: Findings;
};

/** @param shelf the season, of the values of the release and of nothing that is kept beside them. */
export async function compareFiles(shelf: SeasonShelf, { connection, offered, findings }: FileSources): Promise<void> {
  const { sport, season, revision } = shelf;
  const own = offered.filter((file) => file.sport === sport && file.season === season);
  for (const path of pathsOf(shelf)) {
    const file = own.find((each) => each.path === path);
    if (file === undefined) {
      findings.check(own.length === 0, path, "is not offered, and other files of its season are");
      continue;
    }
    findings.count("files", 1);
    // Not by the archive's id, which a restore has changed: the rows are the same.
    const isOfNow = file.revision === revision && file.columnsVersion === fileColumnsVersion;
    if (!isOfNow) findings.count("files of an earlier revision", 1);
    await compareFile(shelf, file, { connection, isOfNow, findings });
  }
}

function pathsOf({ sport, season }: SeasonShelf): string[] {
  return fileSetNames.flatMap((name) => fileFormats.map((format) => seasonFilePath(sport, season, name, format)));
}

/** Of a file of an earlier revision only the bytes can be looked at. */
async function compareFile(
  shelf: SeasonShelf,
  file: OfferedFile,
  { connection, isOfNow, findings }: Pick<FileSources, "connection" | "findings"> & { readonly isOfNow: boolean },
): Promise<void> {
  const { path } = file;
  try {
    const bytes = await readFile(connection, file);
    if (!isOfNow) return;
    const { ordinals } = shelf;
    const rows = await compareRows(file, gamesOf(shelf, file.dataSet), gamesIn(file, bytes), { ordinals, findings });
    findings.check(rows === file.rows, path, `has ${rows} rows, and the list of files says ${file.rows}`);
  } catch (error) {
    if (!(error instanceof ReleaseDamaged)) throw error;
    findings.note(path, error.message);
  }
}
