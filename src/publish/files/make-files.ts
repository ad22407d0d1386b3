/**
 * Makes the files of whole seasons of the newest release, where they are not there yet, and offers those of each season as soon as they
 * are made. It may be ended at any time, and the next one goes on; of two at the same time the second waits for the first.
 */
import { hash } from "node:crypto";
import {
  fileColumnsVersion,
  fileFormats,
  fileSetNames,
  revisionOfFile,
  seasonFilePath,
} from "../../contract/file-sets.ts";
import { type Database, tablesOf, writeTransaction } from "../../database/engine.ts";
import { contentOf, type Release, readNewestRelease, type SeasonEntry } from "../../release/manifest.ts";
import { type OfferedFile, readOfferedFiles } from "../../release/offered-files.ts";
import type { SigningKey } from "../../release/proof/signature.ts";
import { damageOfFile, hasRow, storeFile } from "../../release/store.ts";
import type { ReleaseTables } from "../../release/tables.ts";
import { type FileOrigin, makeSeasonFile } from "./make-season.ts";
import { offerSeason, proveFiles, type SourcedFile } from "./offer-files.ts";
import { asOneMaker } from "./one-maker.ts";
import { entryBefore, openSeasonBefore, openSeasonRows } from "./season-rows.ts";

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

/** @throws ReleaseDamaged when a season cannot be read; files of other seasons that were made by then are offered. */
export function makeFiles(database: Database, options: FilesOptions): Promise<FilesReport> {
  return asOneMaker(database, () => makeAll(database, options));
}

async function makeAll(database: Database, options: FilesOptions): Promise<FilesReport> {
  let made = 0;
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const release = await readNewestRelease(database.kysely);
    if (release === null) return { revision: 0, made, kept: 0 };
    // A restore gives the archive another id, and its first manifest says so; the release is still that of before.
    const identity = tablesOf<ReleaseTables>(database.kysely).selectFrom("archive_identity").select("archive_id");
    const { archive_id: archive } = await identity.executeTakeFirstOrThrow();
    const known = await readOfferedFiles(database.kysely);
    const files: SourcedFile[] = [];
    for (const entry of release.manifest.seasons) {
      const { termsUrl } = options;
      const origin = { archive, revision: entry.revision, isSample: release.is_sample === 1, termsUrl };
      const source = sourceOf(release, entry, origin);
      const kept = known.filter((file) => file.source === source);
      if (await areThere(database, kept, options.checks === true)) files.push(...kept);
      else {
        const fresh = await makeSeason(database, release, entry, { ...origin, source });
        files.push(...fresh);
        made += fresh.length;
        await options.onSeason?.(entry);
      }
    }
    const isProved = await writeTransaction(database, (connection) =>
      proveFiles(connection, { release, archive, files, key: options.key ?? null }),
    );
    if (isProved) return { revision: release.revision, made, kept: files.length - made };
  }
  throw new Error("the files cannot keep up with the publishes; gradeline files makes them when these rest");
}

/** The name of all that the bytes of a season's files follow from. Rows of teams tell of the season before, too. */
function sourceOf({ manifest }: Release, entry: SeasonEntry, origin: FileOrigin): string {
  const before = entryBefore(manifest, entry);
  const contents = [contentOf(entry), before === null ? null : contentOf(before)];
  return hash("sha256", JSON.stringify([contents, origin, fileColumnsVersion, layoutVersion]));
}

async function areThere({ kysely }: Database, files: readonly OfferedFile[], checks: boolean): Promise<boolean> {
  if (files.length !== fileSetNames.length * fileFormats.length) return false;
  for (const file of files) {
    if (!(await hasRow(kysely, file))) return false;
    if (checks && (await damageOfFile(kysely, file)) !== null) return false;
  }
  return true;
}

/** The season before takes as much memory as the season, and is let go before the large files are made. */
const inOrderOfMaking = ["team_games", ...fileSetNames.filter((name) => name !== "team_games")] as const;

async function makeSeason(
  database: Database,
  { manifest }: Release,
  entry: SeasonEntry,
  { source, ...origin }: FileOrigin & Pick<SourcedFile, "source">,
): Promise<SourcedFile[]> {
  const { sport, season } = entry;
  const shelf = await openSeasonRows(database, manifest, entry);
  const made: (Omit<OfferedFile, "sha256" | "bytes"> & { readonly body: Uint8Array })[] = [];
  for (const dataSet of inOrderOfMaking) {
    const previous = dataSet === "team_games" ? await openSeasonBefore(database, manifest, entry) : null;
    const revision = revisionOfFile(dataSet, shelf, previous);
    const { rows, bytes } = await makeSeasonFile({ shelf, previous }, dataSet, { ...origin, revision });
    for (const format of fileFormats) {
      const path = seasonFilePath(sport, season, dataSet, format);
      const { archive } = origin;
      const about = { path, data_set: dataSet, sport, season, format, rows, revision, archive };
      made.push({ ...about, columns_version: fileColumnsVersion, body: bytes[format] });
    }
  }
  const offered = fileSetNames.flatMap((name) => made.filter((file) => file.data_set === name));
  return writeTransaction(database, async (connection) => {
    const files: SourcedFile[] = [];
    for (const { body, ...file } of offered) files.push({ ...file, ...(await storeFile(connection, body)), source });
    await offerSeason(connection, files);
    return files;
  });
}
