/** Makes the rows of a season's files again from the release, and compares each file with them. */
import type { Kysely } from "kysely";
import {
  fileColumnsVersion,
  fileFormats,
  fileSetNames,
  revisionOfFile,
  seasonFilePath,
} from "../../contract/file-sets.ts";
import type { Findings } from "../../database/findings.ts";
import type { AnyTables } from "../../database/names.ts";
import type { SeasonWithBefore } from "../../publish/files/season-rows.ts";
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

/**
 * @param shelf the season, of the values of the release and of nothing that is kept beside them.
 * @param before the season before it.
 */
export async function compareFiles(
  shelf: SeasonShelf,
  before: SeasonShelf | "damaged" | null,
  { connection, offered, findings }: FileSources,
): Promise<void> {
  const previous = before === "damaged" ? null : before;
  const { sport, season } = shelf;
  const own = offered.filter((file) => file.sport === sport && file.season === season);
  for (const path of pathsOf(shelf)) {
    const file = own.find((each) => each.path === path);
    if (file === undefined) {
      findings.check(own.length === 0, path, "is not offered, and other files of its season are");
      continue;
    }
    findings.count("files", 1);
    // Not by the archive's id, which a restore has changed: the rows are the same.
    const isReadable = before !== "damaged" || file.dataSet !== "team_games";
    const isOfNow =
      isReadable &&
      file.revision === revisionOfFile(file.dataSet, shelf, previous) &&
      file.columnsVersion === fileColumnsVersion;
    if (isReadable && !isOfNow) findings.count("files of an earlier revision", 1);
    await compareFile({ shelf, previous }, file, { connection, isOfNow, findings });
  }
}

function pathsOf({ sport, season }: SeasonShelf): string[] {
  return fileSetNames.flatMap((name) => fileFormats.map((format) => seasonFilePath(sport, season, name, format)));
}

/** Of a file of an earlier revision only the bytes can be looked at. */
async function compareFile(
  of: SeasonWithBefore,
  file: OfferedFile,
  { connection, isOfNow, findings }: Pick<FileSources, "connection" | "findings"> & { readonly isOfNow: boolean },
): Promise<void> {
  const { path } = file;
  try {
    const bytes = await readFile(connection, file);
    if (!isOfNow) return;
    const { ordinals } = of.shelf;
    const rows = await compareRows(file, gamesOf(of, file.dataSet), gamesIn(file, bytes), { ordinals, findings });
    findings.check(rows === file.rows, path, `has ${rows} rows, and the list of files says ${file.rows}`);
  } catch (error) {
    if (!(error instanceof ReleaseDamaged)) throw error;
    findings.note(path, error.message);
  }
}
