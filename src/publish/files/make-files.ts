/**
 * Makes the files of whole seasons of the newest release, where they are not there yet, and offers those of each season as soon as they
 * are made. It may be ended at any time, and the next one goes on; of two at the same time the second waits for the first.
 */
import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Transaction } from "kysely";
import {
  type FileSetName,
  fileColumnsVersion,
  fileFormats,
  fileSetNames,
  revisionOfFile,
  seasonFilePath,
} from "../../contract/file-sets.ts";
import { DatabaseError } from "../../database/database-error.ts";
import { type Database, tablesOf, writeTransaction } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import { type Turn, tryTurn } from "../../database/turns.ts";
import { contentOf, type Release, readArchiveId, readNewestRelease, type SeasonEntry } from "../../release/manifest.ts";
import { type OfferedFile, placeOfFile, readOfferedFiles, replacedForMs } from "../../release/offered-files.ts";
import { appendManifest } from "../../release/proof/manifests.ts";
import type { SigningKey } from "../../release/proof/signature.ts";
import { damageOfFile, hasRow, storeFile } from "../../release/store.ts";
import type { ReleaseTables } from "../../release/tables.ts";
import { entryBefore, type FileOrigin, makeSeasonFile, openSeasonBefore, openSeasonRows } from "./make-season.ts";

export type FilesOptions = Pick<FileOrigin, "termsUrl"> & {
  /** Whether the bytes of files that are there are looked at, too: one that is damaged is made anew. */
  readonly checks?: boolean;
  /** Signs the manifest of the files; null: it is not signed. */
  readonly key?: SigningKey | null;
  /** The files of a season are offered. */
  readonly onSeason?: (season: SeasonEntry) => void | Promise<void>;
};

export type FilesReport = { readonly revision: number; readonly made: number; readonly kept: number };

/**
 * This number rises when the same values become other bytes: 2 came with the new name of a book, and with probabilities of
 * closing lines that are rounded once.
 */
const layoutVersion = 2;

/** When a publish comes in between so many times, the next making goes on. */
const mostAttempts = 5;

const lookEveryMs = 200;
/** The first making of all seasons takes minutes on a busy machine; after this time something is wrong. */
const longestMakingMs = 60 * 60_000;

/**
 * One process at a time makes files: two would make the same ones, each with half a gigabyte of memory. The second one waits in the place
 * of leaving, since the first may have begun before the newest publish.
 * @throws ReleaseDamaged when a season cannot be read; files of other seasons that were made by then are offered.
 * @throws DatabaseError when the other process is not done in an hour.
 */
export async function makeFiles(database: Database, options: FilesOptions): Promise<FilesReport> {
  const turn = await nextTurn(database);
  try {
    return await makeAll(database, options);
  } finally {
    await turn.release();
  }
}

async function nextTurn(database: Database): Promise<Turn> {
  const untilMs = performance.now() + longestMakingMs;
  for (;;) {
    const turn = await tryTurn(database, "files");
    if (turn !== null) return turn;
    if (performance.now() >= untilMs)
      throw new DatabaseError(
        "another process is making the files of seasons, and has not ended within an hour; try again later",
      );
    await sleep(lookEveryMs);
  }
}

async function makeAll(database: Database, options: FilesOptions): Promise<FilesReport> {
  let made = 0;
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const release = await readNewestRelease(database.kysely);
    if (release === null) return { revision: 0, made, kept: 0 };
    // A restore gives the archive another id, and its first manifest says so; the release is still that of before.
    const archive = await readArchiveId(database.kysely);
    const known = await readOfferedFiles(database.kysely);
    const files: SourcedFile[] = [];
    // Most callers take the newest seasons home, and those who asked for one wait for it.
    for (const entry of release.manifest.seasons.toSorted((one, other) => other.season - one.season)) {
      const { termsUrl } = options;
      const origin = { archive, revision: entry.revision, isSample: release.is_sample === 1, termsUrl };
      const due = new Map<FileSetName, string>();
      for (const dataSet of fileSetNames) {
        const source = sourceOf(release, entry, origin, dataSet);
        const kept = known.filter((file) => file.source === source && file.data_set === dataSet);
        if (await areThere(database, kept, options.checks === true)) files.push(...kept);
        else due.set(dataSet, source);
      }
      if (due.size === 0) continue;
      const fresh = await makeSeason(database, release, entry, origin, due);
      files.push(...fresh);
      made += fresh.length;
      await options.onSeason?.(entry);
    }
    files.sort((one, other) => placeOfFile(one) - placeOfFile(other));
    const isProved = await writeTransaction(database, (connection) =>
      proveFiles(connection, { release, archive, files, key: options.key ?? null }),
    );
    if (isProved) return { revision: release.revision, made, kept: files.length - made };
  }
  throw new Error("the files cannot keep up with the publishes; gradeline files makes them when these rest");
}

/** The name of all that the bytes of a data set of a season follow from. Rows of teams follow from the season before, too. */
function sourceOf({ manifest }: Release, entry: SeasonEntry, origin: FileOrigin, dataSet: FileSetName): string {
  const before = dataSet === "team_games" ? entryBefore(manifest, entry) : null;
  const contents = [contentOf(entry), before === null ? null : contentOf(before)];
  return hash("sha256", JSON.stringify([contents, origin, fileColumnsVersion, layoutVersion]));
}

async function areThere({ kysely }: Database, files: readonly OfferedFile[], checks: boolean): Promise<boolean> {
  if (files.length !== fileFormats.length) return false;
  for (const file of files) {
    if (!(await hasRow(kysely, file))) return false;
    if (checks && (await damageOfFile(kysely, file)) !== null) return false;
  }
  return true;
}

/** The season before takes as much memory as the season, and is let go before the large files are made. */
const inOrderOfMaking = ["team_games", ...fileSetNames.filter((name) => name !== "team_games")] as const;

/** @param due the sources of the data sets that are to be made. */
async function makeSeason(
  database: Database,
  { manifest }: Release,
  entry: SeasonEntry,
  origin: FileOrigin,
  due: ReadonlyMap<FileSetName, string>,
): Promise<SourcedFile[]> {
  const { sport, season } = entry;
  const shelf = await openSeasonRows(database, manifest, entry);
  const made: (Omit<SourcedFile, "sha256" | "bytes"> & { readonly body: Uint8Array })[] = [];
  for (const dataSet of inOrderOfMaking) {
    const source = due.get(dataSet);
    if (source === undefined) continue;
    const previous = dataSet === "team_games" ? await openSeasonBefore(database, manifest, entry) : null;
    const revision = revisionOfFile(dataSet, shelf, previous);
    const { rows, bytes } = await makeSeasonFile({ shelf, previous }, dataSet, { ...origin, revision });
    for (const format of fileFormats) {
      const path = seasonFilePath(sport, season, dataSet, format);
      const { archive } = origin;
      const about = { path, data_set: dataSet, sport, season, format, rows, revision, archive };
      made.push({ ...about, columns_version: fileColumnsVersion, source, body: bytes[format] });
    }
  }
  return writeTransaction(database, async (connection) => {
    const files: SourcedFile[] = [];
    for (const { body, ...file } of made) files.push({ ...file, ...(await storeFile(connection, body)) });
    await offerSeason(connection, files);
    return files;
  });
}

// Lists files as those that callers may take home, in the place of the ones before, and appends the manifest that proves them.

export type SourcedFile = OfferedFile & { readonly source: string };

/** Lists files of one season in the place of those before, which stay for two days under their SHA-256. */
export async function offerSeason(connection: Transaction<AnyTables>, files: readonly SourcedFile[]): Promise<void> {
  const paths = new Set(files.map(({ path }) => path));
  await replace(connection, files, (path) => paths.has(path));
}

type Proof = {
  readonly release: Release;
  readonly archive: string;
  readonly files: readonly SourcedFile[];
  /** Null: the manifest is not signed. */
  readonly key: SigningKey | null;
};

/**
 * Appends the manifest of a revision whose files are all there, and takes those of seasons that are gone from the list.
 * @returns false when another revision has been published meanwhile: its files are yet to be made, and nothing is changed.
 */
export async function proveFiles(
  connection: Transaction<AnyTables>,
  { release, archive, files, key }: Proof,
): Promise<boolean> {
  const { revision, published_at: publishedAt } = release;
  if ((await readNewestRelease(connection))?.revision !== revision) return false;
  const expired = new Date(Date.now() - replacedForMs).toISOString();
  await tablesOf<ReleaseTables>(connection).deleteFrom("offered_files").where("replaced_at", "<", expired).execute();
  await replace(connection, files, () => true);
  await appendManifest(connection, { archive, revision, publishedAt, files, key });
  return true;
}

/** @param isMeant the paths of which these are all the files. */
async function replace(
  connection: Transaction<AnyTables>,
  files: readonly SourcedFile[],
  isMeant: (path: string) => boolean,
): Promise<void> {
  const tables = tablesOf<ReleaseTables>(connection);
  const before = (await readOfferedFiles(connection)).filter(({ path }) => isMeant(path));
  const nameOf = ({ path, sha256, source }: SourcedFile): string => [path, sha256, source].join(" ");
  const [names, namesBefore] = [new Set(files.map(nameOf)), new Set(before.map(nameOf))];
  const now = new Date().toISOString();
  for (const { path, sha256 } of before.filter((file) => !names.has(nameOf(file)))) {
    const row = tables.updateTable("offered_files").where("path", "=", path).where("sha256", "=", sha256);
    await row.set({ replaced_at: now }).execute();
  }
  for (const file of files.filter((each) => !namesBefore.has(nameOf(each)))) {
    const row = { ...file, replaced_at: null };
    // The same bytes may have been offered before: by another revision's number, or until an hour ago.
    const insert = tables.insertInto("offered_files").values(row);
    await insert.onConflict((known) => known.columns(["path", "sha256"]).doUpdateSet(row)).execute();
  }
}
