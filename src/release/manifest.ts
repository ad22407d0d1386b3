/**
 * The manifest of a release: which files its seasons are, by their SHA-256, and which revision last changed a value of each. It is
 * part of the row of its revision, so that a file which the disk has lost is missed.
 */
import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import { type DataSetName, dataSetNames } from "../contract/release-columns.ts";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { SeasonKey } from "../domain/seasons.ts";
import type { Sport } from "../domain/sports.ts";
import { valuesChecksum } from "./checksums.ts";
import { releaseDamaged } from "./release-damaged.ts";
import type { ReleaseTables } from "./tables.ts";

export type FileName = { readonly sha256: string; readonly bytes: number };

export type SeasonEntry = SeasonKey & {
  /** The revision that last changed a value of the season. */
  readonly revision: number;
  readonly games: number;
  readonly odds_rows: number;
  readonly files: Readonly<Record<DataSetName, FileName>>;
};

export type Manifest = {
  /** The archive that the release was published in. */
  readonly archive: string;
  readonly revision: number;
  /** ISO 8601 UTC. */
  readonly published_at: string;
  /** SHA-256 of the manifest before; null in the first one. */
  readonly previous: string | null;
  readonly is_sample: boolean;
  /** The version of the columns of the files. */
  readonly columns: number;
  /** In the order of sports and seasons. */
  readonly seasons: readonly SeasonEntry[];
  /** Of each sport the file with its teams and the rows of its seasons. */
  readonly leagues: Readonly<Partial<Record<Sport, FileName>>>;
};

type ReleaseRow = ReleaseTables["releases"];

/** A release as the database has it, with what the next publish needs to know of it. */
export type Release = Omit<ReleaseRow, "manifest" | "checksum"> & {
  readonly manifest: Manifest;
  readonly manifestSha256: string;
};

export function releaseRow(row: Omit<ReleaseRow, "manifest" | "checksum">, manifest: Manifest): ReleaseRow {
  const whole = { ...row, manifest: JSON.stringify(manifest) };
  return { ...whole, checksum: rowChecksum(whole) };
}

function rowChecksum({ revision, published_at, import_id, is_sample, report, manifest }: Omit<ReleaseRow, "checksum">) {
  return valuesChecksum([revision, published_at, import_id, is_sample, report, manifest]);
}

/** The row of the newest release, unchecked; undefined before the first publish. */
export function readNewestRow(connection: Kysely<AnyTables>): Promise<ReleaseRow | undefined> {
  return tablesOf<ReleaseTables>(connection)
    .selectFrom("releases")
    .selectAll()
    .orderBy("revision", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** @throws ReleaseDamaged when the row is not as it was written. */
export function releaseOf(row: ReleaseRow): Release {
  if (row.checksum !== rowChecksum(row)) {
    throw releaseDamaged(`the row of revision ${row.revision} does not match its checksum`);
  }
  const { manifest: text, checksum: _, ...rest } = row;
  return { ...rest, manifest: JSON.parse(text) as Manifest, manifestSha256: hash("sha256", text) };
}

/** The newest release; null before the first publish. @throws ReleaseDamaged when its row is not as it was written. */
export async function readNewestRelease(connection: Kysely<AnyTables>): Promise<Release | null> {
  const row = await readNewestRow(connection);
  return row === undefined ? null : releaseOf(row);
}

/**
 * Every row of a release that does not match its checksum, or does not follow from the one before by the name of its manifest.
 * The first one that is kept follows from nothing.
 */
export async function damagesOfChain(
  connection: Kysely<AnyTables>,
): Promise<{ readonly revision: number; readonly what: string }[]> {
  const rows = await tablesOf<ReleaseTables>(connection)
    .selectFrom("releases")
    .selectAll()
    .orderBy("revision")
    .execute();
  const damages: { revision: number; what: string }[] = [];
  let before: string | null = null;
  for (const row of rows) {
    const { revision } = row;
    if (row.checksum !== rowChecksum(row)) {
      damages.push({ revision, what: "its row does not match the checksum" });
      before = null;
      continue;
    }
    const { manifest, manifestSha256 } = releaseOf(row);
    if (before !== null && manifest.previous !== before) {
      damages.push({ revision, what: "does not follow from the manifest of the revision before" });
    }
    before = manifestSha256;
  }
  return damages;
}

/** All files that a manifest names. */
export function filesOf({ seasons, leagues }: Manifest): readonly FileName[] {
  return [...seasons.flatMap(({ files }) => Object.values(files)), ...Object.values(leagues)];
}

/** The name of a season's content, by which views of it are known. */
export function contentOf({ files, sport, season }: Pick<SeasonEntry, "files" | "sport" | "season">): string {
  const names = dataSetNames.map((dataSet) => files[dataSet].sha256);
  return hash("sha256", [sport, season, ...names].join(" "));
}
