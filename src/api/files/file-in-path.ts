/** The file that a path names. */
import { quoted } from "../../contract/hints.ts";
import type { SeasonFiles } from "../../query/season-files.ts";
import type { OfferedFile } from "../../release/offered-files.ts";
import type { PathTexts } from "../endpoint.ts";
import { ApiError } from "../errors.ts";

/** The sentence about an operator's choice. */
export const filesNotOffered = "files are not offered here: the operator has set FILES=off";

/** Below `/v1/files/`. */
export function filePathOf({ sport = "", season = "", file = "" }: PathTexts): string {
  return `${sport}/${season}/${file}`;
}

/** @param sha256 of the version that is wanted; null: the newest. @throws ApiError 404 when there is none. */
export async function fileInPath(
  files: SeasonFiles,
  inPath: PathTexts,
  sha256: string | null,
  nowMs: number,
): Promise<OfferedFile> {
  if (!files.isOffered) throw new ApiError("not_found", filesNotOffered);
  const path = filePathOf(inPath);
  const found = await files.find(path, sha256, nowMs);
  if (found !== null) return found;
  const newest = sha256 === null ? null : await files.find(path, null, nowMs);
  if (newest === null)
    throw new ApiError("not_found", `there is no file at ${quoted(`/v1/files/${path}`)}; /v1/files lists all`);
  const why = "it was replaced more than 48 hours ago, or never was";
  throw new ApiError("not_found", `that version of ${path} is not here: ${why}; the newest is ${newest.sha256}`);
}
