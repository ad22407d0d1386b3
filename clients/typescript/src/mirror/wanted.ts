/** The list of files as the server has it now, and what of it a folder does not have yet. */
import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SeasonFile } from "../api-rows.ts";
import type { Asking } from "../asking.ts";
import { sha256OfFile } from "./download.ts";
import type { Mirror, MirroredFile, Scope } from "./mirror-file.ts";

export type FileList = {
  readonly files: readonly MirroredFile[];
  readonly etag: string | null;
  readonly isUnchanged: boolean;
};

type ListPage = { readonly data: readonly SeasonFile[]; readonly next_cursor: string | null };

/** One request for each thousand files. @param before the mirror of the same scope; what it has counts when the answer is 304. */
export async function listFiles(asking: Asking, scope: Scope, before: Mirror | null): Promise<FileList> {
  const [sport, ...others] = scope.sports;
  const filters = {
    limit: "1000",
    file_format: scope.format,
    ...(others.length === 0 ? { sport } : {}),
  };
  const found: SeasonFile[] = [];
  let etag: string | null = null;
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    const kept: string | null = isFirst ? (before?.list_etag ?? null) : null;
    const query = new URLSearchParams({ ...filters, ...(cursor === null ? {} : { cursor }) } as Record<string, string>);
    const headers = () => ({ "cache-control": "no-cache", ...(kept === null ? {} : { "if-none-match": kept }) });
    const page: ListPage | null = await asking.ask({ path: `/v1/files?${query}`, headers }, async (answer) => {
      etag = answer.headers.get("etag");
      return answer.status === 304 ? null : ((await answer.json()) as ListPage);
    });
    if (page === null) return { files: before?.files ?? [], etag: kept, isUnchanged: true };
    found.push(...page.data);
    cursor = page.next_cursor;
    if (!isFirst || cursor !== null) etag = null;
  }
  return { files: found.filter((file) => isWanted(file, scope)).map(mirrored), etag, isUnchanged: false };
}

function isWanted({ sport, season, data_set: dataSet, format }: SeasonFile, scope: Scope): boolean {
  return (
    scope.sports.includes(sport) &&
    (scope.since === null || season >= scope.since) &&
    (scope.data_sets === null || scope.data_sets.includes(dataSet)) &&
    format === scope.format
  );
}

function mirrored({ path, ...row }: SeasonFile): MirroredFile {
  return { ...row, path: path.replace(/^\/v1\/files\//, "") };
}

/** The files of which the folder does not have these very bytes. What is left of downloads of the others goes. */
export async function missingFiles(folder: string, files: readonly MirroredFile[]): Promise<MirroredFile[]> {
  const missing: MirroredFile[] = [];
  for (const file of files) {
    const place = join(folder, file.path);
    const isThere = existsSync(place) && statSync(place).size === file.bytes;
    if (!isThere || (await sha256OfFile(place)) !== file.sha256) missing.push(file);
    else for (const rest of [`${place}.partial`, `${place}.partial.json`]) rmSync(rest, { force: true });
  }
  return missing;
}
