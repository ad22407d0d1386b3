/**
 * The manifest of a release: which files its seasons are, by their SHA-256, and which revision last changed a value of each. It is
 * part of the row of its revision.
 */
import { hash, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { type DataSetName, dataSetNames } from "../contract/release-columns.ts";
import { type Database, tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { SeasonKey } from "../domain/seasons.ts";
import type { Sport } from "../domain/sports.ts";
import type { ReleaseTables } from "./tables.ts";

export type StoredFile = { readonly sha256: string; readonly bytes: number };

export type SeasonEntry = SeasonKey & {
  /** The revision that last changed a value of the season. */
  readonly revision: number;
  readonly games: number;
  readonly odds_rows: number;
  readonly files: Readonly<Record<DataSetName, StoredFile>>;
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
  readonly leagues: Readonly<Partial<Record<Sport, StoredFile>>>;
};

type ReleaseRow = ReleaseTables["releases"];

/** A release as the database has it, with what the next publish needs to know of it. */
export type Release = Omit<ReleaseRow, "manifest"> & {
  readonly manifest: Manifest;
  readonly manifestSha256: string;
};

export function releaseRow(row: Omit<ReleaseRow, "manifest">, manifest: Manifest): ReleaseRow {
  return { ...row, manifest: JSON.stringify(manifest) };
}

/** The newest revision, when it was published, and whether it is the sample's; undefined before the first. */
export function readRevision(connection: Kysely<AnyTables>) {
  const releases = tablesOf<ReleaseTables>(connection).selectFrom("releases");
  const columns = releases.select(["revision", "published_at", "is_sample"]);
  return columns.orderBy("revision", "desc").limit(1).executeTakeFirst();
}

/** The newest release; null before the first publish. */
export async function readNewestRelease(connection: Kysely<AnyTables>): Promise<Release | null> {
  const row = await tablesOf<ReleaseTables>(connection)
    .selectFrom("releases")
    .selectAll()
    .orderBy("revision", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { ...row, manifest: JSON.parse(row.manifest) as Manifest, manifestSha256: hash("sha256", row.manifest) };
}

/** All files that a manifest names. */
export function filesOf({ seasons, leagues }: Manifest): readonly StoredFile[] {
  return [...seasons.flatMap(({ files }) => Object.values(files)), ...Object.values(leagues)];
}

/** The file of a data set. A release that was written before there was such a set has none, which is as damaged as one that is lost. */
export function fileOf({ files }: Pick<SeasonEntry, "files">, dataSet: DataSetName): StoredFile {
  const known: Partial<SeasonEntry["files"]> = files;
  return known[dataSet] ?? { sha256: "", bytes: -1 };
}

/** The name of a season's content, by which its columns in memory are known. */
export function contentOf(entry: Pick<SeasonEntry, "files" | "sport" | "season">): string {
  const names = dataSetNames.map((dataSet) => fileOf(entry, dataSet).sha256);
  return hash("sha256", [entry.sport, entry.season, ...names].join(" "));
}

/** Each archive has a name of its own, by which callers know whose the revisions are. */
export async function readArchiveId(kysely: Kysely<AnyTables>): Promise<string> {
  const identity = tablesOf<ReleaseTables>(kysely).selectFrom("archive_identity").select("archive_id");
  return (await identity.executeTakeFirstOrThrow()).archive_id;
}

/**
 * Gives the archive another name. An archive that was brought back goes on from an earlier revision, and callers
 * must not take its next one for the revision of the same number that they have in their caches.
 */
export async function renewArchiveId({ kysely }: Database): Promise<void> {
  await tablesOf<ReleaseTables>(kysely).updateTable("archive_identity").set({ archive_id: randomUUID() }).execute();
}
