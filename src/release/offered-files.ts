/** The files of whole seasons that callers may take home, as the database lists them. Their bytes are kept by `store.ts`. */
import type { Kysely } from "kysely";
import { type FileFormat, type FileSetName, fileFormats, fileSetNames } from "../contract/file-sets.ts";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { type Sport, sports } from "../domain/sports.ts";
import { hourMs } from "../domain/times.ts";
import type { ReleaseTables } from "./tables.ts";

type Row = ReleaseTables["offered_files"];

/** `path` is below `/v1/files/`, and `revision` the one that had last changed a value of the season when the file was made. */
export type OfferedFile = Omit<Row, "data_set" | "sport" | "format" | "source" | "replaced_at"> & {
  readonly data_set: FileSetName;
  readonly sport: Sport;
  readonly format: FileFormat;
};

/** A file that was replaced stays for so long, so that a download of it comes to its end. */
export const replacedForMs = 48 * hourMs;

/** Every file that is offered, by sport and season, then in the order of `fileSetNames` and `fileFormats`. */
export async function readOfferedFiles(
  connection: Kysely<AnyTables>,
): Promise<readonly (OfferedFile & { source: string })[]> {
  const rows = await tablesOf<ReleaseTables>(connection)
    .selectFrom("offered_files")
    .selectAll()
    .where("replaced_at", "is", null)
    .execute();
  const files = rows as readonly (OfferedFile & { source: string })[];
  return files.toSorted((a, b) => placeOfFile(a) - placeOfFile(b));
}

/**
 * The file at a path; null where there is none.
 * @param sha256 of the version that is wanted; null: the newest one. A version that was replaced is found for two days.
 */
export async function findOfferedFile(
  connection: Kysely<AnyTables>,
  path: string,
  sha256: string | null,
  nowMs: number,
): Promise<OfferedFile | null> {
  const rows = await tablesOf<ReleaseTables>(connection)
    .selectFrom("offered_files")
    .selectAll()
    .where("path", "=", path)
    .execute();
  const found = rows.find(({ sha256: own, replaced_at: replacedAt }) => {
    if (sha256 === null || replacedAt === null) return replacedAt === null && (sha256 ?? own) === own;
    return own === sha256 && Date.parse(replacedAt) + replacedForMs > nowMs;
  });
  return (found ?? null) as OfferedFile | null;
}

/** Rises in the order of the list. */
export function placeOfFile({ sport, season, data_set: dataSet, format }: OfferedFile): number {
  const within = fileSetNames.indexOf(dataSet) * fileFormats.length + fileFormats.indexOf(format);
  return (sports.indexOf(sport) * 10_000 + season) * 100 + within;
}
