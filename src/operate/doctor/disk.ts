/** Whether the disk has room for three nights, by what the last nights have written. */
import { readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Database, tablesOf } from "../../database/engine.ts";
import type { Manifest } from "../../release/manifest.ts";
import type { ReleaseTables } from "../../release/tables.ts";
import { type Finding, ok, unknown, warning, wrong } from "./finding.ts";

const name = "disk";
const nights = 3;
/** What a first night is taken for, when none has been yet. */
const leastNightBytes = 256 * 1024 ** 2;
const releasesRead = 8;

export type NightBytes = {
  /** What a night adds to the database: files of a release, and files that callers take home. */
  readonly database: number;
  /** What a server adds to DATA_DIR: the rows of the seasons that changed, and copies of files. */
  readonly server: number;
};

/** Pure. @param isEmbedded whether the database lies on this disk, whose log may hold a night once more. */
export function diskFinding(folder: string, freeBytes: number, night: NightBytes, isEmbedded: boolean): Finding {
  const needed = nights * Math.max(leastNightBytes, night.server + (isEmbedded ? 2 * night.database : 0));
  const sentence = `${gigabytes(freeBytes)} are free at ${folder}, and three nights need ${gigabytes(needed)}`;
  const remedy = `make room, or move DATA_DIR${isEmbedded ? " and the database" : ""} to a larger disk; ${join(folder, "releases")} may be removed at any time`;
  if (freeBytes < needed) return wrong(name, sentence, remedy);
  return freeBytes < 2 * needed ? warning(name, sentence, remedy) : ok(name, sentence);
}

export async function checkDisk(database: Database, dataDir: string): Promise<Finding> {
  const free = freeBytesAt(dataDir);
  if (free === null) {
    return unknown(name, `there is no folder ${dataDir} yet`, "start the server once: it makes DATA_DIR");
  }
  return diskFinding(dataDir, free, await readNightBytes(database, dataDir), database.engine === "sqlite");
}

/** For this user; null where there is no such folder. */
function freeBytesAt(folder: string): number | null {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return null;
  const { bsize, bavail } = statfsSync(folder);
  return bsize * bavail;
}

/** The largest of the last nights. The first release of an archive is no night. */
async function readNightBytes({ kysely }: Database, dataDir: string): Promise<NightBytes> {
  const tables = tablesOf<ReleaseTables>(kysely);
  const newest = await tables
    .selectFrom("releases")
    .select("manifest")
    .orderBy("revision", "desc")
    .limit(releasesRead)
    .execute();
  const files = newest.map(({ manifest }) => filesOf(JSON.parse(manifest) as Manifest));
  const offered = await tables
    .selectFrom("offered_files")
    .select(({ fn }) => ["revision", fn.sum<number>("bytes").as("bytes")])
    .groupBy("revision")
    .orderBy("revision", "desc")
    .limit(releasesRead)
    .execute();
  const [now = new Map<string, number>()] = files;
  const wrote = Math.max(0, ...files.slice(0, -1).map((each, index) => bytesOf(each, files[index + 1])));
  const offeredBytes = files.length < 2 ? 0 : Math.max(0, ...offered.map(({ bytes }) => Number(bytes)));
  const share = wrote / Math.max(1, bytesOf(now));
  return {
    database: wrote + offeredBytes,
    server: share * folderBytes(join(dataDir, "releases")) + offeredBytes,
  };
}

function filesOf({ seasons, leagues }: Manifest): ReadonlyMap<string, number> {
  const files = [...seasons.flatMap((season) => Object.values(season.files)), ...Object.values(leagues)];
  return new Map(files.map(({ sha256, bytes }) => [sha256, bytes]));
}

/** The bytes of the files that another release does not have. */
function bytesOf(files: ReadonlyMap<string, number>, other: ReadonlyMap<string, number> = new Map()): number {
  let sum = 0;
  for (const [sha256, bytes] of files) if (!other.has(sha256)) sum += bytes;
  return sum;
}

function folderBytes(folder: string): number {
  try {
    return readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  } catch {
    return 0;
  }
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
