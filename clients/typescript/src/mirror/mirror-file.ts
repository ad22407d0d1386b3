/** `gradeline-mirror.json`: what a folder mirrors, and the files that it has. `clients/README.md` describes it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Refusal } from "./refusal.ts";
import { writeWhole } from "./write-whole.ts";

type FileFormat = "csv.gz" | "parquet";

export type MirroredFile = {
  /** Below the folder: `nfl/2025/odds.csv.gz`. */
  readonly path: string;
  readonly data_set: string;
  readonly sport: string;
  readonly season: number;
  readonly format: FileFormat;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly revision: number;
  readonly columns_version: number;
};

export type Head = {
  readonly revision: number;
  readonly manifest_sha256: string;
  readonly previous: string | null;
  /** After a restore: the archive of before. */
  readonly restored?: string;
};

/** Which files a mirror wants. */
export type Scope = {
  readonly base_url: string;
  readonly format: FileFormat;
  /** In the order of the API. */
  readonly sports: readonly string[];
  /** The first season; null: from the first there is. */
  readonly since: number | null;
  /** In the order of the API; null: all. */
  readonly data_sets: readonly string[] | null;
};

export type Mirror = Scope & {
  readonly archive: string | null;
  readonly revision: number;
  /** Null where the list had more than one page. */
  readonly list_etag: string | null;
  readonly head: Omit<Head, "restored"> | null;
  readonly head_line: string | null;
  readonly files: readonly MirroredFile[];
};

/** The files of a mirror beside those of seasons. */
export const names = {
  mirror: "gradeline-mirror.json",
  heads: "gradeline-heads.ndjson",
  headsSignature: "gradeline-heads.ndjson.minisig",
  manifest: "gradeline-manifest.json",
  manifestSignature: "gradeline-manifest.json.minisig",
  key: "minisign.pub",
  lock: ".gradeline-lock",
} as const;

/** A path that leads nowhere but into the folder. */
const filePath = /^[a-z]+\/\d{4}\/[a-z_]+\.(csv\.gz|parquet)$/;
const sha256Shape = /^[0-9a-f]{64}$/;

/** Returns null where the folder is empty, or a mirror was begun in it. @throws Refusal where it is something else. */
export function readMirror(folder: string): Mirror | null {
  const file = join(folder, names.mirror);
  if (!existsSync(file)) {
    if (!existsSync(folder)) return null;
    const found = readdirSync(folder);
    const isBegun = found.some((name) => name === names.lock || name === names.heads);
    if (found.length === 0 || isBegun) return null;
    throw new Refusal(`${folder} has files and is no mirror: give --to an empty folder. Nothing was changed.`);
  }
  const wrong = (what: string) => new Refusal(`${file}: ${what}. Nothing was changed.`);
  let mirror: Mirror & { readonly mirror: number };
  try {
    mirror = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw wrong(`it cannot be read as JSON, ${(error as Error).message}`);
  }
  if (mirror?.mirror !== 1) throw wrong("member mirror is not 1, so another version has written it");
  if (!Array.isArray(mirror.files) || !Array.isArray(mirror.sports))
    throw wrong("members sports and files must be lists");
  for (const [index, { path, sha256, bytes }] of mirror.files.entries())
    if (!filePath.test(path) || !sha256Shape.test(sha256) || !Number.isSafeInteger(bytes))
      throw wrong(`files[${index}] has no good path, sha256 and bytes`);
  return mirror;
}

export function writeMirror(folder: string, mirror: Mirror): void {
  const { base_url, archive, revision, format, sports, since, data_sets, list_etag, head, head_line } = mirror;
  const files = mirror.files
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, data_set, sport, season, format, rows, bytes, sha256, revision, columns_version }) => ({
      ...{ path, data_set, sport, season, format, rows, bytes, sha256, revision, columns_version },
    }));
  const members = { base_url, archive, revision, format, sports, since, data_sets, list_etag, head, head_line, files };
  writeWhole(join(folder, names.mirror), `${JSON.stringify({ mirror: 1, ...members }, null, 2)}\n`);
}

/** Whether two runs ask for the same files. */
export function isSameScope(one: Scope, other: Scope): boolean {
  const text = ({ base_url, format, sports, since, data_sets }: Scope) =>
    JSON.stringify([base_url, format, sports, since, data_sets]);
  return text(one) === text(other);
}
