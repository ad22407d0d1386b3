/** The file that a path names. */
import { fileFormats, fileSetNames } from "../../contract/file-sets.ts";
import { quoted } from "../../contract/hints.ts";
import { sports } from "../../domain/sports.ts";
import type { Shelf } from "../../query/shelf.ts";
import type { OfferedFile } from "../../release/offered-files.ts";
import type { PathTexts } from "../endpoint.ts";
import { ApiError } from "../errors.ts";

/** The sentence about an operator's choice. */
export const filesNotOffered = "files are not offered here: the operator has set FILES=off";

/** Below `/v1/files/`. */
export function filePathOf({ sport = "", season = "", file = "" }: PathTexts): string {
  return `${sport}/${season}/${file}`;
}

/** The making of a season's files takes seconds. */
const retryAfterS = 15;

/**
 * @param sha256 of the version that is wanted; null: the newest.
 * @throws ApiError 404 when there is none, and 503 where it is being made.
 */
export async function fileInPath(
  shelf: Pick<Shelf, "files" | "current">,
  inPath: PathTexts,
  sha256: string | null,
  nowMs: number,
): Promise<OfferedFile> {
  const { files } = shelf;
  if (!files.isOffered) throw new ApiError("not_found", filesNotOffered);
  const path = filePathOf(inPath);
  const found = await files.find(path, sha256, nowMs);
  if (found !== null) return found;
  const newest = sha256 === null ? null : await files.find(path, null, nowMs);
  if (newest === null && isOfServedSeason(shelf, inPath) && files.miss()) {
    const message = `the files of ${inPath.sport} ${inPath.season} are being made: ask again in ${retryAfterS} seconds`;
    throw new ApiError("unavailable", message, { retryAfterS });
  }
  if (newest === null)
    throw new ApiError("not_found", `there is no file at ${quoted(`/v1/files/${path}`)}; /v1/files lists all`);
  const why = "it was replaced more than 48 hours ago, or never was";
  throw new ApiError("not_found", `that version of ${path} is not here: ${why}; the newest is ${newest.sha256}`);
}

function isOfServedSeason(
  { current }: Pick<Shelf, "current">,
  { sport = "", season = "", file = "" }: PathTexts,
): boolean {
  const isFile = fileSetNames.some((name) => fileFormats.some((format) => file === `${name}.${format}`));
  const known = sports.find((each) => each === sport);
  return isFile && known !== undefined && current.sports[known].seasons.some((each) => String(each.season) === season);
}
