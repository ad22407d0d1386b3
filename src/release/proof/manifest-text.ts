/** The texts that are signed: the manifest of a revision's files, and its line in the list of heads. */
import { hash } from "node:crypto";
import type { OfferedFile } from "../offered-files.ts";

export type FileManifest = {
  readonly archive: string;
  readonly revision: number;
  /** ISO 8601 UTC. */
  readonly published_at: string;
  /** SHA-256 of the manifest before; null in the first one. */
  readonly previous: string | null;
};

export type Head = {
  readonly revision: number;
  readonly manifest_sha256: string;
  /** SHA-256 of the head before, without the end of its line; null in the first one. */
  readonly previous: string | null;
  /** In the first head after a restore: the archive whose last known head is the one before. */
  readonly restored?: string;
};

export function sha256Of(text: string): string {
  return hash("sha256", text);
}

/** One file a line, so that people find a file of theirs with `grep`. @param files see `fileLines`. */
export function manifestText({ archive, revision, published_at, previous }: FileManifest, files: string): string {
  return JSON.stringify({ archive, revision, published_at, previous }).slice(0, -1) + files;
}

/** The end of a manifest, which is the same whenever the files are. */
export function fileLines(files: readonly Pick<OfferedFile, "path" | "rows" | "bytes" | "sha256">[]): string {
  const lines = files
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, rows, bytes, sha256 }) => JSON.stringify({ path, rows, bytes, sha256 }));
  return `,"files":[\n${lines.join(",\n")}\n]}\n`;
}

/** @param restored null: the archive is that of the head before. */
export function headLine(head: Omit<Head, "restored">, restored: string | null): string {
  const { revision, manifest_sha256, previous } = head;
  const own = { revision, manifest_sha256, previous };
  return JSON.stringify(restored === null ? own : { ...own, restored });
}

/** The file `heads.ndjson`. */
export function headsText(heads: readonly string[]): string {
  return heads.map((head) => `${head}\n`).join("");
}

/** What minisign shows of a good signature. */
export const signedAs = {
  manifest: (revision: number) => `the files of revision ${revision}`,
  heads: (revision: number) => `the heads up to revision ${revision}`,
  statement: "a new key of this archive",
};
